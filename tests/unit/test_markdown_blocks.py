from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.passages import read_page

if TYPE_CHECKING:
    from claimdiff.records import Passage, Segment


def passages(text: str, path: str = "docs/page.md") -> tuple[Passage, ...]:
    """The passages of a page."""
    return read_page(path, text.encode()).passages


def segments(text: str, path: str = "docs/page.md") -> tuple[Segment, ...]:
    """The segments of a page."""
    return tuple(segment for passage in passages(text, path) for segment in passage.segments)


def texts(text: str, path: str = "docs/page.md") -> list[str]:
    """The texts of the segments of a page."""
    return [segment.text for segment in segments(text, path)]


def test_a_sentence_over_three_lines_is_one_line_of_text_and_its_verbatim_source() -> None:
    """A hard wrap neither ends a sentence nor changes its quote."""
    first, second = segments("# Plans\n\nThe **Pro**\nplan costs\n25 dollars. It renews.\n")
    assert first.text == "The Pro plan costs 25 dollars."
    assert (first.source, first.line_start, first.line_end) == ("The **Pro**\nplan costs\n25 dollars.", 3, 5)
    assert (second.source, second.line_start, second.line_end) == ("It renews.", 5, 5)


def test_passages_carry_the_trail_of_their_headings() -> None:
    """The trail is outermost first, and the lines of a passage begin at its heading."""
    found = passages(
        "# Docs\n\nIntro.\n\n## Plans ##\n\n### *Pro* {#pro .wide}\n\nText.\n\nBilling\n-------\n\nMore.\n"
    )
    assert [(passage.heading, passage.line_start, passage.line_end) for passage in found] == [
        (("Docs",), 1, 3),
        (("Docs", "Plans", "Pro"), 7, 9),
        (("Docs", "Billing"), 11, 14),
    ]


def test_a_heading_with_nothing_below_it_is_itself_a_segment() -> None:
    """What only a heading says can still be quoted."""
    (passage,) = passages("# Changes\n\n## No breaking changes\n")
    assert [(segment.kind, segment.text) for segment in passage.segments] == [("heading", "No breaking changes")]


@pytest.mark.parametrize(
    "matter",
    ['---\nsort: 3\ntitle: "Long-term support"\n---\n', "+++\ntitle = 'Long-term support'\n+++\n"],
    ids=["yaml", "toml"],
)
def test_front_matter_is_no_text_and_lends_its_title(matter: str) -> None:
    """The title heads the trail of a page that has no heading of level 1."""
    (passage,) = passages(f"{matter}\n## Scope\n\nFixes only.\n")
    assert passage.heading == ("Long-term support", "Scope")
    assert passage.segments[0].line_start == matter.count("\n") + 4
    assert passages(f"{matter}\n# LTS\n\nFixes only.\n")[0].heading == ("LTS",)


def test_a_thematic_break_on_line_one_is_no_front_matter() -> None:
    """Without a closing line there is no front matter to leave out."""
    assert texts("---\n\nA sentence.\n") == ["A sentence."]


def test_a_fence_stands_with_the_sentence_above_it() -> None:
    """Each line of code is a segment that knows what it is an example of, and what encloses it."""
    (passage,) = passages("Set the window:\n\n```yaml\nstorage:\n  tsdb:\n    window: 30m\n```\n")
    assert [(segment.kind, segment.line_start, segment.text) for segment in passage.segments] == [
        ("sentence", 1, "Set the window:"),
        ("code", 4, "storage:"),
        ("code", 5, "tsdb:"),
        ("code", 6, "window: 30m"),
    ]
    assert passage.segments[-1].context == "Set the window: storage: tsdb:"
    assert passage.text.endswith("storage:\n  tsdb:\n    window: 30m")


def test_a_fence_title_is_text() -> None:
    """The file that a titled fence shows is named in a segment of its own."""
    found = segments('Add this:\n\n```toml title="settings.toml" hl_lines="1"\n[tool.box]\nkeep = 30\n```\n')
    assert [(segment.kind, segment.text) for segment in found[1:]] == [
        ("heading", "settings.toml"),
        ("code", "[tool.box]"),
        ("code", "keep = 30"),
    ]
    assert found[-1].context == "Add this: [tool.box]"


def test_items_know_their_lead_in() -> None:
    """An item has the sentence that introduces its list, a nested one also the item above it."""
    found = segments("Not included:\n\n- backups\n- support\n  by phone. It costs extra.\n    - on Sundays\n")
    assert [(segment.text, segment.context) for segment in found[1:]] == [
        ("backups", "Not included:"),
        ("support by phone.", "Not included:"),
        ("It costs extra.", "Not included: support by phone."),
        ("on Sundays", "Not included: support by phone."),
    ]
    assert {segment.kind for segment in found[1:]} == {"item"}
    assert found[2].source == "support\n  by phone."


