"""A GitHub on loopback that keeps comments, pull requests and statuses, reads out lists page by page, and fails on demand."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import struct
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = "acme/docs"
ROBOT = "github-actions[bot]"
ROOT = f"/repos/{REPOSITORY}"
PAGE_BY_DEFAULT, LARGEST_PAGE = 30, 100
TOO_LONG = {"message": "Validation Failed", "errors": [{"field": "body", "message": "body is too long"}]}


@dataclass
class Fault:
    """What happens to the next calls of a kind instead of an answer.

    `kind`: a status; `reset` (the connection is cut before anything happens), `lost` (after it happened), `html` (a
    page with status 200), `cut` (half of the answer).
    """

    kind: str
    verb: str = ""
    times: int = 1
    message: str = "no"
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class FakeGitHub:
    """What GitHub holds. `max_body`: UTF-16 units of a comment that are accepted."""

    url: str = ""
    max_body: int = 65_536
    held: list[dict[str, Any]] = field(default_factory=list)
    pulls: list[dict[str, Any]] = field(default_factory=list)
    statuses: list[dict[str, Any]] = field(default_factory=list)
    runs: dict[int, dict[str, Any]] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    made: int = 0

    def say(self, author: str, body: str) -> int:
        """Hold a comment of somebody; its id."""
        self.made += 1
        kind = "Bot" if author.endswith("[bot]") else "User"
        self.held.append(
            {"id": self.made, "body": body, "user": {"login": author, "type": kind}, "html_url": f"https://github.com/{REPOSITORY}/pull/7#issuecomment-{self.made}"}
        )  # fmt: skip
        return self.made

    @property
    def bodies(self) -> list[str]:
        """The texts of the comments that are ours."""
        return [item["body"] for item in self.held if item["user"]["login"] == ROBOT]

    @property
    def writes(self) -> list[str]:
        """The calls that were to change something, without those to statuses."""
        return [line for line in self.asked if not line.startswith("GET ") and "/statuses/" not in line]

    def fault(self, verb: str) -> Fault | None:
        """The fault that a call meets, if any."""
        for found in self.faults:
            if found.times > 0 and found.verb in {"", verb}:
                found.times -= 1
                return found
        return None

    def answer(self, verb: str, path: str, query: dict[str, str], body: Any) -> tuple[int, Any]:
        """Status and answer of a call."""
        for pattern, wanted, act in (
            (r"/issues/(\d+)/comments", "GET", lambda _: (200, self.held)),
            (r"/issues/(\d+)/comments", "POST", lambda _: self._written(None, body)),
            (r"/issues/comments/(\d+)", "PATCH", lambda number: self._written(int(number), body)),
            (r"/issues/comments/(\d+)", "DELETE", lambda number: self._deleted(int(number))),
            (r"/issues/comments/(\d+)/reactions", "POST", lambda _: (201, {"id": 1, **body})),
            (r"/statuses/([0-9a-f]+)", "POST", lambda sha: self._status(sha, body)),
            (r"/collaborators/([^/]+)/permission", "GET", self._role),
            (r"/pulls", "GET", lambda: (200, [p for p in self.pulls if query.get("state", "open") in {"all", p["state"]}])),
            (r"/pulls", "POST", lambda: self._opened(body)),
            (r"/pulls/(\d+)", "GET", lambda number: self._pull(int(number))),
            (r"/commits/([0-9a-f]+)/pulls", "GET", lambda sha: (200, [p for p in self.pulls if p["head"]["sha"] == sha])),
            (r"/actions/runs/(\d+)", "GET", lambda number: (200, self.runs[int(number)]) if int(number) in self.runs else MISSING),
        ):  # fmt: skip
            found = re.fullmatch(ROOT + pattern, path)
            if found and wanted == verb:
                return act(*found.groups())
        return (403, {"message": "Resource not accessible by integration"}) if path == "/user" else MISSING

    def _written(self, number: int | None, body: dict[str, Any]) -> tuple[int, Any]:
        if len(body["body"].encode("utf-16-le")) // 2 > self.max_body:
            return 422, TOO_LONG
        if number is None:
            self.say(ROBOT, body["body"])
            return 201, self.held[-1]
        for item in self.held:
            if item["id"] == number:
                item["body"] = body["body"]
                return 200, item
        return MISSING

    def _deleted(self, number: int) -> tuple[int, Any]:
        before = len(self.held)
        self.held = [item for item in self.held if item["id"] != number]
        return (204, None) if len(self.held) < before else MISSING

    def _status(self, sha: str, body: dict[str, Any]) -> tuple[int, Any]:
        self.statuses.append({"sha": sha, **body})
        return 201, body

    def _role(self, login: str) -> tuple[int, Any]:
        role = self.roles.get(login)
        rounded = {"maintain": "write", "triage": "read"}
        return (200, {"permission": rounded.get(role, role), "role_name": role}) if role else MISSING

    def _opened(self, body: dict[str, Any]) -> tuple[int, Any]:
        self.pulls.append(pull(len(self.pulls) + 1, head=body["head"], base=body["base"]))
        return 201, self.pulls[-1]

    def _pull(self, number: int) -> tuple[int, Any]:
        return next(((200, item) for item in self.pulls if item["number"] == number), MISSING)


MISSING = (404, {"message": "Not Found"})


def pull(number: int, *, head: str = "topic", base: str = "main", sha: str = "a" * 40) -> dict[str, Any]:
    """A pull request as the API tells it."""
    repository = {"full_name": REPOSITORY}
    return {
        "number": number, "state": "open", "html_url": f"https://github.com/{REPOSITORY}/pull/{number}",
        "head": {"ref": head, "sha": sha, "repo": repository}, "base": {"ref": base, "sha": "b" * 40, "repo": repository},
    }  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- the name is the base class's
        """Say nothing."""

    def _serve(self) -> None:
        data = self.rfile.read(int(self.headers.get("content-length") or 0))
        asked, fake = urlsplit(self.path), self.server.fake
        fake.asked.append(f"{self.command} {asked.path}")
        query = {key: values[-1] for key, values in parse_qs(asked.query).items()}
        fault = fake.fault(self.command)
        if fault and fault.kind == "reset":
            self._cut()
        elif data and self.command in {"GET", "DELETE"}:
            self._send(422, b'{"message": "Invalid request: a body where none belongs"}', {})
        elif fault and fault.kind.isdecimal():
            self._send(int(fault.kind), json.dumps({"message": fault.message}).encode(), fault.headers)
        elif fault and fault.kind == "html":
            self._send(200, b"<html><body>Bad gateway</body></html>", {"Content-Type": "text/html"})
        else:
            status, value = fake.answer(self.command, asked.path, query, json.loads(data) if data else None)
            if fault and fault.kind == "lost":
                self._cut()
                return
            value, headers = self._page(asked.path, query, value) if isinstance(value, list) else (value, {})
            content = b"" if value is None else json.dumps(value).encode()
            self._send(status, content[: len(content) // 2] if fault else content, headers)

    do_GET = do_POST = do_PATCH = do_DELETE = _serve  # noqa: N815 -- the names are the base class's

    def _page(self, path: str, query: dict[str, str], items: list[Any]) -> tuple[list[Any], dict[str, str]]:
        size = min(int(query.get("per_page", PAGE_BY_DEFAULT)), LARGEST_PAGE)
        page = int(query.get("page", 1))
        if page * size >= len(items):
            return items[(page - 1) * size :], {}
        following = f"{self.server.fake.url}{path}?per_page={size}&page={page + 1}"
        return items[(page - 1) * size : page * size], {"Link": f'<{following}>; rel="next", <{following}>; rel="last"'}

    def _cut(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def _send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(status)
            for name, value in {
                "Content-Type": "application/json",
                "Content-Length": str(len(content)),
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, fake: FakeGitHub) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.fake = fake

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that was cut is no news."""


@contextlib.contextmanager
def serving(**fields: Any) -> Iterator[FakeGitHub]:
    """A fake that answers at its `url` for as long as the block runs."""
    fake = FakeGitHub(**fields)
    server = _Server(fake)
    fake.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
