"""Tags that a site's generator fills in: Hugo's shortcodes, tags of Liquid and Jinja; and partial pages of MDX."""

from __future__ import annotations

import pytest

from helpers.reading import segments, texts

PAGE = "docs/page.md"
PARTS = {
    "docs/_common/limits.md": "---\n_comment: keep\n---\n\nPlan|Seats\n:--|:--\nTeam|12\n",
    "_includes/port.md": "The port is 8080.\n",
    "data/reusables/keys/age.md": "Keys live 90 days.\n",
}


@pytest.mark.parametrize(
    ("block", "read"),
    [
        ("{{< note >}}\nUp to 110 jobs.\n{{< /note >}}", ["Up to 110 jobs."]),
        (
            '{{% alert title="Take care" color="red" %}}\nNever as root.\n{{% /alert %}}',
            ["Take care", "Never as root."],
        ),
        ('{{% tab "Linux" %}}\nUse apt.\n{{% /tab %}}', ["Linux", "Use apt."]),
        ("{% tip %}\n\nUse 2 keys.\n\n{% endtip %}", ["Use 2 keys."]),
        ("{{< code-toggle file=site >}}\n[pages]\nsize = 20\n{{< /code-toggle >}}", ["[pages]", "size = 20"]),
        ("{%- highlight ruby -%}\nputs 5\n{%- endhighlight -%}", ["puts 5"]),
        ("{{< comment >}}\nLater: 7.\n{{< /comment >}}", []),
        ("{% comment %}\nLater: 7.\n{% endcomment %}", []),
        ("{{/* Later: 7. */}}", []),
        ("{# Later: 7. #}", []),
        ('{{< toc depth="2" >}}', []),
        ('{{< figure\n  src="a.png"\n  caption="Three rings"\n>}}', ["Three rings"]),
        ("{{< new-in 0.144.0 />}}", ["New in 0.144.0."]),
        ("{{< deprecated-in 1.5 >}}\nUse `meta`.\n{{< /deprecated-in >}}", ["Deprecated in 1.5.", "Use meta."]),
        ('{{< feature-state for_version="v1.25" state="beta" >}}', ["v1.25 beta."]),
    ],
)
def test_tags_on_lines_of_their_own(block: str, read: list[str]) -> None:
    """They end a paragraph and are no words of it; titles, texts and versions in them are read."""
    assert texts(PAGE, f"Before.\n{block}\nAfter.\n") == ["Before.", *read, "After."]


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ('A {{< term text="pod" id="p" >}} has 3 parts.', "A pod has 3 parts."),
        ('See [the list]({{< relref "list.md" >}}), part 2.', "See the list, part 2."),
        ("See [the list]({{ site.base }}/list) or [more]({% link more.md %}).", "See the list or more."),
        ("Since {{< new-in 0.9 />}} there are {% raw %}two{% endraw %}.", "Since New in 0.9 there are two."),
        ("Up to {{< param seats >}} seats{# for now #}.", "Up to seats seats."),
        ("Write `{{< note >}}` or {{</* note */>}}.", "Write {{< note >}} or {{</* note */>}}."),
        ("Set {{ version }} or {%x.", "Set {{ version }} or {%x."),
    ],
)
def test_tags_in_a_sentence(sentence: str, read: str) -> None:
    """What they stand for is read, what they compute is not; as code they are code."""
    assert texts(PAGE, f"{sentence}\n") == [read]


def test_a_title_is_context_of_what_it_encloses() -> None:
    """Until its closing tag; a tag that the page never closes encloses nothing."""
    page = '{{< tab name="Linux" >}}\nUse apt.\n{{< /tab >}}\n\n{{< badge title="Beta" >}}\n\nUse anything.\n'
    assert [(part.text, part.context) for part in segments(PAGE, page)] == [
        ("Linux", ""),
        ("Use apt.", "Linux"),
        ("Beta", ""),
        ("Use anything.", ""),
    ]


@pytest.mark.parametrize(
    ("tag", "read"),
    [
        ('{{% include "/_common/limits.md" %}}', ("Plan: Team; Seats: 12", "docs/_common/limits.md", 7)),
        ('{{< readfile file="_common/limits.md" >}}', ("Plan: Team; Seats: 12", "docs/_common/limits.md", 7)),
        ("{% include port.md %}", ("The port is 8080.", "_includes/port.md", 1)),
        ("{% data reusables.keys.age %}", ("Keys live 90 days.", "data/reusables/keys/age.md", 1)),
    ],
)
def test_an_included_page_is_text(tag: str, read: tuple[str, str, int]) -> None:
    """With its own path and lines, and without its front matter."""
    found = segments(PAGE, f"Before.\n\n{tag}\n\nAfter.\n", PARTS)

    assert [(part.text, part.path, part.line_start) for part in found] == [
        ("Before.", "", 1),
        read,
        ("After.", "", 5),
    ]


def test_a_tag_that_closes_itself_encloses_nothing() -> None:
    """Although another of its name further down has an end."""
    page = "{{< code-toggle config=pages />}}\n\nSize is 10.\n\n{{< code-toggle >}}\nsize = 20\n{{< /code-toggle >}}\n"
    assert [(part.kind, part.text) for part in segments(PAGE, page)] == [
        ("sentence", "Size is 10."),
        ("code", "size = 20"),
    ]


def test_what_is_not_found_or_no_page_is_not_read() -> None:
    """A theme's own templates and a page that includes itself are passed over."""
    page = "One.\n\n{% include toc.html %}\n{% include gone.md %}\n{% include page.md %}\n\nTwo.\n"
    assert texts(PAGE, page, {"docs/_includes/toc.html": "<b>Three.</b>"}) == ["One.", "Two."]


def test_partial_pages_of_mdx() -> None:
    """A component that is an imported page shows that page, with its own lines."""
    parts = {"docs/a/_seats.mdx": "---\nid: s\n---\nA team has 12 seats.\n"}
    page = (
        "import Seats from './_seats.mdx';\nimport Box from '@site/box';\n\n# Teams\n\n<Seats />\n\n<Box />\n\nEnd.\n"
    )

    found = segments("docs/a/page.mdx", page, parts)

    assert [(part.text, part.path, part.line_start) for part in found] == [
        ("A team has 12 seats.", "docs/a/_seats.mdx", 4),
        ("End.", "", 10),
    ]


def test_a_page_that_imports_components_is_mdx_whatever_its_name() -> None:
    """As Docusaurus reads `.md`; a program in a fence makes no page MDX."""
    page = "import Box from '@site/box';\n\n<Box>\n\nSeen.\n\n</Box>\n\n{/* hidden\n\nhidden\n*/}\n"
    fenced = "```js\nimport Box from '@site/box';\n```\n\n{/* seen\n\nalso seen\n*/}\n"

    assert texts(PAGE, page) == ["Seen."]
    assert texts(PAGE, fenced)[-1] == "also seen */}"
