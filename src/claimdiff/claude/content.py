"""Content blocks of requests and the values of structured replies, as every caller of Claude needs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from claimdiff.claude.estimate import CHARACTERS_PER_TOKEN
from claimdiff.claude.prices import prices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claude.messages import Reply

Block = dict[str, Any]
WHY_NOT = {
    "max_tokens": "it was cut off at its limit of tokens (max_tokens)",
    "refusal": "it was refused by the model (refusal)",
    "model_context_window_exceeded": "the model's context window is full (model_context_window_exceeded)",
    "pause_turn": "the model paused before its end (pause_turn)",
}
SHOWN = 40
"""Characters of a stop reason that nobody knows."""
_FENCE = "```"


class UnusableReplyError(Exception):
    """A reply that came and was paid for, but holds nothing that can be read. The message says why, in plain words."""


def clean(text: str) -> str:
    """Text that any service takes: without NUL and without halves of surrogate pairs, which no UTF-8 can hold."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def text_block(text: str) -> Block:
    """A text block. The service refuses one without visible characters."""
    return {"type": "text", "text": clean(text)}


def json_block(value: Any) -> Block:
    """Untrusted values as JSON in a block of their own: whatever they say, they are data."""
    return text_block(json.dumps(value, ensure_ascii=False))


def output_config(schema: dict[str, Any]) -> dict[str, Any]:
    """Structured output by a JSON schema; not together with citations."""
    return {"format": {"type": "json_schema", "schema": schema}}


def marked(blocks: Sequence[Block], model: str, *, before: Sequence[Block] = ()) -> list[Block]:
    """The blocks, the last one marked for the prompt cache where they and those `before` them reach the model's minimum.

    A mark below the minimum does nothing; of a model without a price the minimum is not known, and nothing is marked.
    """
    price = prices().of(model)
    if price is None or not blocks:
        return list(blocks)
    size = len(json.dumps([*before, *blocks], ensure_ascii=False)) / CHARACTERS_PER_TOKEN
    if size < price.cache_minimum:
        return list(blocks)
    return [*blocks[:-1], {**blocks[-1], "cache_control": {"type": "ephemeral"}}]


def why_incomplete(reply: Reply) -> str:
    """Why a reply that is not complete is no answer."""
    return WHY_NOT.get(reply.stop_reason or "", f"it ended with {(reply.stop_reason or '')[:SHOWN]!r}")


def structured(reply: Reply) -> Any:
    """The JSON value of a structured reply; a fence around it is forgiven, prose is not searched.

    Raises:
        UnusableReplyError: the reply is cut or refused, has no text, or its text is no JSON.
    """
    if not reply.complete:
        raise UnusableReplyError(why_incomplete(reply))
    text = reply.text.strip()
    if text.startswith(_FENCE) and text.endswith(_FENCE) and "\n" in text:
        text = text[text.index("\n") + 1 : -len(_FENCE)]
    if not text.strip():
        raise UnusableReplyError("it has no text")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise UnusableReplyError(f"its text is no JSON: {problem}") from None
