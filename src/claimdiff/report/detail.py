"""What the page and `explain` show beyond report.json. It stays in memory and is never read back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.records import Side, Verdict
    from claimdiff.report.document import Quote, RetrievedPassage


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimView:
    """A claim of the base answer with what was judged of it. `start` and `end` are its span in the base answer."""

    id: str
    text: str
    verdict: Verdict | None
    reason: str = ""
    rule: str = ""
    evidence: tuple[Quote, ...] = ()
    conflict: bool = False
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """The smallest readable piece of a passage: `source` as it stands on the page, on its lines, `text` as it is read.

    `path` is empty, or that of the fragment that holds it.
    """

    source: str
    text: str
    line_start: int
    line_end: int
    path: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Near:
    """What stands on the page right before and after a quote, in the same passage; empty where nothing does."""

    before: str = ""
    after: str = ""


PassageKey = tuple[str, str, int | None]
"""Which passage: its content hash, its page, its first line (None where nobody knows it)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Approved:
    """The baseline at a commit of `date` (YYYY-MM-DD): mean faithfulness of its answers, 0 to 1, and its questions.

    `judge` names who judged them, and what changed of the judge where something did; `same` says whether that is as at the
    commit before, and `mixed` that several judged, so that the score can be compared with no other.
    """

    sha: str
    date: str
    faithfulness: float
    questions: int
    judge: str = ""
    same: bool = True
    mixed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Detail:
    """The texts behind a report; every mapping may lack keys, and what is missing is simply not shown.

    `passages`: content hash → reading text, for both sides. `base_answers`, `base_claims`, `base_passages`: question id →
    the side before. `spans`: (question id, claim id) → half-open span of the head answer. `rules`: (question id, claim id)
    → id of the rule that decided at head. `standing`: (question id, claim id) → where the head docs still say what the claim was
    judged by at base, though they do not support it. `sentences`: what the retrieved passages of both sides consist of. `nears`: (side,
    quote) → what stands around the evidence of what is newly unsupported. `history`: the baseline at the commits that
    touched it, oldest first.
    """

    passages: Mapping[str, str] = field(default_factory=dict)
    base_answers: Mapping[str, str] = field(default_factory=dict)
    base_claims: Mapping[str, tuple[ClaimView, ...]] = field(default_factory=dict)
    base_passages: Mapping[str, tuple[RetrievedPassage, ...]] = field(default_factory=dict)
    spans: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    rules: Mapping[tuple[str, str], str] = field(default_factory=dict)
    standing: Mapping[tuple[str, str], tuple[Quote, ...]] = field(default_factory=dict)
    sentences: Mapping[PassageKey, tuple[Sentence, ...]] = field(default_factory=dict)
    nears: Mapping[tuple[Side, Quote], Near] = field(default_factory=dict)
    history: tuple[Approved, ...] = ()
