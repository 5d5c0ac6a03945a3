from __future__ import annotations

import io

import pytest

from claimdiff.claude import wire
from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.lifecycle import ModelState
from claimdiff.claude.messages import CallFailedError, KeyRefusedError, Reply
from claimdiff.claude.serving import Service, serve
from claimdiff.errors import ClaimdiffError, UsageError
from helpers.calls import MODEL, Scripted, reply, request


@pytest.mark.parametrize(
    "problem",
    [
        TryAgainError("rate_limited", "busy", 70.0, paid=False),
        TryAgainError("network", "reset", paid=True),
        CallFailedError("too_long", "413", hint="split the page"),
        KeyRefusedError("401", hint="check the key"),
        UsageError("no region", hint="set AWS_REGION"),
    ],
)
def test_a_failure_arrives_as_what_it_was(problem: Exception) -> None:
    """Kind, words, hint, the time that was asked for and whether it may have cost money pass the pipe."""
    sent = wire.unpack(wire.pack(wire.pack_failure(problem, "")))
    with pytest.raises(type(problem)) as caught:
        wire.unpack_result(sent)
    assert vars(caught.value) == vars(problem)
    assert str(caught.value) == str(problem)


def test_a_fault_of_ours_keeps_its_traceback() -> None:
    """What nobody foresaw is no failure of the service, and its traceback is not lost."""
    sent = wire.unpack(wire.pack(wire.pack_failure(ZeroDivisionError("x"), "Traceback: here")))
    with pytest.raises(wire.LostError, match="Traceback: here") as caught:
        wire.unpack_result(sent)
    assert not isinstance(caught.value, ClaimdiffError)


@pytest.mark.parametrize("text", ["25 dollars", "a\nb\0c", "é 🎈 \ud800"])
def test_requests_and_replies_pass_whole(text: str) -> None:
    """Line breaks, NUL, emoji and halves of surrogate pairs come out as they went in."""
    asked, said = request(text, vote=2), reply(text)
    assert wire.unpack_request(wire.unpack(wire.pack(wire.pack_request(asked)))) == asked
    assert wire.unpack_result(wire.unpack(wire.pack(wire.pack_result(said)))) == said


def _served(connection: Scripted, **order: object) -> wire.Result:
    out = io.BytesIO()
    Service(connection=connection, out=out).answer({"order": 7, **order})
    value = wire.unpack(out.getvalue())
    assert value.pop("order") == 7
    return wire.unpack_result(value)


def test_orders_are_carried_out() -> None:
    """A call, a look at a model, and making the client ready."""
    connection = Scripted(outcomes=[reply("30 dollars")])
    asked = wire.pack_request(request())
    sent = _served(connection, do="send", request=asked, timeout_s=5.0)
    assert isinstance(sent, Reply)
    assert (sent.text, connection.timeouts) == ("30 dollars", [5.0])
    assert _served(connection, do="look", model=MODEL) == ModelState(model=MODEL, stage="unknown")
    assert _served(connection, do="prepare", provider="anthropic") is None


def test_an_order_that_fails_is_answered_too() -> None:
    """Whoever waits for it gets the failure."""
    with pytest.raises(KeyRefusedError):
        _served(
            Scripted(outcomes=[KeyRefusedError("401")]), do="send", request=wire.pack_request(request()), timeout_s=1
        )


def test_serving_ends_with_the_orders() -> None:
    """A process whose run was killed sees the end of its orders."""
    serve(io.BytesIO(b""), Service(connection=Scripted(outcomes=[reply()]), out=io.BytesIO()))
