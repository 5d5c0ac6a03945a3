"""Looks at words in each other's place: a must for a may, all for some, a word for its opposite, a unit, a number."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import word_set
from claimdiff.claims.likeness import opposite
from claimdiff.comparison.contraries import CHOICES, contrary, excluded
from claimdiff.comparison.denials import denied
from claimdiff.comparison.swaps import modal_swap, modals, swaps
from claimdiff.comparison.turns import Turn
from claimdiff.judging.lexical.vocabulary import concept
from claimdiff.text.anchors import anchors
from claimdiff.text.anchors.logic import quantifiers
from claimdiff.text.words import stem, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.comparison.turns import Seen

_UNITS = (
    word_set("nanosecond microsecond millisecond second minut hour day week month year decad"),
    word_set("bit byte kilobyt megabyt gigabyt terabyt kb mb gb tb kib mib gib tib"),
)
_SMALL = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: str(value) for value, word in enumerate(_SMALL, start=1)}
_BOTH_AND = re.compile(r"\bboth\b[^.;,]{1,80}\band\b", re.IGNORECASE)
"""Each of two that are named, which an "and" says as well."""
_DENYING = ("in", "un", "non", "im", "dis", "ir")


def swapped(seen: Seen) -> Turn | None:
    """A word of the claim in whose place its opposite stands, another unit or number, a "must" for a "may", a "some" for an "all".

    To be trusted since only words that stand in each other's place are compared, by closed lists.
    """
    if seen.also or denied(seen.old.text, seen.new.text):
        return None
    for before, after in swaps(seen.old.text, seen.new.text):
        for found in _SWAPS:
            told = found(before, after, seen)
            if told is not None:
                return Turn(kind="word", reason=f"it now says “{told[1]}” instead of “{told[0]}”")
    return None


def only(seen: Seen) -> Turn | None:
    """What was the only one, says the claim, is one of several."""
    if seen.also or denied(seen.old.text, seen.new.text):
        return None
    if "only" in _classes(seen.claim) & _classes(seen.old.text) - _classes(seen.new.text):
        return Turn(kind="only", reason="it no longer says that it is the only one", contradicts=False)
    return None


def _opposite(before: Sequence[str], after: Sequence[str], seen: Seen) -> tuple[str, str] | None:
    claim = frozenset(stems(seen.claim)) | frozenset(map(stem, tokens(seen.claim)))
    if any(word[0].isdigit() or word in CHOICES for word in (*before, *after)):
        return None  # values are compared with their units, and an option is not what is optional
    for old in before:
        for new in after:
            first, second = stem(old), stem(new)
            other_unit = first != second and any({first, second} <= family for family in _UNITS)
            if first in claim and (opposite(first, second) or opposite(old, new) or other_unit or _denying(old, new)):
                return old, new
    return None


def _excluding(before: Sequence[str], after: Sequence[str], seen: Seen) -> tuple[str, str] | None:
    found = contrary(before, after, seen.old.text, seen.new.text)
    return found if found and excluded(seen.claim, found[1]) else None


def _denying(old: str, new: str) -> bool:
    """Whether two words say yes and no of the same thing."""
    first, second = concept(stem(old)), concept(stem(new))
    if first[0] == second[0] and first[1] != second[1]:
        return True
    pairs = [(one, other) for one, other in zip_longest(old.split("-"), new.split("-"), fillvalue="") if one != other]
    return len(pairs) == 1 and any(
        one == f"{sign}{other}" for one, other in (*pairs, pairs[0][::-1]) for sign in _DENYING
    )


def _number(before: Sequence[str], after: Sequence[str], seen: Seen) -> tuple[str, str] | None:
    """A small number in words in the place of another number, unless it counts a unit and is a value."""
    valued = frozenset(word for item in anchors(seen.old.text).hard if item.unit for word in tokens(item.surface))
    stated = {_NUMBERS.get(word, word) for word in tokens(seen.claim)}
    one, two = ([word for word in words if word in _NUMBERS or word.isdigit()] for words in (before, after))
    if len(one) != 1 or len(two) != 1 or (one[0].isdigit() and two[0].isdigit()) or one[0] in valued:
        return None
    old, new = (_NUMBERS.get(word, word) for word in (*one, *two))
    return (one[0], two[0]) if old != new and old in stated else None


def _modal(before: Sequence[str], after: Sequence[str], seen: Seen) -> tuple[str, str] | None:
    """What had to be may be now, or the reverse; a recommendation for something possible takes nothing away."""
    one, two = modals(" ".join(before)), modals(" ".join(after))
    if not modal_swap(before, after) or (one == {"may"} and "should" in two):
        return None
    return (" ".join(before), " ".join(after)) if one & modals(seen.claim) else None


def _classes(text: str) -> set[str]:
    return {item.value for item in quantifiers(text)}


def _quantity(before: Sequence[str], after: Sequence[str], seen: Seen) -> tuple[str, str] | None:
    claim = seen.claim
    one, two = " ".join(before), " ".join(after)
    replaced = _classes(one) - _classes(two) - ({"both"} if _BOTH_AND.search(claim) else set())
    if "both" in replaced & _classes(claim) and after and "two" not in after:
        return one, two
    return (one, two) if replaced & _classes(claim) and _classes(two) - _classes(one) else None


_SWAPS: tuple[Callable[[Sequence[str], Sequence[str], Seen], tuple[str, str] | None], ...] = (
    _opposite,
    _excluding,
    _modal,
    _quantity,
    _number,
)
