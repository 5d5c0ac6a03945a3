"""What the gate says of a commit that only accepts some questions of a report: no more than the rest of it supports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.gate import BUDGET, counts_unsupported

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from claimdiff.records import Conclusion
    from claimdiff.report.document import Report, ReportQuestion


@dataclass(frozen=True, kw_only=True, slots=True)
class Remaining:
    """The conclusion that stands, and how many newly unsupported claims that gate are left."""

    conclusion: Conclusion
    claims: int = 0
    reasons: tuple[str, ...] = ()


def after(report: Report, accepted: AbstractSet[str]) -> Remaining:
    """What stands once the questions `accepted` say what the report proposes.

    A reason that no accepted question explains (a mean score, lost claims) stands until a check has run again.
    """
    claims = [item for item in report.newly_unsupported if item.gated and item.question_id not in accepted]
    if report.conclusion != "fail":
        return Remaining(conclusion=report.conclusion, claims=len(claims), reasons=report.reasons)
    gated = [item for item in report.findings if item.gated]
    settled = {item.message for item in gated if item.question_id in accepted}
    settled -= {item.message for item in gated if item.question_id not in accepted}
    reasons = tuple(
        reason
        for reason in report.reasons
        if reason not in settled and (bool(claims) or not counts_unsupported(reason))
    )
    if claims or reasons or not report.reasons or not accepted:
        return Remaining(conclusion="fail", claims=len(claims), reasons=reasons or report.reasons)
    broken = any(_broken(question) for question in report.questions)
    return Remaining(conclusion="error" if broken else "pass")


def _broken(question: ReportQuestion) -> bool:
    if question.status == "error" or (question.status == "not_evaluated" and question.why == BUDGET):
        return True
    return question.status == "replayed" and any(claim.status == "unscored" for claim in question.claims)
