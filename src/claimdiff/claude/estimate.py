"""What calls will cost, before they are made."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from claimdiff.claude.budget import worst_case
from claimdiff.claude.messages import Usage
from claimdiff.claude.prices import prices

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimdiff.claude.messages import Request
    from claimdiff.claude.store import Store

CHARACTERS_PER_TOKEN = 3.6
"""Of English prose; a little fewer than published, since an estimate should not flatter."""
BLOCK_TOKENS = 4
"""What stands around a block of content."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Work:
    """Calls that are foreseen: a request like them, how many, and the tokens that a reply will likely have."""

    request: Request
    output_tokens: int
    times: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class CallEstimate:
    """What calls will likely cost, and what they may cost at the most.

    `stored` calls cost nothing. Dollars are None where a price is not known; `unpriced` names those models. `dated` is
    the day of the price list. `batch`: the calls are sent as batches, at their price.
    """

    calls: int = 0
    stored: int = 0
    usage: Usage = field(default_factory=Usage)
    usd: float | None = 0.0
    most_tokens: int = 0
    most_usd: float | None = 0.0
    unpriced: tuple[str, ...] = ()
    dated: str = ""
    batch: bool = False
    assumed: str = ""
    """What whoever foresaw the calls took for granted."""

    def __str__(self) -> str:
        """One sentence for a person."""
        stored = f" ({self.stored} more are stored and cost nothing)" if self.stored else ""
        tokens = f"{self.usage.total - self.usage.output_tokens:,} tokens in, {self.usage.output_tokens:,} out"
        text = f"about {self.calls} {'call' if self.calls == 1 else 'calls'}{stored}, {tokens}"
        if self.usd is None:
            names = ", ".join(self.unpriced)
            return f"{text}; no price is known for {names}, so only limits.max_tokens can stop it"
        priced = f"prices of {self.dated}" + (", halved for batches" if self.batch else "")
        told = f"{text}, about {self.usd:.4f} dollars, at the most {self.most_usd:.4f} ({priced})"
        return f"{told}; {self.assumed}" if self.assumed else told


def tokens_of(text: str) -> int:
    """The tokens that a text likely has; a character that is not ASCII counts as one."""
    other = 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))
    return math.ceil((len(text) - other) / CHARACTERS_PER_TOKEN + other)


def likely(work: Work) -> Usage:
    """The tokens that one call will likely use, nothing of it from the cache.

    The service reads what blocks say and the schema of a reply, not the JSON around them.
    """
    body = work.request.body
    said = [body.get("system", ""), *(message["content"] for message in body.get("messages", ()))]
    schema = body.get("output_config", {})
    sent = sum(map(_tokens_in, said)) + (tokens_of(json.dumps(schema, separators=(",", ":"))) if schema else 0)
    return Usage(input_tokens=sent, output_tokens=min(work.output_tokens, work.request.max_tokens))


def _tokens_in(content: Any) -> int:
    """The tokens of a text, of a block, or of a list of blocks."""
    if isinstance(content, str):
        return tokens_of(content)
    if isinstance(content, list):
        return sum(map(_tokens_in, content))
    texts = (content[name] for name in ("text", "title", "source", "content") if content.get(name))
    return BLOCK_TOKENS + sum(map(_tokens_in, texts))


def estimate(works: Iterable[Work], *, store: Store | None = None, batch: bool = False) -> CallEstimate:
    """Add up what calls will cost. With a `store`, what it holds costs nothing; a batch costs half."""
    listed = prices()
    factor = listed.batch_factor if batch else 1.0
    calls, stored, most_tokens, usd, most_usd = 0, 0, 0, 0.0, 0.0
    usage, unpriced = Usage(), set[str]()
    for work in works:
        if store is not None and store.get(work.request) is not None:
            stored += work.times
            continue
        one, worst, price = likely(work), worst_case(work.request), listed.of(work.request.model)
        calls += work.times
        most_tokens += worst.total * work.times
        usage = usage + Usage(input_tokens=one.input_tokens * work.times, output_tokens=one.output_tokens * work.times)
        if price is None:
            unpriced.add(work.request.model)
        else:
            usd += price.of(one, batch=factor) * work.times
            most_usd += price.of(worst, batch=factor) * work.times
    return CallEstimate(
        calls=calls,
        stored=stored,
        usage=usage,
        usd=None if unpriced else usd,
        most_tokens=most_tokens,
        most_usd=None if unpriced else most_usd,
        unpriced=tuple(sorted(unpriced)),
        dated=listed.dated,
        batch=batch,
    )
