"""Hard caps on what a run spends, checked before each call with its worst case."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.claude.messages import BudgetReachedError, Usage
from claimdiff.claude.prices import prices

if TYPE_CHECKING:
    from claimdiff.claude.messages import Reply, Request

HIDDEN = 1_000
"""Tokens that the service may add to a request: for structured output, citations and tools."""
LONG = 2.0
"""Factor for prompts that are longer than the published price holds for; a guess on the cautious side."""
TINY = 1e-9
"""Dollars that rounding may make of nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    """Tokens and dollars; `usd` is None where the price is not known."""

    tokens: int = 0
    usd: float | None = 0.0

    def __add__(self, other: Cost) -> Cost:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        return Cost(tokens=self.tokens + other.tokens, usd=usd)


def worst_case(request: Request) -> Usage:
    """The most tokens that a call can use: a token is at least one byte, and all that may come back does.

    What is marked for the cache may be written to it, which costs more than reading it plain.
    """
    sent = request.size + HIDDEN
    if request.cached:
        return Usage(cache_write_tokens=sent, output_tokens=request.max_tokens)
    return Usage(input_tokens=sent, output_tokens=request.max_tokens)


def _cost(usage: Usage, model: str, factor: float) -> Cost:
    price = prices().of(model)
    if price is None:
        return Cost(tokens=usage.total, usd=None)
    return Cost(tokens=usage.total, usd=price.of(usage, batch=factor) * (1.0 if price.covers(usage) else LONG))


@dataclass(kw_only=True)
class Budget:
    """What a run has spent and may still spend. Safe for several threads.

    `max_usd` and `max_tokens` are None where there is no cap. A model without a known price has no dollars, so only
    `max_tokens` can hold it. Once a cap was reached, no further call is let through.
    """

    max_usd: float | None = None
    max_tokens: int | None = None
    used: Usage = field(default_factory=Usage)
    calls: int = 0
    stored_calls: int = 0
    doubtful: Cost = field(default_factory=Cost)
    """The worst case of calls that failed after the service may have done its work. Held against the caps."""
    _paid: dict[tuple[str, float, bool], Usage] = field(default_factory=dict)
    """Tokens by model, price factor, and whether the published price holds. Sums of dollars would depend on the order."""
    _reached: BudgetReachedError | None = None
    _held: dict[int, Cost] = field(default_factory=dict)
    _next: int = 0
    _lock: threading.Condition = field(default_factory=threading.Condition)

    @property
    def usd(self) -> float | None:
        """Dollars of all settled calls; None if the price of one of them is not known."""
        with self._lock:
            known = all(holds and prices().of(model) for model, _, holds in self._paid)
            return self._priced() if known else None

    @property
    def doubts(self) -> str:
        """What calls may have cost that gave nothing, as a sentence; "" if there were none."""
        with self._lock:
            if not self.doubtful.tokens:
                return ""
            dollars = f" or {self.doubtful.usd:.4f} dollars" if self.doubtful.usd else ""
            most = f"at the most {self.doubtful.tokens:,} tokens{dollars}"
            return (
                f"calls that failed half way may have cost {most}; the caps count it, the usage in the report does not"
            )

    def _priced(self) -> float:
        """Dollars of the calls whose price is known, with a guess on the cautious side where it holds no more."""
        dollars = 0.0
        for (model, factor, holds), usage in sorted(self._paid.items()):
            if price := prices().of(model):
                dollars += price.of(usage, batch=factor) * (1.0 if holds else LONG)
        return dollars

    def reserve(self, *requests: Request, factor: float = 1.0) -> int:
        """Set aside the worst case of a call, or of a batch of them; the number to settle it with.

        `factor` is the price's, for a batch. Where only the worst cases of running calls are in the way it waits until
        they end, since most of it comes back.

        Raises:
            BudgetReachedError: with it a cap could be exceeded. Nothing was sent.
        """
        cost = sum((_cost(worst_case(request), request.model, factor) for request in requests), Cost())
        with self._lock:
            while self._reached is None and (cap := self._exceeded(cost)) is not None:
                if not self._held:
                    self._reached = cap
                    self._lock.notify_all()
                    break
                self._lock.wait()
            if self._reached is not None:
                raise BudgetReachedError(str(self._reached), hint=self._reached.hint)
            self._next += 1
            self._held[self._next] = cost
            return self._next

    def _exceeded(self, cost: Cost) -> BudgetReachedError | None:
        others = list(self._held.values())
        tokens = self.used.total + self.doubtful.tokens + sum(other.tokens for other in others) + cost.tokens
        if self.max_tokens is not None and tokens > self.max_tokens:
            spent = f"{self.used.total:,} of {self.max_tokens:,} tokens are used"
            if self.doubtful.tokens:
                spent += f", calls that failed half way may have used {self.doubtful.tokens:,}"
            return _reached("limits.max_tokens", f"{spent}, the next call may need {cost.tokens:,}")
        spent_usd = self._priced()
        dollars = spent_usd + (self.doubtful.usd or 0.0) + sum(other.usd or 0.0 for other in others)
        if self.max_usd is None or (self.max_usd > 0 and cost.usd is None):
            return None
        if cost.usd is None or dollars + cost.usd > self.max_usd + TINY:
            spent = f"{spent_usd:.4f} of {self.max_usd:.2f} dollars are spent"
            if self.doubtful.usd:
                spent += f", calls that failed half way may have cost {self.doubtful.usd:.4f}"
            need = "an unknown price" if cost.usd is None else f"{cost.usd:.4f}"
            return _reached("limits.max_usd", f"{spent}, the next call may need {need}")
        return None

    def settle(self, number: int, reply: Reply, model: str) -> None:
        """Book what a call really used, and give the rest of its worst case back."""
        self.book(reply, model)
        self.release(number)

    def book(self, reply: Reply, model: str, *, factor: float = 1.0) -> None:
        """Book what a call used. `model` is the one that was asked for, by whose price it is paid."""
        price = prices().of(model)
        part = (model, factor, price is not None and price.covers(reply.usage))
        with self._lock:
            self.calls += 1
            self.used = self.used + reply.usage
            self._paid[part] = self._paid.get(part, Usage()) + reply.usage

    def doubt(self, number: int) -> None:
        """Book the worst case of a call that gave nothing, but may have been paid."""
        with self._lock:
            cost = self._held.pop(number)
            self.doubtful = self.doubtful + Cost(tokens=cost.tokens, usd=cost.usd or 0.0)
            self._lock.notify_all()

    def release(self, number: int) -> None:
        """Give a reservation back, since its call cost nothing."""
        with self._lock:
            self._held.pop(number, None)
            self._lock.notify_all()

    def count_stored(self) -> None:
        """Count a reply for which nothing was paid."""
        with self._lock:
            self.stored_calls += 1


def _reached(key: str, facts: str) -> BudgetReachedError:
    return BudgetReachedError(
        f"stopped before a call that could exceed {key}: {facts}", hint=f"raise {key} in claimdiff.yml"
    )
