"""Tables of reStructuredText: grids, simple tables, lists and comma-separated values, as rows on their lines."""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.passages.markdown.tables import MAX_COLUMNS, row_text
from claimdiff.passages.writing import span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from claimdiff.passages.reading import Reading
    from claimdiff.passages.rst.explicit import Directive
    from claimdiff.passages.source import Line, Slice
    from claimdiff.passages.writing import Writer

_BORDER = re.compile(r"=+(?: +=+)*$")
_SPANS = re.compile(r"-+(?: +-+)*$")
_MARK = re.compile(r"(?:[-*+]|\d{1,3}[.)])\s+")
_ENDS = frozenset(".,;:!?")
_ITEM = re.compile(r"[-*+](?:\s+|$)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row: where it stands, the markup of its cells, whether it is of the header."""

    place: Slice
    cells: tuple[str, ...]
    header: bool = False


def write(writer: Writer, read_cell: Callable[[str], Reading], rows: Sequence[Row]) -> None:
    """Add the rows of a table to the page, each read with its header; `read_cell` reads the markup of a cell."""
    outline = writer.outline
    context = outline.context(outline.lead())
    read = [(row, [read_cell(cell) for cell in row.cells]) for row in rows]
    heads = [[cell.line for cell in cells] for row, cells in read if row.header]
    width = max((len(cells) for cells in heads), default=0)
    headers = [
        " ".join(dict.fromkeys(head[at] for head in heads if at < len(head) and head[at])) for at in range(width)
    ]
    body = [(row, cells) for row, cells in read if not row.header]
    for row, cells in body:
        lenders = dict.fromkeys(place for cell in cells for place in cell.lenders(0, len(cell.text)))
        writer.row(row.place, row_text(headers, [cell.line for cell in cells]), context, tuple(lenders))
    if not body and rows:
        writer.row(rows[0].place, "; ".join(filter(None, headers)), context)


def grid(lines: Sequence[Line]) -> list[Row]:
    """The rows of a grid table. A cell over several rows is in each of them, one over several columns in the first."""
    padded = [_padded(line.text) for line in lines]
    borders = [text for text in padded if text.startswith("+")]
    columns = sorted({at for text in borders for at, char in enumerate(text) if char == "+"})[: MAX_COLUMNS + 1]
    header_end = next((at for at, text in enumerate(padded) if text.startswith("+=")), 0)
    rows: list[Row] = []
    cells: list[list[str]] = [[] for _ in columns[1:]]
    first: int | None = None
    for at, text in enumerate(padded):
        is_border = bool(re.search(r"\+[-=]+\+", text))
        kept: list[list[str]] = [[] for _ in cells]
        for column, piece in _pieces(text, columns):
            if not is_border or not piece or piece.strip("-="):
                cells[column].append(piece)
                kept[column] = cells[column] if is_border else []
        if not is_border:
            first = at if first is None else first
        elif first is not None:
            place = span(lines[first], lines[at - 1])
            rows.append(Row(place=place, cells=tuple(map(_cell, cells)), header=at <= header_end))
            cells, first = kept, None
    if first is not None:
        rows.append(Row(place=span(lines[first], lines[-1]), cells=tuple(map(_cell, cells))))
    return rows


def _padded(text: str) -> str:
    """Wide characters take two columns."""
    if text.isascii():
        return text
    return "".join(char + "\0" if unicodedata.east_asian_width(char) in "WF" else char for char in text)


def _pieces(text: str, columns: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The parts of a line between the borders that it has; each with its first column."""
    begin, column = columns[0] if columns else 0, 0
    for number, end in enumerate(columns[1:]):
        if end >= len(text) or text[end] in "|+":
            yield column, text[begin + 1 : end]
            begin, column = end, number + 1


def _cell(lines: Sequence[str]) -> str:
    """The text of a cell: its lines in one, list marks read as commas."""
    kept = [line.replace("\0", "").strip() for line in lines]
    found: list[str] = []
    for line in filter(None, kept):
        text = _MARK.sub("", line, count=1) if _MARK.match(line) else line
        between = ", " if text is not line and found and found[-1][-1:] not in _ENDS else " "
        found.extend((between, text) if found else (text,))
    return "".join(found)


def simple_end(lines: Sequence[Line], at: int) -> int:
    """Where a simple table ends: after its last border, which is the second one, or the third one."""
    borders = [at]
    end = at + 1
    while end < len(lines):
        if _BORDER.match(lines[end].text) and lines[end].indent == lines[at].indent:
            borders.append(end)
            if len(borders) > 2 or end + 1 == len(lines) or not lines[end + 1].text:  # noqa: PLR2004 -- top, head, bottom
                return end + 1
        end += 1
        if len(borders) == 1 and end - at > 100_000:  # noqa: PLR2004 -- no table is as long
            break
    return borders[-1] + 1 if len(borders) > 1 else at


def simple(lines: Sequence[Line]) -> list[Row]:
    """The rows of a simple table: a line with an empty first column carries on the row above."""
    top = lines[0].text
    starts = [match.start() for match in re.finditer(r"=+", top)]
    borders = [at for at, line in enumerate(lines) if _BORDER.match(line.text)]
    header_end = borders[1] if len(borders) > 2 else 0  # noqa: PLR2004 -- top, head, bottom
    rows: list[Row] = []
    group: list[int] = []

    def flush() -> None:
        if group:
            cells = [
                [_between(lines[at], lines[0].indent, starts, column) for at in group] for column in range(len(starts))
            ]
            place = span(lines[group[0]], lines[group[-1]])
            rows.append(Row(place=place, cells=tuple(map(_cell, cells)), header=group[0] < header_end))
            group.clear()

    for at, line in enumerate(lines):
        if at in (0, *borders) or not line.text or _SPANS.match(line.text):
            flush()
            continue
        if _between(line, lines[0].indent, starts, 0).strip():
            flush()
        group.append(at)
    flush()
    return rows


def _between(line: Line, base: int, starts: Sequence[int], column: int) -> str:
    text = _padded(" " * (line.indent - base) + line.text)
    end = starts[column + 1] if column + 1 < len(starts) else len(text)
    piece = text[starts[column] : end]
    return "" if piece.strip() == "\\" else piece


def listed(found: Directive) -> list[Row]:
    """The rows of a list table: items, each of which has a list of cells."""
    head = _number(found.option("header-rows"))
    kept = [line for line in found.content if line.text]
    rows: list[Row] = []
    group: list[Line] = []
    base = min((line.indent for line in kept), default=0)

    def flush() -> None:
        if group:
            cells = tuple(map(_cell, _cells(group)))
            rows.append(Row(place=span(group[0], group[-1]), cells=cells, header=len(rows) < head))
            group.clear()

    for line in kept:
        mark = _ITEM.match(line.text)
        if line.indent == base and mark:
            flush()
        group.append(line)
    flush()
    return rows


def _cells(group: Sequence[Line]) -> list[list[str]]:
    mark = _ITEM.match(group[0].text)
    first = group[0].after(mark.end() if mark else 0)
    cells: list[list[str]] = []
    for line in (first, *group[1:]):
        mark = _ITEM.match(line.text)
        if (mark and line.indent <= first.indent) or not cells:
            cells.append([line.text[mark.end() :] if mark else line.text])
        else:
            cells[-1].append(line.text)
    return cells[:MAX_COLUMNS]


def separated(found: Directive, elsewhere: Sequence[Line]) -> list[Row]:
    """The rows of a table of comma-separated values, in the page or in a file of its own."""
    lines = [line for line in (elsewhere or found.content) if line.text]
    names = {"tab": "\t", "space": " "}
    delimiter = names.get(found.option("delim"), found.option("delim")[:1] or ",")
    head = _number(found.option("header-rows"))
    rows: list[Row] = []
    if header := found.options.get("header"):
        cells = next(csv.reader([header.text], delimiter=delimiter, skipinitialspace=True), [])
        rows.append(Row(place=span(header, header), cells=tuple(cells), header=True))
    reader = csv.reader((line.text + "\n" for line in lines), delimiter=delimiter, skipinitialspace=True)
    done = 0
    try:
        for cells in reader:
            place = span(lines[done], lines[reader.line_num - 1])
            rows.append(Row(place=place, cells=tuple(cells[:MAX_COLUMNS]), header=done < head))
            done = reader.line_num
    except csv.Error:
        rows += [Row(place=span(line, line), cells=(line.text,)) for line in lines[done:]]
    return rows


def _number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < len("99999") else 0
