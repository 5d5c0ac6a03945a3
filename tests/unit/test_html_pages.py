from __future__ import annotations

import pytest

from helpers.reading import passages, segments, texts

PAGE = "site/page.html"


def test_a_page_is_read_as_a_browser_shows_it() -> None:
    """Headings begin sections, tags vanish, entities are characters; quotes are slices of the source."""
    page = "<!DOCTYPE html>\n<html><head><title>x</title></head><body>\n<h1>Fees &amp; taxes</h1>\n<p>The <b>Pro</b> plan\ncosts 25&nbsp;dollars. It renews.</p>\n<h2>More</h2>\nLoose text.\n</body></html>\n"
    first, second = passages(PAGE, page)
    assert [(passage.heading, passage.line_start) for passage in (first, second)] == [
        (("Fees & taxes",), 3),
        (("Fees & taxes", "More"), 6),
    ]
    assert [(segment.text, segment.line_start, segment.line_end) for segment in first.segments] == [
        ("The Pro plan costs 25 dollars.", 4, 5),
        ("It renews.", 5, 5),
    ]
    assert first.segments[0].source == "The <b>Pro</b> plan\ncosts 25&nbsp;dollars."


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>if (a < b) { document.write('<p>no</p>') }</script>",
        "<style>p { }</style>",
        "<nav><ul><li>Home</li></ul></nav>",
        "<template><p>no</p></template>",
        "<!-- <p>no</p> -->",
        "<div hidden><div>no</div> no</div>",
        '<p style="display: none">no</p>',
        "<del>no</del>",
        "<svg><text>no</text></svg>",
        '<div role="navigation">no</div>',
    ],
)
def test_what_is_not_shown_is_no_text(hidden: str) -> None:
    """Scripts, styles, menus, templates, comments and hidden elements."""
    assert texts(PAGE, f"<p>Seen.</p>\n{hidden}\n<p>Also seen.</p>\n") == ["Seen.", "Also seen."]


def test_only_the_main_part_is_read_where_there_is_one() -> None:
    """What a site repeats on each page is not what the page says; its title heads a page without a heading."""
    page = "<title>Keys</title><header>Site</header><main>\n<p>Live 90 days.</p>\n</main><footer>2026</footer>\n"
    (passage,) = passages(PAGE, page)
    assert (passage.heading, [segment.text for segment in passage.segments]) == (("Keys",), ["Live 90 days."])


def test_lists_terms_code_and_folds() -> None:
    """Ends of items may be left out; coloured code is its lines; a fold is read under its summary."""
    page = (
        "<p>Not included:</p>\n<ul>\n<li>backups\n<li>support <ul><li>phone</ul>\n</ul>\n<p>Run:</p>\n"
        '<pre><code><span class="k">kestrel</span> up\n  <i>--now</i> &lt;id&gt;\n</code></pre>\n'
        "<dl><dt>Burst<dd>Short peaks.</dl>\n<details><summary>More</summary>Inside.</details>\n"
    )
    assert [(segment.kind, segment.text, segment.context, segment.line_start) for segment in segments(PAGE, page)] == [
        ("sentence", "Not included:", "", 1),
        ("item", "backups", "Not included:", 3),
        ("item", "support", "Not included:", 4),
        ("item", "phone", "Not included: support", 4),
        ("sentence", "Run:", "", 6),
        ("code", "kestrel up", "Run:", 7),
        ("code", "--now <id>", "Run: kestrel up", 8),
        ("term", "Burst", "", 10),
        ("sentence", "Short peaks.", "Burst", 10),
        ("heading", "More", "", 11),
        ("sentence", "Inside.", "More", 11),
    ]


def test_rows_are_read_with_their_header() -> None:
    """Cells that span rows are read in each, lists in cells are commas, the caption is context."""
    page = "<table><caption>Sizes</caption>\n<tr><th>Plan<th>Has\n<tr><td rowspan=2>Pro<td><ul><li>a<li>b</ul>\n<tr><td>6&nbsp;GB\n</table>\n"
    assert [(segment.text, segment.context, segment.line_start) for segment in segments(PAGE, page)] == [
        ("Sizes", "", 1),
        ("Plan: Pro; Has: a, b", "Sizes", 3),
        ("Plan: Pro; Has: 6 GB", "Sizes", 4),
    ]


def test_marks_of_other_formats_are_text() -> None:
    """A star or a bracket is no markup here."""
    assert texts(PAGE, "<p>A * b_c_ [x](y) `z`.</p>") == ["A * b_c_ [x](y) `z`."]


@pytest.mark.parametrize("kind", ["text/x-handlebars-template", "text/template", "TEXT/X-TEMPLATE", "text/html"])
def test_a_template_that_the_site_puts_in_is_read_with_its_lines(kind: str) -> None:
    """A visitor sees it; a script of code beside it stays unread."""
    page = f"<script>var a = '<p>no</p>';</script>\n<script id='t' type=\"{kind}\">\n<h2>Pools</h2>\n<p>A pool keeps 12 sockets.</p>\n</script>\n<div class='t'></div>\n"
    (passage,) = passages(PAGE, page)
    assert passage.heading == ("Pools",)
    assert [(segment.text, segment.line_start) for segment in passage.segments] == [("A pool keeps 12 sockets.", 4)]


@pytest.mark.parametrize("kind", ["application/json", "module", "text/javascript", ""])
def test_scripts_of_code_and_data_are_not_read(kind: str) -> None:
    """Only templates are."""
    assert texts(PAGE, f'<script type="{kind}">{{"a": "<p>no</p>"}}</script><p>Yes.</p>') == ["Yes."]


def test_rows_below_a_heading_in_a_list_are_said_of_the_heading() -> None:
    """A list of settings: each has its heading, a description and a table of keys and values."""
    row = "<tr><th>{}</th><td>{}</td></tr>\n"
    item = (
        "<li>\n<h4>{}</h4>\n<p>How long a thing lasts.</p>\n<table><tbody>\n"
        + row.format("Default:", "{}")
        + "</tbody></table>\n</li>\n"
    )
    page = "<ul>\n" + item.format("nap.time.ms", "9000 (9 seconds)") + item.format("rest.time.ms", "50") + "</ul>\n"
    rows = [segment for segment in segments(PAGE, page) if segment.kind == "row"]
    assert [(found.text, found.context, found.line_start) for found in rows] == [
        ("Default: 9000 (9 seconds)", "nap.time.ms: How long a thing lasts.", 6),
        ("Default: 50", "rest.time.ms: How long a thing lasts.", 13),
    ]
