"""A request to Claude and its reply, as plain values."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from claimdiff.errors import IncompleteError

Failure = Literal[
    "rate_limited", "overloaded", "server", "network", "timeout", "too_long", "rejected", "missing", "broken"
]
ENDS = ("end_turn", "stop_sequence", "tool_use", "stop")
"""Stop reasons with which a reply may be an answer; the last is what other servers call the first.

With any other one it is none, whatever text it carries: cut off, refused, paused, or for a reason that nobody knows yet.
"""


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call of the Messages API. `body` is what `messages.create` takes, as JSON values, and is never changed.

    `vote` sets repeats of the same body apart: 0 is the call itself, 1 and up are the votes that confirm it.
    """

    body: dict[str, Any]
    provider: str = "anthropic"
    vote: int = 0

    @property
    def model(self) -> str:
        """The model as asked for."""
        return str(self.body["model"])

    @property
    def max_tokens(self) -> int:
        """The most that the reply may have."""
        return int(self.body["max_tokens"])

    @property
    def key(self) -> str:
        """64 hex digits over the whole request: equal keys ask the same."""
        return self._measured[0]

    @property
    def size(self) -> int:
        """Bytes of the body as JSON."""
        return self._measured[1]

    @property
    def cached(self) -> bool:
        """Whether a part of it is marked for the cache of the service."""
        return self._measured[2]

    @cached_property
    def _measured(self) -> tuple[str, int, bool]:
        """What is asked for before each call and in an estimate, from one rendering of the body."""
        text = json.dumps(self.body, sort_keys=True, ensure_ascii=False)
        body = text.encode("utf-8", "surrogatepass")
        head = f"[{json.dumps(self.provider, ensure_ascii=False)}, {self.vote}, "
        whole = b"%b%b]" % (head.encode("utf-8", "surrogatepass"), body)
        return hashlib.sha256(whole).hexdigest(), len(body), '"cache_control"' in text


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """Tokens of one or more calls. `input_tokens` are those at full price, cached ones are apart."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cache_read_tokens=self.cache_read_tokens + other.cache_read_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
        )

    @property
    def total(self) -> int:
        """All tokens."""
        return self.input_tokens + self.output_tokens + self.cache_read_tokens + self.cache_write_tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What came back: content blocks as JSON values, in their order. `model` is the id as resolved by the service."""

    model: str
    stop_reason: str | None
    content: tuple[dict[str, Any], ...]
    usage: Usage
    stored: bool = False
    """Whether it came from the response store, so that nothing was paid for it now."""

    @property
    def complete(self) -> bool:
        """Whether it is an answer at all; a cut or refused one is none. A server that gives no reason is believed."""
        return self.stop_reason is None or self.stop_reason in ENDS

    @property
    def text(self) -> str:
        """The text blocks, joined. Blocks are picked by their type: a thinking block may come first."""
        return "".join(str(block.get("text", "")) for block in self.content if block.get("type") == "text")


class CallFailedError(IncompleteError):
    """A call that gave no reply, after everything that was worth trying. Nothing was judged by it, and nothing stored."""

    def __init__(self, kind: Failure, message: str, *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.kind = kind


class KeyRefusedError(IncompleteError):
    """The key was refused (401, 403): no further call makes sense."""


class BudgetReachedError(IncompleteError):
    """A call was not made, because its worst case would exceed `limits.max_usd` or `limits.max_tokens`."""
