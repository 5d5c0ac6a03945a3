"""What stands in whose place: the short stretches of words in which two versions of a sentence differ."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA

from claimdiff.text.anchors.logic import modality
from claimdiff.text.words import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LENIENT = frozenset({"may", "can"})
_IN_PLACE = 4
"""Words of the longest stretch that counts as one put in the place of another."""
_LONG, _BEGINNING = 5, 2
"""Letters of the shortest word that may be misspelt, and of the beginning that both spellings have."""


def swaps(old: str, new: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The short stretches of words that stand in each other's place."""
    for before, after in _changes(old, new):
        if before and after and len(before) <= _IN_PLACE and len(after) <= _IN_PLACE:
            yield before, after


def only_swap(old: str, new: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The stretch that went and the one that came in its place, where nothing else differs; None elsewhere."""
    changes = _changes(old, new)
    return changes[0] if len(changes) == 1 and all(changes[0]) else None


def respelt(old: str, new: str) -> bool:
    """Whether all that differs is how words are spelt: "seperate" and "separate", "file name" and "filename"."""
    changes = _changes(old, new)
    return bool(changes) and all(_spelt_twice(before, after) for before, after in changes)


def _spelt_twice(before: Sequence[str], after: Sequence[str]) -> bool:
    if len(before) == len(after):
        return all(map(_one_word_spelt_twice, before, after))
    return all(map(str.isalpha, before)) and "".join(before) == "".join(after)


def _one_word_spelt_twice(one: str, other: str) -> bool:
    """Whether one letter more, less or other, or two in each other's place, tell long words with one beginning apart.

    A beginning turns a word into another one ("asynchronous", "import"), and so does a letter of a short word.
    """
    long = min(len(one), len(other)) >= _LONG and one.isalpha() and other.isalpha()
    return long and one[:_BEGINNING] == other[:_BEGINNING] and OSA.distance(one, other, score_cutoff=1) <= 1


@lru_cache(maxsize=1024)
def _changes(old: str, new: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """The stretches in which two sentences differ, one of them empty where words only went or came. Each look asks anew."""
    one, two = tokens(old), tokens(new)
    found = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    return tuple((one[a:b], two[c:d]) for what, a, b, c, d in found if what != "equal")


def modal_swap(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether one stretch says "must" and the other "may", or the reverse."""
    one, two = modals(" ".join(before)), modals(" ".join(after))
    return bool(one) and bool(two) and one.isdisjoint(two)


def modals(text: str) -> frozenset[str]:
    """The kinds of "must", "should" and "may" in a text; what one can do one may do."""
    return frozenset("may" if item.value in _LENIENT else item.value for item in modality(text))
