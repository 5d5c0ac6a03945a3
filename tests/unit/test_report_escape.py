from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from claimdiff.report.escape import ZERO_WIDTH, cell_code, clipped, code, fenced, one_line, prose, utf16_units, visible

HOSTILE = (
    "@octocat", "@org/team", "@", "#12", "#", "GH-3", "https://x.example/a", "www.x.example", "a@b.example", "mailto:a@b.c",
    "`", "```", "*", "**", "_", "~~", "[x](y)", "![i](u)", "[", "]", "<img src=x onerror=1>", "<!-- claimdiff:{} -->", "-->",
    "--!>", "|", "\n", "\n\n", "::error::x", "##[error]x", "    ", "\t", "# ", "- ", "1. ", "> ", "===", "---", "$", "\\", "&lt;",
    "&#64;octocat", ":tada:", "3f0c2b1a9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a", "</details>", "\x1b[31m", "\u202e", "x", " ", "é", "中",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=3), max_size=10).map("".join)
ACTIVE = re.compile(r"@[A-Za-z0-9_]|#\d|gh-\d|https?://|www\.|::error|##\[|-->|<!--|\b[0-9a-f]{40}\b", re.IGNORECASE)
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def read(markdown: str) -> tuple[list[str], str]:
    """What a Markdown reader makes of it: the kinds of all tokens, and the text outside of code."""
    kinds: list[str] = []
    text = ""
    for block in MARKDOWN.parse(markdown):
        kinds.append(block.type)
        for child in block.children or []:
            kinds.append(child.type)
            if child.type in {"text", "softbreak", "text_special"}:
                text += child.content or " "
            if child.type == "html_inline" and child.content in {"<span>", "</span>"}:
                kinds.pop()
    return kinds, text


def as_read(text: str) -> str:
    """A text as a person reads it: without zero-width spaces, one blank between words."""
    return " ".join(text.replace(ZERO_WIDTH, "").split())


@settings(deadline=None)
@given(TEXTS)
def test_prose_is_nothing_but_the_same_words(text: str) -> None:
    """Whatever the text holds, a Markdown reader sees one paragraph of plain text that reads as it stands."""
    kinds, seen = read(f"x {prose(text)} x")

    assert set(kinds) <= {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}
    assert as_read(seen) == as_read(f"x {one_line(text)} x")
    assert not ACTIVE.search(seen)


@settings(deadline=None)
@given(TEXTS)
def test_prose_starts_no_block(text: str) -> None:
    """At the start of a line, text cannot become a heading, list, quote, rule or fence."""
    kinds, _ = read(prose(text))

    assert set(kinds) <= {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}


@settings(deadline=None)
@given(TEXTS)
def test_cells_stay_cells(text: str) -> None:
    """Neither prose nor code in a table adds a cell, a row or anything but itself."""
    kinds, _ = read(f"| a | b |\n|---|---|\n| {prose(text)} | {cell_code(text)} |\n")

    assert kinds.count("td_open") == 2
    assert kinds.count("code_inline") == 1


@settings(deadline=None)
@given(TEXTS)
def test_code_cannot_be_broken_out_of(text: str) -> None:
    """Inline code holds the whole text, whatever backticks are in it."""
    kinds, seen = read(f"a {code(text)} b")

    assert kinds.count("code_inline") == 1
    assert seen.split() == ["a", "b"]


@settings(deadline=None)
@given(TEXTS)
def test_fences_cannot_be_closed_from_inside(text: str) -> None:
    """A fenced block holds the whole text, and no command of a build log."""
    tokens = MARKDOWN.parse(f"a\n\n{fenced(text, 'diff')}\n\nb\n")

    assert [token.type for token in tokens if token.nesting >= 0 and token.level == 0] == [
        "paragraph_open",
        "fence",
        "paragraph_open",
    ]
    assert not ACTIVE.search(tokens[3].content)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("a\x00b\x7f", "a␀b␡"),
        ("\x9b2J", "\\u009b2J"),
        ("exe.\u202egnp", "exe.\\u202egnp"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("a\r\nb\tc", "a\nb\tc"),
        ("línea 行 🗄️", "línea 行 🗄️"),
    ],
)
def test_what_acts_or_hides_is_made_visible(text: str, shown: str) -> None:
    """Escape sequences, direction marks, tag characters and lone surrogates are shown, not executed; scripts stay as they are."""
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    ["Pro costs $25 a month.", "a_b is snake_case", "5 > 3 & 2 < 4", "2.10.3", "std::vector", "0.96", "50 % of 100"],
)
def test_ordinary_text_stays_readable_in_the_source(text: str) -> None:
    """Ordinary sentences, names and numbers get no backslash and no invisible character."""
    assert prose(text).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&") == text


def test_formulas_are_not_set() -> None:
    """Dollar signs that could enclose a formula are wrapped, as GitHub asks for."""
    assert prose("$x$") == "<span>$</span>x<span>$</span>"


def test_paths_in_code_can_be_copied() -> None:
    """A path with an at sign keeps its very characters in code."""
    assert code("docs/@scope/page.md:3") == "`docs/@scope/page.md:3`"


def test_length_is_counted_in_utf16_units() -> None:
    """An emoji counts twice, as the strictest limit counts it."""
    assert utf16_units("a🗄") == 3


def test_clipping_keeps_whole_words() -> None:
    """A cut text ends at a word and says that it was cut; a short one is left alone."""
    assert clipped("one two three four", 15) == "one two three…"
    assert clipped("short", 15) == "short"
    assert len(clipped("x" * 50, 10)) == 10
