"""Places for calls that run at a time: whoever waits longest gets the next one."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field


@dataclass(kw_only=True)
class Places:
    """So many calls may run at a time. Safe for several threads.

    `threading.Semaphore` lets a newcomer pass those who wait: the last question of a run would end long after the others.
    """

    free: int
    _waiting: deque[threading.Event] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> None:
        """Take a place, after all who wait already."""
        gate = threading.Event()
        with self._lock:
            if self.free and not self._waiting:
                self.free -= 1
                return
            self._waiting.append(gate)
        gate.wait()

    def __exit__(self, *_: object) -> None:
        """Give the place to whoever waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self.free += 1
