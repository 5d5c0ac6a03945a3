"""Hard caps on what a run spends, checked before each call with its worst case."""

from __future__ import annotations

import json
import math
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.claude.messages import BudgetReachedError, Usage
from claimdiff.claude.prices import prices

if TYPE_CHECKING:
    from claimdiff.claude.messages import Reply, Request

ASCII_PER_TOKEN = 2.5
"""Characters of ASCII text that make one token at the worst; English prose has about four."""
TOKENS_PER_OTHER = 1.5
"""Tokens of one other character at the worst."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    """Tokens and dollars; `usd` is None where the price of a model is not known."""

    tokens: int
    usd: float | None


def worst_case(request: Request) -> Usage:
    """The most tokens that a call can use: a cautious count of what is sent, and all that may come back."""
    text = json.dumps(request.body, ensure_ascii=False)
    ascii_count = sum(map(str.isascii, text))
    sent = ascii_count / ASCII_PER_TOKEN + (len(text) - ascii_count) * TOKENS_PER_OTHER
    return Usage(input_tokens=math.ceil(sent), output_tokens=request.max_tokens)


@dataclass(kw_only=True)
class Budget:
    """What a run has spent and may still spend. Safe for several threads.

    `max_usd` and `max_tokens` are None where there is no cap. A model without a known price has no dollars, so only
    `max_tokens` can hold it.
    """

    max_usd: float | None = None
    max_tokens: int | None = None
    used: Usage = field(default_factory=Usage)
    usd: float | None = 0.0
    calls: int = 0
    stored_calls: int = 0
    _held: dict[int, Cost] = field(default_factory=dict)
    _next: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reserve(self, request: Request) -> int:
        """Set aside the worst case of a call; the number to settle it with.

        Raises:
            BudgetReachedError: with it a cap would be exceeded. Nothing was sent.
        """
        worst = worst_case(request)
        price = prices().of(request.model)
        cost = Cost(tokens=worst.total, usd=price.of(worst) if price else None)
        with self._lock:
            self._check(cost)
            self._next += 1
            self._held[self._next] = cost
            return self._next

    def _check(self, cost: Cost) -> None:
        tokens = self.used.total + sum(held.tokens for held in self._held.values()) + cost.tokens
        if self.max_tokens is not None and tokens > self.max_tokens:
            raise _reached("limits.max_tokens", f"{self.max_tokens:,} tokens")
        dollars = (self.usd or 0.0) + sum(held.usd or 0.0 for held in self._held.values()) + (cost.usd or 0.0)
        if self.max_usd is not None and dollars > self.max_usd:
            raise _reached("limits.max_usd", f"{self.max_usd:.2f} dollars")

    def settle(self, number: int, reply: Reply, model: str) -> None:
        """Book what a call really used, and give the rest of its worst case back."""
        price = prices().of(model)
        with self._lock:
            self._held.pop(number, None)
            self.calls += 1
            self.used = self.used + reply.usage
            if self.usd is not None:
                self.usd = self.usd + price.of(reply.usage) if price else None

    def release(self, number: int) -> None:
        """Give a reservation back, since its call gave nothing."""
        with self._lock:
            self._held.pop(number, None)

    def count_stored(self) -> None:
        """Count a reply that the store gave, for which nothing was paid."""
        with self._lock:
            self.stored_calls += 1


def _reached(key: str, cap: str) -> BudgetReachedError:
    return BudgetReachedError(f"the next call could exceed {key} ({cap})", hint=f"raise {key} in claimdiff.yml")
