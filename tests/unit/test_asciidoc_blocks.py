from __future__ import annotations

import pytest

from helpers.reading import passages, segments, texts

PAGE = "docs/page.adoc"


def test_sections_have_their_level_from_their_marks() -> None:
    """The title of the document and its header lines are no text; both forms of headings begin sections."""
    page = "= Guide\nJane Doe <jane@example.org>\nv1.0, 2026-01-01\n:toc:\n\nIntro.\n\n== Part\n\nText.\n\n=== _Deep_\n\nMore.\n\nNext\n----\n\nEnd.\n"
    assert [(passage.heading, passage.line_start, passage.line_end) for passage in passages(PAGE, page)] == [
        (("Guide",), 1, 6),
        (("Guide", "Part"), 8, 10),
        (("Guide", "Part", "Deep"), 12, 14),
        (("Guide", "Next"), 16, 19),
    ]


def test_a_sentence_over_lines_has_its_verbatim_source() -> None:
    """A comment between two lines is in the quote and not in the text."""
    (first, second) = segments(PAGE, "The *Pro* plan\n// not shown\ncosts `25` dollars. It\nrenews.\n")
    assert (first.text, first.line_start, first.line_end) == ("The Pro plan costs 25 dollars.", 1, 3)
    assert first.source == "The *Pro* plan\n// not shown\ncosts `25` dollars."
    assert second.text == "It renews."


@pytest.mark.parametrize(
    "page",
    [
        "NOTE: Never\noverwritten.",
        "[WARNING]\nNever\noverwritten.",
        "[TIP]\n====\nNever\noverwritten.\n====",
        "[.lead]\nNever\noverwritten.",
        "****\nNever\noverwritten.\n****",
        "____\nNever\noverwritten.\n____",
        "--\nNever\noverwritten.\n--",
        "++++\n<p>Never\noverwritten.</p>\n++++",
        "Never +\noverwritten.",
        "Never\noverwritten.",
    ],
)
def test_every_kind_of_box_says_the_same(page: str) -> None:
    """A box is read as its body and has the hash of the bare sentence."""
    (passage,) = passages(PAGE, page + "\n")
    assert [segment.text for segment in passage.segments] == ["Never overwritten."]
    assert passage.hash == passages(PAGE, "Never overwritten.\n")[0].hash


@pytest.mark.parametrize(
    "page",
    [
        "// a comment\n",
        "////\nA block.\n\nOf comments.\n////\n",
        "[comment]\nA paragraph.\n",
        ":name: value\n",
        "ifdef::internal[]\nFor us.\n\nOnly.\nendif::[]\n",
        "ifndef::backend-html5[]\nOn paper.\nendif::backend-html5[]\n",
        'ifeval::["{edition}" == "old"]\nOld.\nendif::[]\n',
        "ifdef::internal[For us.]\n",
        "toc::[]\n",
        "'''\n",
        "[[anchor]]\n",
        "include::gone.adoc[]\n",
    ],
)
def test_what_the_site_does_not_show_is_no_text(page: str) -> None:
    """Comments, conditions that do not hold, and instructions."""
    assert texts(PAGE, f"Seen.\n\n{page}\nAlso seen.\n") == ["Seen.", "Also seen."]


def test_conditions_that_hold_are_text() -> None:
    """They may nest, and see what is set above them."""
    page = (
        ":edition: pro\n:limit: 25\n\nifdef::edition[]\nOne.\n\nifeval::[{limit} > 20]\nTwo.\n\nendif::[]\nifdef::no[]\nNever.\nendif::[]\n"
        "endif::[]\nifdef::a,edition[Three.]\n\nifndef::a+b[]\nFour.\n\nendif::[]\n:!edition:\n\nifdef::edition[Never.]\n"
    )
    assert texts(PAGE, page) == ["One.", "Two.", "Three.", "Four."]


def test_code_stays_with_its_sentence_and_has_a_title() -> None:
    """Callouts and escapes are marks; attributes are replaced where the block asks for it."""
    page = (
        ':release: 4.2\n\nAdd this:\n\n[source,ruby,subs="attributes"]\n.Gemfile\n----\ngem "kestrel", "{release}" # <1>\n  \\include::x[]\n----\n'
        "<1> The gem.\n\n $ literal {release}\n"
    )
    found = segments(PAGE, page)
    assert [(segment.kind, segment.text, segment.line_start) for segment in found] == [
        ("sentence", "Add this:", 3),
        ("heading", "Gemfile", 6),
        ("code", 'gem "kestrel", "4.2"', 8),
        ("code", "include::x[]", 9),
        ("item", "The gem.", 11),
        ("code", "$ literal {release}", 13),
    ]
    assert found[2].context == "Add this:"


