"""Support from all passages together, where no place carries the claim by itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.evidence import from_segment
from claimdiff.judging.lexical.anywhere import names_stand, values_stand
from claimdiff.judging.lexical.contradictions import SAME_SUBJECT, turned
from claimdiff.judging.lexical.frames import filled_otherwise
from claimdiff.judging.lexical.gratis import missing_gratis
from claimdiff.judging.lexical.joint import said
from claimdiff.judging.lexical.places import places
from claimdiff.judging.lexical.values import missing_rate
from claimdiff.judging.lexical.weighing import shares, weigh
from claimdiff.records import Judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.alignment import Alignment
    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.reading import Reading
    from claimdiff.judging.lexical.verdict import Finding
    from claimdiff.records import Passage

_ENOUGH = 0.5
_QUOTES, _GAIN = 3, 0.08
# "only four" is four, and few; "only owners" leaves all others out
_COUNTED = re.compile(
    r"\bonly (?:about |some )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|half)\b",
    re.IGNORECASE,
)


def together(claim: Reading, passages: Sequence[Passage], found: Sequence[Finding]) -> Judgement | None:
    """Supported, where the passages together say enough of the claim and every value of it stands somewhere; else None."""
    if not names_stand(claim, passages):
        return None
    shared = shares(claim.text, passages)
    sure = weigh(shared)
    if sure < _ENOUGH or not values_stand(claim, passages) or _spoken_against(claim, passages, found):
        return None
    return Judgement(
        verdict="supported",
        evidence=tuple(from_segment(place.passage, place.segment) for place in _carrying(claim, passages, found)),
        reason=(
            f"The passages say it together: {shared.said:.0%} of its words stand there, and {shared.near:.0%} of its "
            "neighbouring words near each other."
        ),
        rule="together",
        confidence=round(sure, 2),
    )


def ruled_out(claim: Reading, passages: Sequence[Passage], found: Sequence[Finding]) -> bool:
    """Whether a hard rule forbids it, whatever the weight: something missing, or something that speaks against it."""
    return (
        not names_stand(claim, passages) or not values_stand(claim, passages) or _spoken_against(claim, passages, found)
    )


def _spoken_against(claim: Reading, passages: Sequence[Passage], found: Sequence[Finding]) -> bool:
    """Whether a place about the same thing denies what the claim affirms, or nothing says its "only", its period or its "free"."""
    if any(item.beside.subject >= SAME_SUBJECT and _is_turned(item.beside) for item in found):
        return True
    standing = [place for passage in passages for place in places(passage)]
    everywhere = [place.reading for place in standing]
    if missing_rate(claim, everywhere) or missing_gratis(claim, everywhere) or filled_otherwise(claim.text, standing):
        return True
    exclusive = "only" in claim.quantifiers and not _COUNTED.search(claim.text)
    return exclusive and not any("only" in reading.quantifiers for reading in everywhere)


def _is_turned(beside: Alignment) -> bool:
    """Whether a place denies a word of the claim, or has the opposite of one: "first" and "last"."""
    return turned(beside) or any(not beside.tier[term.concept] for term in beside.turned)


def _carrying(claim: Reading, passages: Sequence[Passage], found: Sequence[Finding]) -> list[Place]:
    """Up to three places, each of which adds something that the ones before do not say; else the nearest one."""
    usable = [item for item in found if item.against is None]
    if not usable:
        everywhere = [place for passage in passages for place in places(passage)]
        return [max(everywhere, key=lambda place: len(place.own & claim.concepts))]
    chosen = [usable[0]]
    while len(chosen) < _QUOTES:
        best = max(usable, key=lambda item: said(claim, [*chosen, item]))
        if said(claim, [*chosen, best]) - said(claim, chosen) < _GAIN:
            break
        chosen.append(best)
    return [item.place for item in chosen]
