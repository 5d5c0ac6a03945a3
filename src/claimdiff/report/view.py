"""The report as plain values for people: every number, plural and decision is made here, none in a template."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.report import flagged, headline, summary, words
from claimdiff.report.escape import clipped
from claimdiff.report.evidence import compared
from claimdiff.report.marking import mark, plain
from claimdiff.report.parts import BaselineRow, Block, FindingRow, Left, ReportView, Row, TreeView

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from claimdiff.records import QuestionStatus
    from claimdiff.report.document import (
        BaselineChange,
        Finding,
        NewlyUnsupported,
        Report,
        RetrievalMiss,
    )
    from claimdiff.report.links import Links

ACCEPT = "claimdiff accept "
AT_ONCE = 12
"""So many accept commands are put together into one."""

_SIMPLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")

NAMED = 5
"""So many reasons are told, and so many questions named of a group that was not replayed."""

MAX_NAME = 100
MAX_CLAIM = 500
MAX_MESSAGE = 1_000
"""Longer texts are cut, so that one item never fills a comment."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """Where a report is shown: with links, with comments that accept, after a sentence about it, as an all clear."""

    links: Links | None = None
    commands: bool = False
    remark: str = ""
    all_clear: bool = False


NOWHERE = Setting()


def build(report: Report, setting: Setting = NOWHERE) -> ReportView:
    """Make the view of a report."""
    questions = {question.id: question.question for question in report.questions}
    ordered = sorted(report.newly_unsupported, key=lambda claim: not claim.gated)
    reasons = report.claim_reasons
    blocks = [
        _block(
            claim,
            questions.get(claim.question_id, ""),
            reasons.get((claim.question_id, claim.claim_id), ""),
            report,
            setting,
        )
        for claim in ordered
    ]
    outdated = tuple(block for block in blocks if block.outdated)
    lost = _claims(report, "lost")
    unscored = _claims(report, "unscored")
    return ReportView(
        name=clipped(report.name, MAX_NAME),
        conclusion=report.conclusion,
        conclusion_words=headline.CONCLUSIONS[report.conclusion],
        headline=headline.all_clear(report) if setting.all_clear else headline.headline(report),
        reasons=_reasons(report),
        head=_tree(report.head.ref, report.head.pr_head_sha or report.head.sha, dirty=report.head.dirty),
        base=None if report.base is None else _tree(report.base.ref, report.base.sha),
        unsupported=tuple(block for block in blocks if not block.outdated),
        outdated=outdated,
        outdated_heading=headline.outdated_heading(report),
        accept_outdated=_accept_all(outdated),
        lost=lost,
        lost_heading=f"{words.counted(len(lost), 'approved claim')} {'is' if len(lost) == 1 else 'are'} no longer made, and the judge finds no support for {'it' if len(lost) == 1 else 'them'} in the docs any more",
        misses=tuple(_miss(miss, setting) for miss in report.retrieval_misses),
        misses_heading=_misses_heading(len(report.retrieval_misses)),
        unscored=unscored,
        unscored_heading=f"{words.counted(len(unscored), 'claim')} could not be judged",
        findings=_findings(report.findings),
        baseline=tuple(_baseline(change) for change in report.baseline_changes),
        baseline_heading=headline.baseline_heading(report),
        left=_left(report),
        totals=summary.totals(report),
        tiles=summary.tiles(report.totals),
        scored=words.counted(report.totals.scored, "answer") if report.totals.scored else "",
        faithfulness=words.share(report.totals.faithfulness),
        baseline_faithfulness=words.share(report.totals.baseline_faithfulness),
        difference=words.difference(report.totals.baseline_faithfulness, report.totals.faithfulness),
        judge=summary.judge(report),
        engines=summary.engines(report),
        cost=summary.cost(report.usage),
        accept_here=_here([block.question_id for block in outdated], report)
        if setting.commands and 1 < len(outdated) <= AT_ONCE
        else None,
        remark=setting.remark,
    )


def _reasons(report: Report) -> tuple[str, ...]:
    """Return the first of the gate's reasons; each of many gated findings is one."""
    reasons = headline.told_reasons(report)
    shown = [clipped(reason, MAX_MESSAGE) for reason in reasons[:NAMED]]
    return (
        (*shown, f"And {words.counted(len(reasons) - NAMED, 'more reason')}.") if len(reasons) > NAMED else tuple(shown)
    )


