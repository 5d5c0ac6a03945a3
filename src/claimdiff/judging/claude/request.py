"""Requests that put claims to Claude: four to six in a call, together with all passages."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from claimdiff.claude.estimate import CHARACTERS_PER_TOKEN
from claimdiff.claude.messages import Request
from claimdiff.claude.prices import prices
from claimdiff.judging.claude.prompt import AGAIN, LAST, SCHEMA, system
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from claimdiff.records import Entailment, Passage

MOST = 6
"""Claims of one call: with more of them a model leaves some out or mixes them up."""
BASE_TOKENS = 1_500
CLAIM_TOKENS = 500
_INVISIBLE = dict.fromkeys(range(0xE0000, 0xE0080))
"""Tag characters spell text that no reader of the page can see."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """What all calls of one question share. `passages` are in the order in which they are shown, numbered from 1."""

    passages: tuple[Passage, ...]
    model: str
    provider: str = "anthropic"
    question: str | None = None
    entailment: Entailment = "implied"
    vote: int = 0


def named(claims: Iterable[str]) -> dict[str, str]:
    """The claims by the ids that they have in all calls of a question, equal ones once.

    Their own ids may change when they are accepted, which must not cost a call.
    """
    return {f"c{number}": claim for number, claim in enumerate(dict.fromkeys(claims), start=1)}


def batches(claims: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """The claims in their order, in as few calls as may be, each of about the same size."""
    items, calls = list(claims.items()), math.ceil(len(claims) / MOST)
    return tuple(dict(items[len(items) * at // calls : len(items) * (at + 1) // calls]) for at in range(calls))


def smaller(missing: Mapping[str, str], asked: int) -> tuple[dict[str, str], ...]:
    """What is asked again of a call of `asked` claims: in fewer claims a call than before, where that is possible."""
    items = list(missing.items())
    half = len(items) if len(items) < asked else (len(items) + 1) // 2
    return tuple(dict(part) for part in (items[:half], items[half:]) if part)


def request(case: Case, claims: Mapping[str, str], *, again: bool = False, more_follow: bool = False) -> Request:
    """Ask for a verdict on each of `claims`, by id.

    Paths and lines are not shown: a page that was renamed, or edited elsewhere, asks the same. With `more_follow`,
    other claims are put to the same passages next, and those are marked for the cache where the model takes them.
    """
    instructions = system(case.entailment)
    data = [_block({"question": _plain(case.question)})] if case.question else []
    data += [{"type": "text", "text": _shown(number, passage)} for number, passage in enumerate(case.passages, start=1)]
    if more_follow and data and _worth_caching(instructions, data, case.model):
        data[-1] = {**data[-1], "cache_control": {"type": "ephemeral"}}
    data.append(_block({"claims": [{"id": name, "claim": _plain(claim)} for name, claim in claims.items()]}))
    data.append({"type": "text", "text": (AGAIN if again else LAST).format(ids=", ".join(claims))})
    body = {
        "model": case.model,
        "max_tokens": BASE_TOKENS + CLAIM_TOKENS * len(claims) * (2 if again else 1),
        "system": instructions,
        "messages": [{"role": "user", "content": data}],
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}},
    }
    return Request(body=body, provider=case.provider, vote=case.vote)


@lru_cache(maxsize=4096)
def _shown(number: int, passage: Passage) -> str:
    """A passage with a line a segment, as it is read; `introduction` is what stands above where it was cut."""
    lead = passage.segments[0].context if passage.segments else ""
    value = {
        "passage": number,
        "heading": [_plain(title) for title in passage.heading],
        **({"introduction": _plain(lead)} if lead else {}),
        "lines": [_plain(segment.text) for segment in passage.segments],
    }
    return json.dumps(value, ensure_ascii=False)


def _plain(text: str) -> str:
    """One line as a reader sees it."""
    return fold(text.translate(_INVISIBLE)).encode("utf-8", "replace").decode()


def _block(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": json.dumps(value, ensure_ascii=False)}


def _worth_caching(instructions: str, data: Sequence[Mapping[str, Any]], model: str) -> bool:
    price = prices().of(model)
    length = len(instructions) + sum(len(block["text"]) for block in data)
    return price is not None and length / CHARACTERS_PER_TOKEN >= price.cache_minimum
