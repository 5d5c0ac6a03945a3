"""Denials where English has none: behind the verb, at the end of the sentence, or inside the word.

Which words such a denial is about cannot be told by what follows it, as in English. So clauses are compared: the one
that says the same and is denied once more, or once less, says the opposite.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from claimdiff.text.anchors.logic import negations
from claimdiff.text.folding import fold
from claimdiff.text.words import SMALL_WORDS, STOPWORDS, content_pairs, is_cjk, listed, tokens, vocabulary

_BREAK = re.compile(
    r"[,;:.!?()\n](?!\d)|[、。，；：！？]|(?<=ます)が|(?<=です)が|(?<=せん)が|但是?|而且?"
    r"|\b(?:aber|sondern|und|oder|mais|et|ou|pero|sino|y|o|wenn|falls|sofern|si|lorsque|quand|cuando)\b|(?<=場合)|(?<=とき)",
    re.IGNORECASE,
)
_DENYING = frozenset(
    ["nicht", "kein", "keine", "keinen", "keinem", "keiner", "keines", "niemals", "nie", "ohne", "weder", "ne", "n'est"]
) | frozenset(["nunca", "jamás", "sans"])
_ABROAD = re.compile(
    r"nicht|kein(?:e[nmrs]?)?|niemals|nie|ohne|weder|ne|nunca|jamás|n['’]|sans|ningun[oa]|ningún|nadie|nada|tampoco",
    re.IGNORECASE,
)
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


def in_english(denial: str, text: str) -> bool:
    """Whether a denial is one in English; "no" is Spanish as well, in a text with two small words that are not English."""
    if not denial.isascii() or _ABROAD.fullmatch(denial):
        return False
    return denial.lower() != "no" or len(SMALL_WORDS & vocabulary(text)) <= 1


def _foreign(text: str) -> bool:
    found = negations(text)
    return bool(found) and (
        not text.isascii()
        or not _DENYING.isdisjoint(vocabulary(text))
        or not all(in_english(text[start:end], text) for start, end in found)
    )


@lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[_Clause, ...]:
    found: list[_Clause] = []
    for piece in _BREAK.split(text):
        if words := _telling(piece):
            denials = [piece[start:end] for start, end in negations(piece)]
            abroad = any(not in_english(word, text) for word in denials)
            found.append(_Clause(words, denied=len(denials) % 2 == 1, abroad=abroad))
    return tuple(found)


def _telling(piece: str) -> frozenset[str]:
    """The words of a clause that say something; all of them where none does."""
    found: list[str] = []
    for word in listed(fold(piece)):
        if not word.isascii() and (pairs := content_pairs(word)) and is_cjk(word):
            found.extend(pairs)
        elif word not in STOPWORDS and word not in SMALL_WORDS and not is_cjk(word):
            found.append(word)
    return frozenset(found) or frozenset(tokens(piece))
