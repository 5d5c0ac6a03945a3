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
        elif kind == "details_end":
            outline.close("details")
        elif kind in {"text", "item"}:
            _text(outline, located, references, found)
        else:
            caption = _titles(outline, located, references, found, flat=flat) or caption


def _text(outline: Outline, located: Located, references: frozenset[str], found: Sequence[Run]) -> None:
    item = found[0].kind == "item"
    context = outline.context(outline.lead() if item else "")
    for run in found:
        part = located.part(run.start, run.end)
        outline.add(sentences(part, inline.read(part.text, references), "item" if item else "sentence", context))
    if item:
        outline.above = ""


def _titles(outline: Outline, located: Located, references: frozenset[str], found: Sequence[Run], *, flat: bool) -> str:
    """Headings and titles; the text of a caption, which the rows after it need."""
    caption = ""
    for run in found:
        part = located.part(run.start, run.end)
        text = inline.read(part.text, references).line
        if not text or is_label(text):
            continue
        title = segment(part.slice(0, len(part.text)), text, "heading", outline.context())
        if run.kind == "heading" and not (flat or outline.frames):
            outline.start(run.level, title)
            continue
        outline.titles.append(title)
        caption = text if run.kind == "caption" else caption
        if run.kind == "summary":
            outline.open("details", text)
    return caption


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
    if not body and any(headers):
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
