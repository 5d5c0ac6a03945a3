"""What is left of a claim's support, in words: what the old sentences had of the claim and the remaining ones have not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from claimdiff.comparison.swaps import swaps
from claimdiff.judging.lexical.vocabulary import concept
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from claimdiff.records import Evidence

WHOLE = 0.9
"""Share of a claim's words in its old support from which on that support said all of it."""
THINNER, MANY_WORDS = 0.2, 2
"""Share, or number, of the claim's words that what is left must lack to say less; a number counts with a smaller share."""
_SLIGHTLY = 0.1
TWINS = 85
"""Likeness, of 100, from which on two sentences say the same of two things, if a word differs."""


def missing(claim: str, before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    """Stems of the claim that the texts of its old support had and those of what is left have not, in whatever words.

    Empty where these are few, and where the old support never had the words of the whole claim.
    """
    words = {concept(word): word for word in stems(claim)}
    old, new = _meanings(before), _meanings(after)
    if not words or sum(meaning in old for meaning in words) < WHOLE * len(words):
        return ()
    lacking = tuple(word for meaning, word in words.items() if meaning in old and meaning not in new)
    share = len(lacking) / len(words)
    return lacking if share >= THINNER or (len(lacking) >= MANY_WORDS and share >= _SLIGHTLY) else ()


def twins(claim: str, before: Sequence[Evidence], after: Sequence[Evidence]) -> tuple[str, ...]:
    """Stems of the claim for which what is left, in an otherwise equal sentence, has others: it says that of something else."""
    words = frozenset(stems(claim))
    found: dict[str, None] = {}
    for old in before:
        for new in after:
            if fuzz.ratio(old.quote, new.quote) >= TWINS:
                for one, other in swaps(old.quote, new.quote):
                    first, second = stems(" ".join(one)), stems(" ".join(other))
                    found |= dict.fromkeys(word for word in first if word in words and second and word not in second)
    return tuple(found)


def _meanings(texts: Iterable[str]) -> frozenset[tuple[str, int]]:
    """The classes of meaning of the words of texts, so that "sends" stands for "sent" and "deletes" for "removes"."""
    return frozenset(concept(word) for text in texts for word in stems(text))
