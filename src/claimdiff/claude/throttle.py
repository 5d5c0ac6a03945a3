"""Waiting: one pause for all workers when the service asks for one, and an end to all waiting when the run is stopped."""

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
SPREAD = 0.5
"""Share of the first wait by which workers are spread that were told to wait equally long."""
ENOUGH = 0.1
"""Share of our own wait that is kept where the service asks for none: it is not asked again at once for ever."""


@dataclass(kw_only=True)
class Throttle:
    """Shared by all workers. `clock` and `sleep` are seconds, `clock` is monotonic."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] | None = None
    """None: sleep until the time is over or the run is stopped."""
    _until: float = 0.0
    _asked: float = 0.0
    """Until when the service wants no call, also where that is longer than anybody waits."""
    _in_vain: bool = False
    """Whether a call waited as long as it could and was told to wait again, and none was answered since."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: threading.Event = field(default_factory=threading.Event)

    def wait(self, deadline: float) -> bool:
        """Wait out the pause; False if it reaches beyond the deadline, so that waiting is of no use."""
        while not self._stop.is_set():
            with self._lock:
                left = self._until - self.clock()
            if left <= 0:
                break
            if self.clock() + left > deadline:
                return False
            self.rest(left)
        return True

    def pause(self, seconds: float, asked: float = 0.0) -> None:
        """Make every worker wait: the service is busy for all of them, and asked for so many seconds."""
        with self._lock:
            self._until = max(self._until, self.clock() + seconds)
            self._asked = max(self._asked, self.clock() + asked)

    def give_up(self) -> None:
        """Note that a call waited in vain."""
        with self._lock:
            self._in_vain = True

    def relieve(self) -> None:
        """Note that a call was answered."""
        with self._lock:
            self._asked, self._in_vain = 0.0, False

    def hopeless(self, seconds: float) -> bool:
        """Whether a call waited in vain, and the service still wants none within so many seconds."""
        with self._lock:
            return self._in_vain and self._asked - self.clock() > seconds

    def rest(self, seconds: float) -> None:
        """Make one worker wait."""
        (self.sleep or self._stop.wait)(seconds)

    def stop(self) -> None:
        """End all waiting, for good."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether the run was stopped."""
        return self._stop.is_set()


def backoff(attempt: int, asked: float | None) -> float:
    """Seconds to wait after attempt number `attempt` (0-based).

    What the service asked for and a little more, since all who were told so come back then; else growing with chance.
    """
    chance = random.random()  # noqa: S311 -- spreads workers, guards nothing
    own: float = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt)
    if asked is None:
        return own * (1 + chance) / 2
    return max(asked, own * ENOUGH) + chance * FIRST_WAIT * SPREAD
