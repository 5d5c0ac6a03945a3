"""From alignments to findings: support needs every anchor, and a contradiction needs the same subject."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.alignment import LENT, Alignment, align, quick, weights
from claimdiff.judging.lexical.compounds import other_command, other_compound
from claimdiff.judging.lexical.contradictions import Against, examine, turned
from claimdiff.judging.lexical.denied import denial_lost
from claimdiff.judging.lexical.gratis import missing_gratis
from claimdiff.judging.lexical.keys import of_another_value
from claimdiff.judging.lexical.limits import unlimited
from claimdiff.judging.lexical.opposites import reversed_in
from claimdiff.judging.lexical.places import Place, places
from claimdiff.judging.lexical.reading import Reading, read
from claimdiff.judging.lexical.scopes import Scopes
from claimdiff.judging.lexical.strength import imposed, weaker
from claimdiff.judging.lexical.values import MEASURED, missing_rate, stands

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.judging.lexical.reading import Term
    from claimdiff.records import Passage
    from claimdiff.text.anchors import Anchor

# how much of a claim must be said, by the number of its content words: in a short one each word counts
_SUPPORT = ((5, 0.78), (8, 0.7), (12, 0.64))
_SUPPORT_LONG = 0.6
# of these shares one must stand in the sentence and what it refers to, the other in the sentence alone
ITSELF, _INSIDE = 0.45, 0.2
# the least share of what the claim says outside of its conditions: who only shares those says something else of the case
_MAIN = 0.55
_EXAMINED, _WORTH = 8, 0.15
_LACKING = 0.15
_DEFAULT = "default"
_HEAD = 3
"""So many terms open a claim."""


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What one place says of the claim. `against` is set where it speaks against it, `partly` where it says less."""

    beside: Alignment
    score: float
    supports: bool = False
    against: Against | None = None
    partly: str = ""
    lacking: tuple[str, ...] = ()

    @property
    def place(self) -> Place:
        """Where it was found."""
        return self.beside.place


def findings(claim: Reading, passages: Sequence[Passage], *, question: str | None, explicit: bool) -> list[Finding]:
    """The places that say most of the claim, examined, best first."""
    pages = [places(passage) for passage in passages]
    scopes = Scopes(claim, question, [place for page in pages for place in page])
    everywhere = [
        (place, page)
        for page in pages
        for place in page
        if not scopes.foreign(place) and not of_another_value(claim.text, place)
    ]
    known = [place for place, _ in everywhere]
    weight = weights(claim, known)
    for concept in _excused(claim, known, question):
        weight[concept] = 0.0
    absent = _absent(known)
    rank = [quick(weight, place) for place in known]
    least = _WORTH * sum(weight.values())
    best = sorted(range(len(rank)), key=lambda at: (-rank[at], at))[:_EXAMINED]
    ranked = [at for at in best if rank[at] >= least]
    ranked += [at for at in _noted(claim, known) if at not in ranked]
    asked = read(question).concepts if question else frozenset[str]()
    found: list[Finding] = []
    for place, page in (everywhere[at] for at in ranked):
        own = {**weight, **dict.fromkeys(covered, 0.0)} if (covered := scopes.covered(place)) else weight
        found.append(_finding(align(claim, place, page, own), absent, asked, explicit=explicit))
    return sorted(found, key=lambda item: -item.score - item.beside.inside)


def _noted(claim: Reading, everywhere: Sequence[Place]) -> list[int]:
    """Places that share little with the claim but may be a note on one of its names."""
    names = {item.value.partition("=")[0] for item in claim.values if item.kind not in MEASURED}
    return [
        at
        for at, place in enumerate(everywhere)
        if place.hint and any(name in place.segment.text.lower() for name in names)
    ][:_EXAMINED]


def needed(claim: Reading) -> float:
    """The share of a claim (0 to 1) that a place must say to support it."""
    length = len({term.concept for term in claim.terms if not term.light})
    return next((share for most, share in _SUPPORT if length <= most), _SUPPORT_LONG)


def _absent(everywhere: Sequence[Place]) -> Callable[[Anchor], bool]:
    """Whether an anchor stands on none of the pages (a cheap look at the text)."""
    return lambda item: not any(item.surface in place.segment.text for place in everywhere)


