"""A look at negations: one that came or went in what the claim is about."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdiff.claims.likeness import opposed, shape
from claimdiff.comparison.contraries import contrary
from claimdiff.comparison.swaps import modal_swap, swaps
from claimdiff.comparison.turns import Turn
from claimdiff.text.anchors import negations
from claimdiff.text.anchors.logic import conditions
from claimdiff.text.words import stems, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.comparison.turns import Seen

_CLAUSE = re.compile(r"[,;:()]|\b(?:and|but|or|while|although)\b")
_CONCERNED = 0.5
"""Share of a clause's words that a claim must have to be about it."""


def denial(seen: Seen) -> Turn | None:
    """A negation that came or went in the clause that the claim is about.

    Denials are counted, so that two that came together say nothing; an opposite that came along with one ("is not
    optional", "is required") says the same as before.
    """
    old, new = seen.old.text, seen.new.text
    if seen.also or not denied(old, new) or opposed(shape(old), shape(new)):
        return None
    if contrary(tokens(old), tokens(new), old, new) or any(modal_swap(*swap) for swap in swaps(old, new)):
        return None
    return Turn(kind="negation", reason="it now says the opposite") if _denial_concerns(old, new, seen.claim) else None


def denied(old: str, new: str) -> bool:
    """Whether a denial came or went."""
    return len(_denials(old, new)) % 2 != len(_denials(new, old)) % 2


def _denials(text: str, other: str) -> list[tuple[int, int]]:
    """The negations of a text; not those in its conditions where the other has no condition to compare."""
    found = negations(text)
    spans = [] if conditions(other) else [(item.start, item.end) for item in conditions(text)]
    return [(start, end) for start, end in found if not any(first <= start < last for first, last in spans)]


def _denial_concerns(old: str, new: str, claim: str) -> bool:
    """Whether the claim is about the clause in which a negation came or went."""
    less, more = sorted((old, new), key=lambda text: len(negations(text)))
    words = frozenset(stems(claim))
    for start, _ in negations(more):
        clause = frozenset(stems(_around(more, start)))
        twin = max(_clauses(less), key=lambda text: len(clause & frozenset(stems(text))), default="")
        if negations(twin):
            continue
        told = clause & frozenset(stems(less))
        if told and len(told & words) >= _CONCERNED * len(told):
            return True
    return False


def _clauses(text: str) -> Iterator[str]:
    borders = [0, *(match.start() for match in _CLAUSE.finditer(text)), len(text)]
    return (text[start:end] for start, end in pairwise(borders))


def _around(text: str, at: int) -> str:
    """The clause that holds a place."""
    before = [match.end() for match in _CLAUSE.finditer(text, 0, at)]
    after = _CLAUSE.search(text, at)
    return text[before[-1] if before else 0 : after.start() if after else len(text)]
