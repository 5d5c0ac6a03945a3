"""Running batches: submit, poll, take up again after a kill. Replies go where single ones go, and cost half."""

from __future__ import annotations

import contextlib
import time
import uuid
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from claimdiff.claude import batches
from claimdiff.claude.batches import Batch, Outcome, Progress
from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.messages import CallFailedError
from claimdiff.claude.prices import prices
from claimdiff.claude.store import UNFINISHED, write_whole
from claimdiff.claude.throttle import backoff
from claimdiff.errors import InterruptedRunError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from claimdiff.claude.batches import Ended, View
    from claimdiff.claude.caller import Caller
    from claimdiff.claude.messages import Request

Result = TypeVar("Result")
TRIES = 8
AGAIN = "run the same command again: it takes up what was submitted, and nothing is paid twice"


class BatchService(Protocol):
    """The batches of the API. Every method raises what `Connection.send` raises."""

    def create(self, requests: Sequence[Request]) -> View:
        """Submit requests, each under its key."""

    def look(self, name: str) -> View:
        """The state of a batch; `CallFailedError` of kind `missing` if there is none."""

    def results(self, name: str) -> Iterator[Ended]:
        """The ends of a batch's requests, in any order."""

    def recent(self) -> tuple[View, ...]:
        """The newest batches."""


@dataclass(kw_only=True)
class Batching:
    """Fetches replies by batches into the caller's store. What runs is written down in `folder`, one file a batch."""

    service: BatchService
    caller: Caller
    folder: Path
    progress: Callable[[Progress], None]
    now: Callable[[], float] = time.time
    _held: list[int] = field(default_factory=list)

    def fetch(self, requests: Sequence[Request]) -> Outcome:
        """Get replies to requests; what fails is told, and is asked for singly by whoever needs it.

        Batches that an earlier run submitted are taken up, and their replies stored.

        Raises:
            BudgetReachedError: the worst case exceeds a cap. Nothing was submitted.
            CallFailedError, KeyRefusedError: the service does not answer. What was submitted is taken up next time.
            UsageError: the provider has no batches, or a model is retired.
            InterruptedRunError: the run was stopped.
        """
        for request in requests:
            if request.provider != "anthropic":
                raise UsageError(f"provider: {request.provider} has no batches", hint="leave --batch out")
        running = self._taken_up()
        known = {key for batch in running.values() for key in batch.items}
        missing = [one for one in requests if one.key not in known and self.caller.store.get(one) is None]
        try:
            return self._collected({**running, **self._submitted(missing)})
        finally:
            for number in self._held:
                self.caller.budget.release(number)

    def _taken_up(self) -> dict[Path, Batch]:
        """What earlier runs left; a submission whose answer never came is looked for, or forgotten."""
        found = {path: batches.parse(_read(path)) for path in sorted(self.folder.glob("*.json"))}
        running = {path: batch for path, batch in found.items() if batch and batch.id}
        for path, batch in found.items():
            if path in running:
                continue
            name = batch and self._found(batch, running)
            if batch and name:
                running[path] = self._written(path, replace(batch, id=name))
            else:
                _remove(path)
        return running

    def _found(self, batch: Batch, running: dict[Path, Batch]) -> str | None:
        taken = [other.id for other in running.values() if other.id]
        return batches.adopted(batch, self._tried(self.service.recent), taken)

    def _submitted(self, missing: Sequence[Request]) -> dict[Path, Batch]:
        """Submit what is missing. The intent is written down first: a kill between the two costs nothing."""
        if not missing:
            return {}
        if self.caller.lifecycles is not None:
            for request in {request.model: request for request in missing}.values():
                self.caller.lifecycles.admit(request)
        chunks = batches.cut(missing)
        every = [request for chunk in chunks for request in chunk]
        self._held.append(self.caller.budget.reserve(*every, factor=prices().batch_factor))
        running: dict[Path, Batch] = {}
        for chunk in chunks:
            path = self.folder / f"{uuid.uuid4().hex}.json"
            intent = self._written(path, batches.of(chunk, self.now()))
            running[path] = self._written(path, replace(intent, id=self._created(chunk, intent, running)))
        return running

    def _created(self, chunk: Sequence[Request], intent: Batch, running: dict[Path, Batch]) -> str:
        def create() -> str:
            try:
                return self.service.create(chunk).id
            except TryAgainError as problem:
                if problem.paid and (name := self._found(intent, running)):
                    return name
                raise

        return self._tried(create)

    def _collected(self, running: dict[Path, Batch]) -> Outcome:
        """Poll until all have ended, and take each as soon as it has."""
        total = sum(len(batch.items) for batch in running.values())
        started, polls, over = self.now(), 0, 0
        outcome = Outcome()
        while running:
            done = 0
            for path, batch in list(running.items()):
                view = self._seen(batch)
                if view is None or view.ended:
                    outcome = self._taken(batch, outcome) if view else _gone(batch, outcome)
                    _remove(path)
                    del running[path]
                    over += len(batch.items)
                else:
                    done += view.done
            self.progress(Progress(done=over + done, total=total, waited_s=self.now() - started))
            if running:
                self._rest(batches.poll_after(polls))
                polls += 1
        return outcome

    def _seen(self, batch: Batch) -> View | None:
        try:
            return self._tried(lambda: self.service.look(batch.id or ""))
        except CallFailedError as problem:
            if problem.kind == "missing":
                return None
            raise

    def _taken(self, batch: Batch, outcome: Outcome) -> Outcome:
        """Store every reply as it comes: a connection that breaks loses none, and none is booked twice."""
        left = dict(batch.items)
        failed = dict(outcome.failed)
        factor = prices().batch_factor

        def take() -> None:
            for end in self.service.results(batch.id or ""):
                item = left.pop(end.key, None)
                if item and end.reply:
                    self.caller.keep(end.key, item.vote, end.reply)
                    self.caller.budget.book(end.reply, item.model, factor=factor)
                elif item:
                    failed[end.key] = end.why

        before = len(failed)
        self._tried(take)
        fetched = len(batch.items) - len(left) - (len(failed) - before)
        failed |= dict.fromkeys(left, "the batch has no result for it")
        return Outcome(fetched=outcome.fetched + fetched, failed=failed)

    def _written(self, path: Path, batch: Batch) -> Batch:
        if not write_whole(path, batches.render(batch), self.folder / UNFINISHED):
            raise UsageError(f"{self.folder} cannot be written, so a batch could be lost", hint="leave --batch out")
        return batch

    def _tried(self, work: Callable[[], Result]) -> Result:
        """Do something again until it works, a few times."""
        for attempt in range(TRIES):
            try:
                return work()
            except TryAgainError as problem:
                if attempt + 1 == TRIES:
                    raise CallFailedError(problem.kind, f"the batch cannot be reached: {problem}", hint=AGAIN) from None
                self._rest(min(batches.LONGEST_POLL_S, backoff(attempt, problem.asked)))
        raise AssertionError("the last attempt raises")

    def _rest(self, seconds: float) -> None:
        self.caller.throttle.rest(seconds)
        if self.caller.throttle.stopped:
            raise InterruptedRunError("stopped while a batch was running", hint=AGAIN)


def _gone(batch: Batch, outcome: Outcome) -> Outcome:
    return replace(outcome, failed={**outcome.failed, **dict.fromkeys(batch.items, "the service has no such batch")})


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
