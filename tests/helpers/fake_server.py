"""The wire of the fake Claude: HTTP on loopback, requests checked a little, faults as they look on a socket."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.fake_claude import FakeClaude, Fault

KINDS = {400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error"}
KINDS |= {413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error"}
KNOWN = {
    "model",
    "max_tokens",
    "messages",
    "system",
    "metadata",
    "stop_sequences",
    "thinking",
    "tools",
    "tool_choice",
    "output_config",
}
KNOWN |= {"cache_control", "service_tier", "container", "inference_geo"}
MOST_MARKS = 4
ODD_BODIES = {
    "deep": b"[" * 200_000,
    "list": b"[]",
    "error200": json.dumps({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}).encode(),
    "nousage": b'{"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": "end_turn"}',
    "words": b'{"type": "message", "role": "assistant", "model": "m", "content": "text", "stop_reason": "end_turn", "usage": {}}',
}
"""Bodies of 200 that are JSON and no message."""


class Unacceptable(Exception):  # noqa: N818 -- it is an answer
    """An error status as the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(kw_only=True)
class Batches:
    """What batches do: `polls` retrievals see one in progress; `results` gives a custom id (`*`: all) another end.

    Faults hit them by the words `batch create`, `batch look`, `batch results` and `batch list`.
    """

    polls: int = 0
    results: dict[str, str] = field(default_factory=dict)
    made: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def text_of(body: dict[str, Any]) -> str:
    """Every string of the system part and the messages, a line each: what rules and faults are matched with."""

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for item in value.values():
                yield from walk(item)
        elif isinstance(value, list):
            for item in value:
                yield from walk(item)

    return "\n".join(walk([body.get("system", ""), body.get("messages", [])]))


def check(body: dict[str, Any]) -> None:
    """Refuse what the service is known to refuse."""
    if unknown := sorted(set(body) - KNOWN):
        raise Unacceptable(400, f"{unknown[0]}: Extra inputs are not permitted")
    blocks = [
        block for message in body["messages"] if isinstance(message["content"], list) for block in message["content"]
    ]
    blocks += body["system"] if isinstance(body.get("system"), list) else []
    if any(block["type"] == "text" and not block["text"].strip() for block in blocks):
        raise Unacceptable(400, "messages: text content blocks must be non-empty")
    if sum("cache_control" in block for block in blocks) > MOST_MARKS:
        raise Unacceptable(400, "A maximum of 4 blocks with cache_control may be provided.")
    citing = any((block.get("citations") or {}).get("enabled") for block in blocks)
    if citing and (body.get("output_config") or {}).get("format"):
        raise Unacceptable(400, "output_config.format: citations cannot be used together with structured output")


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
                made[name] = [self._batched(item) for item in json.loads(data)["requests"]]
            value: Any = self._shown(name)
        elif what == "list":
            value = {"data": [self._shown(name) for name in reversed(made)], "has_more": False}
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
            value = self._shown(found[1])
        if fault:
            self._fail(fault)
        else:
            self._send(200, value)

    def _batched(self, item: dict[str, Any]) -> dict[str, Any]:
        fake, name = self.server.fake, item["custom_id"]
        fake.stats["batch_requests"] += 1
        end = fake.batches.results.get(name) or fake.batches.results.get("*") or "succeeded"
        result: dict[str, Any] = {"type": end}
        if end == "succeeded":
            try:
                result["message"] = fake.message(item["params"])[0]
            except Unacceptable as problem:
                result = {"type": "errored", "error": _error_body(problem.status, str(problem))}
        elif end == "errored":
            result["error"] = _error_body(500, "scripted")
        return {"custom_id": name, "result": result}

    def _shown(self, name: str) -> dict[str, Any]:
        items = self.server.fake.batches.made[name]
        ended, now = self.server.fake.batches.polls < 0, datetime.now(UTC).isoformat()
        ends = [item["result"]["type"] for item in items]
        counts = {end: ends.count(end) if ended else 0 for end in ("succeeded", "errored", "canceled", "expired")}
        url = f"{self.server.fake.base_url}/v1/messages/batches/{name}/results" if ended else None
        state = {"id": name, "type": "message_batch", "processing_status": "ended" if ended else "in_progress"}
        return {
            **state,
            "created_at": now,
            "expires_at": now,
            "request_counts": {**counts, "processing": 0 if ended else len(ends)},
            "results_url": url,
        }

    def _error(self, status: int, message: str, retry_after: str | None = None) -> None:
        headers = {"retry-after": retry_after} if retry_after is not None else {}
        self._raw(status, json.dumps(_error_body(status, message)).encode(), headers=headers)

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


def _error_body(status: int, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": KINDS.get(status, "api_error"), "message": message}}


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
