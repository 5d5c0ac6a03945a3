"""The offline generator: it replays the approved answer (baseline), else the golden set's reference answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.claims import identity, rules
from claimdiff.records import Answer, Claim
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.golden import GoldenQuestion

NEAR = 0.3
"""Share of common words from which on a piece of the answer is taken to state a claim that a person wrote."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """A recorded answer with its claims; `approved` says that it comes from a baseline file."""

    answer: Answer
    claims: tuple[Claim, ...]
    approved: bool


def replay(question: GoldenQuestion | None, entry: BaselineEntry | None) -> Recorded | None:
    """The recorded answer of one side, or None where that side has none.

    The claims are those of the baseline file; only without that file those of the golden set; only without those they
    are extracted.
    """
    if entry is not None:
        answer = Answer(text=entry.answer, state=entry.state)
        claims = tuple(Claim(id=claim.id, text=claim.text) for claim in entry.claims)
        return Recorded(answer=answer, claims=located(entry.answer, claims, entry.question), approved=True)
    if question is None or question.answer is None:
        return None
    state = rules.answer_state(question.answer)
    return Recorded(
        answer=Answer(text=question.answer, state=state), claims=_reference_claims(question, state), approved=False
    )


def _reference_claims(question: GoldenQuestion, state: str) -> tuple[Claim, ...]:
    if state != "answered" or question.answer is None:
        return ()
    if not question.claims:
        return rules.extract(question.answer, question=question.question)
    written = tuple(Claim(id=claim.id or identity.claim_id(claim.text), text=claim.text) for claim in question.claims)
    return located(question.answer, written, question.question)


def located(answer: str, claims: tuple[Claim, ...], question: str | None) -> tuple[Claim, ...]:
    """Claims that a person wrote, with the span of the answer that states them where one is found."""
    found = rules.extract(answer, question=question)
    return tuple(_at(claim, found) for claim in claims)


def _at(claim: Claim, found: Sequence[Claim]) -> Claim:
    near = max(found, key=lambda made: _similarity(made.text, claim.text), default=None)
    if near is None or _similarity(near.text, claim.text) < NEAR:
        return claim
    return replace(claim, start=near.start, end=near.end)


def _similarity(first: str, second: str) -> float:
    """Share of common stems, 0 to 1."""
    one, two = set(stems(first)), set(stems(second))
    return len(one & two) / len(one | two) if one | two else 0.0


def claims_only(claims: Sequence[Claim]) -> Answer:
    """An answer that stands for a side on which nothing was generated: the same claims, no text."""
    return Answer(text="", state="answered" if claims else "empty", reason="not generated on this side")
