"""Docs pages cut into passages with exact lines: the unit of retrieval and the place of every quote."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from claimdiff.errors import Problem
from claimdiff.passages import markdown, plain
from claimdiff.passages.cutting import cut, passage
from claimdiff.passages.pages import decode
from claimdiff.passages.source import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimdiff.records import Passage

_MARKDOWN = frozenset({".md", ".markdown", ".mdx", ".mdown", ".mkd"})
_OTHER = frozenset({".rst", ".adoc", ".asciidoc", ".txt", ".html", ".htm", ".ipynb"})


@dataclass(frozen=True, kw_only=True, slots=True)
class PageReading:
    """The passages of one page in their order, and what was wrong with it."""

    passages: tuple[Passage, ...]
    problems: tuple[Problem, ...] = ()


def is_page(path: str) -> bool:
    """Whether a file is a docs page by its ending."""
    return PurePosixPath(path).suffix.lower() in _MARKDOWN | _OTHER


def read_page(path: str, data: bytes) -> PageReading:
    """Read the page at `path` (posix, relative to the repository) from its bytes.

    `.md`, `.markdown` and `.mdx` are Markdown, everything else is paragraphs. A page that is empty, binary or too
    large has no passages and a problem; one that is not UTF-8 has both. Pure: the same bytes give the same reading.
    Raises nothing.
    """
    decoded = decode(path, data)
    if decoded.text is None:
        return PageReading(passages=(), problems=decoded.problems)
    page = Page.of(path, decoded.text)
    sections = markdown.read(page) if PurePosixPath(path).suffix.lower() in _MARKDOWN else plain.read(page)
    return PageReading(passages=cut(path, sections), problems=decoded.problems)


def from_text(path: str, text: str, *, line_start: int = 1, heading: tuple[str, ...] = ()) -> Passage:
    """One passage from one context string, whatever its length; headings in it are segments.

    The text is read as Markdown unless `path` ends like another format. `line_start` is the line of its first line
    in the page, `heading` the trail above it.
    """
    page = Page.of(path, text, line_start)
    other = PurePosixPath(path).suffix.lower() in _OTHER
    sections = plain.read(page) if other else markdown.read(page, flat=True)
    blocks = [block for section in sections for block in section.blocks]
    return passage(path, heading, blocks, line_start=line_start)


def duplicates(readings: Iterable[tuple[str, PageReading]]) -> tuple[Problem, ...]:
    """A problem for every page that says the same, passage by passage, as one before it."""
    seen: dict[tuple[str, ...], str] = {}
    problems: list[Problem] = []
    for path, reading in readings:
        hashes = tuple(found.hash for found in reading.passages)
        first = seen.setdefault(hashes, path) if hashes else path
        if first != path:
            message = f"says the same as {first}; a fact that changes in one of them will contradict the other"
            problems.append(Problem(path=path, message=message, hint="Leave one of them out of `docs`."))
    return tuple(problems)
