"""Denials where English has none: behind the verb, at the end of the sentence, or inside the word.

Which words such a denial is about cannot be told by what follows it, as in English. So clauses are compared: the one
that says the same and is denied once more, or once less, says the opposite.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from claimdiff.text.anchors.logic import negations
from claimdiff.text.words import tokens, vocabulary

_BREAK = re.compile(
    r"[,;:.!?()\n](?!\d)|[、。，；：！？]|(?<=ます)が|(?<=です)が|(?<=せん)が|但是?|而且?"
    r"|\b(?:aber|sondern|und|oder|mais|et|ou|pero|sino|y|o)\b",
    re.IGNORECASE,
)
_DENYING = frozenset(
    ["nicht", "kein", "keine", "keinen", "keinem", "keiner", "keines", "niemals", "nie", "ohne", "weder", "ne", "n'est"]
) | frozenset(["nunca", "jamás", "sans"])
_ENGLISH = re.compile(r"(?:no|not|never|cannot|nothing|without|none|n't)$", re.IGNORECASE)
_HALF = 0.5


class _Clause(NamedTuple):
    """The words of a clause, whether it is denied, and whether a word of another language than English denies it."""

    words: frozenset[str]
    denied: bool
    abroad: bool


def opposed(first: str, second: str) -> bool:
    """Whether a clause of `first` is denied and the one of `second` that says the same is not, or the other way round.

    Only denials in other languages than English count; English ones are read with the words that they are about.
    """
    if not (_foreign(first) or _foreign(second)):
        return False
    others = _clauses(second)
    for mine in _clauses(first):
        nearest = max(
            others,
            key=lambda one: (len(mine.words & one.words), one.denied == mine.denied),
            default=_Clause(frozenset(), denied=False, abroad=False),
        )
        same = len(mine.words & nearest.words) >= _HALF * len(mine.words)
        if same and mine.denied != nearest.denied and (mine if mine.denied else nearest).abroad:
            return True
    return False


def _foreign(text: str) -> bool:
    return bool(negations(text)) and (not text.isascii() or not _DENYING.isdisjoint(vocabulary(text)))


@lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[_Clause, ...]:
    found: list[_Clause] = []
    for piece in _BREAK.split(text):
        if words := frozenset(tokens(piece)):
            denials = [piece[start:end] for start, end in negations(piece)]
            abroad = any(not _ENGLISH.search(word) for word in denials)
            found.append(_Clause(words, denied=len(denials) % 2 == 1, abroad=abroad))
    return tuple(found)
