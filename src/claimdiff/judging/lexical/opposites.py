"""Opposites that may stand side by side in one true sentence, and the sentences where one of them decides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.vocabulary import OPPOSED, SOFT, concept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.alignment import Alignment
    from claimdiff.judging.lexical.reading import Reading, Term

_FRAME = 3
"""So many different words make a sentence that another can be set against word for word."""
_NOT = re.compile(r"(?:\bnot|n't|\bnever|\bcannot)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"[.!?;]\s+\w")
_FINITE = re.compile(r"\b(?:is|are|was|were|will|can|cannot|must|may|should|has|have|does|do)\b", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)


def reversed_in(beside: Alignment) -> bool:
    """Whether the place says the opposite of a word and not the word itself, of such as may stand side by side: "left", "right"."""
    return any(term.concept in SOFT and not beside.tier[term.concept] for term in beside.turned)


def mirrored(beside: Alignment) -> bool:
    """Whether the place says just what the claim says, but for one word that has its opposite there.

    In a comparison the two sides may be swapped as well, and then both say the same. A word of the subject ("the first
    ring is kept", "the last ring is kept") makes it another thing, of which the same may be true.
    """
    claim, stated = beside.claim, beside.place.reading
    apart = {term.concept for term in beside.turned}
    if len(apart) != 1 or not reversed_in(beside) or claim.concepts != stated.concepts:
        return False
    if len(claim.concepts) < _FRAME or _THAN.search(claim.text) or stated.text.rstrip().endswith("?"):
        return False
    if any(not _predicated(term, claim) for term in beside.turned):
        return False
    return all(beside.tier[key] == 1.0 for key in claim.concepts - apart)


def _predicated(term: Term, claim: Reading) -> bool:
    """Whether a word stands behind the verb: two words that say something before it, and no verb after it."""
    before = [other for other in claim.terms if other.end <= term.start and not other.light]
    return len(before) > 1 and not _FINITE.search(claim.text, term.end)


def nothing_else(beside: Alignment) -> bool:
    """Whether a place that denies says nothing but what the claim tells more of: "is not encrypted" of "encrypted with AES"."""
    claim, stated = beside.claim, beside.place.reading
    plain = {term.concept for term in stated.terms if not term.light}
    return (
        len(plain) > 1
        and not claim.conditions
        and next((term.concept for term in claim.terms if not term.light), "") in plain
        and plain <= claim.concepts
        and not stated.conditions
        and "all" not in stated.quantifiers
        and _NOT.search(stated.text) is not None
        and not _SEVERAL.search(claim.text)
    )


def other_case(words: Sequence[Term], beside: Alignment) -> bool:
    """Whether claim and place speak of opposite things, one denied and one not: "public pages can", "private ones cannot"."""
    stated = beside.place.reading
    others = {term.concept: concept(term.stem)[1] for term in stated.terms}
    known = {term.concept for term in words}
    return any(
        term.concept not in known and others.get(term.concept, sign) != sign
        for term in beside.claim.terms
        if term.concept in OPPOSED and (sign := concept(term.stem)[1])
    )
