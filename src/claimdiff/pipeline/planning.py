"""Which questions a change affects: a pure decision on what both sides retrieve, ask and have approved."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.golden import GoldenQuestion
    from claimdiff.records import Hit

Plan = Literal["replay", "unchanged", "recorded_answers", "no_recorded_answer", "not_comparable"]


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionSide:
    """What one side knows of one question. `engines` is everything that decides how it is answered and judged."""

    golden: GoldenQuestion | None
    entry: BaselineEntry | None
    hits: Sequence[Hit]
    prompt_hash: str | None
    engines: object


def plan(base: QuestionSide | None, head: QuestionSide, *, recorded: bool, force: bool) -> Plan:
    """Whether a question is replayed.

    Args:
        base: the side before; None for a run without base.
        head: the side with the change.
        recorded: whether the generator replays recorded answers, for which a changed prompt proves nothing.
        force: replay although nothing changed.
    """
    if recorded and head.entry is None and (head.golden is None or head.golden.answer is None):
        return "no_recorded_answer"
    if base is None or force or _asked_differently(base, head) or not same_passages(base.hits, head.hits):
        return "replay"
    if base.prompt_hash != head.prompt_hash:
        return "recorded_answers" if recorded else "replay"
    return "unchanged"


def _asked_differently(base: QuestionSide, head: QuestionSide) -> bool:
    return _asked(base.golden) != _asked(head.golden) or base.entry != head.entry or base.engines != head.engines


def _asked(question: GoldenQuestion | None) -> object:
    """The golden entry without the lines where it stands and the tags by which it is filed."""
    if question is None:
        return None
    claims = tuple((claim.id, claim.text) for claim in question.claims)
    return (
        question.question, question.answer, claims, question.sources, question.scope, question.answerable, question.draft,
    )  # fmt: skip


def same_passages(base: Sequence[Hit], head: Sequence[Hit]) -> bool:
    """Whether both sides retrieved passages that say the same, in whatever order."""
    return Counter(hit.passage.hash for hit in base) == Counter(hit.passage.hash for hit in head)
