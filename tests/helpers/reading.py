"""Read a page as the product does, and check that every quote of it stands in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.passages import PageReading, read_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.records import Passage, Segment


def reading(path: str, text: str, files: Mapping[str, str] | None = None) -> PageReading:
    """The reading of a page among other files; every segment is checked to stand on its lines to the letter."""
    sources = {**(files or {}), path: text}

    def include(name: str) -> bytes | None:
        return sources[name].encode() if name in sources else None

    found = read_page(path, text.encode(), include=include)
    for passage in found.passages:
        for segment in passage.segments:
            lines = sources[segment.path or path].split("\n")
            shown = "\n".join(lines[segment.line_start - 1 : segment.line_end])
            assert segment.source in shown, (segment, shown)
    return found


def passages(path: str, text: str, files: Mapping[str, str] | None = None) -> tuple[Passage, ...]:
    """The passages of a page."""
    return reading(path, text, files).passages


def segments(path: str, text: str, files: Mapping[str, str] | None = None) -> tuple[Segment, ...]:
    """The segments of a page."""
    return tuple(segment for passage in passages(path, text, files) for segment in passage.segments)


def texts(path: str, text: str, files: Mapping[str, str] | None = None) -> list[str]:
    """What a reader reads, piece by piece."""
    return [segment.text for segment in segments(path, text, files)]
