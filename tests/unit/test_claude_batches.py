from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.claude import batches
from claimdiff.claude.batches import View, adopted, cut, of, parse, poll_after, render
from helpers.calls import request

if TYPE_CHECKING:
    from claimdiff.claude.batches import Batch


def _batch(count: int = 2, submitted: float = 1000.0) -> Batch:
    return of([request(str(number), vote=number) for number in range(count)], submitted)


def _view(name: str, total: int = 2, created: float = 1000.0) -> View:
    return View(id=name, ended=False, created=created, total=total, done=0)


def test_what_is_written_down_comes_back() -> None:
    """Another run must know of each request what it needs when its reply comes."""
    assert parse(render(_batch()).encode()) == _batch()


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b'{"version": 2}', b'{"version": 1, "id": 5}', b"[" * 99_999]
)
def test_what_cannot_be_read_is_none(data: bytes) -> None:
    """A file cut by a kill is no batch, and no traceback."""
    assert parse(data) is None


def test_the_same_request_stands_in_a_batch_once() -> None:
    """The service refuses two of the same id."""
    assert cut([request("a"), request("b"), request("a")]) == ((request("a"), request("b")),)


def test_requests_are_cut_by_number_and_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """No batch is over a limit, and none is lost."""
    monkeypatch.setattr(batches, "MOST_REQUESTS", 3)
    asked = [request(str(number)) for number in range(7)]
    assert [len(chunk) for chunk in cut(asked)] == [3, 3, 1]

    monkeypatch.setattr(batches, "MOST_BYTES", 2000)
    long = [request("x" * 900), request("y" * 900), request("z" * 3000), request("short")]
    assert [len(chunk) for chunk in cut(long)] == [1, 1, 1, 1]
    assert cut([]) == ()


def test_a_submission_without_an_answer_is_found_by_time_and_size() -> None:
    """The oldest that fits and is not already known to be another."""
    recent = [
        _view("new", created=1500.0),
        _view("fits", created=1001.0),
        _view("old", created=10.0),
        _view("big", total=3),
    ]

    assert adopted(_batch(), recent, taken=[]) == "fits"
    assert adopted(_batch(), recent, taken=["fits"]) == "new"
    assert adopted(_batch(), recent, taken=["fits", "new"]) is None


def test_polls_become_rarer() -> None:
    """Quick for a small batch, once a minute for a long one."""
    waits = [poll_after(number) for number in range(40)]

    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (2.0, 60.0)
