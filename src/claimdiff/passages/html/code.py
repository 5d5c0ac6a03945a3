"""Preformatted text: its lines, without the tags that colour them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.passages.source import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.reading import Piece
    from claimdiff.passages.source import Page
    from claimdiff.passages.writing import Writer


def add_code(writer: Writer, page: Page, pieces: Sequence[Piece]) -> None:
    """Lines of code, without the tags that colour them."""
    lines: list[tuple[int, int, str]] = []
    start, end, text = pieces[0].start, pieces[0].start, ""
    for piece in pieces:
        at = piece.start
        for number, part in enumerate(piece.text.split("\n")):
            if number:
                lines.append((start, end, text))
                start, text = at, ""
            start = start if text else at
            text += part
            end = at + len(part) if piece.plain else piece.end
            at += len(part) + 1
    lines.append((start, end, text))
    shown = [line for line in lines if line[2].strip()]
    made: list[Line] = []
    for begin, stop, _ in shown:
        index = page.line_at(begin) - page.first_line
        made.append(Line(page, index, begin - page.starts[index], 0, page.text[begin:stop]))
    writer.code(made, [line for _, _, line in shown])
