"""Whether an edit turned a sentence of the docs against a claim: another value, name, unit, or small word.

Old and new sentence are known to stand in the same place, so what differs between them is what the change did. That
tells more than the new sentence alone, which a judge of words can take for support.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import word_set
from claimdiff.claims.likeness import opposed, opposite, shape
from claimdiff.claims.standing import stands, written
from claimdiff.records import Substitution
from claimdiff.text.anchors import anchors, hard_keys, negations
from claimdiff.text.anchors.logic import modality, quantifiers
from claimdiff.text.words import stem, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.text.anchors import Anchor

_CODE = re.compile(r"(?<!`)(`+)([^`\n]+)\1(?!`)|<code>([^<\n]+)</code>")
_CLAUSE = re.compile(r"[,;:()]|\b(?:and|but|or|while|although)\b")
_UNITS = (
    word_set("nanosecond microsecond millisecond second minut hour day week month year decad"),
    word_set("bit byte kilobyt megabyt gigabyt terabyt kb mb gb tb kib mib gib tib"),
)
_LENIENT = frozenset({"may", "can"})
_IN_PLACE = 4
"""Words of the longest stretch that counts as one put in the place of another."""
_CONCERNED = 0.5
"""Share of a clause's words that a claim must have to be about it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """A sentence as read, and its markup."""

    text: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """What an edit did to a claim. `kind` names the rule; without `contradicts` the value is gone and none in its place."""

    kind: str
    reason: str
    contradicts: bool = True
    substitutions: tuple[Substitution, ...] = ()


def turned(old: Sentence, new: Sentence, claim: str, *, also: Sequence[str] = ()) -> Turn | None:
    """How the edit of `old` into `new` took the claim's support; None where what the claim rests on is intact.

    `also` are further new sentences that a judge named as support: a value that moved there is not gone.
    """
    return (
        _value(old, new, claim, also)
        or _name(old, new, claim, also)
        or (None if also else _small_words(old.text, new.text, claim))
    )


def _value(old: Sentence, new: Sentence, claim: str, also: Sequence[str]) -> Turn | None:
    """A number, date, version, or name with a form of its own that the claim states, and the new sentence does not."""
    stated = {item.key: item for item in anchors(claim).hard}
    texts = (new.text, *also)
    known = hard_keys(old.text)
    gained = [item for item in anchors(new.text).hard if item.key not in known]
    names = [item.value for item in gained] + [name.casefold() for name in _code(new.source)]
    lost = [
        item
        for item in anchors(old.text).hard
        if item.key in stated and not stands(item, texts) and not _longer_or_shorter(item.value, names)
    ]
    if not lost:
        return None
    pairs = list(_paired(lost, gained))
    values = tuple(Substitution(old=stated[item.key].surface, new=other.surface) for item, other in pairs)
    if not values:
        gone = ", ".join(stated[item.key].surface for item in lost)
        return Turn(kind="value", reason=f"it no longer states {gone}", contradicts=False)
    now = ", ".join(f"{value.new} instead of {value.old}" for value in values)
    return Turn(kind="value", reason=f"it now states {now}", substitutions=values)


def _paired(lost: Sequence[Anchor], gained: Sequence[Anchor]) -> Iterator[tuple[Anchor, Anchor]]:
    rest = list(gained)
    for item in lost:
        other = next((one for one in rest if one.kind == item.kind), None)
        if other is not None:
            rest.remove(other)
            yield item, other


def _name(old: Sentence, new: Sentence, claim: str, also: Sequence[str]) -> Turn | None:
    """A word in code type that the claim names and the new sentence does not."""
    before, after = _code(old.source), _code(new.source)
    lost = [
        name
        for name in before
        if written(name, (claim,)) and not written(name, (new.text, *also)) and not _longer_or_shorter(name, after)
    ]
    if not lost:
        return None
    gained = [name for name in after if name not in before]
    if len(lost) == len(gained) == 1:
        value = Substitution(old=lost[0], new=gained[0])
        return Turn(kind="name", reason=f"it now names {value.new} instead of {value.old}", substitutions=(value,))
    return Turn(kind="name", reason=f"it no longer names {', '.join(lost)}", contradicts=False)


def _longer_or_shorter(name: str, others: Sequence[str]) -> bool:
    """Whether one of the others is the same name with or without what it is a part of: `post.send` and `send`."""
    return any(other != name and (other.endswith(f".{name}") or name.endswith(f".{other}")) for other in others)


def _code(source: str) -> list[str]:
    found = (match[2] or match[3] for match in _CODE.finditer(source))
    return list(dict.fromkeys(name.strip() for name in found if name.strip()))


def _small_words(old: str, new: str, claim: str) -> Turn | None:
    """A negation that came or went, a "must" for a "may", an "all" for a "some", a word for its opposite."""
    swapped = tuple(swaps(old, new))
    denied = len(negations(old)) % 2 != len(negations(new)) % 2
    flipped = opposed(shape(old), shape(new)) or any(_modal_swap(a, b) for a, b in swapped)
    if denied and not flipped:
        concerned = _denial_concerns(old, new, claim)
        return Turn(kind="negation", reason="it now says the opposite") if concerned else None
    if denied:
        return None
    words = frozenset(stems(claim)) | frozenset(map(stem, tokens(claim)))
    for before, after in swapped:
        for told in (_opposite(before, after, words), _modal(before, after, claim), _quantity(before, after, claim)):
            if told is not None:
                return Turn(kind="word", reason=f"it now says “{told[1]}” instead of “{told[0]}”")
    only = _classes(claim) & _classes(old) - _classes(new)
    if "only" in only:
        return Turn(kind="only", reason="it no longer says that it is the only one", contradicts=False)
    return None


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
            if first in claim and (opposite(first, second) or opposite(old, new) or other_unit):
                return old, new
    return None


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
