"""Sentences of the report: plurals, numbers, and what verdicts, causes and statuses mean in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging import refused
from claimdiff.report.escape import clipped

if TYPE_CHECKING:
    from claimdiff.records import Cause, QuestionStatus, Status, Verdict
    from claimdiff.report.document import Change

MAX_REASON = 300
"""A longer reason of the judge is cut where a claim is shown in a sentence."""
_PLURALS = {"query": "queries", "retrieval miss": "retrieval misses"}

VERDICTS: dict[Verdict | None, str] = {
    "supported": "supported",
    "partially_supported": "partially supported",
    "contradicted": "contradicted",
    "unverifiable": "unverifiable",
    None: "unscored",
}
SYMBOLS: dict[Verdict | None, str] = {
    "supported": "✓",
    "partially_supported": "◐",
    "contradicted": "✗",
    "unverifiable": "?",
    None: "–",
}
"""A verdict is never told by colour alone."""

STATUSES: dict[Status, str] = {
    "unscored": "not judged",
    "unchanged": "unchanged",
    "reworded": "reworded",
    "fixed": "fixed: supported again",
    "changed": "changed",
    "new_supported": "new, supported",
    "known_unsupported": "unsupported before as well",
    "retrieval_miss": "supported by a page that was not retrieved",
    "uncertain": "uncertain",
    "pre_existing": "not approved, and made before as well",
    "regressed": "lost its support",
    "new_unsupported": "new, unsupported",
    "removed": "no longer made",
    "lost": "no longer made, and no longer supported",
}
QUESTION_STATUSES: dict[QuestionStatus, str] = {
    "replayed": "replayed",
    "unchanged": "unchanged",
    "skipped": "skipped",
    "not_evaluated": "not evaluated",
    "error": "failed",
}
_DID: dict[QuestionStatus, tuple[str, str]] = {
    "replayed": ("was replayed", "were replayed"),
    "unchanged": ("is unchanged", "are unchanged"),
    "skipped": ("was skipped", "were skipped"),
    "not_evaluated": ("was not evaluated", "were not evaluated"),
    "error": ("failed", "failed"),
}
_WHY = {
    "no_recorded_answer": "there is neither a baseline file nor a reference answer",
    "recorded_answers": "only the prompt changed, and recorded answers prove nothing about a prompt",
    "budget": "the budget was used up",
    "not_selected": "not among the questions asked for",
    "sample": "not in the sample",
    "shard": "in another shard",
}
_CODE = re.compile("[a-z_]+")
_CAUSES: dict[Cause, str] = {
    "docs": "its evidence is gone from the docs",
    "retrieval": "the evidence still stands in the docs, but is no longer retrieved",
    "prompt": "the prompt or its settings changed",
    "generation": "the docs and the prompt did not change it; the answer did",
}


def plural(count: int, noun: str) -> str:
    """Return the noun for a count: `claim`, `claims`."""
    return noun if count == 1 else _PLURALS.get(noun, f"{noun}s")


def counted(count: int, noun: str) -> str:
    """Return count and noun: `1 claim`, `1,204 claims`."""
    return f"{count:,} {plural(count, noun)}"


def did(count: int, status: QuestionStatus) -> str:
    """Return what happened to questions: `1 question was skipped`."""
    return f"{counted(count, 'question')} {_DID[status][count != 1]}"


def joined(parts: list[str]) -> str:
    """Join with commas and a last `and`."""
    if len(parts) < 3:  # noqa: PLR2004 -- two parts need no comma
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def share(value: float | None) -> str:
    """Return a share with two decimals; only an exact 1 reads as 1.00 and only an exact 0 as 0.00."""
    if value is None:
        return "no score"
    if 0 < value < 1:
        value = min(max(value, 0.01), 0.99)
    return f"{value:.2f}"


def difference(before: float | None, now: float | None) -> str:
    """Return the change of a share with its sign: `+0.04`, `−0.12`, `no change`; empty where a side has no score."""
    if before is None or now is None:
        return ""
    change = round(now - before, 2)
    if change == 0:
        return "no change" if now == before else f"less than {'+' if now > before else '−'}0.01"
    return f"{'+' if change > 0 else '−'}{abs(change):.2f}"


def dollars(amount: float | None) -> str:
    """Return an amount in words; what rounds to nothing but cost something says so."""
    if amount is None:
        return "price unknown"
    rounded = f"{amount:.2f}"
    return "less than 0.01 dollars" if amount and float(rounded) == 0 else f"{rounded} dollars"


def verdict_sentence(
    verdict: Verdict, *, conflict: bool, made_before: bool, reason: str = "", stands: bool = False
) -> str:
    """Say what a verdict that is not `supported` means, as one sentence without its full stop.

    Where a model said otherwise and its quote was refused, that is what the `reason` of the judgement tells. With
    `stands`, what supported the claim before was retrieved and judged again.
    """
    if verdict == "unverifiable" and refused.is_told(reason):
        return clipped(reason.replace("partially_supported", "partially supported").strip(), MAX_REASON).rstrip(".")
    if conflict:
        return "The docs disagree with each other: one passage supports this, another contradicts it"
    now = " now" if made_before else ""
    if verdict == "contradicted":
        return f"The docs{now} contradict this"
    if verdict == "partially_supported":
        return f"The docs{now} back only a part of this"
    if stands:
        return "What supported this still stands, but the judge no longer finds it supported"
    return "No retrieved passage says this any more" if made_before else "No retrieved passage says this"


def cause_words(cause: Cause, change: Change | None, *, repeated: bool = False) -> str:
    """Say the cause as a clause; where a line of the change is known, its place stands right behind these words.

    `repeated`: the docs hold all the evidence of before, and the answer says what it said in the same words.
    """
    if change is not None:
        return "this change edits" if change.side == "head" else "this change removes"
    if repeated and cause == "generation":
        return "its evidence and the answer's words for it are as before; only the judge reads them otherwise"
    return _CAUSES[cause]


def why_words(why: str | None) -> str:
    """Say why a question was not replayed: known codes in words, anything else as it came."""
    if not why:
        return "no reason given"
    return _WHY.get(why, why.replace("_", " ") if _CODE.fullmatch(why) else why)


def place(path: str, line_start: int | None, line_end: int | None) -> str:
    """Return `path:line` or `path:first-last`, and only the path where the lines are not known."""
    if line_start is None:
        return path
    if line_end is None or line_end == line_start:
        return f"{path}:{line_start}"
    return f"{path}:{line_start}-{line_end}"
