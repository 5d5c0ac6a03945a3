"""A small Messages API on loopback for the real SDK: scripted replies, latency and faults, and what it has seen.

    fake_claude.reply("How much", text="It costs 25 dollars.")        first rule that matches and is not used up wins
    fake_claude.reply("judge", json={"verdicts": []}, times=1)        structured output, once
    fake_claude.reply("", blocks=[...], stop_reason="refusal")
    fake_claude.reply("", answer=lambda body: {"json": ...})          computed: a dict of the other keys, or a text
    fake_claude.fault("429", times=2, retry_after="1")                goes before the rules
    fake_claude.env                                                   what a program needs to find it
    fake_claude.bodies, fake_claude.stats                             requests in order of arrival; counts

`caller_for(fake_claude, tmp_path)` asks it through the real SDK. A request without a rule is answered 400, so that a test whose rule does not match fails with a plain message.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anthropic  # noqa: F401 -- with the SDK loaded here, runs in this process start none of their own
import pytest

from claimdiff.claude.budget import Budget
from claimdiff.claude.caller import Caller
from claimdiff.claude.connection import connect
from claimdiff.claude.store import Store
from helpers.fake_batches import Batches
from helpers.fake_requests import Unacceptable, check, text_of
from helpers.fake_server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from claimdiff.claude.connection import SdkConnection

CHARACTERS_PER_TOKEN = 4


@dataclass(kw_only=True)
class Rule:
    """A scripted reply to the requests in whose text `match` is found. `times`: how often, None for ever."""

    match: re.Pattern[str]
    reply: dict[str, Any]
    answer: Callable[[dict[str, Any]], dict[str, Any] | str] | None = None
    times: int | None = None
    latency: float | None = None

    def take(self, text: str) -> bool:
        """Whether it answers this request; counts the use."""
        if self.times == 0 or not self.match.search(text):
            return False
        self.times = None if self.times is None else self.times - 1
        return True


@dataclass(kw_only=True)
class Fault:
    """What goes wrong instead: a status ("429") or `reset`, `reset_mid`, `slow`, `trickle`, `broken`, `html`, `html502`.

    Or an odd body: `deep`, `list`, `error200`, `nousage`, `words` (see `ODD_BODIES`).
    `slow` answers after `seconds`; with `match` only the requests in whose text it is found are hit.
    """

    kind: str
    match: re.Pattern[str]
    times: int
    retry_after: str | None = None
    seconds: float = 30.0
    message: str = "scripted fault"
    after: bool = False
    """Whether the reply was made (and paid for) before it went wrong."""


@dataclass(kw_only=True)
class FakeClaude:
    """The service: its script and what it saw. Use the fixture `fake_claude`."""

    base_url: str = ""
    latency: float = 0.0
    rules: list[Rule] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    stats: Counter[str] = field(default_factory=Counter)
    """`calls` of messages, `most_at_once`, `ok`, `status_429` and so on, `fault_reset` and so on, `models`, `batches`."""
    lifecycles: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What `/v1/models/ID` says besides the id; every other model is active."""
    batches: Batches = field(default_factory=Batches)
    lock: threading.RLock = field(default_factory=threading.RLock)
    closing: threading.Event = field(default_factory=threading.Event)
    connections: list[SdkConnection] = field(default_factory=list)
    """Those of `caller_for`, which the fixture closes at the end."""
    _live: int = 0
    _number: int = 0

    @property
    def env(self) -> dict[str, str]:
        """Variables with which the SDK talks to it."""
        return {"ANTHROPIC_BASE_URL": self.base_url, "ANTHROPIC_API_KEY": "sk-test"}

    @property
    def calls(self) -> int:
        """How many messages were asked for, faults included."""
        return self.stats["calls"]

    @property
    def answered(self) -> int:
        """How many messages it made, also those that were lost on the way: what a real service would bill."""
        return self._number

    def reply(self, match: str, *, times: int | None = None, latency: float | None = None, **reply: Any) -> None:
        """Script a reply: `text`, `json` or `blocks`, or `answer`; and `stop_reason`, `model`, `usage`."""
        answer = reply.pop("answer", None)
        rule = Rule(match=re.compile(match, re.DOTALL), reply=reply, answer=answer, times=times, latency=latency)
        with self.lock:
            self.rules.append(rule)

    def fault(self, kind: str, *, match: str = "", times: int = 1, **more: Any) -> None:
        """Script a fault; see `Fault`."""
        with self.lock:
            self.faults.append(Fault(kind=kind, match=re.compile(match, re.DOTALL), times=times, **more))

    @contextlib.contextmanager
    def call(self, body: dict[str, Any]) -> Iterator[None]:
        """Count a call of messages while it lasts."""
        with self.lock:
            self._live += 1
            self.stats["calls"] += 1
            self.stats["most_at_once"] = max(self.stats["most_at_once"], self._live)
            self.bodies.append(body)
        try:
            yield
        finally:
            with self.lock:
                self._live -= 1

    def take_fault(self, text: str) -> Fault | None:
        """The next fault that hits a request with this text."""
        with self.lock:
            for fault in self.faults:
                if fault.times > 0 and fault.match.search(text):
                    fault.times -= 1
                    self.stats[f"fault_{fault.kind}"] += 1
                    return fault
        return None

    def message(self, body: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """The message that answers this request, and the seconds it takes."""
        check(body)
        text = text_of(body)
        with self.lock:
            rule = next((rule for rule in self.rules if rule.take(text)), None)
            self._number += rule is not None
            number = self._number
        if rule is None:
            raise Unacceptable(400, f"no rule of the fake matches: {text[-300:]}")
        script = rule.reply
        if rule.answer:
            given = rule.answer(body)
            script = {**script, **({"text": given} if isinstance(given, str) else given)}
        latency = self.latency if rule.latency is None else rule.latency
        return _message(body, script, text, number), latency


def _message(body: dict[str, Any], script: dict[str, Any], asked: str, number: int) -> dict[str, Any]:
    text = json.dumps(script["json"]) if "json" in script else script.get("text", "")
    blocks = script.get("blocks", [{"type": "text", "text": text, "citations": None}] if text else [])
    usage = {
        "input_tokens": len(asked) // CHARACTERS_PER_TOKEN + 1,
        "output_tokens": len(json.dumps(blocks)) // CHARACTERS_PER_TOKEN + 1,
        "cache_read_input_tokens": 0,
        "cache_creation_input_tokens": 0,
    }
    return {
        "id": f"msg_{number:06d}",
        "type": "message",
        "role": "assistant",
        "model": script.get("model", body["model"]),
        "content": blocks,
        "stop_reason": script.get("stop_reason", "end_turn"),
        "stop_sequence": None,
        "usage": {**usage, **script.get("usage", {})},
    }


def caller_for(fake: FakeClaude, folder: Path, **more: Any) -> Caller:
    """A caller through the real SDK; its replies are stored in `folder`. `more`: other fields of `Caller`."""
    parts = {"store": Store(folder=folder), "budget": Budget(), "timeout_s": 20.0, **more}
    connection = connect("anthropic", fake.env)
    fake.connections.append(connection)
    return Caller(connection=connection, **parts)


@contextlib.contextmanager
def serving() -> Iterator[FakeClaude]:
    """A fresh service without rules, as long as the block lasts."""
    fake = FakeClaude()
    server = Server(fake)
    fake.base_url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        for connection in fake.connections:
            connection.close()
        fake.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def fake_claude() -> Iterator[FakeClaude]:
    """A fresh service without rules, gone after the test."""
    with serving() as fake:
        yield fake
