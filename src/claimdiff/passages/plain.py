"""Pages without markup that we read: paragraphs between blank lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.passages.cutting import Block, Section
from claimdiff.passages.reading import plain, sentences
from claimdiff.passages.source import Located

if TYPE_CHECKING:
    from claimdiff.passages.source import Page


def read(page: Page) -> tuple[Section, ...]:
    """One section without a heading; each paragraph is a block."""
    blocks: list[Block] = []
    first = 0
    for index in range(len(page.lines) + 1):
        if index < len(page.lines) and page.lines[index].strip():
            continue
        if index > first:
            located = Located.of(page, "\n".join(page.lines[first:index]), first)
            if segments := sentences(located, plain(located.text), "sentence"):
                blocks.append(Block(segments=segments))
        first = index + 1
    if not blocks:
        return ()
    return (Section(heading=(), line_start=blocks[0].segments[0].line_start, blocks=tuple(blocks)),)
