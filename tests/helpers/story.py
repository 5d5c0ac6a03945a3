"""A page of the guide that tells a course of events: its sections, what is typed in them, and what is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEFT_OUT = "…"
_BLOCK = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A fenced block: its language, its text, and the prose between it and the block before."""

    language: str
    text: str
    prose: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """What stands under one heading: its blocks in order, and the prose behind the last one."""

    title: str
    blocks: tuple[Block, ...]
    ending: str


def sections(page: str) -> dict[str, Section]:
    """The sections of the second level by their headings, in order."""
    parts = re.split(r"^## (.*)\n", page, flags=re.MULTILINE)[1:]
    return {title: _section(title, body) for title, body in zip(parts[::2], parts[1::2], strict=True)}


def _section(title: str, body: str) -> Section:
    blocks: list[Block] = []
    end = 0
    for found in _BLOCK.finditer(body):
        blocks.append(Block(language=found[2], text=found[3], prose=body[end : found.start()]))
        end = found.end()
    return Section(title=title, blocks=tuple(blocks), ending=body[end:])


def differs(shown: str, printed: str) -> str | None:
    """Where a shown text is not what was printed, or None.

    A line `…` stands for any number of lines, and `…` within a line for any characters. Blanks at line ends do not count.
    """
    wanted, left = _lines(shown), _lines(printed)
    skipping = False
    for line in wanted:
        if line == LEFT_OUT:
            skipping = True
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in line.split(LEFT_OUT)))
        at = next((at for at, other in enumerate(left) if pattern.fullmatch(other)), None)
        if at is None or (at and not skipping):
            return f"shown: {line!r}\nprinted: {left[0] if left else 'nothing more'!r} and {len(left)} lines in all"
        left, skipping = left[at + 1 :], False
    return None if skipping or not left else f"not shown: {left[0]!r}"


def _lines(text: str) -> Sequence[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")] if text.strip() else []
