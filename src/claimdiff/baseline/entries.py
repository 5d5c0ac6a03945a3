"""The values of a baseline file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.records import AnswerState, JudgeIdentity, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselinePassage:
    """A passage that was retrieved when the answer was approved; `hash` is its content hash."""

    path: str
    heading: tuple[str, ...]
    hash: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineEvidence:
    """A verbatim quote of a page."""

    path: str
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Accepted:
    """Who kept a claim although it was not supported, and why."""

    by: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineClaim:
    """An approved claim with the verdict it had."""

    id: str
    text: str
    verdict: Verdict
    evidence: tuple[BaselineEvidence, ...] = ()
    accepted: Accepted | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineEntry:
    """The approved state of one question."""

    question_id: str
    question: str
    answer: str
    state: AnswerState
    judged_by: JudgeIdentity
    passages: tuple[BaselinePassage, ...] = ()
    claims: tuple[BaselineClaim, ...] = ()
