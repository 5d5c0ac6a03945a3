"""The report on a terminal: the headline, one block for each newly unsupported claim, the rest in short lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.report.evidence import NOTHING
from claimdiff.report.printing import VERDICT_STYLES, Printer
from claimdiff.report.view import build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from claimdiff.records import Conclusion
    from claimdiff.report.document import Report
    from claimdiff.report.evidence import EvidenceView, Role
    from claimdiff.report.parts import Block, ReportView, Row, TreeView

_CONCLUSIONS: dict[Conclusion, tuple[str, str]] = {
    "pass": ("✓", "bold green"),
    "fail": ("✗", "bold red"),
    "neutral": ("–", "bold"),
    "error": ("!", "bold yellow"),
}
_SIGNS: dict[Role, str] = {"before": "- ", "now": "+ ", "both": "= ", "nearest": "~ ", "supporting": "= ", "says": "= "}
_STYLES: dict[Role, str] = {"before": "red", "now": "green", "both": "", "nearest": "dim", "supporting": "", "says": ""}


def show(report: Report, console: Console) -> None:
    """Print a report. Text of docs and answers is never read as markup, and control characters are made visible."""
    view = build(report)
    out = Printer(console=console)
    symbol, style = _CONCLUSIONS[view.conclusion]
    out.line((f"{symbol} {view.headline}", style), hang=2)
    _about(out, view)
    if view.unsupported:
        out.heading("Newly unsupported")
        _blocks(out, view.unsupported)
    if view.outdated:
        out.heading(view.outdated_heading)
        _blocks(out, view.outdated)
        if view.accept_outdated:
            out.blank()
            out.command("All of them at once: ", view.accept_outdated)
    _rows(out, view.lost_heading, view.lost)
    _rows(out, view.misses_heading, view.misses)
    _rows(out, view.unscored_heading, view.unscored)
    _findings(out, view)
    _baseline(out, view)
    _totals(out, view)


def show_evidence(out: Printer, evidence: EvidenceView, *, indent: int) -> None:
    """Print the quotes of both sides with a sign each, and every place once."""
    told = ""
    for quote in evidence.quotes:
        if quote.place != told:
            told = quote.place
            role = "" if quote.role in {"before", "now", "says"} else f" ({quote.note})"
            out.line((f"{quote.place}{role}", "cyan"), indent=indent)
        out.pieces(_SIGNS[quote.role], quote.pieces, style=_STYLES[quote.role], indent=indent)
    if evidence.quotes and evidence.empty_now:
        out.line((NOTHING, "dim"), indent=indent + 2)
    if evidence.hidden:
        out.line((f"and {evidence.hidden} more", "dim"), indent=indent + 2)


def _about(out: Printer, view: ReportView) -> None:
    for reason in view.reasons:
        out.line(f"{view.conclusion_words}: {reason}", indent=2, hang=2)
    against = f"compared with {_tree(view.base)}" if view.base else "compared with its own baseline"
    dirty = " with uncommitted changes" if view.head.dirty else ""
    out.line((f"{view.name}: {_tree(view.head)}{dirty}, {against}", "dim"), indent=2, hang=2)
    out.line((view.judge, "dim"), indent=2, hang=2)


def _tree(tree: TreeView) -> str:
    return f"{tree.ref} ({tree.sha})" if tree.ref and tree.sha else tree.ref or tree.sha


def _blocks(out: Printer, blocks: Sequence[Block]) -> None:
    margin = len(f"{len(blocks)}  ")
    for number, block in enumerate(blocks, start=1):
        if number > 1:
            out.blank()
        out.line((f"{number}".ljust(margin), "dim"), (f"“{block.claim}”", "bold"), hang=margin)
        gated = "" if block.gated else " (not gated)"
        verdict = (f"{block.symbol} {block.verdict}", VERDICT_STYLES[block.verdict_code])
        out.line(verdict, f"{gated}. {block.sentence}.", indent=margin, hang=2)
        place = ("", "") if block.change_place is None else (f" {block.change_place}", "cyan")
        out.line(f"Cause: {block.cause}; {block.cause_words}", place, ".", indent=margin, hang=2)
        if block.was:
            out.line(f"Approved before: “{block.was}”", indent=margin, hang=2)
        show_evidence(out, block.evidence, indent=margin + 2)
        out.command("To settle it: ", block.accept, indent=margin)


def _rows(out: Printer, heading: str, rows: Sequence[Row]) -> None:
    if not rows:
        return
    out.heading(heading)
    for row in rows:
        place = f" {row.place}" if row.place else ""
        note = f": {row.note}" if row.note else ""
        out.line(f"• “{row.claim}” ({row.question_id}){note}", (place, "cyan"), indent=2, hang=2)


def _findings(out: Printer, view: ReportView) -> None:
    if not view.findings:
        return
    out.heading("Findings")
    for finding in view.findings:
        kind = (f"{finding.kind}, gated", "bold red") if finding.gated else (finding.kind, "bold")
        place = f" ({finding.place})" if finding.place else ""
        out.line("• ", kind, f"{place}: {finding.message}", indent=2, hang=2)


def _baseline(out: Printer, view: ReportView) -> None:
    if not view.baseline:
        return
    out.heading(view.baseline_heading)
    for row in view.baseline:
        out.line(f"• {row.place}", f" ({row.note})" if row.note else "", indent=2, hang=2)
        if row.before:
            out.pieces("- ", row.pieces_before, style="red", indent=4)
        if row.after:
            out.pieces("+ ", row.pieces_after, style="green", indent=4)


def _totals(out: Printer, view: ReportView) -> None:
    out.heading("Totals")
    if view.scored:
        out.rows(
            [
                ("", "before", "now", "change"),
                (f"faithfulness ({view.scored})", view.baseline_faithfulness, view.faithfulness, view.difference),
            ]
        )
    for line in view.totals:
        out.line(line, indent=2, hang=2)
    for group in view.left:
        ids = ", ".join(group.ids) + (f" and {group.more} more" if group.more else "")
        out.line(f"{group.told}: {group.why} ", (f"({ids})", "dim"), indent=2, hang=2)
    out.line((f"{view.engines}; {view.cost}", "dim"), indent=2, hang=2)