def _finding(beside: Alignment, absent: Callable[[Anchor], bool], asked: frozenset[str], *, explicit: bool) -> Finding:
    """One place: is everything there, and does nothing speak against it."""
    claim, place = beside.claim, beside.place
    around = place.around
    here = [item for item in claim.values if not stands(item, around)]
    wide = (
        around
        if explicit or not here or _is_bare(claim)
        else (*around, place.title, *(other.reading for other in beside.neighbours))
    )
    lacking = [item for item in here if not stands(item, wide)]
    score = (beside.literal if explicit else beside.wide) - _LACKING * len(lacking)
    if against := examine(beside, here, absent=absent):
        return Finding(beside=beside, score=score, against=against)
    near = (*around, place.title)
    complete = (
        not lacking
        and not beside.strange_around
        and not missing_rate(claim, near)
        and not missing_gratis(claim, chain(near, (other.reading for other in beside.neighbours)))
    )
    enough = (
        complete
        and score >= needed(claim)
        and beside.share(LENT) >= ITSELF
        and beside.share(main=True) >= _MAIN
        and beside.listed
        and not _only_in_a_case(beside)
        and not _another_is_default(beside)
        and not (place.segment.kind == "code" and other_command(claim, place))
        and not other_compound(claim, place)
        and (beside.inside >= _INSIDE or place.segment.kind == "code" or _holds_values(claim, place))
        and not turned(beside)
        and not reversed_in(beside)
        and not denial_lost(
            claim, place.reading, (*around[1:], *(other.reading for other in beside.neighbours), place.title)
        )
    )
    if enough and (
        rule := weaker(claim, around)
        or ("duty" if imposed(beside) else "")
        or ("limit" if unlimited(beside, asked) else "")
    ):
        return Finding(beside=beside, score=score, partly=rule)
    texts = [item.surface for item in lacking]
    texts += [claim.text[term.start : term.end] for term in beside.missing if not term.hard]
    return Finding(beside=beside, score=score, supports=enough, lacking=tuple(texts))


def _only_in_a_case(beside: Alignment) -> bool:
    """What the claim says of the default, the place says under a condition, with no word of the default around."""
    bare = _DEFAULT in beside.tier and not beside.tier[_DEFAULT] and not beside.claim.conditions
    return bare and bool(beside.place.reading.conditions)


def _another_is_default(beside: Alignment) -> bool:
    """Whether the claim tells the default, and of the items or rows beside each other another one is called it."""
    place = beside.place
    if beside.tier.get(_DEFAULT, 1.0) or place.segment.kind not in {"item", "row"}:
        return False
    lead = place.segment.context
    return any(
        _DEFAULT in other.own
        and other.segment.kind == place.segment.kind
        and other is not place
        and (other.item != place.item or place.item < 0)
        and other.segment.context.startswith(lead)
        for other in places(place.passage)
    )


def _is_bare(claim: Reading) -> bool:
    """Whether a claim has but one word beside its values: then a value of the next sentence may be that of anything."""
    return len({term.concept for term in claim.terms if not term.light}) <= 1


def _holds_values(claim: Reading, place: Place) -> bool:
    """Whether the sentence itself holds every value of the claim; its other words may all stand in what it refers to.

    Of a bare default one value is enough.
    """
    if place.entry:
        return any(stands(item, (place.reading,)) for item in claim.values)
    return bool(claim.values) and all(stands(item, (place.reading,)) for item in claim.values)


def _excused(claim: Reading, everywhere: Sequence[Place], question: str | None) -> frozenset[str]:
    """The product's own name: asked about, and on none of the pages, which take it for granted.

    It stands at the head of the claim, or with its thing as in the question ("change the Corvid port"). The rest of the claim must say something by itself.
    """
    if not question:
        return frozenset()
    asked = read(question).concepts
    for at, term in enumerate(claim.terms):
        if at >= _HEAD and not _owns(claim, term, question):
            continue
        capital = claim.text[term.start : term.start + 1].isupper()
        rest = claim.values or any(other.concept != term.concept and not other.light for other in claim.terms)
        if capital and rest and term.concept in asked and not _known(term.concept, everywhere):
            return frozenset({term.concept})
    return frozenset()


def _owns(claim: Reading, term: Term, question: str) -> bool:
    """Whether a name stands right before its thing, and does so in the question."""
    thing = re.match(r" [a-z]+\b", claim.text[term.end :])
    return thing is not None and f"{claim.text[term.start : term.end]}{thing[0]}" in question


def _known(concept: str, everywhere: Sequence[Place]) -> bool:
    return any(concept in place.own | place.heading for place in everywhere)
