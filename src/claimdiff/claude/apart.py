"""A connection through a process of its own, which loads the SDK and talks to the service.

Loading the SDK takes 1.5 to 4 seconds, and a few hundred calls take it as long again: with two processors that goes on
while the run reads pages and checks replies. A run without a call starts no process.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from claimdiff.claude import wire
from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.lifecycle import PATIENCE_S, ModelState
from claimdiff.claude.messages import CallFailedError, Reply

if TYPE_CHECKING:
    from claimdiff.claude.clients import Clients
    from claimdiff.claude.messages import Request

COMMAND = (sys.executable, "-P", "-m", "claimdiff.claude.serving")
"""`-P`: the folder of the run is no place to import from."""
SLACK_S = 5.0
"""Seconds that an answer may come late before it is given up."""
SHUT = "the process that talks to Claude ended"


@dataclass(frozen=True, kw_only=True)
class Child:
    """One such process, and who waits for its answers."""

    process: subprocess.Popen[bytes]
    over: threading.Event = field(default_factory=threading.Event)
    """Set when nobody waits for it any more."""
    shut: threading.Event = field(default_factory=threading.Event)
    """Set when nobody reads its answers any more, which may be a moment before the process itself is gone."""
    _waiting: dict[int, Future[wire.Result]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        threading.Thread(target=self.read, daemon=True, name="claude-replies").start()

    @property
    def orders(self) -> IO[bytes]:
        """Where it reads."""
        if self.process.stdin is None:
            raise AssertionError("it was started with pipes")
        return self.process.stdin

    @property
    def answers(self) -> IO[bytes]:
        """Where it writes."""
        if self.process.stdout is None:
            raise AssertionError("it was started with pipes")
        return self.process.stdout

    def ordered(self, value: dict[str, Any]) -> Future[wire.Result]:
        """Give an order; what it brings comes later.

        Raises:
            TryAgainError: the process has ended.
        """
        future: Future[wire.Result] = Future()
        number = id(future)
        with self._lock:
            if self.shut.is_set():
                raise TryAgainError("network", SHUT)
            self._waiting[number] = future
            try:
                self.orders.write(wire.pack({"order": number, **value}))
                self.orders.flush()
            except (OSError, ValueError):
                self._waiting.pop(number, None)
                raise TryAgainError("network", SHUT) from None
        return future

    def read(self) -> None:
        """Hand every answer to whoever waits for it, until the process ends; then nobody waits for ever."""
        with contextlib.suppress(OSError, ValueError):
            for line in self.answers:
                value = wire.unpack(line)
                with self._lock:
                    future = self._waiting.pop(value.pop("order"), None)
                if future is not None:
                    _settle(future, value)
        self.answers.close()
        with self._lock:
            left = list(self._waiting.values())
            self._waiting.clear()
            self.shut.set()
        for future in left:
            future.set_exception(TryAgainError("network", SHUT, paid=True))
        self.over.set()

    def end(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            self.orders.close()
        self.over.wait(SLACK_S)


@dataclass(kw_only=True)
class ApartConnection:
    """See `Connection`. Safe for several threads; `clients` are for what does not go through the process (batches)."""

    clients: Clients = field(repr=False)
    command: tuple[str, ...] = COMMAND
    _child: Child | None = None
    _prepared: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def warm(self, provider: str) -> None:
        """See `Connection`."""
        with contextlib.suppress(CallFailedError, TryAgainError):  # whoever makes the call is told
            self._running().ordered({"do": "prepare", "provider": provider})

    def prepare(self, provider: str) -> None:
        """See `Connection`."""
        if provider in self._prepared:
            return
        try:
            self._running().ordered({"do": "prepare", "provider": provider}).result()
        except TryAgainError as problem:
            raise CallFailedError(problem.kind, str(problem), hint="run again; --offline needs no Claude") from None
        self._prepared.add(provider)

    def look(self, model: str) -> ModelState:
        """See `Connection`."""
        try:
            state = self._running().ordered({"do": "look", "model": model}).result(3 * PATIENCE_S)
        except (TimeoutError, TryAgainError, CallFailedError, wire.LostError):
            state = None
        return state if isinstance(state, ModelState) else ModelState(model=model, stage="unknown")

    def send(self, request: Request, timeout_s: float) -> Reply:
        """See `Connection`."""
        order = {"do": "send", "request": wire.pack_request(request), "timeout_s": timeout_s}
        try:
            reply = self._running().ordered(order).result(timeout_s + SLACK_S)
        except TimeoutError:
            raise TryAgainError("timeout", f"no reply within {timeout_s:.0f} s", paid=True) from None
        if not isinstance(reply, Reply):
            raise TypeError("a call brought no reply")
        return reply

    def close(self) -> None:
        """End the process, and close what is open here."""
        self.clients.close()
        with self._lock:
            child, self._child = self._child, None
            self._prepared.clear()
        if child is not None:
            child.end()

    def _running(self) -> Child:
        """The process; one that ended is replaced."""
        with self._lock:
            if self._child is not None and (self._child.shut.is_set() or self._child.process.poll() is not None):
                self._child.end()
                self._child = None
            if self._child is None:
                self._child = self._started()
            return self._child

    def _started(self) -> Child:
        try:
            process = subprocess.Popen(  # noqa: S603 -- this very package, with the interpreter that runs it
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(self.clients),
                start_new_session=True,  # Ctrl-C is for the run: it lets calls end, and they are stored
            )
        except OSError as problem:
            words = f"the process that talks to Claude cannot be started: {problem.strerror or problem}"
            raise CallFailedError("network", words) from None
        return Child(process=process)


def _settle(future: Future[wire.Result], value: dict[str, Any]) -> None:
    try:
        future.set_result(wire.unpack_result(value))
    except Exception as problem:  # noqa: BLE001 -- handed to the thread that waits for it
        future.set_exception(problem)


def _environment(clients: Clients) -> dict[str, str]:
    """That of the run, with the place of this very package before every other."""
    package = str(Path(__file__).parents[2])
    paths = [package, *filter(None, [clients.env.get("PYTHONPATH", "")])]
    return {**clients.env, "PYTHONPATH": os.pathsep.join(paths)}
