"""The claims of one question as the page and `explain` list them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.report import flagged, words
from claimdiff.report.evidence import EvidenceView, beyond, compared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.report.detail import ClaimView, Detail
    from claimdiff.report.document import NewlyUnsupported, Quote, ReportClaim


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimRow:
    """A claim as the page and `explain` show it. `was` is the verdict before; `accept` is set on what is newly unsupported."""

    number: int
    id: str
    text: str
    code: str
    symbol: str
    verdict: str
    was: str
    was_symbol: str
    status: str
    cause: str
    reason: str
    rule: str
    evidence: EvidenceView
    votes: str
    citation: str
    accept: str
    outdated: bool


def claim_row(
    number: int,
    claim: ReportClaim,
    base: Mapping[str, ClaimView],
    unsupported: NewlyUnsupported | None,
    detail: Detail,
    question_id: str,
) -> ClaimRow:
    """Make a row: `base` are the claims before by id, `unsupported` the entry under newly unsupported, if there is one."""
    was = base.get(claim.id)
    before = unsupported.evidence_before if unsupported is not None else was.evidence if was is not None else ()
    now = unsupported.evidence_now if unsupported is not None else _now(claim, question_id, detail)
    return ClaimRow(
        number=number,
        id=claim.id,
        text=claim.text,
        code=claim.verdict or "unscored",
        symbol=words.SYMBOLS[claim.verdict],
        verdict=words.VERDICTS[claim.verdict],
        was="" if was is None else words.VERDICTS[was.verdict],
        was_symbol="" if was is None else words.SYMBOLS[was.verdict],
        status=words.STATUSES[claim.status],
        cause="" if claim.cause is None else _cause(claim, unsupported),
        reason=claim.reason,
        rule=detail.rules.get((question_id, claim.id), ""),
        evidence=compared(before, now, claim.verdict, conflict=claim.conflict, nears=detail.nears),
        votes=", ".join(words.VERDICTS[vote] for vote in claim.votes),
        citation=claim.citation or "",
        accept="" if unsupported is None else unsupported.accept,
        outdated=unsupported is not None and unsupported.outdated,
    )


def _now(claim: ReportClaim, question_id: str, detail: Detail) -> tuple[Quote, ...]:
    return claim.evidence + beyond(detail.standing.get((question_id, claim.id), ()), claim.evidence)


def _cause(claim: ReportClaim, unsupported: NewlyUnsupported | None) -> str:
    if claim.cause is None:
        return ""
    if unsupported is None:
        return f"{claim.cause}; {words.cause_words(claim.cause, None)}"
    return f"{claim.cause}; {flagged.cause(unsupported)} {flagged.place(unsupported)}".rstrip()
