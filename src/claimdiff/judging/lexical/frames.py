"""Sentences that say the same but for one slot: "is written in Go", "is written in Rust"."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.lexemes import lexemes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.lexemes import Lexeme
    from claimdiff.judging.lexical.places import Place

_SLOT = 1
"""So many words fill a slot at most."""
_LEAST = 3
"""So many words stand around it at least, two of which say something."""
_ARTICLES = frozenset(["the", "a", "an", "all", "its", "their", "your"])


def filled_otherwise(claim: str, everywhere: Sequence[Place]) -> bool:
    """Whether a place says word for word what the claim says, with something else in one slot.

    Then the words of the claim, wherever else they stand, do not say it.
    """
    mine = _plain(claim)
    return any(_one_slot(mine, _plain(place.text)) for place in everywhere)


@lru_cache(maxsize=4096)
def _plain(text: str) -> tuple[Lexeme, ...]:
    return tuple(word for word in lexemes(text) if word.word not in _ARTICLES)


def _one_slot(mine: Sequence[Lexeme], theirs: Sequence[Lexeme]) -> bool:
    begin = _equal(mine, theirs)
    end = _equal(mine[begin:][::-1], theirs[begin:][::-1])
    slot, other = mine[begin : len(mine) - end], theirs[begin : len(theirs) - end]
    around = [*mine[:begin], *mine[len(mine) - end :]]
    return (
        0 < len(slot) <= _SLOT
        and 0 < len(other) <= _SLOT
        and len(around) >= _LEAST
        and sum(bool(word.key) for word in around) > 1
        and _says(slot)
        and _says(other)
        and {word.concept for word in slot if word.content}.isdisjoint(word.concept for word in other if word.content)
    )


def _equal(mine: Sequence[Lexeme], theirs: Sequence[Lexeme]) -> int:
    """How many words both begin with."""
    return next(
        (at for at, (one, other) in enumerate(zip(mine, theirs, strict=False)) if one.stem != other.stem),
        min(len(mine), len(theirs)),
    )


def _says(words: Sequence[Lexeme]) -> bool:
    return any(word.key for word in words)
