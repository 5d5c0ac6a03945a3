"""The plain values that the comment, the terminal and the top of the page are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.records import Conclusion
    from claimdiff.report.evidence import EvidenceView
    from claimdiff.report.marking import Piece


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """One newly unsupported claim. `accept_here` is the line that settles it as a comment on the pull request."""

    claim: str
    claim_id: str
    question_id: str
    question: str
    verdict: str
    symbol: str
    verdict_code: str
    sentence: str
    was: str | None
    cause: str
    cause_words: str
    change_place: str | None
    change_url: str | None
    evidence: EvidenceView
    gated: bool
    outdated: bool
    accept: str
    accept_here: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A line of a short list: a claim of a question, with what is to be said about it."""

    question_id: str
    claim: str
    note: str
    place: str = ""
    url: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FindingRow:
    """A finding. `place` is the question or the path that it is about."""

    kind: str
    place: str
    message: str
    gated: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineRow:
    """What the change does to one approved claim; `pieces_before` and `pieces_after` mark the words that differ."""

    place: str
    before: str
    after: str
    pieces_before: tuple[Piece, ...]
    pieces_after: tuple[Piece, ...]
    note: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Left:
    """Questions that were not replayed for the same reason. `ids` names the first of them."""

    told: str
    why: str
    ids: tuple[str, ...]
    more: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TreeView:
    """A side: a short name and the first figures of its commit, either of them empty where it has none."""

    ref: str
    sha: str
    dirty: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """A figure with its label; `alarm` where it asks for attention."""

    figure: str
    label: str
    note: str = ""
    alarm: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportView:
    """Everything that the comment, the terminal and the top of the page show.

    `accept_here` is the comment that settles all outdated answers at once; `remark` a sentence on where this was computed.
    """

    name: str
    conclusion: Conclusion
    conclusion_words: str
    headline: str
    reasons: tuple[str, ...]
    head: TreeView
    base: TreeView | None
    unsupported: tuple[Block, ...]
    outdated: tuple[Block, ...]
    outdated_heading: str
    accept_outdated: str | None
    lost: tuple[Row, ...]
    lost_heading: str
    misses: tuple[Row, ...]
    misses_heading: str
    unscored: tuple[Row, ...]
    unscored_heading: str
    findings: tuple[FindingRow, ...]
    baseline: tuple[BaselineRow, ...]
    baseline_heading: str
    left: tuple[Left, ...]
    totals: tuple[str, ...]
    tiles: tuple[Tile, ...]
    scored: str
    faithfulness: str
    baseline_faithfulness: str
    difference: str
    judge: str
    engines: str
    cost: str
    accept_here: str | None = None
    remark: str = ""
