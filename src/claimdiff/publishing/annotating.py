"""Workflow commands that show a finding beside the changed line of a docs page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from claimdiff.report import flagged, words
from claimdiff.report.escape import clipped, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.report.document import NewlyUnsupported, Report

Level = Literal["error", "warning"]
LIMIT = 10
"""So many of one level are shown for a step."""
_MAX = 500


def lines(report: Report) -> tuple[str, ...]:
    """The commands, most severe first; of more than the limit the last one says how many there are."""
    found = list(_all(report))
    return tuple(line for level in ("error", "warning") for line in _limited(level, found))


def _all(report: Report) -> Iterator[tuple[Level, str, str]]:
    """Level, properties and message of everything that has a place in the docs."""
    reasons = report.claim_reasons
    severe = {"contradicted": 0, "unverifiable": 1, "partially_supported": 2}
    for claim in sorted(report.newly_unsupported, key=lambda item: (not item.gated, severe.get(item.verdict, 3))):
        reason = reasons.get((claim.question_id, claim.claim_id), "")
        yield ("error" if claim.gated else "warning", _place(claim), _told(claim, reason))
    for miss in report.retrieval_misses:
        where = _properties(miss.found_at.path, miss.found_at.line_start, "Supported here, and not retrieved")
        yield "warning", where, f"{miss.question_id}: “{clipped(miss.claim, _MAX)}”"
    for finding in report.findings:
        if finding.gated:
            yield "error", _properties(finding.path, None, finding.kind.replace("_", " ")), finding.message


def _limited(level: str, found: list[tuple[Level, str, str]]) -> list[str]:
    told = [f"::{level} {place}::{_data(message)}" for kind, place, message in found if kind == level]
    if len(told) <= LIMIT:
        return told
    more = len(told) - LIMIT + 1
    rest = f"::{level} title=claimdiff::{more:,} more {level}s are not shown here; the job summary lists all of them."
    return [*told[: LIMIT - 1], rest]


def _place(claim: NewlyUnsupported) -> str:
    change = claim.change
    title = f"{words.VERDICTS[claim.verdict].capitalize()}: {claim.question_id}"
    if change is None:
        return _properties(None, None, title)
    # A line that is gone has no number in the page as it is now.
    return _properties(change.path, change.line if change.side == "head" else None, title)


def _told(claim: NewlyUnsupported, reason: str) -> str:
    return f"“{clipped(claim.claim, _MAX)}” {flagged.sentence(claim, reason)}. To settle it: {claim.accept}"


def _properties(path: str | None, line: int | None, title: str) -> str:
    values = {"file": path, "line": line, "title": clipped(one_line(title), 100)}
    return ",".join(f"{key}={_property(str(value))}" for key, value in values.items() if value is not None)


def _data(text: str) -> str:
    return one_line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
