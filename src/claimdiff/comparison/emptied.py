"""An edited sentence that keeps its subject and says something else of it: what a claim took from it stands there no more."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.comparison.turns import Turn
from claimdiff.judging.lexical.vocabulary import LIGHT, concept
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Sequence

_FEWEST = 2
_SHARE = 0.24
"""Words, and share of a claim's words, that an edit must take away; two of eight are one statement."""
_WHOLE = 0.75
"""Share of a claim's words from which on the old sentence said all of it."""


def emptied(old: str, new: str, claim: str, *, beside: Sequence[str] = ()) -> Turn | None:
    """What the edit took of the claim's words without a word of the same meaning for it; None where that is little.

    `beside` are other new sentences, and what a judge named as support: what moved there is not gone.
    """
    words = _meanings(claim)
    before, after = _meanings(old), frozenset[tuple[str, int]]().union(*(_meanings(text) for text in (new, *beside)))
    if not words or len(words & before) < _WHOLE * len(words):
        return None
    lost = [word for word in dict.fromkeys(stems(claim)) if concept(word) in (words & before) - after]
    if len(lost) < _FEWEST or len(lost) < _SHARE * len(words):
        return None
    return Turn(kind="emptied", reason=f"it no longer says: {', '.join(lost)}", contradicts=False)


@lru_cache(maxsize=1024)
def _meanings(text: str) -> frozenset[tuple[str, int]]:
    return frozenset(meaning for word in stems(text) if (meaning := concept(word))[0] not in LIGHT)
