"""What happens to the one comment of a pull request: decided from values alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from claimdiff.report import marker

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from claimdiff.publishing.github import Comment
    from claimdiff.report.document import Report
    from claimdiff.report.marker import Marker

Mode = Literal["auto", "always", "never"]
_QUIET = frozenset({"stale_evidence", "reference_outdated", "not_comparable", "no_key"})
"""Findings that are no reason to write to somebody."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Nothing:
    """Nothing is written; `why` says so in the log."""

    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Create:
    """A comment is written."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """The comment `id` gets another text; `all_clear` where what it reported is settled."""

    id: int
    all_clear: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Replace:
    """A new comment is written and the comment `id` deleted: nobody gets mail about an edit."""

    id: int


Step = Nothing | Create | Edit | Replace


def own(comments: Iterable[Comment], me: str, name: str) -> tuple[tuple[Comment, Marker], ...]:
    """The comments of ours on a pull request for one assistant, oldest first. Anybody can copy a marker."""
    read = ((comment, marker.read(comment.body)) for comment in comments if comment.author == me)
    return tuple((comment, found) for comment, found in read if found is not None and found.name == name)


def decide(mine: Sequence[tuple[Comment, Marker]], report: Report, now: Marker, mode: Mode) -> Step:
    """What to do with the comment of a report.

    Args:
        mine: our comments for this assistant; the last one is kept up to date.
        report: the report to tell.
        now: its marker.
        mode: `auto` writes when there is something to say or something was said before.
    """
    if mode == "never":
        return Nothing(why="comment: never")
    if not mine:
        worth = mode == "always" or has_news(report)
        return Create() if worth else Nothing(why="there is nothing to say")
    comment, before = mine[-1]
    if now.is_older(before):
        return Nothing(why=f"a newer run ({before.run}) has written the comment")
    if report.conclusion == "fail" and before.conclusion not in {"fail", None}:
        return Replace(id=comment.id)
    return Edit(id=comment.id, all_clear=not has_news(report))


def has_news(report: Report) -> bool:
    """Whether a report says anything that a person who did not ask should read."""
    return bool(
        report.conclusion in {"fail", "error"}
        or report.newly_unsupported
        or report.totals.lost
        or report.retrieval_misses
        or any(finding.gated or finding.kind not in _QUIET for finding in report.findings)
        or any(change.by for change in report.baseline_changes)
    )
