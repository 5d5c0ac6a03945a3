from __future__ import annotations

import hashlib
import json

import pytest

from claimdiff.claude.messages import Reply, Request, Usage
from helpers.calls import reply, request


def test_equal_requests_have_equal_keys_whatever_the_order_of_their_parts() -> None:
    """The key is over what is asked, not over how a mapping happens to be ordered."""
    one = Request(body={"model": "m", "max_tokens": 5, "messages": []})
    other = Request(body={"messages": [], "max_tokens": 5, "model": "m"})

    assert one.key == other.key
    assert len(one.key) == 64


@pytest.mark.parametrize(
    "other",
    [
        request("How much is Team?"),
        request(vote=1),
        request(max_tokens=101),
        request(system="Answer in one word."),
        Request(body=request().body, provider="bedrock"),
    ],
)
def test_whatever_changes_the_reply_changes_the_key(other: Request) -> None:
    """A vote, a provider, a limit or another word asks something else."""
    assert request().key != other.key


def test_the_key_and_the_size_are_those_of_the_request_as_json() -> None:
    """What is stored today is found tomorrow, and the worst case counts the bytes of the body."""
    asked = request("25 €", system=[{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}], vote=2)
    text = json.dumps(["anthropic", 2, asked.body], sort_keys=True, ensure_ascii=False)

    assert asked.key == hashlib.sha256(text.encode()).hexdigest()
    assert asked.size == len(json.dumps(asked.body, ensure_ascii=False).encode())
    assert asked.cached
    assert not request().cached


def test_a_key_can_be_made_of_any_text() -> None:
    """Half a surrogate pair, NUL and a long text still have a key."""
    assert len(request("\ud800\x00" + "a" * 1_000_000).key) == 64


def test_text_is_picked_by_type() -> None:
    """A thinking block may come first, and a block without text says nothing."""
    content = (
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "25 "},
        {"type": "text", "text": "dollars"},
    )
    answer = Reply(model="m", stop_reason="end_turn", content=content, usage=Usage())

    assert answer.text == "25 dollars"


@pytest.mark.parametrize(
    "stop", ["max_tokens", "refusal", "model_context_window_exceeded", "pause_turn", "length", "a_new_reason", ""]
)
def test_a_cut_or_refused_reply_is_no_answer(stop: str) -> None:
    """Whatever text came along: with a stop reason that is no usual end, it is not the answer, also with an unknown one."""
    assert not reply(stop_reason=stop).complete


@pytest.mark.parametrize("stop", ["end_turn", "stop_sequence", "tool_use", "stop", None])
def test_a_reply_that_ended_is_an_answer(stop: str | None) -> None:
    """The usual ends are answers."""
    assert reply(stop_reason=stop).complete


def test_usage_adds_up_by_kind() -> None:
    """Cached tokens stay apart from those at full price."""
    one = Usage(input_tokens=1, output_tokens=2, cache_read_tokens=3, cache_write_tokens=4)

    assert one + one == Usage(input_tokens=2, output_tokens=4, cache_read_tokens=6, cache_write_tokens=8)
    assert (one + one).total == 20
