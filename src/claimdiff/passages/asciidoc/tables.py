"""Tables of AsciiDoc: cells after bars, on one line or one a line, read row by row with their header."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc.lists import MARK
from claimdiff.passages.markdown.tables import MAX_COLUMNS, row_text
from claimdiff.passages.source import Line, Located, Slice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.passages.asciidoc.blocks import Blocks

_SPEC = r"(?:(?P<span>\d{0,3}(?:\.\d{1,3})?)(?P<how>[+*]))?(?:[<^>]?(?:\.[<^>])?)(?P<style>[adehlmsv])?"
_BAR = re.compile(rf"(?<!\\)(?:(?<=\s)|^){_SPEC}\||(?<!\\)\|")
_COLUMN = re.compile(r"(?:(?P<times>\d{1,3})\*)?[<^>.\d~]*(?P<style>[adehlmsv])?")
_COLUMN_NAME = re.compile(r"[A-Z][^\d`|.:]{1,30}")
_VALUE = re.compile(r"`|\d")
_ITEM = re.compile(r"(?:\*{1,5}|-|\.{1,5})\s+")


@dataclass(kw_only=True, slots=True)
class Cell:
    """A cell: the lines of its content, where it begins and ends, how many columns and rows it spans."""

    lines: list[Line]
    columns: int = 1
    rows: int = 1
    header: bool = False


def write(blocks: Blocks, mark: str, lines: Sequence[Line]) -> None:
    """Add the rows of a table to the page."""
    style, outline = blocks.style, blocks.writer.outline
    outline_lead = outline.lead()
    title = blocks.inline(Located.joined([style.title])).line if style.title else ""
    context = outline.context(title or outline_lead)
    kept = [line for line in lines if not (line.text.startswith("//") and line.text[2:3] != "/")]
    form = style.options.get("format", {",": "csv", ":": "dsv"}.get(mark, "psv"))
    separator = style.options.get("separator") or {"csv": ",", "dsv": ":", "tsv": "\t"}.get(form, "|")
    cells = list(_cells(kept, mark)) if form == "psv" and separator == "|" else list(_separated(kept, form, separator))
    styles = _columns(style.options.get("cols", ""))
    first = next((line for line in kept if line.text), None)
    if not cells or first is None:
        return
    on_first = sum(cell.columns for cell in cells if cell.lines[0].index == first.index)
    rows = _rows(cells, len(styles) or on_first)
    head = _has_head(blocks, kept, cells, rows)
    headers: list[str] = []
    for number, row in enumerate(rows):
        read = [blocks.inline(Located.joined(cell.lines)) if cell else None for cell in row]
        texts = [reading.line if reading else "" for reading in read]
        own = [cell for cell in row if cell]
        if number == 0 and head and len(rows) > 1:
            headers = texts
            continue
        lenders = dict.fromkeys(place for reading in read if reading for place in reading.lenders(0, len(reading.text)))
        blocks.writer.row(_place(own), row_text(headers, texts), context, tuple(lenders))


def _has_head(
    blocks: Blocks, lines: Sequence[Line], cells: Sequence[Cell], rows: Sequence[Sequence[Cell | None]]
) -> bool:
    """Whether the first row is a header: it is said so, or it stands on one line with a blank one below it."""
    options = blocks.style.options
    if "noheader-option" in options:
        return False
    if "header-option" in options or all(cell is None or cell.header for cell in rows[0]):
        return True
    start = next((at for at, line in enumerate(lines) if line.text), 0)
    last = rows[0][-1] or cells[0]
    one_line = start == 0 and last.lines[-1].index == lines[0].index and last.lines[-1].page is lines[0].page
    return (one_line and len(lines) > 1 and not lines[1].text) or _names_columns(rows)


def _names_columns(rows: Sequence[Sequence[Cell | None]]) -> bool:
    """Whether the first row holds names, and a column below it only code or numbers.

    With a cell on each line the processor knows no header unless it is told; whoever reads the table sees one.
    """
    first, *rest = rows
    if len(first) == 1 or len(rest) == 1 or not all(_COLUMN_NAME.fullmatch(_content(cell)) for cell in first):
        return False
    return any(all(_VALUE.match(_content(cell)) for cell in column) for column in zip(*rest, strict=False))


def _content(cell: Cell | None) -> str:
    return " ".join(line.text for line in cell.lines if line.text) if cell else ""


def _place(cells: Sequence[Cell]) -> Slice:
    first, last = cells[0].lines[0], cells[-1].lines[-1]
    start = (
        first.page.starts[first.index]
        + len(first.page.lines[first.index])
        - len(first.page.lines[first.index].lstrip())
    )
    start = first.origin if first.index == last.index and first.column else start
    if last.page is not first.page:
        last = first
    line_end = last.page.starts[last.index] + len(last.page.lines[last.index].rstrip())
    end = max(min(last.origin + len(last.text), line_end), start)
    return Slice(page=first.page, start=start, end=start + len(first.page.text[start:end].rstrip()))


def _cells(lines: Sequence[Line], mark: str) -> Iterator[Cell]:
    bar = _BAR if mark == "|" else re.compile(_BAR.pattern.replace(r"\|", re.escape(mark)))
    open_cells: list[Cell] = []
    for line in lines:
        if not line.text:
            continue
        position = 0
        for match in bar.finditer(line.text):
            if open_cells:
                _extend(open_cells, line, position, match.start())
                yield from open_cells
            open_cells = _opened(line, match)
            position = match.end()
        _extend(open_cells, line, position, len(line.text))
    yield from open_cells


def _extend(cells: Sequence[Cell], line: Line, start: int, end: int) -> None:
    text = line.text[start:end]
    piece = Line(line.page, line.index, line.column + start, line.indent, text).after(0)
    piece = Line(piece.page, piece.index, piece.column, piece.indent, piece.text.rstrip())
    for cell in cells:
        if piece.text:
            item = _ITEM.match(piece.text) or (MARK.match(piece.text) if len(cell.lines) > 1 else None)
            cell.lines.append(piece.after(item.end()) if item else piece)


def _opened(line: Line, match: re.Match[str]) -> list[Cell]:
    """The cell that begins at a bar, as often as it is repeated; it begins with an empty piece on the bar's line."""
    span, how = match.groupdict().get("span") or "", match.groupdict().get("how")
    start = Line(line.page, line.index, line.column + match.end(), line.indent, "")
    columns, _, rows = span.partition(".")
    header = match.groupdict().get("style") == "h"
    if how == "*":
        return [Cell(lines=[start], header=header) for _ in range(min(int(columns or 1), MAX_COLUMNS))]
    wide = min(int(columns or 1), MAX_COLUMNS) if how else 1
    return [Cell(lines=[start], columns=max(wide, 1), rows=max(int(rows or 1), 1) if how else 1, header=header)]


