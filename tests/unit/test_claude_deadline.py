from __future__ import annotations

import threading

import pytest

from claimdiff.claude.deadline import within


def test_a_result_comes_through() -> None:
    """Also one that is nothing."""
    assert within(30.0, lambda: 5) == 5
    assert within(30.0, lambda: None) is None


def test_an_exception_comes_through() -> None:
    """As if the work had been done here."""

    def fail() -> None:
        raise ValueError("as it was")

    with pytest.raises(ValueError, match="as it was"):
        within(30.0, fail)


def test_work_that_hangs_is_left_alone() -> None:
    """A name that does not resolve does not hold up the run."""
    end = threading.Event()
    with pytest.raises(TimeoutError, match="within 0 s"):
        within(0.01, end.wait)
    end.set()
