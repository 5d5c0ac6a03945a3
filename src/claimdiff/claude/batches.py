"""Batches as plain values: how requests are cut into them, what is written down of one, and which of them is ours."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from claimdiff.claude.messages import Reply, Request

VERSION = 1
MOST_REQUESTS = 100_000
MOST_BYTES = 200_000_000
"""Of a published limit of 256 MB."""
ENVELOPE = 200
"""Bytes around a request."""
FIRST_POLL_S = 2.0
LONGEST_POLL_S = 60.0
SKEW_S = 300.0
"""Seconds by which the clocks of this machine and the service may differ."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """What must be known of a request when its reply comes, perhaps to another run than the one that asked."""

    model: str
    vote: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """Requests that were sent together, by their keys. `id` is None while it is not known whether the service has it.

    `submitted` are seconds since 1970.
    """

    items: Mapping[str, Item]
    submitted: float
    id: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """What the service shows of a batch. `created` are seconds since 1970; `done` of `total` requests are over."""

    id: str
    ended: bool
    created: float
    total: int
    done: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """The end of one request of a batch: a reply, or why there is none."""

    key: str
    reply: Reply | None
    why: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """How far all batches of a run are."""

    done: int
    total: int
    waited_s: float

    def __str__(self) -> str:
        """One line for a person."""
        minutes, seconds = divmod(round(self.waited_s), 60)
        return f"batch: {self.done} of {self.total} answered after {minutes}:{seconds:02d}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """How many replies came, and why the others did not, by key. Those are asked for singly."""

    fetched: int = 0
    failed: Mapping[str, str] = field(default_factory=dict)


def cut(requests: Iterable[Request]) -> tuple[tuple[Request, ...], ...]:
    """Requests in as few batches as the limits allow, each request once, in their order."""
    batches: list[list[Request]] = []
    size, seen = 0, set[str]()
    for request in requests:
        if request.key in seen:
            continue
        seen.add(request.key)
        own = len(json.dumps(request.body)) + ENVELOPE
        if not batches or len(batches[-1]) >= MOST_REQUESTS or size + own > MOST_BYTES:
            batches.append([])
            size = 0
        batches[-1].append(request)
        size += own
    return tuple(tuple(batch) for batch in batches)


def of(requests: Sequence[Request], submitted: float) -> Batch:
    """A batch that is about to be submitted."""
    items = {request.key: Item(model=request.model, vote=request.vote) for request in requests}
    return Batch(items=items, submitted=submitted)


def render(batch: Batch) -> str:
    """What is written down of a batch."""
    return json.dumps({"version": VERSION, **asdict(batch)})


def parse(data: bytes) -> Batch | None:
    """What was written down; None if it cannot be read."""
    try:
        value = json.loads(data)
        if value["version"] != VERSION or not isinstance(value["id"], str | None):
            return None
        items = {
            str(key): Item(model=str(item["model"]), vote=int(item["vote"])) for key, item in value["items"].items()
        }
        return Batch(items=items, submitted=float(value["submitted"]), id=value["id"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def adopted(batch: Batch, recent: Iterable[View], taken: Iterable[str]) -> str | None:
    """The id of a batch whose submission was cut off before its answer came; None if the service does not have it.

    It is known by its time and size. Should it be another's after all, none of its replies has a key of ours.
    """
    others = set(taken)
    for view in sorted(recent, key=lambda view: view.created):
        fits = view.total == len(batch.items) and view.created >= batch.submitted - SKEW_S
        if fits and view.id not in others:
            return view.id
    return None


def poll_after(polls: int) -> float:
    """Seconds to wait after the poll with this number (0-based)."""
    return min(LONGEST_POLL_S, FIRST_POLL_S * 1.5 ** min(polls, 20))
