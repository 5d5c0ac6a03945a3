from __future__ import annotations

import random

import pytest

from helpers.reading import reading

PAGES = {
    "docs/page.rst": "Top\n===\n\n.. note:: Text\n   more.\n\nTerm\n   Said::\n\n     code\n\n+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n\n- item |x|\n\n  .. deprecated:: 8\n",
    "docs/page.adoc": "= Top\n:x: y\n\n== Part\n\n.Title\n* one\n+\n----\ncode\n----\n* two\n\nTerm:: said\n\n[%header,cols=2*]\n|===\n|A |B\n\n|1 |{x}\n|===\n\nifdef::x[]\nText *b*.\nendif::[]\n",
    "docs/page.html": "<h1>Top</h1>\n<p>Text <b>b</b>\nmore.</p>\n<ul><li>one</ul>\n<table><tr><th>A<td>1</table>\n<pre>code\n  more</pre>\n<dl><dt>T<dd>D</dl>\n",
    "docs/page.mdx": "import X from 'x'\n\n# Top\n\n<AppOnly>\n\nText {/* no */}\n\n</AppOnly>\n\n<Tab title=\"T\">\n  - one\n</Tab>\n\n{x}\n",
    "docs/page.md": "# Top\n\n```{note} Title\nText {func}`x`.\n```\n\n:::{deprecated} 8\nUse y.\n:::\n\n| A | B |\n|---|---|\n| 1 | 2 |\n",
}
PIECES = (
    "",
    "+",
    "--",
    "----",
    "|===",
    "====",
    "* a",
    "a::",
    ".. a::",
    "::",
    "|",
    "`",
    "``",
    "*",
    "{",
    "<!--",
    "<td>",
    "</p>",
    "```{x}",
    ":::",
    "  ",
)


@pytest.mark.parametrize("path", sorted(PAGES))
@pytest.mark.parametrize("seed", range(20))
def test_a_page_with_lines_lost_and_added_is_read(path: str, seed: int) -> None:
    """Whatever an edit leaves half done, nothing is raised and every quote stands on its lines."""
    chance = random.Random(seed)  # noqa: S311 -- a repeatable choice of edits
    lines = PAGES[path].split("\n")
    for _ in range(8):
        at = chance.randrange(len(lines))
        change = chance.choice(("drop", "add", "cut", "indent"))
        if change == "drop" and len(lines) > 1:
            del lines[at]
        elif change == "add":
            lines.insert(at, chance.choice(PIECES))
        elif change == "cut":
            lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
        else:
            lines[at] = f"   {lines[at]}"
    for passage in reading(path, "\n".join(lines)).passages:
        assert all(segment.text and segment.line_start <= segment.line_end for segment in passage.segments)


@pytest.mark.parametrize("path", ["docs/page.rst", "docs/page.adoc", "docs/page.html", "docs/page.mdx"])
@pytest.mark.parametrize(
    "piece",
    [
        "*a ",
        "`a",
        "<a ",
        "{(\n",
        "|",
        "- a\n",
        "* - a\n",
        "a::\n",
        "----\n",
        ".. a::\n",
        "<table>",
        "<li>",
        "xref:a[",
        "<Tab>\n",
        "ifdef::x[]\n",
    ],
)
def test_a_page_that_opens_the_same_thing_ten_thousand_times_is_read(path: str, piece: str) -> None:
    """What is opened and never closed ends in no recursion error and in no endless look."""
    assert reading(path, piece * (10_000 // len(piece))).problems == ()
