"""Calls through a process of its own: the same replies and failures, and no end of it takes a run along."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from claimdiff.claude.apart import ApartConnection
from claimdiff.claude.clients import Clients
from claimdiff.claude.connection import SdkConnection
from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.messages import CallFailedError, KeyRefusedError
from helpers.calls import MODEL, request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.fake_claude import FakeClaude


@pytest.fixture
def apart(fake_claude: FakeClaude) -> Iterator[ApartConnection]:
    """A connection to the fake by another process."""
    connection = ApartConnection(clients=Clients(env={**os.environ, **fake_claude.env}))
    yield connection
    connection.close()


def _pid(apart: ApartConnection) -> int:
    child = apart._child
    assert child is not None
    return child.process.pid


def test_several_calls_at_once_get_their_own_replies(fake_claude: FakeClaude, apart: ApartConnection) -> None:
    """Answers are joined to whoever asked, whatever their order; the state of a model comes the same way."""
    fake_claude.reply("", answer=lambda body: f"reply to {body['messages'][0]['content']}", latency=0.3)
    apart.prepare("anthropic")
    with ThreadPoolExecutor(max_workers=6) as pool:
        texts = list(pool.map(lambda at: apart.send(request(f"q{at}"), 20.0).text, range(12)))
    assert texts == [f"reply to q{at}" for at in range(12)]
    assert fake_claude.stats["most_at_once"] > 1
    assert apart.look(MODEL).stage == "active"


def test_failures_of_the_service_arrive(fake_claude: FakeClaude, apart: ApartConnection) -> None:
    """A busy service, a refused key and a refused request are told apart as without the process."""
    fake_claude.reply("", text="25 dollars")
    fake_claude.fault("429", retry_after="7")
    with pytest.raises(TryAgainError) as busy:
        apart.send(request(), 20.0)
    assert (busy.value.kind, busy.value.asked, busy.value.paid) == ("rate_limited", 7.0, False)
    fake_claude.fault("401")
    with pytest.raises(KeyRefusedError):
        apart.send(request(), 20.0)
    fake_claude.fault("400")
    with pytest.raises(CallFailedError):
        apart.send(request(), 20.0)


def test_a_process_that_is_killed_is_replaced(fake_claude: FakeClaude, apart: ApartConnection) -> None:
    """A call that was running may have been paid; it is a failure that may pass, and the next call goes through."""
    fake_claude.reply("slow", text="late", latency=30.0)
    fake_claude.reply("", text="25 dollars")
    assert apart.send(request(), 20.0).text == "25 dollars"
    with ThreadPoolExecutor(max_workers=1) as pool:
        running = pool.submit(apart.send, request("slow"), 60.0)
        while fake_claude.calls < 2:
            pass
        os.kill(_pid(apart), signal.SIGKILL)
        problem = running.exception(20.0)
    assert isinstance(problem, TryAgainError)
    assert (problem.kind, problem.paid) == ("network", True)
    assert apart.send(request(), 20.0).text == "25 dollars"


def test_a_process_that_says_no_more_is_replaced_though_it_still_runs(fake_claude: FakeClaude) -> None:
    """Nobody waits for answers that nobody reads: each call fails at once, in a way that may pass."""
    silent = "import os, time; os.close(1); time.sleep(60)"
    mute = ApartConnection(clients=Clients(env=fake_claude.env), command=(sys.executable, "-c", silent))
    kinds = []
    for _ in range(2):
        with pytest.raises(TryAgainError) as problem:
            mute.send(request(), 5.0)
        kinds.append(problem.value.kind)
    mute.close()
    assert kinds == ["network", "network"]


@pytest.mark.parametrize("command", [(sys.executable, "-c", ""), ("/no/such/program",)])
def test_a_process_that_cannot_run_is_told(fake_claude: FakeClaude, command: tuple[str, ...]) -> None:
    """No call is made, nothing hangs, and the message says that the process is missing."""
    broken = ApartConnection(clients=Clients(env=fake_claude.env), command=command)
    with pytest.raises(CallFailedError, match="the process that talks to Claude"):
        broken.prepare("anthropic")
    assert broken.look(MODEL).stage == "unknown"
    broken.close()
    assert fake_claude.calls == 0


def test_a_missing_region_is_told(fake_claude: FakeClaude) -> None:
    """What a provider lacks is said by the process and arrives as what the user can mend."""
    lacking = ApartConnection(clients=Clients(env={**fake_claude.env, "ANTHROPIC_API_KEY": ""}))
    with pytest.raises(KeyRefusedError, match="no key"):
        lacking.prepare("anthropic")
    lacking.close()


def test_practice_makes_a_whole_call_that_reaches_nobody(fake_claude: FakeClaude) -> None:
    """What the SDK refused of it, or could not read, would save no time; it needs no key and asks no service."""
    SdkConnection(clients=Clients(env={})).practise()

    assert fake_claude.calls == 0
