"""From blocks to passages: the text under one heading, cut at block borders where it is long."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from claimdiff.records import Passage, Segment
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = 1_200
"""Characters of reading text that a passage aims at."""
_ROOMY = TARGET * 5 // 4

Glue = Literal["free", "loose", "tight"]
"""How a block hangs on the one before it: `loose` (lead-in and list, paragraphs of an item) is cut only in a group that
is too long by itself, `tight` (a fence and the sentence above) never."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """The smallest piece that is never cut: a paragraph, a list item, a table row, a fence."""

    segments: tuple[Segment, ...]
    glue: Glue = "free"
    code: str | None = None
    """The lines of a fence with their indent, which carries meaning; segments have none."""

    @property
    def text(self) -> str:
        """Reading text, a segment a line."""
        return "\n".join(segment.text for segment in self.segments) if self.code is None else self.code

    @property
    def size(self) -> int:
        """Characters of reading text."""
        return sum(len(segment.text) + 1 for segment in self.segments)


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """The blocks under one heading. `line_start` is the line of the heading, or of the first block without one."""

    heading: tuple[str, ...]
    line_start: int
    blocks: tuple[Block, ...]


def cut(path: str, sections: Sequence[Section]) -> tuple[Passage, ...]:
    """The passages of a page in their order. Cuts depend on reading text only, so re-wrapping moves none of them."""
    passages: list[Passage] = []
    for section in sections:
        for number, blocks in enumerate(_pieces(section.blocks)):
            passages.append(
                passage(path, section.heading, blocks, line_start=section.line_start if number == 0 else None)
            )
    return tuple(passages)


def passage(path: str, heading: tuple[str, ...], blocks: Sequence[Block], *, line_start: int | None) -> Passage:
    """One passage of these blocks. Words of the headings count in its hash, their level does not.

    A passage that continues a list or a table starts with the words that introduced it.
    """
    segments = tuple(segment for block in blocks for segment in block.segments)
    own = tuple(segment for segment in segments if not segment.path) or segments
    if line_start is None:
        line_start = min(segment.line_start for segment in own)
    lead = segments[0].context if segments else ""
    text = "\n".join([*([lead] if lead else []), *(block.text for block in blocks)])
    return Passage(
        path=path,
        line_start=line_start,
        line_end=max((line_start, *(segment.line_end for segment in own))),
        heading=heading,
        text=text,
        segments=segments,
        hash=_hash("\n".join([*heading, *(segment.text for segment in segments)])),
    )


def _hash(text: str) -> str:
    """`content_hash` of a text that holds no markup any more, which is most of that function's time."""
    return hashlib.sha256(fold(text).casefold().encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _pieces(blocks: Sequence[Block]) -> list[list[Block]]:
    total = sum(block.size for block in blocks)
    if total <= _ROOMY:
        return [list(blocks)] if blocks else []
    groups: list[list[Block]] = []
    for group in _groups(blocks, frozenset({"loose", "tight"})):
        too_long = sum(block.size for block in group) > _ROOMY
        groups.extend(_groups(group, frozenset({"tight"})) if too_long else [group])
    return _balanced(groups, total)


def _groups(blocks: Sequence[Block], joined: frozenset[Glue]) -> list[list[Block]]:
    numbers: list[int] = []
    for block in blocks:
        numbers.append((numbers[-1] + (block.glue not in joined)) if numbers else 0)
    pairs = zip(numbers, blocks, strict=True)
    return [[block for _, block in group] for _, group in groupby(pairs, key=lambda pair: pair[0])]


def _balanced(groups: Sequence[list[Block]], total: int) -> list[list[Block]]:
    """Pieces of about equal size: cut at the border that lies nearest to each even share."""
    share = total / -(-total // TARGET)
    pieces: list[list[Block]] = []
    current: list[Block] = []
    done, mark = 0, share
    for group in groups:
        size = sum(block.size for block in group)
        if current and done + size / 2 > mark:
            pieces.append(current)
            current = []
            while mark <= done + size / 2:
                mark += share
        current.extend(group)
        done += size
    return [*pieces, current]
