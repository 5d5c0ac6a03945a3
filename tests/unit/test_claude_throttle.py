from __future__ import annotations

import threading

import pytest

from claimdiff.claude.throttle import LONGEST_WAIT, Throttle, backoff
from helpers.calls import Clock


def test_a_pause_holds_for_every_worker() -> None:
    """Whoever comes next waits out what another was told."""
    clock = Clock(now=100.0)
    throttle = Throttle(clock=clock.read, sleep=clock.sleep)
    throttle.pause(7.0)

    assert throttle.wait(deadline=200.0)
    assert clock.now == 107.0
    assert throttle.wait(deadline=200.0)
    assert clock.now == 107.0


def test_a_longer_pause_wins() -> None:
    """A short pause of one worker does not end the long one of another."""
    clock = Clock(now=0.0)
    throttle = Throttle(clock=clock.read, sleep=clock.sleep)
    throttle.pause(9.0)
    throttle.pause(2.0)
    throttle.wait(deadline=50.0)

    assert clock.now == 9.0


def test_a_pause_beyond_the_deadline_is_not_waited_for() -> None:
    """Seventy seconds do not fit into sixty, so not one of them is spent."""
    clock = Clock(now=0.0)
    throttle = Throttle(clock=clock.read, sleep=clock.sleep)
    throttle.pause(70.0)

    assert not throttle.wait(deadline=60.0)
    assert clock.slept == []


def test_stopping_ends_all_waiting() -> None:
    """A worker in an hour's pause wakes up at once."""
    throttle = Throttle()
    throttle.pause(3600.0)
    worker = threading.Thread(target=throttle.wait, args=(throttle.clock() + 7200.0,))
    worker.start()
    throttle.stop()
    worker.join(timeout=20)

    assert not worker.is_alive()
    assert throttle.stopped


@pytest.mark.parametrize("attempt", [0, 1, 5, 50])
def test_waits_grow_up_to_a_cap(attempt: int) -> None:
    """Without word from the service the wait is between half and all of a growing time."""
    top = min(LONGEST_WAIT, 0.5 * 2**attempt)

    assert top / 2 <= backoff(attempt, None) <= top


@pytest.mark.parametrize("asked", [1.0, 70.0])
def test_what_the_service_asks_for_is_kept(asked: float) -> None:
    """Never shorter than asked for, and little longer."""
    assert asked <= backoff(0, asked) <= asked + 0.5


def test_a_service_that_asks_for_no_wait_is_not_asked_for_ever_at_once() -> None:
    """`retry-after: 0` again and again becomes a growing wait."""
    assert backoff(0, 0.0) >= 0.05
    assert backoff(6, 0.0) >= 2.0
