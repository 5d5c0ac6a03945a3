from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from claimdiff.claude.budget import Budget, worst_case
from claimdiff.claude.messages import BudgetReachedError, Request, Usage
from helpers.calls import MODEL, reply, request


def _unknown() -> Request:
    return Request(body={**request().body, "model": "llama-3.1"})


@pytest.mark.parametrize(
    "text", ["plain words " * 50, "9f8e7d6c5b4a" * 50, "価格は月額です。" * 50, "🦊🧾" * 50, '\n\t"\\' * 50]
)
def test_the_worst_case_is_at_least_a_token_a_byte(text: str) -> None:
    """Prose, digits, other scripts, emoji and escapes: no tokenizer makes more tokens than there are bytes."""
    worst = worst_case(request(text, max_tokens=77))

    assert worst.input_tokens >= len(text.encode())
    assert worst.output_tokens == 77


def test_what_is_marked_for_the_cache_costs_its_writing() -> None:
    """A first call writes the cache, which costs more than reading the same plain."""
    marked = request(system=[{"type": "text", "text": "Judge.", "cache_control": {"type": "ephemeral"}}])

    assert worst_case(marked).cache_write_tokens > 0
    assert worst_case(request('say "cache_control"')).cache_write_tokens == 0


def test_a_call_over_a_cap_is_not_let_through() -> None:
    """The worst case is checked before the call; the message names the key and what was spent."""
    budget = Budget(max_tokens=500)

    with pytest.raises(BudgetReachedError, match=r"limits\.max_tokens: 0 of 500 tokens are used"):
        budget.reserve(request())


def test_dollars_are_a_cap_as_well() -> None:
    """A call that could cost more than is left is refused, with the way out."""
    budget = Budget(max_usd=0.001)

    with pytest.raises(BudgetReachedError, match=r"limits\.max_usd") as caught:
        budget.reserve(request())

    assert caught.value.hint == "raise limits.max_usd in claimdiff.yml"
    assert caught.value.exit_code == 4


def test_a_settled_call_gives_the_rest_of_its_worst_case_back() -> None:
    """Only what was used counts in the end."""
    budget = Budget(max_tokens=3000)
    for _ in range(20):
        budget.settle(budget.reserve(request()), reply(tokens=10), MODEL)

    assert budget.used.total == 400
    assert budget.calls == 20
    assert budget.usd == pytest.approx(20 * (10 * 1 + 10 * 5) / 1_000_000)


def test_a_failed_call_that_cost_nothing_gives_everything_back() -> None:
    """Releasing a reservation leaves the budget as it was."""
    budget = Budget(max_tokens=2000)
    for _ in range(5):
        budget.release(budget.reserve(request()))

    assert budget.used == Usage()
    assert budget.calls == 0


def test_a_call_that_may_have_been_paid_counts_with_its_worst_case() -> None:
    """A reply that was lost on the way may be on the bill; the cap stays one."""
    budget = Budget(max_tokens=2000)
    budget.doubt(budget.reserve(request()))

    assert budget.used == Usage()
    assert budget.doubtful.tokens > 1000
    with pytest.raises(BudgetReachedError):
        budget.reserve(request())


def test_once_reached_no_further_call_is_let_through() -> None:
    """Stop means stop: a smaller call is not slipped in."""
    budget = Budget(max_tokens=2000)
    with pytest.raises(BudgetReachedError):
        budget.reserve(request("x" * 5000))

    with pytest.raises(BudgetReachedError):
        budget.reserve(request())


def test_an_unknown_model_has_tokens_only() -> None:
    """Without a price no dollars are made up, and what priced calls cost is still held against the cap."""
    budget = Budget(max_usd=0.01)
    budget.settle(budget.reserve(request()), reply(tokens=1500), MODEL)
    budget.settle(budget.reserve(_unknown()), reply(), "llama-3.1")

    assert budget.usd is None
    assert budget.used.total == 3020
    with pytest.raises(BudgetReachedError, match=r"0\.0090 of 0\.01 dollars are spent"):
        budget.reserve(request())


def test_nothing_may_be_spent_means_no_unknown_price_either() -> None:
    """`max_usd: 0` lets no call through whose price nobody knows."""
    with pytest.raises(BudgetReachedError, match="unknown price"):
        Budget(max_usd=0).reserve(_unknown())


def test_concurrent_calls_never_exceed_a_cap_and_still_use_it() -> None:
    """Workers wait for the worst cases of others to come back instead of giving up early."""
    budget = Budget(max_tokens=6000)
    most, lock = [0], threading.Lock()

    def work(_: int) -> bool:
        try:
            number = budget.reserve(request())
        except BudgetReachedError:
            return False
        with lock:
            held = sum(cost.tokens for cost in budget._held.values())
            most[0] = max(most[0], budget.used.total + held)
        budget.settle(number, reply(tokens=50), MODEL)
        return True

    with ThreadPoolExecutor(16) as pool:
        made = sum(pool.map(work, range(200)))

    assert most[0] <= 6000
    assert budget.used.total == made * 100 <= 6000
    assert made >= 45


def test_a_batch_is_held_as_one() -> None:
    """All requests of a batch together must fit, at the price of a batch."""
    whole = Budget(max_usd=0.01)

    with pytest.raises(BudgetReachedError):
        whole.reserve(*[request(str(number)) for number in range(20)])

    half = Budget(max_usd=0.02)
    half.release(half.reserve(*[request(str(number)) for number in range(20)], factor=0.5))


def test_dollars_do_not_depend_on_the_order_of_the_calls() -> None:
    """Two runs that used the same say the same, to the last digit."""

    def spent(sizes: list[int]) -> float | None:
        budget = Budget()
        for tokens in sizes:
            budget.settle(budget.reserve(request()), reply(tokens=tokens), MODEL)
        return budget.usd

    sizes = [7, 1013, 333, 17, 90001, 3]

    assert spent(sizes) == spent(sizes[::-1]) == spent(sorted(sizes))


def test_a_prompt_beyond_the_published_price_has_no_dollars_but_counts() -> None:
    """What nobody published is not told as if it were; the cap takes it for twice the price."""
    request_ = Request(body={**request().body, "model": "claude-haiku-5-5"})
    budget = Budget(max_usd=0.05)
    budget.settle(budget.reserve(request_), reply(tokens=100_001), "claude-haiku-5-5")

    assert budget.usd is None
    with pytest.raises(BudgetReachedError, match=r"0\.1200 of 0\.05 dollars"):
        budget.reserve(request_)
