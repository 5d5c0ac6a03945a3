from __future__ import annotations

import pytest

from claimdiff.passages import duplicates, read_page
from claimdiff.passages.pages import LIMIT


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", None, "is empty"),
        (b"\xef\xbb\xbf \n\n", None, "is empty"),
        (b"text\nmore\0\n", 2, "binary"),
        (b"\x89PNG\r\n\x1a\n\0\0", 3, "binary"),
        (b"a" * (LIMIT + 1), None, "is 5.0 MB large"),
    ],
    ids=["empty", "blank", "nul", "png", "huge"],
)
def test_a_page_that_cannot_be_read_is_a_problem(data: bytes, line: int | None, words: str) -> None:
    """It has no passages, and the problem says what was found and what to do."""
    reading = read_page("docs/bad.md", data)
    (problem,) = reading.problems
    assert reading.passages == ()
    assert (problem.path, problem.line) == ("docs/bad.md", line)
    assert words in problem.message
    assert problem.hint


def test_a_page_in_another_encoding_is_read_with_a_problem() -> None:
    """The line of the first wrong byte is named, and the rest of the page still counts."""
    reading = read_page("docs/old.md", "# Menü\n\nFine.\n\nCafé costs 3.\n".encode("cp1252"))
    (problem,) = reading.problems
    assert (problem.line, "0xfc" in problem.message) == (1, True)
    assert [segment.text for segment in reading.passages[0].segments] == ["Fine.", "Café costs 3."]


def test_utf_16_with_a_mark_is_text() -> None:
    """What an editor on Windows saves as Unicode is no binary file."""
    reading = read_page("docs/wide.md", "\ufeffCosts 25.\n".encode("utf-16-le"))
    assert reading.problems == ()
    assert reading.passages[0].text == "Costs 25."


def test_front_matter_alone_is_no_text_and_no_problem() -> None:
    """A stub of a page is nothing to complain about."""
    assert read_page("docs/stub.md", b"---\ntitle: Soon\n---\n") == read_page("docs/comment.md", b"<!-- later -->\n")


def test_pages_that_say_the_same_are_named() -> None:
    """A copy is told with the page that it copies; other pages and pages without text are not."""
    pages = {
        "a.md": "# A\n\nKept 30 days.\n",
        "b.md": "# A\n\nKept\n30 **days**.\n",
        "c.md": "# A\n\nKept 31 days.\n",
        "d.md": "---\nx: 1\n---\n",
        "e.md": "---\nx: 2\n---\n",
    }
    (problem,) = duplicates((path, read_page(path, text.encode())) for path, text in pages.items())
    assert problem.path == "b.md"
    assert "a.md" in problem.message


@pytest.mark.parametrize(
    "line",
    [
        "*",
        "_a",
        "`a",
        "[",
        "[a](",
        "<",
        "<a ",
        '<a "',
        "<!-- ",
        "&",
        "{/*",
        "{: ",
        "x <del>",
        "a. ",
        "- ",
        "> ",
        "<td>a",
        "~~a ",
    ],
)
def test_a_very_long_line_of_open_marks_is_read(line: str) -> None:
    """Whatever is opened and never closed costs one look, not one for each other mark."""
    assert read_page("docs/long.md", (line * (60_000 // len(line))).encode()).problems == ()


def test_deep_nesting_is_read() -> None:
    """Quotes and lists a thousand levels deep do not end in a recursion error."""
    page = "\n".join([">" * 1_000 + " deep", *("  " * depth + "- item" for depth in range(1_000))])
    assert read_page("docs/deep.md", page.encode()).passages
