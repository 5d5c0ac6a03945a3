"""A run with nothing to tell, in two lines; without the engine that draws tables, which takes longer than such a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.report import escape, words
from claimdiff.report.headline import headline

if TYPE_CHECKING:
    from claimdiff.report.document import BaseTree, HeadTree, Report

SHORT = 10
"""Hex digits of a commit that are shown."""


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
    against = f"compared with {_tree(report.base)}" if report.base else "compared with its own baseline"
    dirty = " with uncommitted changes" if report.head.dirty else ""
    count = words.counted(totals.questions, "question")
    return f"✓ {headline(report)}\n  {escape.one_line(report.name)}: {_tree(report.head)}{dirty}, {against}; {count} unchanged\n"


def _tree(tree: BaseTree | HeadTree) -> str:
    sha = tree.sha[:SHORT] if tree.sha else ""
    name = escape.one_line(tree.ref) if tree.ref else ""
    return f"{name} ({sha})" if name and sha else name or sha
