"""An answer cut into stretches, each with the verdict of the claims that came from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdiff.report import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.records import Verdict
    from claimdiff.report.detail import ClaimView, Detail
    from claimdiff.report.document import ReportQuestion

_SEVERITY: tuple[Verdict | None, ...] = ("contradicted", "unverifiable", "partially_supported", None, "supported")


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerSpan:
    """A stretch of an answer, with the worst verdict of the claims that came from it; `code` is empty where none did."""

    text: str
    code: str
    symbol: str
    label: str
    claims: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Covered:
    """A claim's span of an answer; `number` is its place in the list of claims, 0 where it has none there."""

    start: int
    end: int
    verdict: Verdict | None
    number: int


def worst(verdicts: Sequence[Verdict | None]) -> Verdict | None:
    """The verdict that is shown where several claims come from the same words."""
    return min(verdicts, key=_SEVERITY.index)


def head_answer(question: ReportQuestion, detail: Detail) -> tuple[AnswerSpan, ...]:
    """Cut the head answer."""
    covered = []
    for number, claim in enumerate(question.claims, start=1):
        span = detail.spans.get((question.id, claim.id))
        if span is not None and claim.status not in {"lost", "removed"}:
            covered.append(_Covered(start=span[0], end=span[1], verdict=claim.verdict, number=number))
    return _cut(question.answer or "", covered)


def base_answer(answer: str, claims: Sequence[ClaimView], numbers: Mapping[str, int]) -> tuple[AnswerSpan, ...]:
    """Cut the base answer; `numbers` are those of the claims as listed for head."""
    return _cut(
        answer,
        [
            _Covered(start=claim.start, end=claim.end, verdict=claim.verdict, number=numbers.get(claim.id, 0))
            for claim in claims
            if claim.start is not None and claim.end is not None
        ],
    )


def _cut(answer: str, claims: Sequence[_Covered]) -> tuple[AnswerSpan, ...]:
    """Cut at every start and end of a claim; claims of one sentence may share or overlap their spans."""
    inside = [claim for claim in claims if 0 <= claim.start < claim.end <= len(answer)]
    cuts = sorted({0, len(answer), *(claim.start for claim in inside), *(claim.end for claim in inside)})
    return tuple(
        _span(answer[start:end], [claim for claim in inside if claim.start <= start and end <= claim.end])
        for start, end in pairwise(cuts)
    )


def _span(text: str, over: Sequence[_Covered]) -> AnswerSpan:
    if not over:
        return AnswerSpan(text=text, code="", symbol="", label="", claims=())
    verdict = worst([claim.verdict for claim in over])
    return AnswerSpan(
        text=text,
        code=verdict or "unscored",
        symbol=words.SYMBOLS[verdict],
        label=words.VERDICTS[verdict],
        claims=tuple(sorted({claim.number for claim in over if claim.number})),
    )
