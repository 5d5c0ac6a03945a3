"""The parts that a sentence comes apart into, and the places between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PartKind = Literal["first", "clause", "verb", "participle", "value", "gap", "extra", "aside"]
"""`first`: what opens the sentence. `clause`: has a subject of its own. `verb`, `participle`: go on with the subject, the
latter also with the auxiliary. `value`, `gap`: further values of a row, `gap` under another name. `extra`: "with …" behind
a price. `aside`: a remark."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One claim-sized part of a sentence: its own words as offsets of the reading, and the text with what was carried over."""

    text: str
    start: int
    end: int
    kind: PartKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Cut:
    """A place between two parts, as word indices: the words from `at` to `resume` are the joint and belong to neither."""

    at: int
    resume: int
    kind: PartKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Base:
    """The part that the values of a row lean on, as word indices; the half-open range holds the first value."""

    start: int
    end: int
