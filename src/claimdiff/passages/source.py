"""The decoded page and slices of it: every quote in a report is one of these slices."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page as text with LF line ends. `lines[i]` starts at the offset `starts[i]` and is line `first_line + i`.

    A `fragment` is read where another page includes it. `numbers` are the numbers of the lines where they are not those
    of the text (cells of a notebook).
    """

    path: str
    text: str
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    first_line: int
    fragment: bool = False
    numbers: tuple[int, ...] = ()

    @classmethod
    def of(
        cls, path: str, text: str, first_line: int = 1, *, fragment: bool = False, numbers: tuple[int, ...] = ()
    ) -> Self:
        """The page at `path`; line ends become LF, so that line numbers are those of git."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        lines = tuple(text.split("\n"))
        starts = (0, *accumulate(len(line) + 1 for line in lines[:-1]))
        return cls(
            path=path, text=text, lines=lines, starts=starts, first_line=first_line, fragment=fragment, numbers=numbers
        )

    def line_at(self, offset: int) -> int:
        """The line number of an offset."""
        index = bisect_right(self.starts, offset) - 1
        return self.numbers[min(index, len(self.numbers) - 1)] if self.numbers else index + self.first_line


@dataclass(frozen=True, kw_only=True, slots=True)
class Slice:
    """A verbatim slice of a page: half-open offsets into `Page.text`."""

    page: Page
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the page."""
        return self.page.text[self.start : self.end]

    @property
    def line_start(self) -> int:
        """Line of the first character."""
        return self.page.line_at(self.start)

    @property
    def line_end(self) -> int:
        """Line of the last character."""
        return self.page.line_at(max(self.start, self.end - 1))


@dataclass(frozen=True, slots=True)
class Line:
    """What is left of a page's line without its indent and the marks of what it stands in: it begins at `column`.

    `indent` is the width of all that was taken away, with tabs of eight.
    """

    page: Page
    index: int
    column: int
    indent: int
    text: str

    @classmethod
    def all_of(cls, page: Page) -> list[Line]:
        """The lines of a page."""
        found: list[Line] = []
        for index, raw in enumerate(page.lines):
            text = raw.strip()
            column = len(raw) - len(raw.lstrip()) if text else 0
            indent = len(raw[:column].expandtabs()) if "\t" in raw[:column] else column
            found.append(cls(page, index, column, indent, text))
        return found

    def after(self, width: int) -> Line:
        """The line without its first `width` characters and the blanks after them."""
        rest = self.text[width:].lstrip()
        taken = len(self.text) - len(rest)
        return Line(self.page, self.index, self.column + taken, self.indent + taken, rest)

    @property
    def origin(self) -> int:
        """The page offset of its text."""
        return self.page.starts[self.index] + self.column

    @property
    def number(self) -> int:
        """Its line number in the file."""
        return self.page.line_at(self.page.starts[self.index])


@dataclass(frozen=True, kw_only=True, slots=True)
class Located:
    """Text taken from a page line by line (without indent, quote marks and the like) that knows where it came from.

    Line `i` of `text` starts at `starts[i]` there and at `origins[i]` in the page, and is as long in both. `pages[i]`
    is its page where not all are of `page`.
    """

    page: Page
    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]
    pages: tuple[Page, ...] = ()

    @classmethod
    def joined(cls, lines: Sequence[Line]) -> Self:
        """Lines of which there is one at least, one below the other; they may come from several pages."""
        starts = (0, *accumulate(len(line.text) + 1 for line in lines[:-1]))
        pages = tuple(line.page for line in lines)
        return cls(
            page=pages[0],
            text="\n".join(line.text for line in lines),
            starts=starts,
            origins=tuple(line.origin for line in lines),
            pages=pages if any(page is not pages[0] for page in pages) else (),
        )

    @classmethod
    def of(cls, page: Page, content: str, first: int, hidden: int = 0) -> Self:
        """`content`, of which line `i` is a part of the page's line with the 0-based index `first + i`.

        What lies before the page offset `hidden` is left out (a comment that began in an earlier block).
        """
        kept: list[str] = []
        starts: list[int] = []
        origins: list[int] = []
        length = 0
        for index, raw in enumerate(content.split("\n"), first):
            if index >= len(page.lines):
                break
            piece, column = _place(raw.strip(), page.lines[index])
            origin = page.starts[index] + column
            cut = min(max(hidden - origin, 0), len(piece))
            kept.append(piece[cut:])
            starts.append(length)
            origins.append(origin + cut)
            length += len(piece) - cut + 1
        return cls(page=page, text="\n".join(kept), starts=tuple(starts), origins=tuple(origins))

    def part(self, start: int, end: int) -> Located:
        """The text from `start` to `end`, as located text of its own."""
        first, last = max(0, bisect_right(self.starts, start) - 1), max(1, bisect_right(self.starts, end))
        starts = tuple(max(0, begin - start) for begin in self.starts[first:last])
        pages = self.pages[first : max(last, first + 1)]
        return Located(
            page=pages[0] if pages else self.page,
            text=self.text[start:end],
            starts=starts or (0,),
            origins=(self.origin(start), *self.origins[first + 1 : last]),
            pages=pages,
        )

    def origin(self, offset: int) -> int:
        """The page offset of an offset of `text`."""
        at = max(0, bisect_right(self.starts, offset) - 1)
        return self.origins[at] + offset - self.starts[at]

    def slice(self, start: int, end: int) -> Slice:
        """The page from `start` to `end` of `text`, without blanks at either end; verbatim in between.

        What goes over from one page to another is cut where the first one ends.
        """
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        end = max(start + len(piece.strip()), start)
        page = self.page
        if self.pages:
            first, last = self._row(start), self._row(max(start, end - 1))
            page = self.pages[first]
            row = next((row for row in range(last, first, -1) if self.pages[row] is page), first)
            if row < last:
                end = self.starts[row + 1] - 1
        stop = self.origin(end - 1) + 1 if end > start else self.origin(start)
        return Slice(page=page, start=self.origin(start), end=max(stop, self.origin(start)))

    def _row(self, offset: int) -> int:
        return max(0, bisect_right(self.starts, offset) - 1)


def _place(piece: str, line: str) -> tuple[str, int]:
    """Where `piece` stands in `line`; a piece that the line does not hold (expanded tabs) becomes the line itself."""
    column = line.rfind(piece)
    if column < 0:
        return line.strip(), len(line) - len(line.lstrip())
    return piece, column
