"""The process that talks to the service for a run: orders come as lines on stdin, what they brought goes to stdout.

It ends when stdin ends, so it never outlives a run that was killed. Every order runs in a thread of its own.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from claimdiff.claude import wire
from claimdiff.claude.clients import Clients
from claimdiff.claude.connection import SdkConnection

if TYPE_CHECKING:
    from claimdiff.claude.connection import Connection


@dataclass(frozen=True, kw_only=True)
class Service:
    """Carries orders out and writes what they brought. Safe for several threads."""

    connection: Connection
    out: BinaryIO
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, order: dict[str, Any]) -> None:
        """Carry out one order; a failure is an answer, too."""
        try:
            value = wire.pack_result(self._do(order))
        except Exception as problem:  # noqa: BLE001 -- handed to the process that waits for it
            value = wire.pack_failure(problem, traceback.format_exc())
        with self.lock:
            self.out.write(wire.pack({"order": order["order"], **value}))
            self.out.flush()

    def _do(self, order: dict[str, Any]) -> wire.Result:
        if order["do"] == "look":
            return self.connection.look(order["model"])
        if order["do"] == "prepare":
            self.connection.prepare(order["provider"])
            return None
        return self.connection.send(wire.unpack_request(order["request"]), order["timeout_s"])


def serve(orders: BinaryIO, service: Service) -> None:
    """Carry out orders until there are no more."""
    for line in orders:
        threading.Thread(target=service.answer, args=(wire.unpack(line),), daemon=True).start()


def _load(connection: SdkConnection) -> None:
    """Load the SDK, whose many thousand objects all stay: looking among them for garbage takes a sixth of the time."""
    gc.disable()
    connection.load()
    gc.freeze()
    gc.enable()


def _practise(connection: SdkConnection) -> None:
    with contextlib.suppress(Exception):  # it only saves time; a call tells what is wrong
        connection.practise()


def main() -> None:
    """Serve the process that started this one."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing but answers may reach the pipe
    connection = SdkConnection(clients=Clients(env=dict(os.environ)))
    _load(connection)
    threading.Thread(target=_practise, args=(connection,), daemon=True).start()
    serve(sys.stdin.buffer, Service(connection=connection, out=out))
    out.close()
    os._exit(0)  # calls that hang must not keep it


if __name__ == "__main__":
    main()