def test_an_ordinary_sentence_above_a_list_lends_nothing() -> None:
    """Only a lead-in is context: an unrelated sentence must not colour the items."""
    assert [segment.context for segment in segments("Refunds are never given.\n\n- Free plan\n- Pro plan\n")] == [
        "",
        "",
        "",
    ]


def test_task_lists_are_items() -> None:
    """The box of a task is in the quote and not in the text."""
    assert [(segment.text, segment.source) for segment in segments("- [x] Exports work\n- [ ] Imports work\n")] == [
        ("Exports work", "[x] Exports work"),
        ("Imports work", "[ ] Imports work"),
    ]


BODY = "Restores never\n{0}overwrite. They make a copy."


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("!!! note\n\n    " + BODY.format("    "), 3),
        ("!!! warning\n    " + BODY.format("    "), 2),
        ("??? tip inline\n    " + BODY.format("    "), 2),
        ("???+ danger\n\n    " + BODY.format("    "), 3),
        ('!!! note ""\n    ' + BODY.format("    "), 2),
        ('!!! note "Note"\n    ' + BODY.format("    "), 2),
        ("> [!WARNING]\n> " + BODY.format("> "), 2),
        ("> **Note**\n>\n> " + BODY.format("> "), 3),
        ("> **Important:**\n> " + BODY.format("> "), 2),
        (":::note\n\n" + BODY.format("") + "\n\n:::", 3),
        ("::: tip\n" + BODY.format("") + "\n:::", 2),
        ("```{note}\n" + BODY.format("") + "\n```", 2),
        (":::{warning}\n" + BODY.format("") + "\n:::", 2),
        ("NOTE: " + BODY.format(""), 1),
        ("**Warning:** " + BODY.format(""), 1),
        ("> " + BODY.format("> "), 1),
        ("<div markdown>\n\n" + BODY.format("") + "\n\n</div>", 3),
        ("<p>" + BODY.format("") + "</p>", 1),
        (BODY.format(""), 1),
    ],
)
def test_every_kind_of_box_says_the_same(text: str, line: int) -> None:
    """Boxes of all dialects are read as their body, and have the hash of the bare sentences."""
    (passage,) = passages(text + "\n")
    assert [segment.text for segment in passage.segments] == ["Restores never overwrite.", "They make a copy."]
    assert passage.segments[0].line_start == line
    assert passage.hash == passages(BODY.format(""))[0].hash


@pytest.mark.parametrize(
    "text",
    [
        '!!! note "Retention"\n    Kept 30 days.',
        '=== "Retention"\n\n    Kept 30 days.',
        "> [!NOTE] Retention\n> Kept 30 days.",
        "````{admonition} Retention\nKept 30 days.\n````",
        "<details>\n<summary>Retention</summary>\n\nKept 30 days.\n\n</details>",
    ],
)
def test_a_title_of_its_own_is_text_and_context(text: str) -> None:
    """A box, tab or fold with a title of its own says it, and its body is read under it."""
    title, body = segments(text + "\n\nElsewhere.\n")[:2]
    assert (title.kind, title.text) == ("heading", "Retention")
    assert (body.text, body.context) == ("Kept 30 days.", "Retention")
    assert segments(text + "\n\nElsewhere.\n")[2].context == ""


def test_boxes_nest_and_hold_lists_and_code() -> None:
    """Markdown inside an indented body is read as Markdown."""
    page = '!!! note\n\n    Do this:\n\n    - first\n\n    ```sh\n    run --now\n    ```\n\n    !!! tip "Inner"\n        Deep.\n\nAfter.\n'
    assert [(segment.kind, segment.text, segment.line_start) for segment in segments(page)] == [
        ("sentence", "Do this:", 3),
        ("item", "first", 5),
        ("code", "run --now", 8),
        ("heading", "Inner", 11),
        ("sentence", "Deep.", 12),
        ("sentence", "After.", 14),
    ]


def test_definition_lists_have_terms() -> None:
    """A definition is read under its term, however many paragraphs or definitions there are."""
    found = segments("Burst\n:   Short peaks.\n\n    Up to 10.\n:   Also a cache.\n\nQuota\n: Per key.\n")
    assert [(segment.kind, segment.text, segment.context) for segment in found] == [
        ("term", "Burst", ""),
        ("sentence", "Short peaks.", "Burst"),
        ("sentence", "Up to 10.", "Burst"),
        ("sentence", "Also a cache.", "Burst"),
        ("term", "Quota", ""),
        ("sentence", "Per key.", "Quota"),
    ]


