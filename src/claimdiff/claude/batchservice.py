"""The batches of the API through the SDK."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from claimdiff.claude.batches import Ended, View
from claimdiff.claude.connection import GRACE, failure, read_reply
from claimdiff.claude.deadline import within
from claimdiff.claude.failures import TryAgainError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from claimdiff.claude.clients import Clients
    from claimdiff.claude.messages import Request

Result = TypeVar("Result")
SUBMIT_S = 600.0
"""Seconds to send up to 200 MB in."""
LOOK_S = 60.0
RECENT = 50


@dataclass(frozen=True, kw_only=True)
class SdkBatches:
    """See `batching.BatchService`."""

    clients: Clients = field(repr=False)

    def create(self, requests: Sequence[Request]) -> View:
        """Submit requests, each under its key: 64 hex digits are just what the service allows."""
        items = [{"custom_id": request.key, "params": request.body} for request in requests]
        return self._done(SUBMIT_S, lambda: _view(self._of().create(requests=items, timeout=SUBMIT_S)))

    def look(self, name: str) -> View:
        """The state of a batch."""
        return self._done(LOOK_S, lambda: _view(self._of().retrieve(name, timeout=LOOK_S)))

    def recent(self) -> tuple[View, ...]:
        """The newest batches."""
        return self._done(
            LOOK_S, lambda: tuple(map(_view, islice(self._of().list(limit=RECENT, timeout=LOOK_S), RECENT)))
        )

    def results(self, name: str) -> Iterator[Ended]:
        """The ends of a batch's requests, as they arrive."""
        lines = self._done(LOOK_S, lambda: iter(self._of().results(name, timeout=LOOK_S)))
        while (line := self._done(LOOK_S, lambda: next(lines, None))) is not None:
            yield _ended(line)

    def _of(self) -> Any:
        return self.clients.of("anthropic").messages.batches

    def _done(self, seconds: float, work: Callable[[], Result]) -> Result:
        try:
            return within(seconds + GRACE, work)
        except TimeoutError:
            raise TryAgainError("timeout", f"no reply within {seconds:.0f} s", paid=True) from None
        except Exception as problem:
            meant = failure(problem, seconds, self.clients)
            if meant is problem:
                raise
            raise meant from None


def _view(batch: Any) -> View:
    """A batch as plain values."""
    try:
        counts = batch.request_counts
        done = counts.succeeded + counts.errored + counts.canceled + counts.expired
        return View(
            id=str(batch.id),
            ended=batch.processing_status == "ended",
            created=batch.created_at.timestamp(),
            total=done + counts.processing,
            done=done,
        )
    except (AttributeError, TypeError) as problem:
        raise TryAgainError("broken", f"the answer is no batch: {problem}", paid=True) from None


def _ended(line: Any) -> Ended:
    """One line of the results. A line that cannot be read ends one request, not the batch."""
    try:
        key, result = str(line.custom_id), line.result
        if result.type == "succeeded":
            return Ended(key=key, reply=read_reply(result.message))
        told = result.error.error.message if result.type == "errored" else ""
        return Ended(key=key, reply=None, why=f"{result.type} {told}".strip())
    except (AttributeError, TypeError, TryAgainError) as problem:
        return Ended(key=str(getattr(line, "custom_id", "")), reply=None, why=f"a result cannot be read: {problem}")