def _separated(lines: Sequence[Line], form: str, separator: str) -> Iterator[Cell]:
    delimiter = "\t" if separator in {"tab", "\\t"} else separator[:1] or ","
    kept = [line for line in lines if line.text]
    reader = csv.reader(
        (line.text + "\n" for line in kept), delimiter=delimiter, skipinitialspace=True,
        quoting=csv.QUOTE_MINIMAL if form in {"csv", "tsv"} else csv.QUOTE_NONE,
    )  # fmt: skip
    done = 0
    try:
        for row in reader:
            line = kept[done]
            position = 0
            for text in row[:MAX_COLUMNS]:
                words = " ".join(text.split())
                column = max(line.text.find(words, position), 0) if words in line.text else position
                position = column + len(words)
                yield Cell(lines=[Line(line.page, line.index, line.column + column, line.indent, words)])
            done = reader.line_num
    except csv.Error:
        return


def _columns(text: str) -> list[str]:
    """The styles of the columns, one for each."""
    if text.strip().isdigit():
        return [""] * min(int(text), MAX_COLUMNS)
    found: list[str] = []
    for part in re.split(r"[,;]", text) if text.strip() else ():
        match = _COLUMN.match(part.strip())
        times = int(match.group("times") or 1) if match else 1
        found.extend([(match.group("style") or "") if match else ""] * min(times, MAX_COLUMNS))
    return found[:MAX_COLUMNS]


def _rows(cells: Sequence[Cell], width: int) -> list[list[Cell | None]]:
    """Cells by rows of `width` columns; a cell that spans several is repeated in each of them."""
    rows: list[list[Cell | None]] = []
    row: list[Cell | None] = []
    carried: dict[int, tuple[int, Cell]] = {}

    def carry() -> None:
        while len(row) in carried:
            left, cell = carried.pop(len(row))
            if left > 1:
                below[len(row)] = (left - 1, cell)
            row.append(cell)

    below: dict[int, tuple[int, Cell]] = {}
    for cell in cells:
        carry()
        for _ in range(min(cell.columns, MAX_COLUMNS)):
            if cell.rows > 1:
                below[len(row)] = (cell.rows - 1, cell)
            row.append(cell)
        carry()
        if len(row) >= max(width, 1):
            rows.append(row)
            row, carried, below = [], below, {}
    if row:
        rows.append(row)
    return rows
