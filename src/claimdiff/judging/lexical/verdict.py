"""From alignments to a verdict: support needs every anchor, and a contradiction needs the same subject."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.judging.lexical import contradictions as against
from claimdiff.judging.lexical.alignment import Alignment, align, quick, weights
from claimdiff.judging.lexical.places import Place, places
from claimdiff.judging.lexical.reading import Reading, read
from claimdiff.judging.lexical.values import Rival, stands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Passage

SUPPORT, SAME_SUBJECT, NEAREST = 0.72, 0.6, 0.3
_EXAMINED = 8


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What one place says of the claim: `supports`, or `contradicts` with the rule that found it, or neither."""

    alignment: Alignment
    score: float
    supports: bool = False
    contradicts: bool = False
    partly: bool = False
    rule: str = ""
    rivals: tuple[Rival, ...] = ()
    missing: tuple[str, ...] = field(default=())


def findings(claim: Reading, passages: Sequence[Passage], *, question: str | None, explicit: bool) -> list[Finding]:
    """The places that say most of the claim, examined, best first."""
    pages = [places(passage) for passage in passages]
    everywhere = [place for page in pages for place in page]
    around = [page for page in pages for _ in page]
    weight = weights(claim, everywhere)
    excused = _excused(claim, everywhere, question)
    for concept in excused:
        weight[concept] = 0.0
    ranked = sorted(enumerate(everywhere), key=lambda item: (-quick(weight, item[1]), item[0]))[:_EXAMINED]
    found = [
        examine(claim, align(claim, place, around[at], weight), everywhere, excused, explicit=explicit)
        for at, place in ranked
    ]
    return sorted(found, key=lambda item: -item.score)


def examine(
    claim: Reading, beside: Alignment, everywhere: Sequence[Place], excused: frozenset[str], *, explicit: bool
) -> Finding:
    """One place: is everything there, and does nothing speak against it."""
    place = beside.place
    own = (place.reading, *place.near)
    wide = (*own, place.heading, *(other.reading for other in beside.neighbours))
    allowed = (place.reading,) if explicit else wide
    lacking = [item for item in claim.values if not stands(item, allowed)]
    score = (beside.inside if explicit else beside.wide) - 0.15 * len(lacking)
    if beside.subject >= SAME_SUBJECT:
        rule, pairs = against.examine(claim, place, lacking)
        if rule:
            return Finding(beside, score, contradicts=True, rule=rule, rivals=tuple(pairs))
    names = [term for term in beside.missing if term.name and term.concept not in excused]
    enough = score >= SUPPORT and not lacking and not names
    if enough and (rule := against.weaker(claim, own)):
        return Finding(beside, score, partly=True, rule=rule)
    if enough:
        return Finding(beside, score, supports=True, rule="aligned")
    gone = tuple(item.surface for item in lacking) + tuple(claim.text[term.start : term.end] for term in beside.missing)
    return Finding(beside, score, missing=gone)


def _excused(claim: Reading, everywhere: Sequence[Place], question: str | None) -> frozenset[str]:
    """The product's own name: asked about, at the head of the claim, and on none of the pages, which take it for granted."""
    if not question:
        return frozenset()
    asked = read(question).concepts
    for term in claim.terms[:3]:
        capital = claim.text[term.start : term.start + 1].isupper()
        if (
            capital
            and term.concept in asked
            and not any(term.concept in place.own | place.heading.concepts for place in everywhere)
        ):
            return frozenset({term.concept})
    return frozenset()
