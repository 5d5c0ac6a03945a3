"""What waits for a decision, as lines that a shell can run: the commands, each below a comment that says what it accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.report import words
from claimdiff.report.escape import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.pipeline.reviewing import Pending
    from claimdiff.report.document import NewlyUnsupported, Report


def commands(report: Report, waiting: Sequence[Pending], given: str) -> list[str]:
    """The lines; empty where nothing waits. What needs a text of yours first is a comment as well.

    `given` are the options that every command repeats, with a blank before each.
    """
    flagged = {(claim.question_id, claim.claim_id): claim for claim in report.newly_unsupported}
    lines: list[str] = []
    for one in waiting:
        claim = flagged.get((one.item.question_id, one.item.claim_id or ""))
        lines += ["", *_of(one, claim, given)] if lines else _of(one, claim, given)
    return lines


def _of(one: Pending, claim: NewlyUnsupported | None, given: str) -> list[str]:
    id_ = one.item.question_id
    lines = [f"# {one.item.key}: {_told(one, claim)}"]
    if one.item.accepts:
        return [*lines, f"claimdiff accept {one.item.key}{given}"]
    lines += [f"#   accept cannot write it: {one_line(text)}" for text in one.proposal.refused]
    lines.append(f'# claimdiff accept {id_} --answer "…"{given}')
    if one.item.keeps:
        lines.append(f'# claimdiff accept {one.item.key} --keep-unsupported --reason "…"{given}')
    return lines


def _told(one: Pending, claim: NewlyUnsupported | None) -> str:
    if claim is None:
        return one_line("; ".join(found.message for found in one.findings) or "its answer is another one now")
    place = "" if claim.change is None else f" by {words.place(claim.change.path, claim.change.line, None)}"
    return one_line(f"“{claim.claim}” is {words.VERDICTS[claim.verdict]}{place}")
