"""How much of a claim each place says, term by term."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.reading import Reading, Term, is_light

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.judging.lexical.places import Place

NEAR, HEADING, NEIGHBOUR = 0.95, 0.9, 0.8
_LIGHT_WEIGHT, _NAME_WEIGHT = 0.3, 1.4


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """A claim beside one place.

    `own` is the weighted share (0 to 1) of the claim's terms that stand in the segment, its context or its headings;
    `wide` counts the neighbours too, `inside` only the segment; `subject` is `own` over the terms that are no anchors. `missing` are the terms that stand nowhere around.
    """

    place: Place
    own: float
    wide: float
    inside: float
    subject: float
    missing: tuple[Term, ...]
    neighbours: tuple[Place, ...]


def weights(claim: Reading, found: Sequence[Place]) -> dict[str, float]:
    """Weight of each concept of the claim: rare ones among the places count more, light verbs next to nothing."""
    total = len(found) + 1
    result: dict[str, float] = {}
    for term in claim.terms:
        if term.concept in result:
            continue
        shared = sum(term.concept in place.reading.concepts for place in found)
        rarity = 0.6 + 0.4 * math.log(total / (shared + 1)) / math.log(total) if total > 1 else 1.0
        kind = _NAME_WEIGHT if term.name else _LIGHT_WEIGHT if is_light(term) else 1.0
        result[term.concept] = kind * rarity
    return result


def align(claim: Reading, place: Place, around: Sequence[Place], weight: Mapping[str, float]) -> Alignment:
    """The claim beside `place`; `around` are all places of the same passage in order."""
    neighbours = tuple(around[at] for at in (place.index - 1, place.index + 1) if 0 <= at < len(around))
    own = wide = inside = plain = soft = 0.0
    missing: list[Term] = []
    seen: set[str] = set()
    for term in claim.terms:
        key = term.concept
        if key in seen:
            continue
        seen.add(key)
        value = weight[key]
        before = own
        if key in place.reading.concepts:
            inside += value
            own += value
            wide += value
        elif any(key in near.concepts for near in place.near):
            own += value * NEAR
            wide += value * NEAR
        elif key in place.heading.concepts:
            own += value * HEADING
            wide += value * HEADING
        elif any(key in other.reading.concepts for other in neighbours):
            wide += value * NEIGHBOUR
        else:
            missing.append(term)
        if not term.hard:
            soft += value
            plain += own - before
    total = sum(weight.values()) or 1.0
    return Alignment(
        place=place,
        own=own / total,
        wide=wide / total,
        inside=inside / total,
        subject=plain / soft if soft else own / total,
        missing=tuple(missing),
        neighbours=neighbours,
    )


def quick(weight: Mapping[str, float], place: Place) -> float:
    """A cheap bound for ranking: what of the claim stands in the segment, its context and its headings."""
    score = 0.0
    for key, value in weight.items():
        if key in place.reading.concepts:
            score += value
        elif any(key in near.concepts for near in place.near):
            score += value * 0.7
        elif key in place.heading.concepts:
            score += value * 0.5
    return score
