"""Asking Claude: from the store if it was paid for, else with a budget, shared waiting and a deadline."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.claude.connection import TryAgainError
from claimdiff.claude.messages import CallFailedError, KeyRefusedError
from claimdiff.claude.throttle import Throttle, backoff

if TYPE_CHECKING:
    from claimdiff.claude.budget import Budget
    from claimdiff.claude.connection import Connection
    from claimdiff.claude.messages import Reply, Request
    from claimdiff.claude.store import Store

ATTEMPTS = 6


@dataclass(kw_only=True)
class Caller:
    """One for a run; safe for several threads. `timeout_s` is the total time of a call with its waits, in seconds."""

    connection: Connection
    store: Store
    budget: Budget
    timeout_s: float = 60.0
    throttle: Throttle = field(default_factory=Throttle)
    _refused: KeyRefusedError | None = None
    _asking: dict[str, threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, request: Request) -> Reply:
        """The reply to a request; the same request of two workers is sent once.

        Raises:
            CallFailedError: no reply after everything that was worth trying within the time.
            KeyRefusedError: the key is not good; every later call ends at once.
            BudgetReachedError: the call could exceed a cap and was not made.
        """
        with self._lock:
            own = self._asking.setdefault(request.key, threading.Lock())
        with own:
            stored = self.store.get(request)
            if stored is not None:
                self.budget.count_stored()
                return stored
            if self._refused is not None:
                raise self._refused
            number = self.budget.reserve(request)
            try:
                reply = self._persist(request)
            except BaseException as problem:
                self.budget.release(number)
                if isinstance(problem, KeyRefusedError):
                    self._refused = problem
                raise
            self.budget.settle(number, reply, request.model)
            self.store.put(request, reply)
            return reply

    def _persist(self, request: Request) -> Reply:
        """Try until the deadline or the last attempt."""
        deadline = self.throttle.clock() + self.timeout_s
        last = TryAgainError("timeout", "the service asked to wait for longer than limits.timeout_s")
        for attempt in range(ATTEMPTS):
            if not self.throttle.wait(deadline):
                break
            left = deadline - self.throttle.clock()
            if left <= 0:
                break
            try:
                return self.connection.send(request, left)
            except TryAgainError as problem:
                last = problem
                self._before_next(problem, attempt, deadline)
        hint = "run again: what was paid for is kept, only what failed is asked again"
        raise CallFailedError(last.kind, f"Claude did not answer: {last}", hint=hint)

    def _before_next(self, problem: TryAgainError, attempt: int, deadline: float) -> None:
        seconds = backoff(attempt, problem.asked)
        if problem.kind in ("rate_limited", "overloaded"):
            self.throttle.pause(min(seconds, max(0.0, deadline - self.throttle.clock()) + seconds))
        elif attempt + 1 < ATTEMPTS and self.throttle.clock() + seconds < deadline:
            self.throttle.sleep(seconds)
