"""Waiting: one pause for all workers when the service asks for one, and a total time for each call."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_WAIT = 0.5
LONGEST_WAIT = 20.0
"""Seconds that a wait grows to when the service does not say how long."""


@dataclass(kw_only=True)
class Throttle:
    """Shared by all workers. `clock` and `sleep` are seconds, monotonic."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _until: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, deadline: float) -> bool:
        """Wait out the pause; False if it reaches beyond the deadline, so that waiting is of no use."""
        while True:
            with self._lock:
                left = self._until - self.clock()
            if left <= 0:
                return True
            if self.clock() + left > deadline:
                return False
            self.sleep(left)

    def pause(self, seconds: float) -> None:
        """Make every worker wait: the service is busy for all of them."""
        with self._lock:
            self._until = max(self._until, self.clock() + seconds)


def backoff(attempt: int, asked: float | None) -> float:
    """Seconds to wait before attempt number `attempt` + 1 (0-based): what the service asked for, else growing with chance."""
    if asked is not None:
        return max(0.0, asked)
    top = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt)
    return float(top / 2 + random.random() * top / 2)  # noqa: S311 -- spreads workers, guards nothing