def test_footnotes_are_read_where_they_stand() -> None:
    """The mark of a footnote is no text, its body is."""
    assert texts("Kept 30 days[^1].\n\n[^1]: On Pro only.\n    Not on Free.\n") == [
        "Kept 30 days.",
        "On Pro only.",
        "Not on Free.",
    ]


def test_struck_out_text_is_withdrawn() -> None:
    """What is struck out is not said any more."""
    assert texts("It costs ~~20~~ 25 dollars. <del>No trial.</del> Cancel any time.\n") == [
        "It costs 25 dollars.",
        "Cancel any time.",
    ]


@pytest.mark.parametrize(
    "page",
    [
        "Seen. <!-- hidden --> Also seen.\n",
        "Seen. <!-- hidden\nstill hidden --> Also seen.\n",
        "Seen.\n\n<!--\n# Hidden\n\n- hidden\n-->\n\nAlso seen.\n",
        "<div>\n\nSeen.\n\n<!--\n\nhidden\n\n    hidden\n\n-->\n\nAlso seen.\n\n</div>\n",
        "<p>Seen. <!-- hidden --></p>\n<style>\n\nhidden { }\n\n</style>\n\nAlso seen.\n",
        "Seen. <!-- hidden\n\nhidden\n\n```\nhidden\n```\n\n--> Also seen.\n",
        "Seen.\n\n<script>\nhidden()\n\nhidden()\n</script>\n\nAlso seen.\n",
    ],
)
def test_comments_scripts_and_styles_are_not_text(page: str) -> None:
    """Nobody reads a comment, wherever it begins and ends."""
    assert texts(page) == ["Seen.", "Also seen."]


def test_an_unclosed_comment_mark_hides_nothing() -> None:
    """A stray mark must not swallow the rest of a page."""
    assert texts("Before <!-- stray\n\nAfter.\n")[-1] == "After."


def test_a_comment_that_documents_a_line_is_read_with_it() -> None:
    """Its words with the line below, a tag with the words above it too; neither with the line before the comment."""
    code = "interface Crate {\n  size: number;\n  /**\n   * How long it is kept\n   * @default 8\n   */\n  shelf?: number;\n}"
    found = {part.text: part.context for part in segments(f"```ts\n{code}\n```\n")}

    assert found["How long it is kept"] == "interface Crate { shelf?: number;"
    assert found["@default 8"] == "interface Crate { shelf?: number; How long it is kept"
    assert found["shelf?: number;"] == "interface Crate {"


def test_comments_in_code_are_code() -> None:
    """In backticks and fences a comment is shown to the reader."""
    assert texts("Use `<!-- more -->` here.\n\n```html\n<!-- fold -->\n```\n") == [
        "Use <!-- more --> here.",
        "<!-- fold -->",
    ]


def test_raw_html_is_read_without_tags() -> None:
    """Block tags end a run of text, inline tags vanish, headings begin sections, entities are characters."""
    page = "<h2>Fees &amp; <em>taxes</em></h2>\n<p>One. Two.</p>\n<ul><li>First</li><li>Second</li></ul>\n<pre>run &lt;id&gt;\nstop</pre>\n"
    (passage,) = passages(page)
    assert passage.heading == ("Fees & taxes",)
    assert [(segment.kind, segment.text, segment.line_start) for segment in passage.segments] == [
        ("sentence", "One.", 2),
        ("sentence", "Two.", 2),
        ("item", "First", 3),
        ("item", "Second", 3),
        ("code", "run <id>", 4),
        ("code", "stop", 5),
    ]


def test_mdx_modules_and_tags_are_not_text() -> None:
    """Imports, exports, component tags and JSX comments are dropped; their children are read."""
    page = (
        "import Tabs from '@theme/Tabs';\nimport {\n  A\n} from 'b';\n\nexport const x = 1;\n\n# Page\n\n"
        '<Tabs onChange={(e) => go}>\n<Tab value="a">\n\nRun `it`. {/* not\nthis */} Done.\n\n</Tab>\n</Tabs>\n'
    )
    assert texts(page, "docs/page.mdx") == ["Run it.", "Done."]


def test_liquid_and_jinja_pass_as_text() -> None:
    """Templating of a site is left as it stands."""
    assert texts("Version {{ site.version }} is out.\n") == ["Version {{ site.version }} is out."]


def test_windows_line_ends_marks_and_tabs_change_nothing() -> None:
    """CRLF and a byte order mark give the same passages with the same lines."""
    unix = "# Keys\n\nShown once.\nThen hidden.\n\n-\tA tab\n\n\tSecond.\n"
    windows = b"\xef\xbb\xbf" + unix.replace("\n", "\r\n").encode()
    assert read_page("docs/page.md", windows).passages == passages(unix)
    assert texts(unix) == ["Shown once.", "Then hidden.", "A tab", "Second."]
