"""Whether one sentence of the docs took the place of another and still says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.likeness import shape
from claimdiff.comparison.turning import turned
from claimdiff.comparison.turns import Seen, Sentence
from claimdiff.text.anchors import anchors, hard_keys
from claimdiff.text.words import stems, tokens

if TYPE_CHECKING:
    from claimdiff.text.anchors import Anchor

SHARED = 0.5
"""Share of the old sentence's content words that a successor keeps."""
LOST_WORDS = 0.2
"""Share of the claim's words that may go with the old sentence where no hard anchor holds the two together."""
LOST_BESIDE_NAMES = 0.5
"""The same where only a name holds them together: of the thing it names, something else may be said now."""
_MEASURED = frozenset({"quantity", "version", "date", "time"})


def is_rewording(old: str, new: str, claim: str) -> bool:
    """Whether `new` says what `old` said about `claim`, in other words.

    Every hard anchor of the old sentence, its polarity, modality, quantifiers, conditions, the order of its anchors and
    the names that the claim shares with it must be intact, and half of its content words; and no look at the edit may find
    that it turned against the claim. Where no hard anchor is left to hold on to, hardly any word that the
    claim shared with the old sentence may be missing.
    """
    before, after = anchors(old), anchors(new)
    if not hard_keys(old) <= hard_keys(new) or before.polarity != after.polarity:
        return False
    if _values(before.modality) != _values(after.modality) or _values(before.conditions) != _values(after.conditions):
        return False
    if not _values(before.quantifiers) <= _values(after.quantifiers) or not _order_kept(before.hard, after.hard):
        return False
    names = set(shape(claim).names) & set(tokens(old))
    old_words, new_words = set(stems(old)), set(stems(new))
    little = not old_words or len(old_words & new_words) / len(old_words) < SHARED
    if little or not names <= set(tokens(new)) or _turned(old, new, claim):
        return False
    shared = set(stems(claim)) & old_words
    held = [item for item in before.hard if item.key in hard_keys(claim)]
    if any(item.kind in _MEASURED for item in held):
        return True
    own = {word for item in held for word in stems(item.surface)}
    return _keeps_claim(shared - own, new_words, LOST_BESIDE_NAMES if held else LOST_WORDS)


def _turned(old: str, new: str, claim: str) -> bool:
    before, after = Sentence(text=old, source=old), Sentence(text=new, source=new)
    return turned(Seen(old=before, new=after, claim=claim)) is not None


def _keeps_claim(shared: set[str], new_words: set[str], most: float) -> bool:
    return bool(shared) and len(shared - new_words) / len(shared) <= most


def _values(found: tuple[Anchor, ...]) -> frozenset[str]:
    return frozenset(item.value for item in found)


def _order_kept(before: tuple[Anchor, ...], after: tuple[Anchor, ...]) -> bool:
    keys = iter([item.key for item in after])
    return all(item.key in keys for item in before)
