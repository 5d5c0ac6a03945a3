from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from claimdiff.claude.budget import Budget
from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.messages import BudgetReachedError, CallFailedError, Failure, KeyRefusedError, Reply, Request
from claimdiff.claude.store import Store
from claimdiff.errors import InterruptedRunError
from helpers.calls import Scripted, reply, request

if TYPE_CHECKING:
    from pathlib import Path


def _busy(asked: float | None = None, kind: Failure = "rate_limited") -> TryAgainError:
    return TryAgainError(kind, "busy", asked)


def test_a_reply_is_stored_and_not_asked_for_again(tmp_path: Path) -> None:
    """A second run makes no call, and says that its reply was stored."""
    line = Scripted(outcomes=[reply()])
    first = line.caller(tmp_path).ask(request())
    again = line.caller(tmp_path).ask(request())

    assert len(line.sent) == 1
    assert (first.stored, again.stored) == (False, True)
    assert first.text == again.text == "25 dollars"


def test_votes_are_asked_apart_and_stored_apart(tmp_path: Path) -> None:
    """Three votes on the same body are three calls, and no call at all the next time."""
    line = Scripted(outcomes=[reply("a"), reply("b"), reply("c"), AssertionError("asked again")])
    votes = [line.caller(tmp_path).ask(request(vote=vote)).text for vote in range(3)]
    again = [line.caller(tmp_path).ask(request(vote=vote)).text for vote in range(3)]

    assert votes == again == ["a", "b", "c"]


@pytest.mark.parametrize("asked", [None, 1.0, 30.0])
def test_a_rate_limit_is_waited_out(tmp_path: Path, asked: float | None) -> None:
    """The call comes back after the time that the service asked for."""
    line = Scripted(outcomes=[_busy(asked), reply()])

    assert line.caller(tmp_path).ask(request()).text == "25 dollars"
    assert line.clock.now >= 1000.0 + (asked or 0.0)


@pytest.mark.parametrize("asked", [70.0, 3600.0])
def test_a_long_wait_is_obeyed_for_half_of_the_time(tmp_path: Path, asked: float) -> None:
    """Asked to wait longer than the call may take, it waits half of that and asks again: nothing is lost for a word."""
    line = Scripted(outcomes=[_busy(asked), reply()])

    assert line.caller(tmp_path).ask(request()).text == "25 dollars"
    assert 1030.0 <= line.clock.now <= 1031.0


def test_a_wait_beyond_the_deadline_fails_in_plain_words(tmp_path: Path) -> None:
    """Asked twice to wait 70 s, the call ends in its 60 s and the message names both."""
    line = Scripted(outcomes=[_busy(70.0)])

    with pytest.raises(CallFailedError) as caught:
        line.caller(tmp_path).ask(request())

    assert len(line.sent) == 2
    assert line.clock.now <= 1060.0
    assert str(caught.value) == (
        "Claude did not answer: busy; it asks to wait 70 s, more than is left of limits.timeout_s (60 s)"
    )
    assert caught.value.kind == "rate_limited"
    assert "run again" in (caught.value.hint or "")


def test_a_long_pause_is_told_to_those_who_were_not_asked(tmp_path: Path) -> None:
    """Another call of the same run does not try its luck, and says why."""
    line = Scripted(outcomes=[_busy(3600.0)])
    caller = line.caller(tmp_path)
    with pytest.raises(CallFailedError):
        caller.ask(request())

    with pytest.raises(CallFailedError, match="the service asked all calls to wait"):
        caller.ask(request("another"))
    assert len(line.sent) == 2


def test_a_call_that_waited_in_vain_takes_no_later_call_with_it(tmp_path: Path) -> None:
    """What the service wants no call for is over within the time of the next one, which waits, is asked and answered."""
    line = Scripted(outcomes=[_busy(70.0), _busy(40.0), reply()])
    caller = line.caller(tmp_path)
    with pytest.raises(CallFailedError):
        caller.ask(request())

    assert caller.ask(request("another")).text == "25 dollars"
    assert len(line.sent) == 3


def test_a_call_beside_one_that_must_wait_long_is_asked_in_its_own_time(tmp_path: Path) -> None:
    """It waits at the word that another call was given, and has half of its time left for itself."""
    line = Scripted(outcomes=[reply()])
    caller = line.caller(tmp_path)
    caller._rest(_busy(70.0), 0, 1060.0)

    assert caller.ask(request("another")).text == "25 dollars"
    assert 1030.0 <= line.clock.now <= 1031.0


