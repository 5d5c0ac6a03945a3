"""A run with nothing to tell, in two lines; without the engine that draws tables, which takes longer than such a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.report import escape, words
from claimdiff.report.headline import headline
from claimdiff.unchanged import Named, told

if TYPE_CHECKING:
    from claimdiff.report.document import BaseTree, HeadTree, Report


def quiet(report: Report) -> str | None:
    """Return the two lines, or None where there is more to tell."""
    totals = report.totals
    if (
        report.conclusion != "pass"
        or totals.unchanged != totals.questions
        or report.findings
        or report.baseline_changes
    ):
        return None
    return told(
        headline(report),
        escape.one_line(report.name),
        words.counted(totals.questions, "question"),
        head=_named(report.head),
        base=_named(report.base) if report.base else None,
        dirty=report.head.dirty,
    )


def _named(tree: BaseTree | HeadTree) -> Named:
    return Named(ref=escape.one_line(tree.ref) if tree.ref else None, sha=tree.sha)
