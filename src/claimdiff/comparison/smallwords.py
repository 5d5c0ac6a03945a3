"""Small words that turn a sentence round: a negation, a must for a may, all for some, a word for its opposite, a number."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import word_set
from claimdiff.claims.likeness import opposed, opposite, shape
from claimdiff.comparison.turns import Turn
from claimdiff.judging.lexical.vocabulary import concept
from claimdiff.text.anchors import anchors, negations
from claimdiff.text.anchors.logic import conditions, modality, quantifiers
from claimdiff.text.words import stem, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
_CLAUSE = re.compile(r"[,;:()]|\b(?:and|but|or|while|although)\b")
_UNITS = (
    word_set("nanosecond microsecond millisecond second minut hour day week month year decad"),
    word_set("bit byte kilobyt megabyt gigabyt terabyt kb mb gb tb kib mib gib tib"),
)
_CONTRARY = frozenset({frozenset({concept("keep"), concept("remov")})})
"""Classes of meaning that exclude each other, although neither is the other's opposite."""
_SMALL = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: str(value) for value, word in enumerate(_SMALL, start=1)}
_DENYING = ("in", "un", "non", "im", "dis", "ir")
_LENIENT = frozenset({"may", "can"})
_IN_PLACE = 4
"""Words of the longest stretch that counts as one put in the place of another."""
_CONCERNED = 0.5
"""Share of a clause's words that a claim must have to be about it."""


def flipped(old: str, new: str, claim: str) -> Turn | None:
    """A negation that came or went, a "must" for a "may", an "all" for a "some", a word for its opposite."""
    swapped = tuple(swaps(old, new))
    denied = len(_denials(old, new)) % 2 != len(_denials(new, old)) % 2
    turned = opposed(shape(old), shape(new)) or any(_modal_swap(a, b) for a, b in swapped)
    if denied and not turned:
        concerned = _denial_concerns(old, new, claim)
        return Turn(kind="negation", reason="it now says the opposite") if concerned else None
    if denied:
        return None
    words = frozenset(stems(claim)) | frozenset(map(stem, tokens(claim)))
    valued = frozenset(word for item in anchors(old).hard if item.unit for word in tokens(item.surface))
    for before, after in swapped:
        for told in (
            _opposite(before, after, words),
            _modal(before, after, claim),
            _quantity(before, after, claim),
            _number(before, after, claim, valued),
        ):
            if told is not None:
                return Turn(kind="word", reason=f"it now says “{told[1]}” instead of “{told[0]}”")
    only = _classes(claim) & _classes(old) - _classes(new)
    if "only" in only:
        return Turn(kind="only", reason="it no longer says that it is the only one", contradicts=False)
    return None


def _denials(text: str, other: str) -> list[tuple[int, int]]:
    """The negations of a text; not those in its conditions where the other has no condition to compare."""
    found = negations(text)
    spans = [] if conditions(other) else [(item.start, item.end) for item in conditions(text)]
    return [(start, end) for start, end in found if not any(first <= start < last for first, last in spans)]


def swaps(old: str, new: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The short stretches of words that stand in each other's place."""
    one, two = tokens(old), tokens(new)
    for what, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if what == "replace" and b - a <= _IN_PLACE and d - c <= _IN_PLACE:
            yield one[a:b], two[c:d]


def _opposite(before: Sequence[str], after: Sequence[str], claim: frozenset[str]) -> tuple[str, str] | None:
    if any(word[0].isdigit() for word in (*before, *after)):
        return None  # values are compared with their units
    for old in before:
        for new in after:
            first, second = stem(old), stem(new)
            other_unit = first != second and any({first, second} <= family for family in _UNITS)
            if first in claim and (opposite(first, second) or opposite(old, new) or other_unit or _contrary(old, new)):
                return old, new
    return None


def _contrary(old: str, new: str) -> bool:
    """Whether what was kept is removed, or two words say yes and no of the same thing."""
    first, second = concept(stem(old)), concept(stem(new))
    if (first[0] == second[0] and first[1] != second[1]) or frozenset((first, second)) in _CONTRARY:
        return True
    pairs = [(one, other) for one, other in zip_longest(old.split("-"), new.split("-"), fillvalue="") if one != other]
    return len(pairs) == 1 and any(
        one == f"{sign}{other}" for one, other in (*pairs, pairs[0][::-1]) for sign in _DENYING
    )


def _number(before: Sequence[str], after: Sequence[str], claim: str, valued: frozenset[str]) -> tuple[str, str] | None:
    """A small number in words in the place of another number, unless it counts a unit (`valued`) and is a value."""
    stated = {_NUMBERS.get(word, word) for word in tokens(claim)}
    one, two = ([word for word in words if word in _NUMBERS or word.isdigit()] for words in (before, after))
    if len(one) != 1 or len(two) != 1 or (one[0].isdigit() and two[0].isdigit()) or one[0] in valued:
        return None
    old, new = (_NUMBERS.get(word, word) for word in (*one, *two))
    return (one[0], two[0]) if old != new and old in stated else None


def _modal_swap(before: Sequence[str], after: Sequence[str]) -> bool:
    one, two = _modals(before), _modals(after)
    return bool(one) and bool(two) and one.isdisjoint(two)


def _modals(words: Sequence[str]) -> set[str]:
    return {"may" if item.value in _LENIENT else item.value for item in modality(" ".join(words))}


def _modal(before: Sequence[str], after: Sequence[str], claim: str) -> tuple[str, str] | None:
    """What had to be may be now, or the reverse; a recommendation for something possible takes nothing away."""
    one, two = _modals(before), _modals(after)
    if not _modal_swap(before, after) or (one == {"may"} and "should" in two):
        return None
    stated = {"may" if item.value in _LENIENT else item.value for item in modality(claim)}
    return (" ".join(before), " ".join(after)) if one & stated else None


def _classes(text: str) -> set[str]:
    return {item.value for item in quantifiers(text)}


def _quantity(before: Sequence[str], after: Sequence[str], claim: str) -> tuple[str, str] | None:
    one, two = " ".join(before), " ".join(after)
    replaced = _classes(one) - _classes(two)
    if "both" in replaced & _classes(claim) and after and "two" not in after:
        return one, two
    return (one, two) if replaced & _classes(claim) and _classes(two) - _classes(one) else None


def _denial_concerns(old: str, new: str, claim: str) -> bool:
    """Whether the claim is about the clause in which a negation came or went."""
    less, more = sorted((old, new), key=lambda text: len(negations(text)))
    words = frozenset(stems(claim))
    for start, _ in negations(more):
        clause = frozenset(stems(_around(more, start)))
        twin = max(_clauses(less), key=lambda text: len(clause & frozenset(stems(text))), default="")
        if negations(twin):
            continue
        told = clause & frozenset(stems(less))
        if told and len(told & words) >= _CONCERNED * len(told):
            return True
    return False


def _clauses(text: str) -> Iterator[str]:
    borders = [0, *(match.start() for match in _CLAUSE.finditer(text)), len(text)]
    return (text[start:end] for start, end in pairwise(borders))


def _around(text: str, at: int) -> str:
    """The clause that holds a place."""
    before = [match.end() for match in _CLAUSE.finditer(text, 0, at)]
    after = _CLAUSE.search(text, at)
    return text[before[-1] if before else 0 : after.start() if after else len(text)]
