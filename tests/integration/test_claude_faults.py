"""Every fault that the service, or what stands before it, is known for: through the real SDK, on a real socket."""

from __future__ import annotations

import email.utils
import time
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.claude.clients import Clients
from claimdiff.claude.connection import SdkConnection
from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.lifecycle import lookup
from claimdiff.claude.messages import CallFailedError, Failure, KeyRefusedError, Reply
from claimdiff.claude.store import Store
from claimdiff.claude.throttle import Throttle
from helpers.calls import MODEL, Clock, request
from helpers.fake_claude import caller_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from helpers.fake_claude import FakeClaude


@pytest.fixture
def line(fake_claude: FakeClaude) -> Iterator[SdkConnection]:
    """A connection to the fake, which answers every request unless a fault comes first."""
    fake_claude.reply("", text="25 dollars")
    connection = SdkConnection(clients=Clients(env=fake_claude.env))
    yield connection
    connection.close()


def _try_again(line: SdkConnection, timeout_s: float = 20.0) -> TryAgainError:
    with pytest.raises(TryAgainError) as caught:
        line.send(request(), timeout_s)
    return caught.value


@pytest.mark.parametrize(
    ("kind", "failure", "paid"),
    [
        ("429", "rate_limited", False),
        ("529", "overloaded", False),
        ("500", "server", False),
        ("502", "server", False),
        ("503", "server", False),
        ("504", "server", False),
        ("408", "server", False),
        ("html502", "server", False),
        ("reset", "network", True),
        ("reset_mid", "network", True),
        ("broken", "broken", True),
        ("html", "broken", True),
        ("deep", "broken", True),
        ("list", "broken", True),
        ("error200", "broken", True),
        ("nousage", "broken", True),
        ("words", "broken", True),
    ],
)
def test_a_fault_that_may_pass(
    fake_claude: FakeClaude, line: SdkConnection, kind: str, failure: Failure, paid: bool
) -> None:
    """It is told apart from others, in plain words, and whether it may have cost money; the next try works."""
    fake_claude.fault(kind)
    problem = _try_again(line)

    assert (problem.kind, problem.paid) == (failure, paid)
    assert "<" not in str(problem)
    assert "{" not in str(problem)
    assert line.send(request(), 20.0).text == "25 dollars"


@pytest.mark.parametrize(("header", "seconds"), [("1", 1.0), ("70", 70.0), (None, None), ("soon", None)])
def test_what_the_service_asks_to_wait_is_read(
    fake_claude: FakeClaude, line: SdkConnection, header: str | None, seconds: float | None
) -> None:
    """A number of seconds, or nothing that could be kept to."""
    fake_claude.fault("429", retry_after=header)

    assert _try_again(line).asked == seconds


def test_a_date_to_wait_for_is_read(fake_claude: FakeClaude, line: SdkConnection) -> None:
    """HTTP allows a date as well."""
    fake_claude.fault("429", retry_after=email.utils.formatdate(time.time() + 50, usegmt=True))

    asked = _try_again(line).asked
    assert asked is not None
    assert 30 < asked <= 50


def test_a_slow_reply_ends_at_the_deadline(fake_claude: FakeClaude, line: SdkConnection) -> None:
    """The time of the call is over, whatever the server is doing."""
    line.clients.of("anthropic")
    fake_claude.fault("slow", seconds=30.0)
    before = time.monotonic()
    problem = _try_again(line, timeout_s=1.0)

    assert problem.kind == "timeout"
    assert problem.paid
    assert time.monotonic() - before < 20


def test_a_reply_that_trickles_ends_at_the_deadline(fake_claude: FakeClaude, line: SdkConnection) -> None:
    """A byte now and then keeps the HTTP library waiting for ever; the call still ends."""
    line.clients.of("anthropic")
    fake_claude.fault("trickle", seconds=30.0)
    before = time.monotonic()

    assert _try_again(line, timeout_s=1.0).kind == "timeout"
    assert time.monotonic() - before < 20


