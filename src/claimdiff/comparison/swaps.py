"""What stands in whose place: the short stretches of words in which two versions of a sentence differ."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from claimdiff.text.anchors.logic import modality
from claimdiff.text.words import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LENIENT = frozenset({"may", "can"})
_IN_PLACE = 4
"""Words of the longest stretch that counts as one put in the place of another."""


def swaps(old: str, new: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The short stretches of words that stand in each other's place."""
    one, two = tokens(old), tokens(new)
    for what, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if what == "replace" and b - a <= _IN_PLACE and d - c <= _IN_PLACE:
            yield one[a:b], two[c:d]


def only_swap(old: str, new: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The stretch that went and the one that came in its place, where nothing else differs; None elsewhere."""
    one, two = tokens(old), tokens(new)
    changes = [it for it in SequenceMatcher(None, one, two, autojunk=False).get_opcodes() if it[0] != "equal"]
    if len(changes) != 1 or changes[0][0] != "replace":
        return None
    _, a, b, c, d = changes[0]
    return one[a:b], two[c:d]


def modal_swap(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether one stretch says "must" and the other "may", or the reverse."""
    one, two = modals(" ".join(before)), modals(" ".join(after))
    return bool(one) and bool(two) and one.isdisjoint(two)


def modals(text: str) -> frozenset[str]:
    """The kinds of "must", "should" and "may" in a text; what one can do one may do."""
    return frozenset("may" if item.value in _LENIENT else item.value for item in modality(text))
