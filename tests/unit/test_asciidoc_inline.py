from __future__ import annotations

import pytest

from claimdiff.passages import read_page
from helpers.reading import segments, texts

PAGE = "docs/modules/ROOT/pages/page.adoc"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("*one* _two_ `three` #four# **f**ive H~2~O x^2^", "one two three four five H2O x2"),
        ("a*b_c and 2 * 3 and snake_case_name", "a*b_c and 2 * 3 and snake_case_name"),
        ("[.path]_box.toml_ and [.term]#quota# and [[here]]anchor", "box.toml and quota and anchor"),
        (
            "https://example.org[the site^] and link:a/b.html[b,window=_blank] and mailto:a@example.org[mail]",
            "the site and b and mail",
        ),
        (
            "{docs-url}/a.html[Docs] and https://example.org/{tag}/b_(c)[B] (https://example.org).",
            "Docs and B (https://example.org).",
        ),
        ("xref:other.adoc#part[Other] and <<part,here>> and xref:limits.adoc[]", "Other and here and limits"),
        ("kbd:[Ctrl+C] btn:[OK] menu:File[Save] image:a.png[A chart] icon:x[]", "Ctrl+C OK File > Save A chart"),
        ("+*as is*+ and pass:[<b>] and `+{x}+` and \\*star*", "*as is* and <b> and {x} and *star*"),
        ('"`quoted`" it\'s ((shown))(((hidden, x)))', '"quoted" it\'s shown'),
        ("{unknown} {empty}a{nbsp}b C{pp} {plus}", "{unknown} a b C++ +"),
        ("`a. B` stays, note:it and 10:30", "a. B stays, note:it and 10:30"),
    ],
)
def test_inline_markup_is_read(markup: str, text: str) -> None:
    """What the site shows of it, and nothing else."""
    assert " ".join(texts(PAGE, markup + "\n")) == text


def test_attributes_show_their_value_and_name_its_line() -> None:
    """The quote is the reference as it is written; the line of the value is known, so that its change can be found."""
    (segment,) = segments(PAGE, ":limit: 25\n:full: {limit} MB\n\nUp to {full}.\n")
    assert (segment.text, segment.source) == ("Up to 25 MB.", "Up to {full}.")
    assert segment.lenders == ((PAGE, 2),)


def test_attributes_of_the_component_reach_its_pages() -> None:
    """A page cannot change them, unless they are soft; a value that is named twice is the later one."""
    descriptor = "name: kestrel\nversion: '4.2'\nasciidoc:\n  attributes:\n    release: 4.2.1\n    soft: old@\n"
    page = (
        ":release: 9\n:soft: new\n\nKestrel {release} ({page-component-version}) is {soft}.\n\nifdef::env-site[Here.]\n"
    )
    found = segments(PAGE, page, {"docs/antora.yml": descriptor})
    assert [segment.text for segment in found] == ["Kestrel 4.2.1 (4.2) is new.", "Here."]
    assert found[0].lenders == (("docs/antora.yml", 5), ("docs/antora.yml", 2), (PAGE, 2))


def test_a_broken_descriptor_is_no_obstacle() -> None:
    """Its attributes stay as they are written."""
    assert texts(PAGE, "Kestrel {release}.\n", {"docs/antora.yml": "asciidoc: [\n"}) == ["Kestrel {release}."]


def test_a_reference_shows_the_title_it_leads_to() -> None:
    """Ids that are written above a title, and those that are made of its words."""
    page = "[#keys]\n== API keys\n\nSee <<keys>>, <<_api_keys>> and <<gone>>.\n"
    assert texts(PAGE, page) == ["See API keys, API keys and gone."]


def test_fragments_are_read_with_their_own_lines() -> None:
    """Partials and examples of this or another module, by tag or by lines, with their headings moved."""
    files = {
        "docs/modules/ROOT/partials/keys.adoc": "// tag::a[]\n== Keys\n\nLive 90 days.\n// end::a[]\n\nNot this.\n",
        "docs/modules/cli/examples/run.sh": "one\ntwo\nthree\n",
        "docs/modules/ROOT/pages/beside.adoc": "Beside.\n",
    }
    page = "= Top\n\nBefore.\n\ninclude::partial$keys.adoc[tag=a,leveloffset=+1]\n\n----\ninclude::cli:example$run.sh[lines=2..3]\n----\n\ninclude::beside.adoc[]\n"
    assert [(segment.text, segment.path, segment.line_start) for segment in segments(PAGE, page, files)] == [
        ("Before.", "", 3),
        ("Live 90 days.", "docs/modules/ROOT/partials/keys.adoc", 4),
        ("two", "docs/modules/cli/examples/run.sh", 2),
        ("three", "docs/modules/cli/examples/run.sh", 3),
        ("Beside.", "docs/modules/ROOT/pages/beside.adoc", 1),
    ]


def test_fragments_that_include_themselves_end() -> None:
    """A circle is read once."""
    assert texts(
        PAGE,
        "One.\n\ninclude::partial$a.adoc[]\n",
        {"docs/modules/ROOT/partials/a.adoc": "Two.\n\ninclude::partial$a.adoc[]\n"},
    ) == [
        "One.",
        "Two.",
    ]


def test_files_that_include_each_other_many_times_end() -> None:
    """Nine small files, each with the next one nine times, are not read forty million times."""
    files = {f"docs/{at}.adoc": f"Seal {at}.\n\n" + f"include::{at + 1}.adoc[]\n\n" * 9 for at in range(9)}
    reading = read_page(
        "docs/0.adoc", files["docs/0.adoc"].encode(), include=lambda path: files.get(path, "").encode() or None
    )

    assert sum(len(passage.segments) for passage in reading.passages) <= 2_001


@pytest.mark.parametrize(
    ("icon", "sign"),
    [
        ("check", "✓"),
        ("check-circle", "✓"),
        ("fa-check", "✓"),
        ("times", "✗"),
        ("fas-xmark", "✗"),
        ("times-circle-o", "✗"),
    ],
)
def test_an_icon_alone_in_a_cell_is_its_yes_or_no(icon: str, sign: str) -> None:
    """As the characters are; with its colour or size."""
    page = f"|===\n|Plan |Backups\n\n|Basic |icon:{icon}[role=green]\n|===\n"
    assert segments(PAGE, page)[-1].text.endswith(sign)
    assert segments(PAGE, page)[-1].line_start == 4


def test_icons_that_say_nothing_or_stand_in_text_are_not_read() -> None:
    """A picture beside words repeats them."""
    assert texts(PAGE, "icon:check[] Backups are made. icon:checkout[]\n") == ["Backups are made."]
    assert texts(PAGE, "icon:clock[]\n") == []
