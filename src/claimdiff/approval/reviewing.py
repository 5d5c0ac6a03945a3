"""What a person decided in a review, as a value: decide and undo, and what is to be written in between. No terminal here.

```
items     q1/a   q1/b   q2/c          one screen each, those of a question together
decided   accept keep   –             a question is closed when nothing of it is open; only then something is written
at                      ↑
```
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Kind = Literal["accept", "keep", "edit", "reject", "skip"]
NEEDS_TEXT: frozenset[Kind] = frozenset({"keep", "edit"})
DID: dict[Kind, str] = {
    "accept": "accepted", "keep": "kept", "edit": "answered anew", "reject": "rejected", "skip": "skipped",
}  # fmt: skip
"""What was done, in a word."""
WRITES: frozenset[Kind] = frozenset({"accept", "keep", "edit"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One thing to decide: a claim, or with `claim_id` None a question as a whole.

    `accepts`: accept can be written for it as it is. `keeps`: it is a claim that could be kept without support.
    `shows` is a digest of all that its screen shows: a decision is good for as long as this stays.
    """

    question_id: str
    claim_id: str | None
    accepts: bool
    keeps: bool
    shows: str = ""

    @property
    def key(self) -> str:
        """`question/claim`, or the question's id."""
        return self.question_id if self.claim_id is None else f"{self.question_id}/{self.claim_id}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """What was decided of an item. `text` is the reason of `keep` and the new answer of `edit`, else empty."""

    kind: Kind
    text: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """Where a review stands: a decision or None for every item, and the item on the screen (their number: the end)."""

    decided: tuple[Decision | None, ...]
    at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """A review. `past` are the moments that undo goes back to, the latest last."""

    items: tuple[Item, ...]
    now: Moment
    past: tuple[Moment, ...] = ()

    @property
    def item(self) -> Item | None:
        """What is on the screen; None at the end."""
        return self.items[self.now.at] if self.now.at < len(self.items) else None

    @property
    def left(self) -> tuple[Item, ...]:
        """What stays as it is: not decided, skipped or rejected."""
        return tuple(item for item, decision in self.pairs if decision is None or decision.kind not in WRITES)

    @property
    def pairs(self) -> tuple[tuple[Item, Decision | None], ...]:
        """Every item with its decision."""
        return tuple(zip(self.items, self.now.decided, strict=True))

    def of(self, question_id: str) -> dict[Item, Decision]:
        """The decisions of one question."""
        return {item: found for item, found in self.pairs if item.question_id == question_id and found is not None}


@dataclass(frozen=True, kw_only=True, slots=True)
class Closed:
    """Everything of the question is decided, and at least one decision writes."""

    question_id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Reopened:
    """A question that was closed is open again: what was written for it is to be taken back."""

    question_id: str


def start(items: Sequence[Item], remembered: Mapping[str, tuple[str, Decision]] | None = None) -> Review:
    """A review of items, those of a question put together.

    Args:
        items: what is to be decided.
        remembered: decisions of an earlier sitting by the key of their item, each with the digest of what was shown;
            where the screen shows something else now, the decision is forgotten.
    """
    questions = list(dict.fromkeys(item.question_id for item in items))
    together = tuple(sorted(items, key=lambda item: questions.index(item.question_id)))
    before = remembered or {}
    decided = tuple(
        before[item.key][1] if item.key in before and before[item.key][0] == item.shows else None for item in together
    )
    return Review(items=together, now=Moment(decided=decided, at=_next(decided, -1)))


def refusal(review: Review, decision: Decision) -> str | None:
    """Why a decision cannot be taken for what is on the screen; None if it can."""
    item = review.item
    if item is None:
        return "there is nothing left to decide"
    if decision.kind in NEEDS_TEXT and not decision.text.strip():
        return "a reason is needed" if decision.kind == "keep" else "an answer is needed"
    if decision.kind == "accept" and not item.accepts:
        return "accept cannot write this by itself"
    if decision.kind == "keep" and not item.keeps:
        return "only a claim can be kept without support"
    return None


def decide(review: Review, decision: Decision) -> Review:
    """Decide what is on the screen and go on to what is still open. An edited answer decides the whole question.

    Raises:
        ValueError: `refusal` says why.
    """
    why = refusal(review, decision)
    item = review.item
    if why is not None or item is None:
        raise ValueError(why)
    whole = decision.kind == "edit"
    decided = tuple(
        decision if other is item or (whole and other.question_id == item.question_id) else found
        for other, found in review.pairs
    )
    now = Moment(decided=decided, at=_next(decided, review.now.at))
    return replace(review, now=now, past=(*review.past, review.now))


def undo(review: Review) -> Review:
    """Take the last decision back; nothing where there is none."""
    return replace(review, now=review.past[-1], past=review.past[:-1]) if review.past else review


def steps(before: Review, after: Review) -> tuple[Closed | Reopened, ...]:
    """What is to be done on disk when a review of the same items goes from one moment to another."""
    old, new = _written(before), _written(after)
    found: list[Closed | Reopened] = []
    for id_ in dict.fromkeys((*old, *new)):
        if id_ in old and old[id_] != new.get(id_):
            found.append(Reopened(question_id=id_))
        if id_ in new and new[id_] != old.get(id_):
            found.append(Closed(question_id=id_))
    return tuple(found)


def _written(review: Review) -> dict[str, tuple[Decision | None, ...]]:
    """The decisions of every question that is closed, where one of them writes."""
    questions: dict[str, list[Decision | None]] = {}
    for item, decision in review.pairs:
        questions.setdefault(item.question_id, []).append(decision)
    return {
        id_: tuple(found)
        for id_, found in questions.items()
        if None not in found and any(decision is not None and decision.kind in WRITES for decision in found)
    }


def _next(decided: Sequence[Decision | None], at: int) -> int:
    """The next open place after `at`, else the first one before it, else the end."""
    return next(_open(decided, at), len(decided))


def _open(decided: Sequence[Decision | None], at: int) -> Iterator[int]:
    order = (*range(at + 1, len(decided)), *range(max(at, 0)))
    return (place for place in order if decided[place] is None)
