"""Requests, replies and a scripted connection without any network, with a clock that only moves when somebody sleeps."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from claimdiff.claude.budget import Budget
from claimdiff.claude.caller import Caller
from claimdiff.claude.lifecycle import ModelState
from claimdiff.claude.messages import Reply, Request, Usage
from claimdiff.claude.store import Store
from claimdiff.claude.throttle import Throttle

if TYPE_CHECKING:
    from pathlib import Path

MODEL = "claude-haiku-4-5"


def request(text: str = "How much is Pro?", *, vote: int = 0, max_tokens: int = 100, **body: Any) -> Request:
    """A small request."""
    message = {"role": "user", "content": text}
    return Request(body={"model": MODEL, "max_tokens": max_tokens, "messages": [message], **body}, vote=vote)


def reply(text: str = "25 dollars", *, tokens: int = 10, stop_reason: str | None = "end_turn") -> Reply:
    """A small reply that used `tokens` in and as many out."""
    usage = Usage(input_tokens=tokens, output_tokens=tokens)
    return Reply(model=MODEL, stop_reason=stop_reason, content=({"type": "text", "text": text},), usage=usage)


@dataclass(kw_only=True)
class Clock:
    """Seconds that pass only by sleeping."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def read(self) -> float:
        """The time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.slept.append(seconds)
        self.now += seconds


@dataclass(kw_only=True)
class Scripted:
    """A connection that answers, or fails, as it is told; the last outcome holds for ever."""

    outcomes: list[Reply | Exception]
    clock: Clock = field(default_factory=Clock)
    takes: float = 0.0
    timeouts: list[float] = field(default_factory=list)
    sent: list[Request] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def warm(self, provider: str) -> None:
        """See `Connection`."""

    def prepare(self, provider: str) -> None:
        """See `Connection`."""

    def look(self, model: str) -> ModelState:
        """See `Connection`; it knows nothing."""
        return ModelState(model=model, stage="unknown")

    def close(self) -> None:
        """See `Connection`."""

    def send(self, request: Request, timeout_s: float) -> Reply:
        """See `Connection`."""
        with self.lock:
            self.sent.append(request)
            self.timeouts.append(timeout_s)
            self.clock.now += self.takes
            outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def caller(self, folder: Path, **more: Any) -> Caller:
        """A caller that uses it, with its clock."""
        throttle = Throttle(clock=self.clock.read, sleep=self.clock.sleep)
        parts = {"store": Store(folder=folder), "budget": Budget(), "throttle": throttle, **more}
        return Caller(connection=self, **parts)
