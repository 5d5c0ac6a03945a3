"""Which words differ between two quotes, so that an old and a new wording can be read side by side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(r"\s+|[\w.,'’%$€£@/-]*\w[%]?|[^\w\s]", re.UNICODE)
_MAX_TOKENS = 400
_ALIKE = 0.35


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A stretch of a quote; `marked` where the other quote says something else."""

    text: str
    marked: bool


def plain(text: str) -> tuple[Piece, ...]:
    """Return the text as one piece without a mark."""
    return (Piece(text=text, marked=False),) if text else ()


def mark(before: str, now: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return both texts in pieces, with the words marked that differ.

    Two texts that have little in common, or that are very long, come back without marks: marking everything says nothing.
    """
    old, new = _TOKEN.findall(before), _TOKEN.findall(now)
    if not old or not new or len(old) > _MAX_TOKENS or len(new) > _MAX_TOKENS:
        return plain(before), plain(now)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return plain(before), plain(now)
    left: list[Piece] = []
    right: list[Piece] = []
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        _append(left, "".join(old[old_start:old_end]), marked=kind != "equal")
        _append(right, "".join(new[new_start:new_end]), marked=kind != "equal")
    return tuple(left), tuple(right)


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A line of a text that changed: `sign` is `-` before, `+` now, a blank where it stands on both sides."""

    sign: Literal["-", "+", " "]
    pieces: tuple[Piece, ...]


def line_by_line(before: str, now: str) -> tuple[Line, ...]:
    """Return both texts as one list of lines; a line that was edited stands twice, with its changed words marked."""
    old, new = before.splitlines(), now.splitlines()
    found: list[Line] = []
    for kind, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            found += [Line(sign=" ", pieces=plain(line)) for line in old[old_start:old_end]]
            continue
        found += _edited(old[old_start:old_end], new[new_start:new_end])
    return tuple(found)


def _edited(old: Sequence[str], new: Sequence[str]) -> list[Line]:
    pairs = [mark(before, now) for before, now in zip(old, new, strict=False)]
    left = [pair[0] for pair in pairs] + [plain(line) for line in old[len(pairs) :]]
    right = [pair[1] for pair in pairs] + [plain(line) for line in new[len(pairs) :]]
    return [Line(sign="-", pieces=pieces) for pieces in left] + [Line(sign="+", pieces=pieces) for pieces in right]


def _append(pieces: list[Piece], text: str, *, marked: bool) -> None:
    """Add text; a blank between two marked stretches is marked as well, so that one change reads as one."""
    if not text:
        return
    if pieces and pieces[-1].marked == marked:
        pieces[-1] = Piece(text=pieces[-1].text + text, marked=marked)
        return
    if marked and len(pieces) > 1 and pieces[-2].marked and not pieces[-1].text.strip():
        blank = pieces.pop().text
        pieces[-1] = Piece(text=pieces[-1].text + blank + text, marked=True)
        return
    pieces.append(Piece(text=text, marked=marked))