def test_lists_nest_by_their_marks() -> None:
    """A plus sign attaches blocks, terms lend themselves to their definitions."""
    page = "Not included:\n\n* backups\n** at night\n* support\n+\nBy phone.\n+\n----\ncall\n----\n\nBurst:: Short peaks.\nQuota::\nPer key.\n+\nNo more.\n"
    assert [(segment.kind, segment.text, segment.context) for segment in segments(PAGE, page)][:7] == [
        ("sentence", "Not included:", ""),
        ("item", "backups", "Not included:"),
        ("item", "at night", "Not included: backups"),
        ("item", "support", "Not included:"),
        ("item", "By phone.", "Not included: support"),
        ("code", "call", "Not included: support By phone."),
        ("term", "Burst", "Not included: support"),
    ]
    assert [
        (segment.kind, segment.text, segment.context) for segment in segments(PAGE, page[page.index("Burst") :])
    ] == [
        ("term", "Burst", ""),
        ("sentence", "Short peaks.", "Burst"),
        ("term", "Quota", ""),
        ("sentence", "Per key.", "Quota"),
        ("sentence", "No more.", "Quota"),
    ]


def test_other_list_marks_say_the_same() -> None:
    """A dash or a star, one line or two: the passage is the same."""
    first, second = "Limits:\n\n* one\n* two\n", "Limits:\n\n- one\n- two\n"
    assert passages(PAGE, first)[0].hash == passages(PAGE, second)[0].hash


ROWS = ["Plan: Free; Price: 0", "Plan: Pro; Price: 25 USD"]


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ("|===\n|Plan |Price\n\n|Free |0\n|Pro |25 USD\n|===\n", [(4, 4), (5, 5)]),
        (
            '[cols="1,2a",options="header"]\n|===\n|Plan |Price\n\n|Free\n|0\n\n|*Pro*\n|25\nUSD\n|===\n',
            [(5, 6), (8, 10)],
        ),
        ("[%header,cols=2*]\n|===\n|Plan\n|Price\n\n|Free\n|0\n\n|Pro\n|25 USD\n|===\n", [(6, 7), (9, 10)]),
        ("[%header,format=csv]\n|===\nPlan,Price\nFree,0\nPro,25 USD\n|===\n", [(4, 4), (5, 5)]),
    ],
)
def test_a_row_is_read_with_its_header(table: str, lines: list[tuple[int, int]]) -> None:
    """Cells on one line or one a line, with specifications and in other forms."""
    found = segments(PAGE, table)
    assert [segment.text for segment in found] == ROWS
    assert [(segment.line_start, segment.line_end) for segment in found] == lines


def test_cells_span_and_repeat() -> None:
    """A cell over two columns or rows is read in each of them; an escaped bar is text."""
    table = '.Sizes\n[%header,cols="1,1,1"]\n|===\n|A |B |C\n\n2+|x |y\n.2+|p |q |r \\| s\n|t |u\n|===\n'
    assert [(segment.text, segment.context) for segment in segments(PAGE, table)] == [
        ("Sizes", ""),
        ("A: x; B: x; C: y", "Sizes"),
        ("A: p; B: q; C: r | s", "Sizes"),
        ("A: p; B: t; C: u", "Sizes"),
    ]


def test_a_first_row_of_names_above_code_is_a_header_without_being_told() -> None:
    """Settings are often listed with a cell on each line and no header option; their columns have names all the same."""
    table = '[cols="1m,1,2"]\n|===\n|Setting\n|Default\n|Meaning\n\n|`seal.max`\n|40\n|Seals of a crate.\n\n|`seal.wax`\n|9\n|Sort of wax.\n|===\n'
    plain = "[cols=2*]\n|===\n|Brest\n|Harbour\n\n|Toulon\n|Harbour too\n\n|Lyon\n|Town\n|===\n"

    assert [segment.text for segment in segments(PAGE, table)] == [
        "Setting: seal.max; Default: 40; Meaning: Seals of a crate.",
        "Setting: seal.wax; Default: 9; Meaning: Sort of wax.",
    ]
    assert [segment.text for segment in segments(PAGE, plain)] == [
        "Brest; Harbour",
        "Toulon; Harbour too",
        "Lyon; Town",
    ]
