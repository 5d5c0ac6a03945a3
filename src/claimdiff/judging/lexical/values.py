"""Do the numbers, dates and names of a claim stand at a place, and what stands there instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.text.anchors import Anchor, rates

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.reading import Reading

_UP, _DOWN = {">", ">="}, {"<", "<="}
_NUMBERS = {"quantity", "version"}
_TIME = {"s", "month"}


@dataclass(frozen=True, slots=True)
class Rival:
    """Another value of the same kind where the claim's should stand."""

    claimed: Anchor
    stated: Anchor


def same_value(claimed: Anchor, stated: Anchor) -> bool:
    """Whether a stated anchor backs a claimed one; a bound in one direction never backs the other."""
    if not _same(claimed, stated):
        return False
    return not (
        (claimed.comparator in _UP and stated.comparator in _DOWN)
        or (claimed.comparator in _DOWN and stated.comparator in _UP)
    )


def _same(claimed: Anchor, stated: Anchor) -> bool:
    if claimed.kind in _NUMBERS and stated.kind in _NUMBERS:
        return claimed.unit == stated.unit and claimed.value == stated.value
    if claimed.kind == "date" and stated.kind == "date":
        return _date(claimed.value, stated.value)
    if stated.kind == "date":
        return claimed.kind in _NUMBERS and not claimed.unit and stated.value.startswith(f"{claimed.value}-")
    return (claimed.kind == stated.kind and claimed.value == stated.value) or (
        claimed.kind not in _NUMBERS and claimed.value == stated.value
    )


def _date(claimed: str, stated: str) -> bool:
    if stated == claimed or stated.startswith(f"{claimed}-"):
        return True
    return claimed.startswith("--") and stated.endswith(claimed[1:])


def stands(item: Anchor, where: Iterable[Reading]) -> bool:
    """Whether an anchor of the claim stands in one of the readings."""
    return any(same_value(item, other) for reading in where for other in reading.values) or (
        item.kind == "identifier" and _parts_stand(item, where)
    )


def _parts_stand(item: Anchor, where: Iterable[Reading]) -> bool:
    """A dotted name may be spelled out level by level (`storage.tsdb` in YAML), a setting as name and value."""
    if "=" in item.value:
        name, _, value = item.value.partition("=")
        return any(name in reading.text.lower() and value in reading.text.lower() for reading in where)
    words = item.value.split(".")
    if len(words) < 2 or len(words[-1]) < 3:
        return False
    stems = frozenset[str]().union(*(reading.stems for reading in where))
    text = " ".join(reading.text.lower() for reading in where)
    return all(word in stems or f"{word}:" in text for word in words)


def rivals(claim: Reading, missing: Iterable[Anchor], place: Place) -> list[Rival]:
    """For each anchor that is missing at the place, the one value of the same kind that stands there instead."""
    found = []
    taken: set[tuple[int, int]] = set()
    for item in missing:
        candidates = [
            other
            for other in place.reading.values
            if (other.start, other.end) not in taken
            and _comparable(item, other)
            and not any(same_value(mine, other) for mine in claim.values)
        ]
        candidates = [
            other
            for other in candidates
            if item.unit or item.kind not in _NUMBERS or _same_noun(claim, item, place.reading, other)
        ]
        if candidates:
            best = min(candidates, key=lambda other: (-_shared(claim, item, place.reading, other), other.start))
            taken.add((best.start, best.end))
            found.append(Rival(item, best))
    return found


def opposite_bounds(claim: Reading, place: Place) -> list[Rival]:
    """Equal values with opposite bounds: "at least 5" beside "at most 5"."""
    return [
        Rival(item, other)
        for item in claim.values
        for other in place.reading.values
        if _same(item, other) and not same_value(item, other)
    ]


def _comparable(claimed: Anchor, stated: Anchor) -> bool:
    if claimed.kind in _NUMBERS and stated.kind in _NUMBERS:
        return claimed.unit == stated.unit or {claimed.unit, stated.unit} <= _TIME
    if claimed.kind in {"url", "path", "identifier", "flag"}:
        return claimed.kind == stated.kind and claimed.value != stated.value
    return claimed.kind == stated.kind


def _around(reading: Reading, item: Anchor) -> tuple[set[str], set[str]]:
    before = [term.concept for term in reading.terms if term.end <= item.start][-2:]
    after = [term.concept for term in reading.terms if term.start >= item.end][:2]
    return set(before), set(after)


def _shared(claim: Reading, item: Anchor, stated: Reading, other: Anchor) -> int:
    mine, theirs = _around(claim, item), _around(stated, other)
    return len((mine[0] | mine[1]) & (theirs[0] | theirs[1]))


def _same_noun(claim: Reading, item: Anchor, stated: Reading, other: Anchor) -> bool:
    return _shared(claim, item, stated, other) > 0


def other_rate(claim: Reading, where: Iterable[Reading]) -> bool:
    """Whether the place counts by another period than the claim (a month, a year)."""
    mine = rates(claim.text)
    theirs = frozenset[str]().union(*(rates(reading.text) for reading in where))
    return bool(mine and theirs) and not mine <= theirs and not theirs <= mine
