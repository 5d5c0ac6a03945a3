"""The claims of one question as the page and `explain` list them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.report import words
from claimdiff.report.evidence import EvidenceView, compared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.report.detail import ClaimView, Detail
    from claimdiff.report.document import NewlyUnsupported, ReportClaim


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
    flagged: NewlyUnsupported | None,
    detail: Detail,
    question_id: str,
) -> ClaimRow:
    """Make a row: `base` are the claims before by id, `flagged` the entry under newly unsupported, if there is one."""
    was = base.get(claim.id)
    before = flagged.evidence_before if flagged is not None else was.evidence if was is not None else ()
    now = flagged.evidence_now if flagged is not None else claim.evidence
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
        cause="" if claim.cause is None else _cause(claim, flagged),
        reason=claim.reason,
        rule=detail.rules.get((question_id, claim.id), ""),
        evidence=compared(before, now, claim.verdict, conflict=claim.conflict, nears=detail.nears),
        votes=", ".join(words.VERDICTS[vote] for vote in claim.votes),
        citation=claim.citation or "",
        accept="" if flagged is None else flagged.accept,
        outdated=flagged is not None and flagged.outdated,
    )


def _cause(claim: ReportClaim, flagged: NewlyUnsupported | None) -> str:
    if claim.cause is None:
        return ""
    change = flagged.change if flagged is not None else None
    place = "" if change is None else f" {words.place(change.path, change.line, None)}"
    return f"{claim.cause}; {words.cause_words(claim.cause, change)}{place}"
