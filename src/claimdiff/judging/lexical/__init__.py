"""The offline judge: deterministic, without a model. Words are aligned, anchors decide.

A claim is supported where one place of the passages says all of it: its words, every number, name and date, with the
same polarity, order and strength. A place about the same thing that states another value or denies it contradicts the
claim. In the middle the judge says `unverifiable`: a wrong "supported" hides a lost answer, an honest doubt does not.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging import LEXICAL
from claimdiff.judging.lexical.decision import decide
from claimdiff.judging.lexical.joint import join
from claimdiff.judging.lexical.presupposed import presupposed
from claimdiff.judging.lexical.reading import read
from claimdiff.judging.lexical.verdict import findings
from claimdiff.records import Judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Entailment, Evidence, Passage, Substitution

MODEL = LEXICAL

__all__ = ["MODEL", "judge"]


def judge(
    claim: str, passages: Sequence[Passage], *, question: str | None = None, entailment: Entailment = "implied"
) -> Judgement:
    """Judge one claim against passages. Pure and deterministic; the question lends a subject, never evidence."""
    return _judge(claim, tuple(passages), question, entailment)


@lru_cache(maxsize=4096)
def _judge(claim: str, passages: tuple[Passage, ...], question: str | None, entailment: Entailment) -> Judgement:
    """The two sides of a change mostly hold the same passages, so the second look costs nothing."""
    found = _decided(claim, passages, question, entailment)
    if not found.substitutions or found.rule == "presupposed-value":
        return found
    said = tuple(passage for passage in passages if _holds(passage, found.evidence[0]))
    renewed = _decided(_with(claim, found.substitutions), said, question, entailment)
    return found if renewed.supported else replace(found, substitutions=())


def _decided(claim: str, passages: Sequence[Passage], question: str | None, entailment: Entailment) -> Judgement:
    reading = read(claim)
    if not any(passage.segments for passage in passages):
        return Judgement(
            verdict="unverifiable", reason="There is no passage to judge by.", rule="no-passage", confidence=1.0
        )
    if not reading.terms and not reading.values:
        return Judgement(
            verdict="unverifiable",
            reason="The claim has no words that say something.",
            rule="no-content",
            confidence=0.5,
        )
    explicit = entailment == "explicit"
    found = findings(reading, passages, question=question, explicit=explicit)
    judgement = decide(found, joined=() if explicit else join(reading, found))
    if judgement.verdict == "unverifiable" and (denied := presupposed(reading, passages)):
        return denied
    return judgement


def _holds(passage: Passage, quote: Evidence) -> bool:
    return any(segment.line_start == quote.line_start and segment.source == quote.quote for segment in passage.segments)


def _with(claim: str, substitutions: Sequence[Substitution]) -> str:
    """The claim with the docs' values in the place of its own."""
    for item in substitutions:
        claim = claim.replace(item.old, item.new, 1)
    return claim
