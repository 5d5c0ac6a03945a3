"""What the screen of a finding holds: taken from the report of the run and from what accept would write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.approval.reviewing import DID
from claimdiff.cli.screens import Sheet
from claimdiff.report import document as doc
from claimdiff.report.page import question_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from claimdiff.approval.proposing import Proposal
    from claimdiff.approval.reviewing import Decision, Item, Review
    from claimdiff.pipeline.reviewing import Pending
    from claimdiff.report.detail import Detail
    from claimdiff.report.document import NewlyUnsupported, Report, ReportQuestion


@dataclass(frozen=True, kw_only=True)
class Sheets:
    """Makes the screens of one run.

    `root` is the repository's, which paths of pages are relative to. `beside` is what would be written if an item were
    accepted beside what is decided of its question.
    """

    report: Report
    detail: Detail
    pending: Mapping[str, Pending]
    root: Path
    beside: Callable[[Item, Mapping[Item, Decision]], Proposal]

    def sheet(self, review: Review, item: Item) -> Sheet:
        """The screen of an item."""
        waits = self.pending[item.key]
        question = self._question(waits)
        flagged = [claim for claim in self.report.newly_unsupported if claim.question_id == item.question_id]
        view = question_view(question, self.detail, flagged)
        decided = review.of(item.question_id)
        proposal = self.beside(item, decided) if decided else waits.proposal
        entry = proposal.entry
        texts = {row.id: row.text for row in view.claims}
        return Sheet(
            number=review.items.index(item) + 1,
            count=len(review.items),
            key=item.key,
            view=view,
            row=next((row for row in view.claims if row.id == item.claim_id), None),
            before=waits.old.answer if waits.old is not None else question.answer or "",
            after=entry.answer if entry is not None else None,
            refused=proposal.reasons or proposal.refused,
            said=_said(waits, question),
            decided=tuple(
                f"{DID[one.kind]}: “{texts.get(other.claim_id or '', '')}”" + (f" ({one.text})" if one.text else "")
                for other, one in decided.items()
            ),
            keys=self._keys(review, item, waits),
            deletes=f"{item.question_id}.yml" if waits.gone else "",
        )

    def answer(self, item: Item) -> str:
        """The answer that a person starts from: what accepting would write, else what is said now."""
        entry = self.pending[item.key].proposal.entry
        return entry.answer if entry is not None else self._question(self.pending[item.key]).answer or ""

    def place(self, item: Item) -> tuple[Path, int | None] | None:
        """The page and the line to look at: where the change is, else what the docs say now, else what they said."""
        claim = self._flagged(item)
        if claim is None:
            return None
        if claim.change is not None:
            return self.root / claim.change.path, claim.change.line
        quotes = (*claim.evidence_now, *claim.evidence_before)
        return (self.root / quotes[0].path, quotes[0].line_start) if quotes else None

    def _flagged(self, item: Item) -> NewlyUnsupported | None:
        keys = ((claim, claim.question_id, claim.claim_id) for claim in self.report.newly_unsupported)
        return next((claim for claim, *key in keys if key == [item.question_id, item.claim_id]), None)

    def _question(self, waits: Pending) -> ReportQuestion:
        found = next((one for one in self.report.questions if one.id == waits.item.question_id), None)
        if found is not None:
            return found
        asked, answer = (waits.old.question, waits.old.answer) if waits.old is not None else ("", "")
        return doc.ReportQuestion(id=waits.item.question_id, question=asked, status="skipped", answer=answer)

    def _keys(self, review: Review, item: Item, waits: Pending) -> tuple[tuple[str, str], ...]:
        works = {
            "a": item.accepts,
            "e": not waits.gone,
            "k": item.keeps,
            "u": bool(review.past),
            "o": self.place(item) is not None,
        }
        return tuple((key, word) for key, word in KEYS if works.get(key, True))


KEYS = (
    ("a", "accept"),
    ("e", "edit answer"),
    ("k", "keep with reason"),
    ("r", "reject"),
    ("s", "skip"),
    ("u", "undo"),
    ("o", "open page"),
    ("q", "quit"),
    ("?", "help"),
)


def _said(waits: Pending, question: ReportQuestion) -> tuple[str, ...]:
    if waits.item.claim_id is not None:
        return ()
    lost = tuple(
        f"no longer said, and no support for it is found in the docs: “{one.text}”"
        for one in question.claims
        if one.status == "lost"
    )
    return (*(found.message for found in waits.findings), *lost) or ("The answer is another one than the approved.",)