def test_nobody_listens(fake_claude: FakeClaude) -> None:
    """A closed port is a network failure for which nothing was paid."""
    gone = SdkConnection(clients=Clients(env={**fake_claude.env, "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}))
    problem = _try_again(gone)

    assert (problem.kind, problem.paid) == ("network", False)
    gone.close()


@pytest.mark.parametrize("status", ["401", "403", "402"])
def test_a_refused_key_is_final(fake_claude: FakeClaude, line: SdkConnection, status: str) -> None:
    """The key itself is not in the words."""
    fake_claude.fault(status, message="invalid x-api-key sk-test")
    with pytest.raises(KeyRefusedError) as caught:
        line.send(request(), 20.0)

    assert "sk-test" not in str(caught.value)
    assert status in str(caught.value)
    assert caught.value.exit_code == 4


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        ("400", "prompt is too long: 208310 tokens > 200000 maximum", "too_long"),
        ("400", "x" * 400 + " input length and `max_tokens` exceed context limit", "too_long"),
        ("413", "Request exceeds the maximum size", "too_long"),
        ("400", "messages: at least one message is required", "rejected"),
        ("404", "model: claude-nope", "missing"),
        ("422", "unprocessable", "rejected"),
    ],
)
def test_a_refused_request_is_not_tried_again(
    fake_claude: FakeClaude, line: SdkConnection, status: str, message: str, kind: Failure
) -> None:
    """The same request would be refused the same way."""
    fake_claude.fault(status, message=message)
    with pytest.raises(CallFailedError) as caught:
        line.send(request(), 20.0)

    assert caught.value.kind == kind
    assert message[:40] in str(caught.value)


def test_an_empty_account_stops_the_run(fake_claude: FakeClaude, line: SdkConnection) -> None:
    """The service says it as a bad request, and would say it to every other call."""
    fake_claude.fault("400", message="Your credit balance is too low to access the API.")

    with pytest.raises(KeyRefusedError, match="credit balance"):
        line.send(request(), 20.0)


@pytest.mark.parametrize(
    ("script", "complete", "text"),
    [
        ({"text": "cut {", "stop_reason": "max_tokens"}, False, "cut {"),
        ({"blocks": [], "stop_reason": "refusal"}, False, ""),
        ({"text": "", "stop_reason": "model_context_window_exceeded"}, False, ""),
        ({"blocks": []}, True, ""),
        (
            {
                "blocks": [
                    {"type": "thinking", "thinking": "hm", "signature": "s"},
                    {"type": "text", "text": "25 dollars", "citations": None},
                ]
            },
            True,
            "25 dollars",
        ),
        ({"blocks": [{"type": "of_tomorrow", "what": 1}, {"type": "text", "text": "yes"}]}, True, "yes"),
    ],
    ids=["cut", "refused", "window", "empty", "thinking", "unknown"],
)
def test_what_a_reply_is(fake_claude: FakeClaude, script: dict[str, Any], complete: bool, text: str) -> None:
    """Cut and refused replies are no answers; blocks are picked by type, also where there are unknown ones."""
    fake_claude.reply("", **script)
    line = SdkConnection(clients=Clients(env=fake_claude.env))
    reply = line.send(request(), 20.0)

    assert (reply.complete, reply.text) == (complete, text)
    line.close()


def test_any_text_goes_there_and_back(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """NUL, a megabyte, emoji, and half a surrogate pair, which JSON can spell and no file can hold."""
    long = "a" * 1_000_000
    fake_claude.reply("", text=f"\x00 🦊 \ud800 {long}")
    caller = caller_for(fake_claude, tmp_path)
    reply = caller.ask(request(f"\x00 🦊 {long}"))

    assert reply.text == f"\x00 🦊 ? {long}"
    again = Store(folder=tmp_path).get(request(f"\x00 🦊 {long}"))
    assert again is not None
    assert again.content == reply.content


def test_text_that_cannot_be_sent_is_told(line: SdkConnection) -> None:
    """Half a surrogate pair in a page is no traceback."""
    with pytest.raises(CallFailedError, match="cannot be sent"):
        line.send(request("\ud800"), 20.0)


def test_cached_tokens_are_read_apart(fake_claude: FakeClaude) -> None:
    """What came from the cache costs less, so it is counted by itself."""
    usage = {"input_tokens": 1, "output_tokens": 2, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 4}
    fake_claude.reply("", text="yes", usage=usage)
    line = SdkConnection(clients=Clients(env=fake_claude.env))
    reply: Reply = line.send(request(), 20.0)

    assert (reply.usage.cache_read_tokens, reply.usage.cache_write_tokens, reply.usage.total) == (3, 4, 10)
    line.close()


@pytest.mark.parametrize("kind", ["429", "529", "500", "html502", "reset", "reset_mid", "broken", "html", "error200"])
def test_a_fault_between_two_replies_loses_neither(fake_claude: FakeClaude, tmp_path: Path, kind: str) -> None:
    """What was paid before it is kept, what comes after it is asked for, and the second run makes no call."""
    clock = Clock()
    fake_claude.reply("", text="25 dollars")
    caller = caller_for(fake_claude, tmp_path, throttle=Throttle(clock=clock.read, sleep=clock.sleep))
    caller.ask(request("a"))
    fake_claude.fault(kind)
    caller.ask(request("b"))
    calls = fake_claude.calls

    again = caller_for(fake_claude, tmp_path)
    assert [again.ask(request(text)).text for text in "ab"] == ["25 dollars"] * 2
    assert calls == 3 == fake_claude.calls


@pytest.mark.parametrize(
    ("known", "stage", "retires"),
    [
        ({}, "active", None),
        ({"lifecycle": "deprecated", "retires_at": "2027-03-01T00:00:00Z"}, "deprecated", "2027-03-01"),
        ({"lifecycle": "retired", "retires_at": None}, "retired", None),
        ({"lifecycle": "asleep"}, "unknown", None),
        ({"status": 404}, "unknown", None),
        ({"status": 500}, "unknown", None),
        ({"status": 401}, "unknown", None),
    ],
)
def test_a_model_is_looked_up(fake_claude: FakeClaude, known: dict[str, Any], stage: str, retires: str | None) -> None:
    """Whatever the service answers but a stage means that it does not tell."""
    fake_claude.lifecycles[MODEL] = known
    clients = Clients(env=fake_claude.env)
    state = lookup(clients)(MODEL)

    assert (state.stage, state.retires) == (stage, retires)
    clients.close()
