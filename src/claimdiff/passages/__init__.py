"""Docs pages cut into passages with exact lines: the unit of retrieval and the place of every quote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.errors import Problem
from claimdiff.passages.cutting import cut, passage
from claimdiff.passages.formats import Options, content_of, format_of
from claimdiff.passages.pages import decode
from claimdiff.passages.source import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimdiff.passages.writing import Include
    from claimdiff.records import Passage


@dataclass(frozen=True, kw_only=True, slots=True)
class PageReading:
    """The passages of one page in their order, and what was wrong with it.

    `includes` are the paths of all files that were asked for while it was read, also of those that do not exist: as
    long as none of them changes, neither does the reading. `missing` tells of those that a line of the page names and
    that do not exist.
    """

    passages: tuple[Passage, ...]
    problems: tuple[Problem, ...] = ()
    includes: tuple[str, ...] = ()
    missing: tuple[Problem, ...] = ()


def is_page(path: str) -> bool:
    """Whether a file is a docs page by its ending."""
    return format_of(path) is not None


def read_page(path: str, data: bytes, *, include: Include | None = None, notebook_outputs: bool = False) -> PageReading:
    """Read the page at `path` (posix, relative to the repository) from its bytes, by the ending of its name.

    `include` gives the bytes of other files of the same tree: fragments are read where a page includes them. With
    `notebook_outputs` what the cells of a notebook printed is text too.

    Files of unknown formats are paragraphs. A page that is empty, binary or too large has no passages and a problem;
    one that is not UTF-8 or broken has both. Pure: the same bytes give the same reading. Raises nothing.
    """
    decoded = decode(path, data)
    if decoded.text is None:
        return PageReading(passages=(), problems=decoded.problems)
    asked: dict[str, bytes | None] = {}

    def fragment(wanted: str) -> bytes | None:
        if wanted not in asked:
            asked[wanted] = include(wanted) if include else None
        return asked[wanted]

    options = Options(include=fragment, notebook_outputs=notebook_outputs)
    content = content_of(Page.of(path, decoded.text), options)
    return PageReading(
        passages=cut(path, content.sections),
        problems=(*decoded.problems, *content.problems),
        includes=tuple(asked),
        missing=content.missing if include else (),
    )


def from_text(path: str, text: str, *, line_start: int = 1, heading: tuple[str, ...] = ()) -> Passage:
    """One passage from one context string, whatever its length; headings in it are segments.

    The text is read as Markdown unless `path` ends like another format. `line_start` is the line of its first line
    in the page, `heading` the trail above it.
    """
    page = Page.of(path, text, line_start)
    sections = content_of(page, Options(flat=True), unknown="markdown").sections
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
