"""A table row as a reader reads it: every cell with the header of its column."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.markdown.html import Run

MAX_COLUMNS = 64


def row_text(headers: Sequence[str], cells: Sequence[str]) -> str:
    """`Plan: Pro; Price: 25 dollars`. Empty cells are left out, a cell without a header stands for itself."""
    read: list[str] = []
    for index, cell in enumerate(cells):
        if not cell:
            continue
        header = headers[index].rstrip(":： ") if index < len(headers) else ""
        read.append(f"{header}: {cell}" if header else cell)
    return "; ".join(read)


def html_grid(rows: Sequence[tuple[Run, Sequence[str]]]) -> tuple[tuple[str, ...], list[tuple[Run, tuple[str, ...]]]]:
    """The header of a raw HTML table and its body rows, with cells that span columns or rows repeated.

    The first row is the header if it stands in `<thead>` or if all its cells are `<th>`.
    """
    filled = _fill(rows)
    heads = [values for run, values in filled if _is_head(run)]
    body = [(run, values) for run, values in filled if not _is_head(run)]
    if not heads:
        return (), body
    width = max(len(values) for values in heads)
    columns = ([values[index] for values in heads if index < len(values)] for index in range(width))
    header = tuple(" ".join(dict.fromkeys(filter(None, column))) for column in columns)
    return header, body


def _is_head(run: Run) -> bool:
    return run.head or all(cell.header for cell in run.cells)


def _fill(rows: Sequence[tuple[Run, Sequence[str]]]) -> list[tuple[Run, tuple[str, ...]]]:
    carried: dict[int, tuple[int, str]] = {}
    filled: list[tuple[Run, tuple[str, ...]]] = []
    for run, texts in rows:
        values: list[str] = []
        following: dict[int, tuple[int, str]] = {}
        queue = list(zip(run.cells, texts, strict=True))[::-1]
        while (queue or len(values) in carried) and len(values) < MAX_COLUMNS:
            column = len(values)
            if column in carried:
                left, text = carried[column]
                values.append(text)
                if left > 1:
                    following[column] = (left - 1, text)
                continue
            cell, text = queue.pop()
            for _ in range(min(cell.columns, MAX_COLUMNS - column)):
                if cell.rows > 1:
                    following[len(values)] = (cell.rows - 1, text)
                values.append(text)
        carried = following
        filled.append((run, tuple(values)))
    return filled
