"""Whether one sentence of the docs took the place of another and still says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import BE, DETERMINERS, PREPOSITIONS
from claimdiff.claims.likeness import shape
from claimdiff.comparison.contraries import contrary
from claimdiff.comparison.swaps import only_swap, respelt
from claimdiff.comparison.turning import turned
from claimdiff.comparison.turns import Seen
from claimdiff.text.anchors import anchors, hard_keys
from claimdiff.text.words import STOPWORDS, stems, tokens

if TYPE_CHECKING:
    from claimdiff.comparison.turns import Sentence
    from claimdiff.text.anchors import Anchor, Anchors

SHARED = 0.5
"""Share of the old sentence's content words that a successor keeps."""
LOST_WORDS = 0.2
"""Share of the claim's words that may go with the old sentence where no hard anchor holds the two together."""
LOST_BESIDE_NAMES = 0.5
"""The same where only a name holds them together: of the thing it names, something else may be said now."""
_ONE_WORD = 3
"""Words of a stretch that may be one with its small words: "leads to", "a set of"."""
_SMALL_WORDS = STOPWORDS | PREPOSITIONS | DETERMINERS | BE
_MEASURED = frozenset({"quantity", "version", "date", "time"})
_STANDING = frozenset(stems("alpha beta preview experimental stable unstable deprecated legacy obsolete"))
"""How far along a thing is: said of it no more, it is no longer so."""


def is_rewording(old: Sentence, new: Sentence, claim: str) -> bool:
    """Whether `new` says what `old` said about `claim`, in other words.

    Every hard anchor of the old sentence, its polarity, modality, quantifiers, conditions, the order of its anchors and
    the names that the claim shares with it must be intact, and half of its content words; and no look at the edit may find
    that it turned against the claim. Words that are only spelt otherwise are the same words. A denial may go together
    with a word that excludes the denied one. Where no hard anchor is left to hold on to, and more than one word is
    another, hardly any word that the claim shared with the old sentence may be missing.
    """
    if respelt(old.text, new.text):
        return turned(Seen(old=old, new=new, claim=claim)) is None
    before, after = anchors(old.text), anchors(new.text)
    denied = before.polarity != after.polarity
    if not _anchors_kept(before, after) or (denied and not _excluding(old.text, new.text)):
        return False
    names = set(shape(claim).names) & set(tokens(old.text))
    old_words, new_words = set(stems(old.text)), set(stems(new.text))
    little = not old_words or len(old_words & new_words) / len(old_words) < SHARED
    if little or not names <= set(tokens(new.text)) or turned(Seen(old=old, new=new, claim=claim)) is not None:
        return False
    shared = set(stems(claim)) & old_words
    if (shared & _STANDING) - new_words:
        return False
    held = [item for item in before.hard if item.key in hard_keys(claim)]
    if denied or any(item.kind in _MEASURED for item in held) or _word_for_word(old.text, new.text):
        return True
    own = {word for item in held for word in stems(item.surface)}
    return _keeps_claim(shared - own, new_words, LOST_BESIDE_NAMES if held else LOST_WORDS)


def _excluding(old: str, new: str) -> bool:
    return contrary(tokens(old), tokens(new), old, new) is not None


def _anchors_kept(before: Anchors, after: Anchors) -> bool:
    if not {item.key for item in before.hard} <= {item.key for item in after.hard}:
        return False
    if _values(before.modality) != _values(after.modality) or _values(before.conditions) != _values(after.conditions):
        return False
    return _values(before.quantifiers) <= _values(after.quantifiers) and _order_kept(before.hard, after.hard)


def _word_for_word(old: str, new: str) -> bool:
    """Whether the sentences are equal but for one word: "raises" and "throws", "causes" and "leads to".

    Two that exclude each other, and what has a value or a form of its own, are told apart elsewhere. Of all others
    nearly every one says the same, which no list of synonyms would know.
    """
    found = only_swap(old, new)
    if found is None or any(len(words) > _ONE_WORD or not " ".join(words).isascii() for words in found):
        return False
    content = [[word for word in words if word not in _SMALL_WORDS] for words in found]
    return all(len(words) == 1 and words[0].replace("-", "").isalpha() for words in content)


def _keeps_claim(shared: set[str], new_words: set[str], most: float) -> bool:
    return bool(shared) and len(shared - new_words) / len(shared) <= most


def _values(found: tuple[Anchor, ...]) -> frozenset[str]:
    return frozenset(item.value for item in found)


def _order_kept(before: tuple[Anchor, ...], after: tuple[Anchor, ...]) -> bool:
    keys = iter([item.key for item in after])
    return all(item.key in keys for item in before)
