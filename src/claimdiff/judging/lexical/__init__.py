"""The offline judge: deterministic, without a model. Words are aligned, anchors decide.

A claim is supported where one place of the passages says all of it: its words, every number, name and date, with the
same polarity, order and strength. A place about the same thing that states another value or denies it contradicts the
claim. In the middle the judge says `unverifiable`: a wrong "supported" hides a lost answer, an honest doubt does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.judging.evidence import from_segment
from claimdiff.judging.lexical.reading import read
from claimdiff.judging.lexical.verdict import NEAREST, Finding, findings
from claimdiff.records import Judgement, Substitution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Entailment, Passage

MODEL = "lexical-1"


def judge(
    claim: str, passages: Sequence[Passage], *, question: str | None = None, entailment: Entailment = "implied"
) -> Judgement:
    """Judge one claim against passages. Pure and deterministic; the question lends a subject, never evidence."""
    reading = read(claim)
    if not any(passage.segments for passage in passages):
        return Judgement(
            verdict="unverifiable", reason="There is no passage to judge by.", rule="no-passage", confidence=1.0
        )
    if not reading.terms and not reading.values:
        return Judgement(verdict="unverifiable", reason="The claim has no content.", rule="no-content", confidence=0.5)
    found = findings(reading, passages, question=question, explicit=entailment == "explicit")
    return _decide(found)


def _decide(found: list[Finding]) -> Judgement:
    support = next((item for item in found if item.supports), None)
    against = next((item for item in found if item.contradicts), None)
    partly = next((item for item in found if item.partly), None)
    if against and support and against.alignment.own < support.alignment.own - 0.05:
        against = None
    if against:
        return _judgement("contradicted", against, conflict=support)
    if support:
        return _judgement("supported", support)
    if partly:
        return _judgement("partially_supported", partly)
    return _unverifiable(found)


def _judgement(verdict: str, finding: Finding, *, conflict: Finding | None = None) -> Judgement:
    place = finding.alignment.place
    quotes = [from_segment(place.passage, place.segment)]
    if conflict:
        other = conflict.alignment.place
        quotes.append(from_segment(other.passage, other.segment))
    return Judgement(
        verdict=verdict,  # type: ignore[arg-type]
        evidence=tuple(quotes),
        reason=finding.rule,
        rule=finding.rule,
        confidence=round(min(1.0, finding.score), 2),
        conflict=conflict is not None,
        substitutions=tuple(Substitution(old=pair.claimed.surface, new=pair.stated.surface) for pair in finding.rivals),
    )


def _unverifiable(found: list[Finding]) -> Judgement:
    nearest = [item for item in found[:1] if item.score >= NEAREST]
    quotes = tuple(from_segment(item.alignment.place.passage, item.alignment.place.segment) for item in nearest)
    return Judgement(verdict="unverifiable", evidence=quotes, reason="not said", rule="not-said", confidence=0.5)
