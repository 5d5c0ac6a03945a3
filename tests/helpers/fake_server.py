"""The wire of the fake Claude: HTTP on loopback, requests checked a little, faults as they look on a socket."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import struct
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from helpers.fake_batches import batched, shown
from helpers.fake_requests import Unacceptable, error_body, text_of

if TYPE_CHECKING:
    from helpers.fake_claude import FakeClaude, Fault

ODD_BODIES = {
    "deep": b"[" * 200_000,
    "list": b"[]",
    "error200": json.dumps({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}).encode(),
    "nousage": b'{"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": "end_turn"}',
    "words": b'{"type": "message", "role": "assistant", "model": "m", "content": "text", "stop_reason": "end_turn", "usage": {}}',
}
"""Bodies of 200 that are JSON and no message."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- the name is the base class's
        """Say nothing."""

    def do_GET(self) -> None:
        """Models, batches and their results, and `/stats`."""
        self._serve(None)

    def do_POST(self) -> None:
        """Messages and batches."""
        self._serve(self.rfile.read(int(self.headers.get("content-length") or 0)))

    def _serve(self, data: bytes | None) -> None:
        path = self.path.partition("?")[0]
        fake = self.server.fake
        try:
            if path == "/stats":
                self._send(200, dict(fake.stats))
            elif not (self.headers.get("x-api-key") or self.headers.get("authorization")):
                raise Unacceptable(401, "x-api-key header is required")  # noqa: TRY301 -- one place answers errors
            elif path == "/v1/messages" and data is not None:
                self._messages(json.loads(data))
            elif path.startswith("/v1/models/"):
                self._model(path.rpartition("/")[2])
            elif path.startswith("/v1/messages/batches"):
                self._batch(path, data)
            else:
                raise Unacceptable(404, "Not found")  # noqa: TRY301 -- one place answers errors
        except Unacceptable as problem:
            self._error(problem.status, str(problem))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _messages(self, body: dict[str, Any]) -> None:
        fake = self.server.fake
        with fake.call(body):
            fault = fake.take_fault(text_of(body))
            if fault and not fault.after:
                if fault.kind == "slow":
                    fake.closing.wait(fault.seconds)
                elif fault.kind not in {"reset_mid", "broken", "trickle"}:
                    self._fail(fault)
                    return
            message, latency = fake.message(body)
            fake.closing.wait(latency)
            if fault and fault.kind != "slow":
                self._fail(fault, json.dumps(message).encode())
                return
            with fake.lock:
                fake.stats["ok"] += 1
            self._send(200, message)

    def _fail(self, fault: Fault, data: bytes = b"") -> None:
        if fault.kind == "reset":
            self._reset()
        elif fault.kind == "reset_mid":
            self._raw(200, data, cut=True)
        elif fault.kind == "broken":
            self._raw(200, data[: len(data) // 2])
        elif fault.kind == "trickle":
            self._trickle(data, fault.seconds)
        elif fault.kind in ODD_BODIES:
            self._raw(200, ODD_BODIES[fault.kind])
        elif fault.kind.startswith("html"):
            self._raw(int(fault.kind[4:] or 200), b"<html><body>Bad Gateway</body></html>", kind="text/html")
        else:
            self._error(int(fault.kind), fault.message, fault.retry_after)

    def _model(self, name: str) -> None:
        fake = self.server.fake
        with fake.lock:
            fake.stats["models"] += 1
        known = fake.lifecycles.get(name, {})
        if "status" in known:
            raise Unacceptable(known["status"], f"model: {name}")
        base = {"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z"}
        self._send(200, {**base, "lifecycle": "active", **known})

    def _batch(self, path: str, data: bytes | None) -> None:
        fake, made = self.server.fake, self.server.fake.batches.made
        found = re.fullmatch(r"/v1/messages/batches/(\w+)(/results)?", path)
        what = "results" if found and found[2] else "look" if found else "list" if data is None else "create"
        fault = fake.take_fault(f"batch {what}")
        if fault and not fault.after:
            self._fail(fault)
            return
        if what == "create" and data is not None:
            with fake.lock:
                name = f"msgbatch_{len(made) + 1:04d}"
                fake.stats["batches"] += 1
                made[name] = [batched(fake, item) for item in json.loads(data)["requests"]]
            value: Any = shown(fake, name)
        elif what == "list":
            value = {"data": [shown(fake, name) for name in reversed(made)], "has_more": False}
        elif not found or found[1] not in made:
            raise Unacceptable(404, f"no such batch: {path}")
        elif what == "results":
            lines = "".join(json.dumps(item) + "\n" for item in reversed(made[found[1]]))
            self._raw(200, lines.encode(), kind="application/x-jsonl", cut=bool(fault))
            return
        else:
            with fake.lock:
                fake.stats["batch_polls"] += 1
                fake.batches.polls -= 1
            value = shown(fake, found[1])
        if fault:
            self._fail(fault)
        else:
            self._send(200, value)

    def _error(self, status: int, message: str, retry_after: str | None = None) -> None:
        headers = {"retry-after": retry_after} if retry_after is not None else {}
        self._raw(status, json.dumps(error_body(status, message)).encode(), headers=headers)

    def _send(self, status: int, value: Any) -> None:
        self._raw(status, json.dumps(value).encode())

    def _raw(
        self,
        status: int,
        data: bytes,
        *,
        kind: str = "application/json",
        headers: dict[str, str] | None = None,
        cut: bool = False,
    ) -> None:
        with self.server.fake.lock:
            self.server.fake.stats[f"status_{status}"] += 1
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        if cut:
            self._reset()

    def _trickle(self, data: bytes, seconds: float) -> None:
        """Send a byte now and then, so that no single read lasts long."""
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        for place in range(int(seconds / 0.05)):
            self.wfile.write(data[place : place + 1])
            self.wfile.flush()
            if self.server.fake.closing.wait(0.05):
                break
        self.close_connection = True

    def _reset(self) -> None:
        """End the connection as a machine that went down does."""
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()


class Server(ThreadingHTTPServer):
    """The service on a free port of the loopback."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, fake: FakeClaude) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.fake = fake

    def shutdown_request(self, request: Any) -> None:
        """Close a connection, which a fault may have closed already."""
        with contextlib.suppress(OSError):
            super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that went away."""
