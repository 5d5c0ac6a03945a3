from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from claimdiff.claude.budget import worst_case
from claimdiff.claude.estimate import Work, estimate, likely
from claimdiff.claude.messages import Request
from claimdiff.claude.store import Store
from helpers.calls import reply, request

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = "How much does the Pro plan cost in a month, and is there a discount for a year? " * 20


def test_a_call_is_likely_cheaper_than_its_worst_case() -> None:
    """The estimate is for planning, the worst case for the cap."""
    used = likely(Work(request=request(QUESTION), output_tokens=50))
    worst = worst_case(request(QUESTION))

    assert used.output_tokens == 50
    assert used.input_tokens * 2 < worst.input_tokens


def test_a_reply_is_never_thought_longer_than_it_may_be() -> None:
    """`max_tokens` bounds the guess."""
    assert likely(Work(request=request(max_tokens=10), output_tokens=50)).output_tokens == 10


def test_calls_add_up() -> None:
    """Three calls cost three times one."""
    one = estimate([Work(request=request(), output_tokens=50)])
    three = estimate([Work(request=request(), output_tokens=50, times=3)])

    assert one.usd is not None
    assert three.usd == pytest.approx(3 * one.usd)
    assert (one.calls, three.calls) == (1, 3)
    assert three.most_tokens == 3 * one.most_tokens


def test_stored_calls_cost_nothing(tmp_path: Path) -> None:
    """What was paid for is told apart."""
    store = Store(folder=tmp_path)
    store.put(request("a"), reply())
    works = [Work(request=request(text), output_tokens=50) for text in ("a", "b")]
    found = estimate(works, store=store)

    assert (found.calls, found.stored) == (1, 1)
    assert str(found).startswith("about 1 call (1 more are stored and cost nothing), ")


def test_a_batch_costs_half() -> None:
    """In dollars; the tokens are the same."""
    works = [Work(request=request(), output_tokens=50)]
    single, batch = estimate(works), estimate(works, batch=True)

    assert single.usd is not None
    assert batch.usd == pytest.approx(single.usd / 2)
    assert batch.usage == single.usage
    assert str(batch).endswith("(prices of 2026-11-01, halved for batches)")


def test_what_is_counted_is_what_the_service_reads() -> None:
    """Texts, titles and the schema count; the JSON around them does not, so that the estimate is near the bill."""
    text = "The Pro plan costs 25 dollars. " * 100
    asked = {**request().body, "messages": [{"role": "user", "content": [{"type": "text", "text": text}] * 3}]}
    used = likely(Work(request=Request(body=asked), output_tokens=5))

    assert 3 * len(text) / 4 < used.input_tokens < 3 * len(text) / 3.4


def test_the_sentence_says_what_was_assumed() -> None:
    """Who foresaw the calls says what was taken for granted."""
    found = replace(estimate([Work(request=request(), output_tokens=5)]), assumed="answers are short")

    assert str(found).endswith("(prices of 2026-11-01); answers are short")


def test_an_unknown_model_has_tokens_only() -> None:
    """No dollars are made up, and the sentence says what can stop it."""
    unknown = Request(body={**request().body, "model": "llama-3.1"})
    found = estimate([Work(request=request(), output_tokens=5), Work(request=unknown, output_tokens=5)])

    assert (found.usd, found.most_usd, found.unpriced) == (None, None, ("llama-3.1",))
    assert str(found).endswith("no price is known for llama-3.1, so only limits.max_tokens can stop it")


def test_the_sentence_names_the_day_of_the_prices() -> None:
    """A price list is only as good as its date."""
    assert str(estimate([Work(request=request(), output_tokens=5)])).endswith("(prices of 2026-11-01)")


def test_no_calls_cost_nothing() -> None:
    """A run with nothing to ask."""
    assert str(estimate([])).startswith("about 0 calls, 0 tokens in, 0 out, about 0.0000 dollars")
