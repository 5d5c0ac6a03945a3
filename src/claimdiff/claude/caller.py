"""Asking Claude: from the store if it was paid for, else with a budget, shared waiting and a deadline."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.messages import CallFailedError, KeyRefusedError, Reply
from claimdiff.claude.places import Places
from claimdiff.claude.throttle import Throttle, backoff
from claimdiff.errors import InterruptedRunError

if TYPE_CHECKING:
    from claimdiff.claude.budget import Budget
    from claimdiff.claude.connection import Connection
    from claimdiff.claude.lifecycle import Lifecycles
    from claimdiff.claude.messages import Failure, Request
    from claimdiff.claude.store import Store

SHARED: tuple[Failure, ...] = ("rate_limited", "overloaded")
"""Failures that hit all workers: all of them wait, and nobody gives up before the deadline."""
ATTEMPTS: dict[Failure, int] = {"broken": 3}
"""How often a call is tried that fails for itself; a reply that cannot be read was paid for each time."""
MOST_ATTEMPTS = 6
MOST_OBEYED = 0.5
"""Share of a call's time that it waits at the word of the service: so it asks again, and calls that come later ask."""
LEAST_LEFT = 0.05
"""Share of a call's time below which no further attempt is begun: it would be cut off, and might be paid all the same."""


@dataclass(kw_only=True)
class Caller:
    """One for a run; safe for several threads. `timeout_s` is the total time of a call with its waits, in seconds.

    No more than `concurrency` calls run at a time. `lifecycles`, if given, looks at a model before it is first used.
    """

    connection: Connection
    store: Store
    budget: Budget
    timeout_s: float = 60.0
    concurrency: int = 8
    throttle: Throttle = field(default_factory=Throttle)
    lifecycles: Lifecycles | None = None
    unkept: int = 0
    """Replies that were paid for and could not be stored, so that the next run pays for them again."""
    _refused: KeyRefusedError | None = None
    _running: dict[str, Future[Reply]] = field(default_factory=dict)
    _done: dict[str, Reply] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._places = Places(free=self.concurrency)

    def ask(self, request: Request) -> Reply:
        """The reply to a request. The same request of two workers is sent once, also with a store that is not read.

        Raises:
            CallFailedError: no reply after everything that was worth trying within the time.
            KeyRefusedError: the key is not good; every later call ends at once.
            BudgetReachedError: the call could exceed a cap and was not made.
            UsageError: the model is retired, or the provider's packages or settings are missing.
            InterruptedRunError: the run was stopped before the call was made.
        """
        key = request.key
        with self._lock:
            done, other = self._done.get(key), self._running.get(key)
            if done is None and other is None:
                own = self._running[key] = Future[Reply]()
        if other is not None:
            done = other.result()
        if done is None:
            return self._lead(request, key, own)
        self.budget.count_stored()
        return replace(done, stored=True)

    def discard(self, request: Request) -> None:
        """Forget a reply that turned out to be of no use, so that the next run asks again: errors are never stored."""
        with self._lock:
            self._done.pop(request.key, None)
        self.store.discard(request)

    def keep(self, key: str, vote: int, reply: Reply) -> None:
        """Keep a reply that came by another way (a batch), so that it is not asked for again."""
        self.store.put_by_key(key, vote, reply)
        with self._lock:
            self._done[key] = reply

    def stop(self) -> None:
        """Let running calls end and be stored, and no other begin. For Ctrl-C."""
        self.throttle.stop()

    def close(self) -> None:
        """Close every connection; the caller is of no use any more."""
        self.connection.close()

    def _lead(self, request: Request, key: str, own: Future[Reply]) -> Reply:
        """Ask for all who want the same; they get the reply or the failure."""
        try:
            reply = self._first(request)
        except BaseException as problem:
            with self._lock:
                del self._running[key]
            own.set_exception(problem)
            raise
        with self._lock:
            self._done[key] = reply
            del self._running[key]
        own.set_result(reply)
        return reply

    def _first(self, request: Request) -> Reply:
        stored = self.store.get(request)
        if stored is not None:
            self.budget.count_stored()
            return stored
        with self._places:
            self._may_go()
            self.connection.prepare(request.provider)
            if self.lifecycles is not None:
                self.lifecycles.admit(request)
            reply = self._persist(request)
        # What was paid is stored before anybody reads it; the next call need not wait for the disk.
        if not self.store.put(request, reply) and reply.complete:
            with self._lock:
                self.unkept += 1
        return reply

    def _may_go(self) -> None:
        if self.throttle.stopped:
            raise InterruptedRunError("stopped; what was paid for is kept", hint="run again: only the rest is asked")
        if self._refused is not None:
            raise KeyRefusedError(str(self._refused), hint=self._refused.hint)

    def _persist(self, request: Request) -> Reply:
        """Try until the deadline or the last attempt."""
        if self.throttle.hopeless(self.timeout_s):
            raise self._gave_up(None)
        clock = self.throttle.clock
        deadline = clock() + self.timeout_s
        last: TryAgainError | None = None
        attempt = 0
        least = self.timeout_s * LEAST_LEFT
        while self.throttle.wait(deadline - least) and clock() + least < deadline:
            before = clock()
            number = self.budget.reserve(request)
            deadline += clock() - before  # waiting for other calls to end is no fault of this one
            try:
                return self._send(request, number, deadline - clock())
            except TryAgainError as problem:
                last = problem
            if not self._rest(last, attempt, deadline):
                break
            attempt += 1
        if last is not None and last.kind in SHARED:
            self.throttle.give_up()
        raise self._gave_up(last)

    def _send(self, request: Request, number: int, left: float) -> Reply:
        """One attempt."""
        try:
            self._may_go()
            reply = self.connection.send(request, left)
        except TryAgainError as problem:
            (self.budget.doubt if problem.paid else self.budget.release)(number)
            raise
        except BaseException as problem:
            self.budget.release(number)
            if isinstance(problem, KeyRefusedError):
                self._refused = problem
            raise
        self.budget.settle(number, reply, request.model)
        self.throttle.relieve()
        return reply

    def _rest(self, problem: TryAgainError, attempt: int, deadline: float) -> bool:
        """Wait before the next attempt; whether there is one."""
        asked = problem.asked
        if problem.kind in SHARED:
            obeyed = None if asked is None else min(asked, self.timeout_s * MOST_OBEYED)
            self.throttle.pause(backoff(attempt, obeyed), asked or 0.0)
            return True
        seconds = backoff(attempt, asked)
        if attempt + 1 >= ATTEMPTS.get(problem.kind, MOST_ATTEMPTS) or self.throttle.clock() + seconds >= deadline:
            return False
        self.throttle.rest(seconds)
        return True

    def _gave_up(self, problem: TryAgainError | None) -> CallFailedError:
        limit = f"limits.timeout_s ({self.timeout_s:.0f} s)"
        hint = "run again: what was paid for is kept, only what failed is asked again"
        if problem is None:
            words = f"the service asked all calls to wait for longer than {limit} allows"
            return CallFailedError("rate_limited", f"Claude was not asked: {words}", hint=hint)
        words = str(problem)
        if problem.asked is not None:
            words += f"; it asks to wait {problem.asked:.0f} s, more than is left of {limit}"
        return CallFailedError(problem.kind, f"Claude did not answer: {words}", hint=hint)
