"""A table while its tags go by: its cells, and its rows as a reader reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.markdown.html import Cell, Run
from claimdiff.passages.markdown.tables import html_grid, row_text
from claimdiff.passages.reading import Piece, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.html.tokens import Token
    from claimdiff.passages.source import Located
    from claimdiff.passages.writing import Writer

_MOST = 64
_NEAR = 8


@dataclass(kw_only=True, slots=True)
class Table:
    """What was read of a table. `pieces` is the text since its last edge; `depth` counts tables inside it."""

    caption: str = ""
    named: tuple[int, int, str] | None = None
    depth: int = 0
    head: bool = False
    pieces: list[Piece] = field(default_factory=list)
    cells: list[tuple[Cell, str]] = field(default_factory=list)
    rows: list[tuple[Run, list[str]]] = field(default_factory=list)
    cell: Token | None = None
    begin: int = 0

    def open(self, token: Token) -> None:
        """The beginning of an element."""
        name = token.name
        self.depth += name == "table"
        if self.depth or name not in {"td", "th", "tr", "thead", "tbody", "tfoot", "caption"}:
            self.edge(token)
            return
        self.end_cell(token.start)
        if name in {"td", "th"}:
            self.begin = self.begin if self.cells else token.start
            self.cell = token
            return
        self.end_row()
        self.head = name == "thead" or (self.head and name == "tr")

    def edge(self, token: Token) -> None:
        """An edge of a block inside a cell: items of a list are told apart by commas."""
        last = next((piece.text.rstrip()[-1:] for piece in reversed(self.pieces[-_NEAR:]) if piece.text.strip()), "")
        between = ", " if token.name == "li" and not token.closes and last.isalnum() else " "
        self.pieces.append(Piece(text=between, start=token.start, end=token.start, plain=False))

    def close(self, token: Token) -> None:
        """The end of an element."""
        name = token.name
        if self.depth:
            self.depth -= name == "table"
            self.edge(token)
        elif name in {"td", "th"}:
            self.end_cell(token.end)
        elif name == "caption":
            text = self.take()
            if text:
                self.named = (token.start, token.end, text)
                self.caption = text
        elif name in {"tr", "thead", "tbody", "tfoot"}:
            self.end_cell(token.start)
            self.end_row()
            self.head = self.head and name == "tr"
        else:
            self.edge(token)

    def take(self) -> str:
        """The text since the last edge."""
        text = Reading.of(self.pieces).line
        self.pieces = []
        return text

    def end_cell(self, end: int) -> None:
        """End the open cell, if there is one."""
        text = self.take()
        if self.cell is None:
            return
        spans = [_number(self.cell.attribute(name)) for name in ("colspan", "rowspan")]
        made = Cell(start=self.cell.start, end=end, header=self.cell.name == "th", columns=spans[0], rows=spans[1])
        if len(self.cells) < _MOST:
            self.cells.append((made, text))
        self.cell = None

    def end_row(self) -> None:
        """End the open row, if it has any cell."""
        if self.cells:
            cells = tuple(cell for cell, _ in self.cells)
            run = Run(kind="row", start=self.begin, end=cells[-1].end, cells=cells, head=self.head)
            self.rows.append((run, [text for _, text in self.cells]))
        self.cells = []

    def write(self, writer: Writer, located: Located) -> None:
        """Add the rows to the page."""
        self.end_cell(len(located.text) if self.cell and not self.rows else self.cell.end if self.cell else 0)
        self.end_row()
        if self.named:
            start, end, text = self.named
            writer.title(located.slice(start, end), text)
        headers, body = html_grid(self.rows)
        context = writer.outline.context(self.caption)
        for run, cells in body:
            writer.row(located.slice(run.start, run.end), _said(run, headers, cells), context)
        if not body and headers:
            run = self.rows[0][0]
            writer.row(located.slice(run.start, run.end), "; ".join(filter(None, headers)), context)


def _said(run: Run, headers: Sequence[str], cells: Sequence[str]) -> str:
    """A row as it is read: a name that ends with a colon is followed by its value."""
    if len(cells) == len(("name", "value")) and run.cells[0].header and cells[0].endswith(":") and not any(headers):
        return " ".join(filter(None, cells))
    return row_text(headers, cells)


def _number(text: str | None) -> int:
    return max(1, min(int(text), _MOST)) if text and text.isdigit() and len(text) < len("10000") else 1
