"""Which new sentence took the place of an old one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from claimdiff.comparison.turns import Edit, Sentence
from claimdiff.records import Evidence
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.comparison.changedlines import Touched
    from claimdiff.records import Passage, Segment

SUCCESSOR = 60
"""Likeness, of 100, from which on a new sentence counts as the edited old one."""
_SAME_PAGE = 15
_SPLIT = 0.6
_ORDINAL = re.compile(
    r"(?:(?:#|nos?|nr|№|refs?|steps?|rows?|items?)[\W_]*\d{1,3}|(?:[^:]*: )?(?:step |[\[(])\d{1,3})\W*", re.IGNORECASE
)
"""A first cell that counts the rows, and names none of them: "Ref: [18]", "#: 4"."""
_NEAR = 4
"""Sentences between one that tells what a thing is and one that tells its default."""


@dataclass(frozen=True, kw_only=True)
class Successors:
    """Finds what the change put in the place of a sentence of base.

    A table row is looked for by its first cell, and then by all the others. Sentences that base has too are no
    successors: they only moved.
    """

    touched: Touched
    _edits: dict[tuple[str, int, str], Edit | None] = field(default_factory=dict)

    def edited(self, evidence: Evidence) -> Edit | None:
        """What the change made of the sentence of a base quote; None where it stands, or nothing took its place."""
        memo = (evidence.path, evidence.line_start, evidence.quote)
        if memo not in self._edits:
            old = self.touched.base.segment(evidence)
            self._edits[memo] = self._successor(old, evidence.path) if old else None
        return self._edits[memo]

    def default_edited(self, evidence: Evidence) -> Edit | None:
        """The edit of the sentence that tells the default of what a base quote speaks of: "Default: 5." beside it."""
        base, paths = self.touched.base, self.touched.paths
        quoted, passage = base.segment(evidence), base.passage(evidence)
        if quoted is None or passage is None or not paths or quoted not in passage.segments:
            return None
        for segment in _telling_default(quoted, passage):
            path = segment.path or passage.path
            if path not in paths:
                continue
            first, last = segment.line_start, segment.line_end
            place = Evidence(path=path, line_start=first, line_end=last, quote=segment.source)
            edited = not self.touched.removed(path).isdisjoint(range(first, last + 1))
            if edited and (edit := self.edited(place)) is not None:
                return edit
        return None

    def _successor(self, old: Segment, path: str) -> Edit | None:
        page = self.touched.name_at_head(path)
        rated = [(_likeness(old, segment, near=place == page), place, segment) for place, segment in self._fresh]
        likely = [item for item in rated if item[0] >= SUCCESSOR + _SAME_PAGE]
        if not likely:
            return None
        _, place, new = max(likely, key=lambda item: item[0])
        return Edit(
            old=Sentence(text=old.text, source=old.source),
            new=Sentence(text=new.text, source=new.source),
            place=Evidence(path=place, line_start=new.line_start, line_end=new.line_end, quote=new.source),
            beside=()
            if new.kind == "row"
            else (*self._beside(place, new, old, path), *self._above(place, new, old, path)),
        )

    def _above(self, place: str, new: Segment, old: Segment, path: str) -> tuple[str, ...]:
        """The heading right above a new sentence and its lead-in, where the old one did not stand under them.

        A list of settings that became sections has their names there.
        """
        before = _titles(old, self.touched.base.pages.get(path, ()))
        return tuple(text for text in _titles(new, self.touched.head.pages.get(place, ())) if text not in before)

    def _beside(self, place: str, new: Segment, old: Segment, path: str) -> tuple[str, ...]:
        """The new sentences right before and after a new one that are mostly made of words of the old one.

        The same words may stand elsewhere at base ("(Default: 5)"), only not beside the old sentence.
        """
        before = {text for passage in self.touched.base.pages.get(path, ()) for text in _next_to(old, passage.segments)}
        pieces = [segment for where, segment in self._added if where == place and segment.kind != "row"]
        return tuple(text for text in _next_to(new, pieces) if _made_of(text, old.text) and text not in before)

    @cached_property
    def _added(self) -> tuple[tuple[str, Segment], ...]:
        """The pieces on lines that the change adds or edits, with the file of each."""
        return tuple((segment.path or path, segment) for path, segment in self.touched.new_pieces())

    @cached_property
    def _fresh(self) -> tuple[tuple[str, Segment], ...]:
        """Those that read like nothing at base. A table row is new as well where only its header changed."""
        found = []
        for place, segment in (*self._added, *((it.path or path, it) for path, it in self.touched.rows())):
            if self.touched.base.reading(segment.text, self.touched.name_at_base(place), segment.context) is None:
                found.append((place, segment))
        return tuple(found)


def _titles(segment: Segment, passages: Sequence[Passage]) -> tuple[str, ...]:
    held = next((passage for passage in passages if segment in passage.segments), None)
    return tuple(filter(None, (*(held.heading[-1:] if held else ()), segment.context)))


def _next_to(segment: Segment, pieces: Sequence[Segment]) -> list[str]:
    """The texts right before and after a piece among others."""
    at = pieces.index(segment) if segment in pieces else None
    return [] if at is None else [it.text for it in (*pieces[max(at - 1, 0) : at], *pieces[at + 1 : at + 2])]


def _telling_default(quoted: Segment, passage: Passage) -> list[Segment]:
    """The sentences near a quote that tell a default of the same thing; beside code that is the only one of its passage."""
    telling = [segment for segment in passage.segments if segment is not quoted and "efault" in segment.text]
    if quoted.kind == "code":
        said = [segment for segment in telling if segment.kind != "code"]
        return said if len(said) == 1 else []
    at = passage.segments.index(quoted)
    near = passage.segments[max(at - _NEAR, 0) : at + _NEAR + 1]
    return [it for it in telling if it in near and it.kind == quoted.kind and it.context == quoted.context]


def _likeness(old: Segment, new: Segment, *, near: bool) -> float:
    """Likeness, of 100, and some more for the same page; 0 for pieces of different kinds and rows of different things."""
    if (new.kind == "row") != (old.kind == "row"):
        return 0.0
    if old.kind == "row":
        (first, _, rest), (name, _, others) = old.text.partition("; "), new.text.partition("; ")
        if _ORDINAL.fullmatch(first) and _ORDINAL.fullmatch(name):
            return float(fuzz.ratio(rest, others)) + (_SAME_PAGE if near else 0)
        if name != first:
            return SUCCESSOR + _SAME_PAGE if rest and others == rest else 0.0
    return float(fuzz.ratio(old.text, new.text)) + (_SAME_PAGE if near else 0)


def _made_of(text: str, whole: str) -> bool:
    words = stems(text)
    return bool(words) and len(frozenset(words) & frozenset(stems(whole))) >= _SPLIT * len(frozenset(words))
