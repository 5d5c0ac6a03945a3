"""Words that one text writes in one and another in two: "filename" and "file name", "set-up" and "setup"."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdiff.text.words import STOPWORDS, runs, stem, vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.judging.lexical.reading import Reading, Term

_PARTICLES = frozenset(["in", "on", "up", "out", "off", "down", "over", "back"])
_SHORTEST, _LETTERS = 3, 5
"""Letters of the first part, and of both together."""


def joined(term: Term, claim: Reading, stated: Reading) -> bool:
    """Whether the word, alone or with the one before or behind it, stands in the place as one word or as two."""
    if _begun(term.stem, vocabulary(stated.text)) and term.stem in _wholes(stated.text):
        return True
    return not stated.stems.isdisjoint(_parts(claim.text).get(term.start, ()))


def _begun(whole: str, words: frozenset[str]) -> bool:
    """Whether one of the words is a beginning of the whole: a cheap look before pairs are made."""
    return any(whole[:end] in words for end in range(_SHORTEST, len(whole)))


@lru_cache(maxsize=16384)
def _wholes(text: str) -> frozenset[str]:
    """The stems that words next to each other make when they are written as one."""
    return frozenset([whole for found in _parts(text).values() for whole in found])


@lru_cache(maxsize=16384)
def _parts(text: str) -> Mapping[int, tuple[str, ...]]:
    """The same by where a word begins that is one of the two."""
    words = runs(text)
    found: dict[int, tuple[str, ...]] = {}
    for (one, at), (two, then) in pairwise(words):
        if then - at - len(one) == 1 and text[then - 1] in " -" and _may_be_one(one, two):
            whole = stem(one + two)
            found[at] = (*found.get(at, ()), whole)
            found[then] = (*found.get(then, ()), whole)
    return found


def _may_be_one(one: str, two: str) -> bool:
    if len(one) < _SHORTEST or len(one) + len(two) < _LETTERS or one in STOPWORDS:
        return False
    return (two not in STOPWORDS or two in _PARTICLES) and one.isalpha() and two.isalpha()
