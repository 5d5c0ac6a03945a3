"""Support for a long claim from several places, each of which says a part of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.alignment import LENT, listed_in
from claimdiff.judging.lexical.contradictions import turned
from claimdiff.judging.lexical.values import stands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.reading import Reading
    from claimdiff.judging.lexical.verdict import Finding

_LONG, _VERY_LONG = 9, 13
_FIRST = 0.4
_TWO, _THREE = 0.66, 0.56
_GAIN = 0.08
# Chinese and Japanese stand in pairs of characters, about three of which are a word
_WITHOUT_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_PAIRS_A_WORD = 3


def join(claim: Reading, found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The places that together say a long claim, best first; empty where they do not or the claim is short.

    Two places may carry a claim of nine content words, three one of thirteen. Every name and value must stand in one
    of them, and none of them may speak against it.
    """
    concepts = {term.concept: _WITHOUT_BLANKS.match(term.concept) is not None for term in claim.terms}
    length = len(concepts) - sum(concepts.values()) + sum(concepts.values()) // _PAIRS_A_WORD
    usable = [item for item in found if item.against is None and not turned(item.beside)]
    if length < _LONG or not usable or usable[0].beside.wide < _FIRST:
        return ()
    most, least = (3, _THREE) if length >= _VERY_LONG else (2, _TWO)
    chosen = [usable[0]]
    while len(chosen) < most:
        best = max(usable, key=lambda item: said(claim, [*chosen, item]))
        if said(claim, [*chosen, best]) - said(claim, chosen) < _GAIN:
            break
        chosen.append(best)
    return tuple(chosen) if said(claim, chosen) >= least and _complete(claim, chosen) else ()


def said(claim: Reading, chosen: Sequence[Finding]) -> float:
    """Weighted share of the claim that the chosen places say themselves."""
    weight = chosen[0].beside.weight
    total = sum(weight.values())
    have = sum(
        weight[concept]
        for concept in {term.concept: None for term in claim.terms}
        if any(item.beside.tier[concept] >= LENT for item in chosen)
    )
    return have / total if total else 0.0


def _complete(claim: Reading, chosen: Sequence[Finding]) -> bool:
    readings = [reading for item in chosen for reading in item.place.around]
    readings += [chosen[0].place.title]
    listed = all(
        any(item.beside.tier[key] for item in chosen) for key in listed_in(claim.text) if chosen[0].beside.weight[key]
    )
    names = [term for term in claim.terms if term.name and not term.hard and chosen[0].beside.weight[term.concept]]
    return (
        listed
        and all(stands(item, readings) for item in claim.values)
        and all(any(item.beside.tier[term.concept] for item in chosen) for term in names)
    )
