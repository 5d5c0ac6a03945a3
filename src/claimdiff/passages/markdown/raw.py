"""Raw HTML in a page: its runs as blocks of the outline."""

from __future__ import annotations

import html
import re
from itertools import groupby
from typing import TYPE_CHECKING

from claimdiff.passages.cutting import Block
from claimdiff.passages.markdown import inline
from claimdiff.passages.markdown.html import Run, runs
from claimdiff.passages.markdown.tables import html_grid, row_text
from claimdiff.passages.reading import is_label, segment, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.markdown.outline import Outline
    from claimdiff.passages.source import Located

_ANY_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")


def add_html(outline: Outline, located: Located, references: frozenset[str], *, flat: bool) -> None:
    """Add what a reader sees of a raw HTML block. With `flat`, headings begin no section."""
    caption = outline.lead()
    for (kind, _), group in groupby(runs(located.text), key=lambda run: (run.kind, run.table)):
        found = list(group)
        if kind == "row":
            _rows(outline, located, references, found, caption)
        elif kind == "code":
            _code(outline, located, found)
        else:
            for run in found:
                words = _text(outline, located.part(run.start, run.end), references, run, flat=flat)
                caption = words if kind == "caption" else caption


def _text(outline: Outline, located: Located, references: frozenset[str], run: Run, *, flat: bool) -> str:
    reading = inline.read(located.text, references)
    if run.kind in {"heading", "title", "caption"}:
        text = reading.line
        if text and not is_label(text):
            found = segment(located.slice(0, len(located.text)), text, "heading", outline.context())
            if run.kind == "heading" and not (flat or outline.frames):
                outline.start(run.level, found)
            else:
                outline.titles.append(found)
        return text
    item = run.kind == "item"
    outline.add(
        sentences(located, reading, "item" if item else "sentence", outline.context(outline.lead() if item else ""))
    )
    return ""


def _rows(outline: Outline, located: Located, references: frozenset[str], found: Sequence[Run], caption: str) -> None:
    texts = [
        (run, [inline.read(located.text[cell.start : cell.end], references).line for cell in run.cells])
        for run in found
    ]
    headers, body = html_grid(texts)
    for run, cells in body:
        text = row_text(headers, cells)
        if text:
            outline.add((segment(located.slice(run.start, run.end), text, "row", outline.context(caption)),))
            outline.above = ""
    if not body and headers:
        place = located.slice(found[0].start, found[-1].end)
        outline.add((segment(place, "; ".join(filter(None, headers)), "row", outline.context(caption)),))


def _code(outline: Outline, located: Located, found: Sequence[Run]) -> None:
    segments = []
    for run in found:
        position = run.start
        for line in located.text[run.start : run.end].split("\n"):
            text = " ".join(html.unescape(_ANY_TAG.sub("", line)).split())
            if any(char.isalnum() for char in text):
                place = located.slice(position, position + len(line))
                segments.append(segment(place, text, "code", outline.context(outline.above)))
            position += len(line) + 1
    if segments:
        tight = bool(outline.blocks) and not outline.after_code
        block = Block(segments=tuple(segments))
        outline.add(block.segments, glue="tight" if tight else "free")
