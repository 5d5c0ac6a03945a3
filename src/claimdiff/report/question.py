"""The whole way of one question: passages of both sides, answer, claims with verdict, reason, rule, evidence and status."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from claimdiff.errors import UsageError
from claimdiff.report import words
from claimdiff.report.marking import Piece, mark
from claimdiff.report.page import QuestionView, question_view
from claimdiff.report.printing import VERDICT_STYLES, Printer
from claimdiff.report.terminal import show_evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

    from claimdiff.report.claimrows import ClaimRow
    from claimdiff.report.detail import ClaimView, Detail
    from claimdiff.report.document import Report, ReportQuestion, RetrievedPassage
    from claimdiff.report.passagerows import Mark
    from claimdiff.report.quoting import TextLine
    from claimdiff.report.spans import AnswerSpan

_LINES = {"-": "red", "+": "green", " ": ""}
_MARKS: dict[Mark, str] = {"same": "=", "changed": "±", "added": "+", "dropped": "-"}


def show_question(report: Report, detail: Detail, question_id: str, console: Console) -> None:
    """Print one question. Raises UsageError: the report has no such question."""
    question = _found(report, question_id)
    flagged = [claim for claim in report.newly_unsupported if claim.question_id == question_id]
    view = question_view(question, detail, flagged)
    out = Printer(console=console)
    out.line((f"{view.id}: {view.question}", "bold"), hang=2)
    told = [
        view.status + (f" ({view.why})" if view.why else ""),
        view.flag_words if flagged else "",
        _score(view),
        *view.notes,
    ]
    for line in filter(None, told):
        out.line((line, "dim"), indent=2, hang=2)
    _passages(out, view)
    _answers(out, view)
    if view.claims:
        out.heading("Claims")
        for row in view.claims:
            _claim(out, row)
    if question.status == "replayed":
        _accept(out, question, view)


def question_json(report: Report, detail: Detail, question_id: str) -> str:
    """Return one question as JSON: `question` and `newly_unsupported` as in report.json, and the side before.

    Every passage carries its `text` where it is known, every claim its `rule` and its span of the answer. Raises
    UsageError: the report has no such question.
    """
    question = _found(report, question_id)
    told = question.model_dump(mode="json")
    for claim in told["claims"]:
        key = (question_id, claim["id"])
        start, end = detail.spans.get(key, (None, None))
        claim |= {"rule": detail.rules.get(key, ""), "start": start, "end": end}
    told["retrieval"]["passages"] = [_passage(passage, detail) for passage in question.retrieval.passages]
    before = None
    if question_id in detail.base_answers or question_id in detail.base_claims:
        before = {
            "answer": detail.base_answers.get(question_id),
            "passages": [_passage(passage, detail) for passage in detail.base_passages.get(question_id, ())],
            "claims": [_base_claim(claim) for claim in detail.base_claims.get(question_id, ())],
        }
    flagged = [c.model_dump(mode="json") for c in report.newly_unsupported if c.question_id == question_id]
    value = {"schema_version": 1, "name": report.name, "question": told, "before": before, "newly_unsupported": flagged}
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _found(report: Report, question_id: str) -> ReportQuestion:
    for question in report.questions:
        if question.id == question_id:
            return question
    from rapidfuzz import process  # noqa: PLC0415 -- only a wrong id needs it

    near = [
        found[0]
        for found in process.extract(question_id, [item.id for item in report.questions], limit=3, score_cutoff=60)
    ]
    hint = (
        f"did you mean {' or '.join(near)}?"
        if near
        else f"there are {len(report.questions)} questions; claimdiff check --all lists them"
    )
    raise UsageError(f"there is no question {question_id!r} in {report.name}", hint=hint)


def _score(view: QuestionView) -> str:
    if view.faithfulness == view.baseline_faithfulness or not view.difference:
        return f"faithfulness {view.faithfulness}"
    return f"faithfulness {view.baseline_faithfulness} → {view.faithfulness}"


def _passages(out: Printer, view: QuestionView) -> None:
    if not view.passages:
        return
    out.heading(view.passages_heading)
    for row in view.passages:
        heading = f"  {row.heading}" if row.heading else ""
        score = f", score {row.score}" if row.score else ""
        out.line(
            f"{_MARKS[row.mark]} ",
            (row.place, "cyan"),
            heading,
            (f" ({row.mark_words}{score})", "dim"),
            indent=2,
            hang=2,
        )
        quiet = "dim" if row.mark == "dropped" else ""
        for line in row.lines:
            out.pieces(f"{line.sign} ", (*line.pieces, *_quoted(line)), style=_LINES[line.sign] or quiet, indent=4)


def _quoted(line: TextLine) -> Iterator[Piece]:
    """For which claims a line was quoted, told behind it as in an answer."""
    told = sorted({claim for group in line.quoted for claim in group.claims})
    if told:
        yield Piece(text=" [" + ", ".join(f"{symbol} {number}" for number, symbol in told) + "]", marked=False)


def _answers(out: Printer, view: QuestionView) -> None:
    if view.base_answer and not view.same_answer:
        out.heading("Answer before")
        _answer(out, view.base_answer)
    if view.answer:
        out.heading("Answer, the same as before" if view.same_answer else "Answer")
        _answer(out, view.answer)


def _accept(out: Printer, question: ReportQuestion, view: QuestionView) -> None:
    """What accepting the question would write, against what is said now."""
    out.heading("What accept would write")
    found = question.proposed
    if found is None:
        out.line("Nothing as it is: a claim is neither supported nor can a value of the docs take its place.", indent=2)
        for command in dict.fromkeys(row.accept for row in view.claims if row.accept):
            out.command("", command, indent=2)
        return
    before, now = question.answer or "", found.answer
    if before == now:
        out.line("The same answer; " + words.counted(len(found.claims), "claim") + ", with today's quotes.", indent=2)
    else:
        old, new = mark(before, now)
        out.pieces("- ", old, style="red", indent=2)
        out.pieces("+ ", new, style="green", indent=2)
    for claim in found.claims:
        symbol, verdict = words.SYMBOLS[claim.verdict], words.VERDICTS[claim.verdict]
        out.line((f"{symbol} {verdict}", VERDICT_STYLES[claim.verdict]), f"  “{claim.text}”", indent=2, hang=2)
    out.command("To write it: ", f"claimdiff accept {question.id}", indent=2)


def _answer(out: Printer, spans: Iterable[AnswerSpan]) -> None:
    parts: list[str | tuple[str, str]] = []
    for span in spans:
        if not span.code:
            parts.append(span.text)
            continue
        numbers = ",".join(str(number) for number in span.claims)
        parts += [
            (span.text, VERDICT_STYLES[span.code]),
            (f" [{span.symbol}{' ' + numbers if numbers else ''}]", "dim"),
        ]
    out.line(*parts, indent=2)


def _claim(out: Printer, row: ClaimRow) -> None:
    margin = len(f"{row.number}  ")
    before = f" (before: {row.was})" if row.was and row.was != row.verdict else ""
    out.line(
        (f"{row.number}  ", "dim"),
        (f"{row.symbol} {row.verdict}", VERDICT_STYLES[row.code]),
        before,
        (f"  {row.id}", "dim"),
    )
    out.line((f"“{row.text}”", "bold"), indent=margin, hang=2)
    facts = [row.status, "outdated" if row.outdated else "", f"cause: {row.cause}" if row.cause else ""]
    out.line("; ".join(filter(None, facts)), indent=margin, hang=2)
    if row.reason or row.rule:
        out.line(row.reason, (f" [{row.rule}]" if row.rule else "", "dim"), indent=margin, hang=2)
    if row.votes:
        out.line(f"votes: {row.votes}", indent=margin, hang=2)
    if row.citation:
        out.line(f"citation: {row.citation}", indent=margin, hang=2)
    show_evidence(out, row.evidence, indent=margin + 2)
    if row.accept:
        out.command("To settle it: ", row.accept, indent=margin)


def _passage(passage: RetrievedPassage, detail: Detail) -> dict[str, Any]:
    return passage.model_dump(mode="json") | {"text": detail.passages.get(passage.hash)}


def _base_claim(claim: ClaimView) -> dict[str, Any]:
    evidence: Sequence[Any] = [quote.model_dump(mode="json") for quote in claim.evidence]
    return {
        "id": claim.id,
        "text": claim.text,
        "verdict": claim.verdict,
        "conflict": claim.conflict,
        "reason": claim.reason,
        "rule": claim.rule,
        "evidence": evidence,
        "start": claim.start,
        "end": claim.end,
    }