def test_an_answer_ends_what_was_waited_for_in_vain(tmp_path: Path) -> None:
    """After one reply nobody holds the service to the hour that it spoke of before."""
    line = Scripted(outcomes=[reply()])
    caller = line.caller(tmp_path)
    caller.throttle.pause(0.0, 3600.0)
    caller.throttle.give_up()
    caller.throttle.relieve()

    assert caller.ask(request()).text == "25 dollars"


@pytest.mark.parametrize("kind", ["rate_limited", "overloaded", "server", "network", "broken", "timeout"])
def test_no_failure_lasts_longer_than_the_deadline(tmp_path: Path, kind: Failure) -> None:
    """Whatever keeps failing, the call ends within its time and its kind is told."""
    line = Scripted(outcomes=[_busy(kind=kind)], takes=0.5)

    with pytest.raises(CallFailedError) as caught:
        line.caller(tmp_path, timeout_s=60.0).ask(request())

    assert line.clock.now <= 1060.0
    assert caught.value.kind == kind
    assert all(timeout <= 60.0 for timeout in line.timeouts)


def test_no_attempt_is_begun_that_must_be_cut_off(tmp_path: Path) -> None:
    """A last one with a moment left would be told as a reply that did not come, and counted as money."""
    line = Scripted(outcomes=[_busy(19.0, "overloaded")])
    caller = line.caller(tmp_path, timeout_s=60.0)

    with pytest.raises(CallFailedError, match="busy"):
        caller.ask(request())

    assert len(line.timeouts) == 3
    assert caller.budget.doubts == ""


def test_a_busy_service_is_tried_until_the_deadline(tmp_path: Path) -> None:
    """Ten short refusals in a row are no reason to give up with time left."""
    line = Scripted(outcomes=[*[_busy(1.0)] * 10, reply()])

    assert line.caller(tmp_path).ask(request()).text == "25 dollars"


def test_a_reply_that_cannot_be_read_is_paid_for_three_times_at_most(tmp_path: Path) -> None:
    """Each try costs money, so a proxy that breaks every reply does not drain the budget."""
    line = Scripted(outcomes=[TryAgainError("broken", "no JSON", paid=True)])
    caller = line.caller(tmp_path)

    with pytest.raises(CallFailedError):
        caller.ask(request())

    assert len(line.sent) == 3
    assert caller.budget.doubtful.tokens > 3000
    assert caller.budget.used.total == 0


def test_a_refused_key_ends_every_later_call(tmp_path: Path) -> None:
    """One 401 is enough; a stored reply is still given."""
    line = Scripted(outcomes=[reply(), KeyRefusedError("refused")])
    caller = line.caller(tmp_path)
    caller.ask(request("paid"))
    for text in ("a", "b", "c"):
        with pytest.raises(KeyRefusedError, match="refused"):
            caller.ask(request(text))

    assert len(line.sent) == 2
    assert caller.ask(request("paid")).stored


def test_errors_are_never_stored(tmp_path: Path) -> None:
    """A failure leaves no file, so the next run asks again."""
    line = Scripted(outcomes=[CallFailedError("rejected", "no")])
    with pytest.raises(CallFailedError):
        line.caller(tmp_path).ask(request())

    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


class _Held(Scripted):
    """A connection that answers when it is told to."""

    gate: threading.Event
    inside: threading.Event

    def send(self, request: Request, timeout_s: float) -> Reply:
        """See `Connection`."""
        self.inside.set()
        assert self.gate.wait(timeout=30)
        return super().send(request, timeout_s)


def _held(*outcomes: Reply | Exception) -> _Held:
    line = _Held(outcomes=list(outcomes))
    line.gate, line.inside = threading.Event(), threading.Event()
    return line


@pytest.mark.parametrize("reading", [True, False])
def test_the_same_request_of_many_threads_is_sent_once(tmp_path: Path, reading: bool) -> None:
    """Also in a run that reads nothing from the store."""
    line = _held(reply())
    caller = line.caller(tmp_path, store=Store(folder=tmp_path, reading=reading))
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(caller.ask, request()) for _ in range(8)]
        line.inside.wait(timeout=30)
        line.gate.set()
        replies = [one.result() for one in asked]

    assert len(line.sent) == 1
    assert sorted(one.stored for one in replies) == [False] + [True] * 7
    assert (caller.budget.calls, caller.budget.stored_calls) == (1, 7)


