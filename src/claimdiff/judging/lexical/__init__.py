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
from claimdiff.judging.lexical.cells import told
from claimdiff.judging.lexical.decision import decide
from claimdiff.judging.lexical.joint import join
from claimdiff.judging.lexical.presupposed import presupposed
from claimdiff.judging.lexical.reading import read
from claimdiff.judging.lexical.together import together
from claimdiff.judging.lexical.verdict import findings
from claimdiff.records import Judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Entailment, Evidence, Passage, Substitution

MODEL = LEXICAL

__all__ = ["MODEL", "judge"]


def judge(
    claim: str,
    passages: Sequence[Passage],
    *,
    question: str | None = None,
    entailment: Entailment = "implied",
    weighed: bool = True,
) -> Judgement:
    """Judge one claim against passages. Pure and deterministic; the question lends a subject, never evidence.

    Args:
        claim: a sentence that stands on its own.
        passages: what was retrieved.
        question: the question that was asked.
        entailment: `explicit` counts only the claim's own words in one place.
        weighed: whether a claim that no place says by itself may be supported by the weight of all passages. A check
            of a change turns this off: it would not see one sentence leave among many about the same thing.
    """
    return _judge(claim, tuple(passages), question, entailment, weighed=weighed and entailment == "implied")


@lru_cache(maxsize=4096)
def _judge(
    claim: str, passages: tuple[Passage, ...], question: str | None, entailment: Entailment, *, weighed: bool
) -> Judgement:
    """The two sides of a change mostly hold the same passages, so the second look costs nothing."""
    found = _decided(claim, passages, question, entailment, weighed=weighed)
    if not found.substitutions or found.rule == "presupposed-value":
        return found
    said = tuple(passage for passage in passages if _holds(passage, found.evidence[0]))
    renewed = _decided(_with(claim, found.substitutions), said, question, entailment, weighed=False)
    return found if renewed.supported else replace(found, substitutions=())


def _decided(
    claim: str, passages: Sequence[Passage], question: str | None, entailment: Entailment, *, weighed: bool
) -> Judgement:
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
    judgement = decide(found, joined=() if explicit or weighed else join(reading, found))
    judgement = judgement if explicit else told(reading, passages, found, judgement, question=question)
    if judgement.verdict == "unverifiable" and (denied := presupposed(reading, passages)):
        return denied
    if judgement.verdict == "unverifiable" and weighed:
        return together(reading, passages, found) or judgement
    return judgement


def _holds(passage: Passage, quote: Evidence) -> bool:
    return any(segment.line_start == quote.line_start and segment.source == quote.quote for segment in passage.segments)


def _with(claim: str, substitutions: Sequence[Substitution]) -> str:
    """The claim with the docs' values in the place of its own."""
    for item in substitutions:
        claim = claim.replace(item.old, item.new, 1)
    return claim
