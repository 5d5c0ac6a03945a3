"""What a report proposes to write for a question, as a baseline entry.

The report may be somebody else's: nothing is believed here, only put into another form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.baseline import BaselineClaim, BaselineEntry, BaselineEvidence, BaselinePassage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.baseline import Accepted
    from claimdiff.records import JudgeIdentity
    from claimdiff.report.document import ReportQuestion


def proposed_entry(
    question: ReportQuestion, judged_by: JudgeIdentity, accepted: Mapping[str, Accepted]
) -> BaselineEntry | None:
    """The entry that the report proposes, its paths relative to the settings' root; None where it proposes none.

    `accepted` says, by the id of a claim, who keeps it without support; a report does not say so itself.
    """
    found = question.proposed
    if found is None:
        return None
    return BaselineEntry(
        question_id=question.id,
        question=question.question,
        answer=found.answer,
        state=found.state,
        judged_by=judged_by,
        passages=tuple(BaselinePassage(path=p.path, heading=p.heading, hash=p.hash) for p in found.passages),
        claims=tuple(
            BaselineClaim(
                id=claim.id,
                text=claim.text,
                verdict=claim.verdict,
                evidence=tuple(BaselineEvidence(path=e.path, quote=e.quote) for e in claim.evidence),
                accepted=None if claim.verdict == "supported" else accepted.get(claim.id),
            )
            for claim in found.claims
        ),
    )