def test_those_who_wait_for_a_failed_call_fail_with_it(tmp_path: Path) -> None:
    """They do not each try for a whole deadline again; a later ask does."""
    line = _held(CallFailedError("rejected", "no"), reply())
    caller = line.caller(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(caller.ask, request())
        line.inside.wait(timeout=30)
        others = [pool.submit(caller.ask, request()) for _ in range(3)]
        while sum(one.running() for one in others) < 3:
            threading.Event().wait(0.01)
        line.gate.set()
        failures = [one.exception() for one in (first, *others)]

    assert isinstance(failures[0], CallFailedError)
    assert len(line.sent) in {1, 2}  # a waiter that came a moment late asks anew
    assert caller.ask(request()).text == "25 dollars"


def test_no_more_calls_run_at_a_time_than_allowed(tmp_path: Path) -> None:
    """The limit holds for the caller, however many threads ask."""
    running, most, lock = [0], [0], threading.Lock()

    class Line(Scripted):
        def send(self, request: Request, timeout_s: float) -> Reply:
            with lock:
                running[0] += 1
                most[0] = max(most[0], running[0])
            answer = super().send(request, timeout_s)
            threading.Event().wait(0.005)
            with lock:
                running[0] -= 1
            return answer

    caller = Line(outcomes=[reply()]).caller(tmp_path, concurrency=3)
    with ThreadPoolExecutor(12) as pool:
        list(pool.map(caller.ask, [request(str(number)) for number in range(40)]))

    assert most[0] <= 3


def test_a_budget_stops_the_run_and_keeps_what_was_paid(tmp_path: Path) -> None:
    """The cap holds for all threads together, and the stored replies are still given."""
    line = Scripted(outcomes=[reply(tokens=100)])
    caller = line.caller(tmp_path, budget=Budget(max_tokens=4000))

    def ask(number: int) -> bool:
        try:
            caller.ask(request(str(number)))
        except BudgetReachedError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(ask, range(60)))

    assert caller.budget.used.total == done.count(True) * 200 <= 4000
    assert 10 <= done.count(True) == len(line.sent) < 60
    assert caller.ask(request(str(done.index(True)))).stored


def test_a_stopped_run_begins_no_call(tmp_path: Path) -> None:
    """Ctrl-C: what is paid for is given, the rest ends with exit code 130."""
    line = Scripted(outcomes=[reply()])
    caller = line.caller(tmp_path)
    caller.ask(request())
    caller.stop()

    assert caller.ask(request()).stored
    with pytest.raises(InterruptedRunError) as caught:
        caller.ask(request("another"))
    assert caught.value.exit_code == 130
    assert len(line.sent) == 1


def test_a_running_call_is_stored_though_the_run_was_stopped(tmp_path: Path) -> None:
    """What was sent before Ctrl-C is paid for, so it is kept."""
    line = _held(reply())
    caller = line.caller(tmp_path)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(caller.ask, request())
        line.inside.wait(timeout=30)
        caller.stop()
        line.gate.set()
        asked.result()

    assert Store(folder=tmp_path).get(request()) is not None


def test_a_full_disk_costs_no_reply(tmp_path: Path) -> None:
    """A store that cannot be written only means that the next run pays again."""
    (tmp_path / "replies").write_text("in the way", encoding="utf-8")
    line = Scripted(outcomes=[reply()])
    caller = line.caller(tmp_path)

    assert caller.ask(request()).text == "25 dollars"
    assert caller.ask(request()).stored
    assert len(line.sent) == 1


def test_a_cut_reply_is_given_but_not_stored(tmp_path: Path) -> None:
    """In this run it is not paid for twice; the next run tries again."""
    line = Scripted(outcomes=[reply(stop_reason="max_tokens")])
    caller = line.caller(tmp_path)
    caller.ask(request())
    caller.ask(request())
    assert len(line.sent) == 1

    line.caller(tmp_path).ask(request())
    assert len(line.sent) == 2


def test_a_reply_of_no_use_can_be_forgotten(tmp_path: Path) -> None:
    """What turned out to be no verdict is asked for again."""
    line = Scripted(outcomes=[reply("```junk"), reply("good")])
    caller = line.caller(tmp_path)
    caller.ask(request())
    caller.discard(request())

    assert caller.ask(request()).text == "good"


def test_a_call_that_waited_for_the_budget_is_not_made_after_a_stop(tmp_path: Path) -> None:
    """Ctrl-C reaches also those who wait for the worst case of another call to come back."""
    line = _held(reply())
    caller = line.caller(tmp_path, budget=Budget(max_tokens=2000))
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(caller.ask, request("first"))
        line.inside.wait(timeout=30)
        second = pool.submit(caller.ask, request("second"))
        while not caller.budget._lock._waiters:  # type: ignore[attr-defined]
            threading.Event().wait(0.01)
        caller.stop()
        line.gate.set()

    assert first.result().text == "25 dollars"
    assert isinstance(second.exception(), InterruptedRunError)
    assert len(line.sent) == 1
