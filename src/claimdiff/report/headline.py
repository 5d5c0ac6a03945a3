"""The first sentence of a report, and the headings that carry a number."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from claimdiff.report import words

if TYPE_CHECKING:
    from claimdiff.records import Conclusion
    from claimdiff.report.document import Report

CONCLUSIONS: dict[Conclusion, str] = {
    "pass": "Gate passed",
    "fail": "Gate failed",
    "neutral": "Neutral",
    "error": "Not completed",
}


def headline(report: Report) -> str:
    """Say in one full sentence what happened; it agrees with the conclusion."""
    told = _told(report)
    if report.conclusion == "fail":
        gated = any(claim.gated for claim in report.newly_unsupported)
        return f"{told}." if told and gated else f"The gate failed: {_reason(report, 'see the findings')}."
    if report.conclusion == "error":
        rest = f" So far, {told}." if told else ""
        return f"The check could not be completed: {_reason(report, _incomplete(report))}.{rest}"
    if told:
        return f"{told}; the gate does not count {'it' if _count(report) == 1 else 'them'}."
    if report.conclusion == "neutral":
        return _neutral(report)
    return f"{_quiet(report)}{_accepted(report)}."


def all_clear(report: Report) -> str:
    """Say that what an earlier run reported is settled."""
    told = headline(report)
    return f"All clear: {told[:1].lower()}{told[1:]}" if report.conclusion == "pass" else told


def outdated_heading(report: Report) -> str:
    """Return the heading above the claims for which the docs now state another value."""
    count = len({claim.question_id for claim in report.newly_unsupported if claim.outdated})
    return f"{_disagree(report, count)}; accept if intended"


def baseline_heading(report: Report) -> str:
    """Return the heading above what the change does to the baseline."""
    count = len(report.baseline_changes)
    accepted = sum(change.by is not None for change in report.baseline_changes)
    kept = f", {accepted:,} of them kept although unsupported" if accepted else ""
    where = "This change" if report.base is not None else "The baseline"
    return f"{where} touches {words.counted(count, 'approved claim')}{kept}"


def told_reasons(report: Report) -> tuple[str, ...]:
    """Return the gate's reasons that the headline does not say already."""
    if report.conclusion == "pass":
        return ()
    said = headline(report).casefold()
    return tuple(reason for reason in report.reasons if reason.strip().rstrip(".").casefold() not in said)


def _count(report: Report) -> int:
    return len(report.newly_unsupported)


def _told(report: Report) -> str:
    """Count what is newly unsupported, the outdated answers apart; empty where there is none."""
    plain = [claim for claim in report.newly_unsupported if not claim.outdated]
    outdated = len({claim.question_id for claim in report.newly_unsupported if claim.outdated})
    parts = []
    if plain:
        answers = len({claim.question_id for claim in plain})
        verb = "is" if len(plain) == 1 else "are"
        where = "" if len(plain) == 1 else f" in {words.counted(answers, 'answer')}"
        parts.append(f"{words.counted(len(plain), 'claim')} {verb} newly unsupported{where}")
    if outdated:
        parts.append(_disagree(report, outdated))
    return ", and ".join(parts)


def _disagree(report: Report, count: int) -> str:
    noun = "recorded answer" if report.generator.use == "recorded" else "answer"
    verb = "disagrees" if count == 1 else "disagree"
    return f"{words.counted(count, noun)} {verb} with {'this change' if report.base is not None else 'the docs'}"


def _reason(report: Report, fallback: str) -> str:
    told = report.reasons[0].strip().rstrip(".") if report.reasons else ""
    return f"{told[:1].lower()}{told[1:]}" if told[:1].isupper() and told[1:2].islower() else told or fallback


def _incomplete(report: Report) -> str:
    return f"{words.counted(report.totals.errors, 'question')} failed"


def _neutral(report: Report) -> str:
    totals = report.totals
    left = totals.not_evaluated
    if not totals.replayed and not totals.unchanged:
        whys = Counter(question.why for question in report.questions if question.status == "not_evaluated")
        why = words.why_words(whys.most_common(1)[0][0]) if whys else _reason(report, "there was nothing to compare")
        if totals.questions == 1:
            return f"The one question was not evaluated: {why}."
        return f"None of the {words.counted(totals.questions, 'question')} was evaluated: {why}."
    if left:
        verb = "was" if left == 1 else "were"
        return f"{left:,} of {words.counted(totals.questions, 'question')} {verb} not evaluated; nothing is newly unsupported in the others."
    return f"The check is neutral: {_reason(report, 'nothing could be compared')}."


def _quiet(report: Report) -> str:
    totals = report.totals
    if report.base is not None and not totals.replayed:
        if totals.questions == 1:
            return "This change affects no answer: the one question sees what it saw before"
        return f"This change affects none of the {words.counted(totals.questions, 'answer')}"
    answers = "one answer" if totals.replayed == 1 else words.counted(totals.replayed, "answer")
    where = f"{answers} that this change affects" if report.base is not None else answers
    return f"Nothing is newly unsupported in the {where}"


def _accepted(report: Report) -> str:
    """Say how many claims the change itself approves, since that is why it passes."""
    count = sum(change.after is not None for change in report.baseline_changes)
    return (
        f"; {words.counted(count, 'claim')} {'is' if count == 1 else 'are'} accepted in it"
        if count and report.base is not None
        else ""
    )
