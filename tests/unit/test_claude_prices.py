from __future__ import annotations

import pytest

from claimdiff.claude.messages import Usage
from claimdiff.claude.prices import prices

MILLION = Usage(input_tokens=1_000_000, output_tokens=1_000_000)


@pytest.mark.parametrize(("model", "dollars"), [("claude-haiku-4-5", 6.0), ("claude-haiku-5-5", 0.6)])
def test_published_prices(model: str, dollars: float) -> None:
    """A million tokens in and a million out cost what is published."""
    price = prices().of(model)

    assert price is not None
    assert price.of(MILLION) == pytest.approx(dollars)


def test_cached_tokens_have_their_own_price() -> None:
    """Reading from the cache costs a tenth, writing to it a quarter more."""
    price = prices().of("claude-haiku-4-5")

    assert price is not None
    assert price.of(Usage(cache_read_tokens=1_000_000)) == pytest.approx(0.1)
    assert price.of(Usage(cache_write_tokens=1_000_000)) == pytest.approx(1.25)


def test_a_batch_costs_half() -> None:
    """The factor of a batch stands in the data file."""
    price = prices().of("claude-haiku-4-5")

    assert price is not None
    assert price.of(MILLION, batch=prices().batch_factor) == pytest.approx(3.0)


@pytest.mark.parametrize(
    "name",
    [
        "claude-haiku-4-5-20251001",
        "claude-haiku-4-5-latest",
        "claude-haiku-4-5@20251001",
        "anthropic.claude-haiku-4-5-20251001-v1:0",
        "us.anthropic.claude-haiku-4-5-20251001-v2:0",
        "arn:aws:bedrock:us-east-1:1234:inference-profile/us.anthropic.claude-haiku-4-5-20251001-v1:0",
    ],
)
def test_dated_ids_and_names_of_other_providers_have_the_price_of_the_model(name: str) -> None:
    """Each provider writes the same model in its own way."""
    assert prices().of(name) == prices().of("claude-haiku-4-5") is not None


@pytest.mark.parametrize("name", ["llama-3.1", "claude-haiku-9", "claude-haiku-4-5-turbo", ""])
def test_an_unknown_model_has_no_price(name: str) -> None:
    """Nothing is guessed from a similar name."""
    assert prices().of(name) is None


def test_a_price_does_not_hold_beyond_its_prompt_limit() -> None:
    """What is published for prompts up to 100k tokens says nothing of longer ones, cached or not."""
    price = prices().of("claude-haiku-5-5")

    assert price is not None
    assert price.covers(Usage(input_tokens=100_000, output_tokens=5_000))
    assert not price.covers(Usage(input_tokens=50_000, cache_read_tokens=50_001))
