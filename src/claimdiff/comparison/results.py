"""What replaying one question gave: frozen values between comparing, gate, accept and report."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.baseline import Accepted
    from claimdiff.records import (
        Answer,
        Cause,
        Claim,
        Diagnosis,
        Evidence,
        FindingKind,
        Hit,
        JudgedClaim,
        Judgement,
        QuestionStatus,
        Side,
        Status,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedLine:
    """Where the change that explains a claim happened: a line of the base or of the head page (None: the whole page)."""

    path: str
    line: int | None
    side: Side


@dataclass(frozen=True, kw_only=True, slots=True)
class SideRun:
    """One side of one question: the answer, its judged claims and what was retrieved."""

    answer: Answer
    claims: tuple[JudgedClaim, ...]
    hits: tuple[Hit, ...]
    accepted: Mapping[str, Accepted] = field(default_factory=dict)
    """By id: who kept the claims that this side's baseline holds although they are not supported, and why."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SecondLook:
    """An unsupported claim judged again with what a query of the head docs with the claim finds.

    `uncertain`: votes or repeats leave it open. `pre_existing`: the assistant said it at base, too, without support.
    """

    judgement: Judgement
    uncertain: bool = False
    pre_existing: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparedClaim:
    """A claim of the head answer (or an approved one that it no longer makes) with what became of it.

    `was` is the claim of the base answer that it was compared with. `newly_unsupported` claims carry a cause; `change`
    is the line that explains it. `gated` says whether the gate counts it. `found_at` is where the docs support a
    `retrieval_miss`. `standing` is where the head docs still say what `was` was judged by, for a claim that they do not
    support now.
    """

    claim: Claim
    judgement: Judgement
    status: Status
    was: JudgedClaim | None = None
    cause: Cause | None = None
    change: ChangedLine | None = None
    outdated: bool = False
    gated: bool = False
    found_at: Evidence | None = None
    citation: Literal["ok", "miscited", "uncited"] | None = None
    standing: tuple[Evidence, ...] = ()

    @property
    def newly_unsupported(self) -> bool:
        """Not supported at head, and at base supported or not made; after every confirmation."""
        return self.status in ("regressed", "new_unsupported") or (
            self.status == "changed" and not self.judgement.supported
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """Anything beside claims that the report wants a person to see."""

    kind: FindingKind
    message: str
    question_id: str | None = None
    path: str | None = None
    gated: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineChange:
    """What the change does to one approved claim; `before` or `after` is None where it is new or gone."""

    question_id: str
    claim_id: str | None
    before: str | None
    after: str | None
    by: str | None = None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionResult:
    """Everything known of one golden question after a run.

    `faithfulness` and `baseline_faithfulness` are supported ÷ claims of head and base by the same judge, or None.
    """

    id: str
    question: str
    status: QuestionStatus
    why: str | None = None
    draft: bool = False
    head: SideRun | None = None
    base: SideRun | None = None
    claims: tuple[ComparedClaim, ...] = ()
    faithfulness: float | None = None
    baseline_faithfulness: float | None = None
    counted: tuple[int, int, int] = (0, 0, 0)
    """Claims, supported claims and unscored claims of the head answer."""
    state: str | None = None
    base_state: str | None = None
    correctness: float | None = None
    relevance: float | None = None
    diagnosis: Diagnosis | None = None
    sources_expected: tuple[str, ...] = ()
    sources_found: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def newly_unsupported(self) -> tuple[ComparedClaim, ...]:
        """The claims that the change left without support."""
        return tuple(claim for claim in self.claims if claim.newly_unsupported)

    def with_status(self, status: Status) -> tuple[ComparedClaim, ...]:
        """The claims of one status."""
        return tuple(claim for claim in self.claims if claim.status == status)


@dataclass(frozen=True, kw_only=True, slots=True)
class RunResult:
    """A whole run before the gate: the questions in the order of the golden set, and what stands beside them."""

    questions: tuple[QuestionResult, ...]
    findings: tuple[Finding, ...] = ()
    baseline_changes: tuple[BaselineChange, ...] = ()
    nothing_changed: bool = False
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """What is wrong with pages and golden set without stopping the run."""
    doubts: tuple[str, ...] = ()
    """Why nothing can be said of some answers although they were replayed: full sentences; a run with one is no pass."""
    lost: str = ""
    """What calls to a model may have cost that gave nothing, as a sentence; "" if there were none."""

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """The findings of the run and of every question."""
        return self.findings + tuple(found for question in self.questions for found in question.findings)