def _block(claim: NewlyUnsupported, question: str, reason: str, report: Report, setting: Setting) -> Block:
    change = claim.change
    url = None if change is None or setting.links is None else setting.links.to(change.path, change.line, change.side)
    was = claim.was.claim if claim.was is not None and claim.was.claim.split() != claim.claim.split() else None
    return Block(
        claim=clipped(claim.claim, MAX_CLAIM),
        claim_id=claim.claim_id,
        question_id=claim.question_id,
        question=clipped(question, MAX_CLAIM),
        verdict=words.VERDICTS[claim.verdict],
        symbol=words.SYMBOLS[claim.verdict],
        verdict_code=claim.verdict,
        sentence=flagged.sentence(claim, reason),
        was=None if was is None else clipped(was, MAX_CLAIM),
        cause=claim.cause,
        cause_words=flagged.cause(claim),
        change_place=flagged.place(claim) or None,
        evidence=compared(claim.evidence_before, claim.evidence_now, claim.verdict, conflict=claim.conflict),
        gated=claim.gated,
        outdated=claim.outdated,
        accept=claim.accept,
        change_url=url,
        accept_here=_here([claim.question_id], report) if setting.commands else None,
    )


def _here(question_ids: Sequence[str], report: Report) -> str | None:
    """The comment that accepts the whole answers of these questions; None where accept would refuse one of them."""
    proposed = {question.id for question in report.questions if question.proposed is not None}
    plain = all(id_ in proposed and _SIMPLE_NAME.fullmatch(id_) for id_ in question_ids)
    if not plain or not _SIMPLE_NAME.fullmatch(report.name):
        return None
    return f"/{ACCEPT}" + " ".join(f"{report.name}:{id_}" for id_ in dict.fromkeys(question_ids))


def _accept_all(blocks: Sequence[Block]) -> str | None:
    """Return the one command that settles all of them, where a few plain accept commands can be put together."""
    arguments = [block.accept.removeprefix(ACCEPT) for block in blocks if block.accept.startswith(ACCEPT)]
    if len(arguments) != len(blocks) or any(" " in argument for argument in arguments):
        return None
    return ACCEPT + " ".join(dict.fromkeys(arguments)) if 1 < len(arguments) <= AT_ONCE else None


def _claims(report: Report, status: str) -> tuple[Row, ...]:
    return tuple(
        Row(question_id=question.id, claim=clipped(claim.text, MAX_CLAIM), note=clipped(claim.reason, MAX_MESSAGE))
        for question in report.questions
        for claim in question.claims
        if claim.status == status
    )


def _miss(miss: RetrievalMiss, setting: Setting) -> Row:
    found = miss.found_at
    url = None if setting.links is None else setting.links.to(found.path, found.line_start, "head")
    place = words.place(found.path, found.line_start, found.line_end)
    return Row(question_id=miss.question_id, claim=clipped(miss.claim, MAX_CLAIM), note="", place=place, url=url)


def _misses_heading(count: int) -> str:
    verb = "is" if count == 1 else "are"
    return (
        f"{words.counted(count, 'claim')} {verb} supported by the docs, but the passages that say so were not retrieved"
    )


def _findings(findings: Iterable[Finding]) -> tuple[FindingRow, ...]:
    rows = [
        FindingRow(
            kind=finding.kind.replace("_", " "),
            place=finding.question_id or finding.path or "",
            message=clipped(finding.message, MAX_MESSAGE),
            gated=finding.gated,
        )
        for finding in findings
    ]
    return tuple(sorted(rows, key=lambda row: not row.gated))


def _baseline(change: BaselineChange) -> BaselineRow:
    place = change.question_id if change.claim_id is None else f"{change.question_id}/{change.claim_id}"
    note = ""
    if change.by:
        note = f"kept by {change.by}" + (f": {change.reason}" if change.reason else "")
    before, after = clipped(change.before or "", MAX_CLAIM), clipped(change.after or "", MAX_CLAIM)
    left, right = mark(before, after) if before and after else (plain(before), plain(after))
    return BaselineRow(
        place=place, before=before, after=after, pieces_before=left, pieces_after=right, note=clipped(note, MAX_MESSAGE)
    )


def _left(report: Report) -> tuple[Left, ...]:
    """Group the questions that were not replayed by status and reason, the ones that need attention first."""
    order: tuple[QuestionStatus, ...] = ("error", "not_evaluated", "skipped", "unchanged")
    groups: dict[tuple[QuestionStatus, str], list[str]] = {}
    for question in report.questions:
        if question.status in order:
            groups.setdefault((question.status, words.why_words(question.why)), []).append(question.id)
    return tuple(
        Left(told=words.did(len(ids), status), why=why, ids=tuple(ids[:NAMED]), more=max(0, len(ids) - NAMED))
        for (status, why), ids in sorted(groups.items(), key=lambda item: order.index(item[0][0]))
    )


def _tree(ref: str | None, sha: str | None, *, dirty: bool = False) -> TreeView:
    short = (sha or "")[:10]
    named = "" if ref is None or (short and ref.startswith(short)) else ref
    return TreeView(ref=named or ("" if short else "the working tree"), sha=short, dirty=dirty)
