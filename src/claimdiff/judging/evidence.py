"""Quotes that a judge gives are evidence only where a passage holds them to the letter."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.records import Evidence
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Passage, Segment


def from_segment(passage: Passage, segment: Segment) -> Evidence:
    """A segment as evidence: its verbatim source with its lines."""
    return Evidence(
        path=segment.path or passage.path,
        line_start=segment.line_start,
        line_end=segment.line_end,
        quote=segment.source,
    )


def find_quote(quote: str, passages: Sequence[Passage]) -> Evidence | None:
    """The first place where `quote` stands, as the original slice; None where it stands nowhere.

    Typography and white space are folded on both sides and nothing else is: case, words and their order must agree.
    """
    wanted = fold(quote).strip("\"' ")
    if not wanted:
        return None
    for passage in passages:
        for segment in passage.segments:
            for text in (segment.source, segment.text):
                span = _locate(wanted, text)
                if span is not None:
                    return _evidence(passage, segment, text, span)
        if (found := _across(wanted, passage)) is not None:
            return found
    return None


def _evidence(passage: Passage, segment: Segment, text: str, span: tuple[int, int]) -> Evidence:
    if text is not segment.source:
        return from_segment(passage, segment)
    first = segment.line_start + text.count("\n", 0, span[0])
    last = first + text.count("\n", span[0], span[1])
    return Evidence(path=segment.path or passage.path, line_start=first, line_end=last, quote=text[span[0] : span[1]])


def _across(wanted: str, passage: Passage) -> Evidence | None:
    """A quote over several neighbouring segments: the segments it touches, as they stand."""
    for text_of in (_source, _text):
        pieces = [fold(text_of(segment)) for segment in passage.segments]
        joined, starts = "", []
        for piece in pieces:
            starts.append(len(joined))
            joined += piece + " "
        at = joined.find(wanted)
        if at < 0:
            continue
        touched = [
            segment
            for segment, start, piece in zip(passage.segments, starts, pieces, strict=True)
            if start < at + len(wanted) and start + len(piece) > at
        ]
        touched = [segment for segment in touched if segment.path == touched[0].path]
        return Evidence(
            path=touched[0].path or passage.path,
            line_start=touched[0].line_start,
            line_end=touched[-1].line_end,
            quote="\n".join(segment.source for segment in touched),
        )
    return None


def _source(segment: Segment) -> str:
    return segment.source


def _text(segment: Segment) -> str:
    return segment.text


def _locate(wanted: str, text: str) -> tuple[int, int] | None:
    folded, places = _folded(text)
    at = folded.find(wanted)
    if at < 0:
        return None
    return places[at], places[at + len(wanted) - 1] + 1


@lru_cache(maxsize=4096)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """`fold(text)` and, for each of its characters, the offset in `text` that it came from."""
    folded: list[str] = []
    places: list[int] = []
    for match in re.finditer(r"\S+", text):
        piece = [
            (mark, match.start() + at)
            for at, source in enumerate(match[0])
            for mark in fold(unicodedata.normalize("NFKC", source))
        ]
        if not piece:
            continue
        if folded:
            folded.append(" ")
            places.append(match.start())
        folded.extend(mark for mark, _ in piece)
        places.extend(place for _, place in piece)
    return "".join(folded), tuple(places)
