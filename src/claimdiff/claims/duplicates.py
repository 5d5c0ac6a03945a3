"""A fact that the answer states twice counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.grammar import core_of
from claimdiff.claims.likeness import opposed, shape, without
from claimdiff.claims.sentence import sentence_of
from claimdiff.text.anchors import anchors, same_hard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Claim


def distinct(claims: Sequence[Claim], repeats: frozenset[int] = frozenset()) -> tuple[Claim, ...]:
    """The claims without those that repeat an earlier one by equal words, or another one as a fragment or summary of it.

    `repeats` are the starts of claims that say of themselves that they sum up.
    """
    loose = [(claim.start in repeats or not _has_verb(claim.text)) and ";" not in claim.text for claim in claims]
    kept: list[Claim] = []
    for at, claim in enumerate(claims):
        later = [other for place, other in enumerate(claims) if place > at and not loose[place]] if loose[at] else []
        before = any(_repeats(claim, other, loose=loose[at]) for other in kept)
        if not before and not any(claim.id != other.id and _repeats(claim, other, loose=True) for other in later):
            kept.append(claim)
    return tuple(kept)


def _has_verb(text: str) -> bool:
    return core_of(sentence_of(text)) is not None


def _repeats(claim: Claim, other: Claim, *, loose: bool) -> bool:
    if claim.id == other.id:
        return True
    one, two = shape(claim.text), shape(other.text)
    if opposed(one, two) or one.directions - two.directions:
        return False
    if one.words and (one.words, one.names) == (two.words, two.names) and same_hard(claim.text, other.text):
        return True
    if not loose or not (one.words or one.keys):
        return False
    small, large = anchors(claim.text), anchors(other.text)
    held = set(one.keys) <= set(two.keys) and not without(one.words, two.words)
    return held and small.polarity == large.polarity and not large.conditions
