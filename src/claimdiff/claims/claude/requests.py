"""The calls that take an answer apart: its units in as few calls as may be, each with the claims that were approved."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from claimdiff.claims import marking, rules
from claimdiff.claims.claude.prompt import MARKING, PROMPT
from claimdiff.claims.extraction import SCHEMA
from claimdiff.claims.units import Unit, units
from claimdiff.claude.content import clean, json_block, marked, output_config, text_block
from claimdiff.claude.messages import CallFailedError, Request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.extraction import Gap

MOST_CHARACTERS = 32_000
"""Of an answer. Nobody reads a longer one, and it is no answer of an assistant."""
CHUNK_UNITS, CHUNK_CHARACTERS = 60, 8_000
LEAST_TOKENS = 2_000
"""Of a reply and what is thought before it; a token more for each character of the units."""


def request(
    wanted: Sequence[Unit],
    question: str | None,
    approved: Sequence[str] = (),
    *,
    model: str,
    provider: str = "anthropic",
    again: Sequence[Gap] = (),
    reference: Sequence[str] | None = None,
) -> Request:
    """The call that takes units apart. With `again` only those units are asked for, and the others lend their context.

    With `reference`, the claims of the reference answer if there are any, the reply also marks the answer as a whole.
    """
    value: dict[str, Any] = {
        "question": question or "",
        "units": [_shown(unit) for unit in wanted],
        "approved": list(approved),
    }
    if again:
        value["again"] = [{"id": gap.unit.id, "wrong": gap.why} for gap in again]
    size = sum(len(unit.full) for unit in wanted) + (0 if reference is None else marking.room(reference))
    content = [json_block(value), *([json_block(marking.shown(reference))] if reference else [])]
    told = PROMPT if reference is None else f"{PROMPT}\n\n{MARKING}\n{marking.rules(reference)}"
    body = {
        "model": model,
        "max_tokens": LEAST_TOKENS + size,
        "system": marked([text_block(told)], model),
        "messages": [{"role": "user", "content": content}],
        "output_config": output_config(SCHEMA if reference is None else _marking_schema(reference)),
    }
    return Request(body=body, provider=provider)


def _marking_schema(reference: Sequence[str]) -> dict[str, Any]:
    """The form of a reply with marks: behind the units, since a model writes the fields in this order."""
    more = marking.properties(reference)
    return {**SCHEMA, "properties": {**SCHEMA["properties"], **more}, "required": [*SCHEMA["required"], *more]}


def requests(
    answer: str,
    question: str | None,
    approved: Sequence[str] = (),
    *,
    model: str,
    provider: str = "anthropic",
    reference: Sequence[str] | None = None,
) -> tuple[Request, ...]:
    """The calls that `taken_apart` will make first, for an estimate or a batch; none for an answer without units."""
    return requests_of(
        chunks_of(units_of(answer, question)), question, approved, model=model, provider=provider, reference=reference
    )


def foreseen(
    texts: Sequence[str],
    question: str | None,
    approved: Sequence[str] = (),
    *,
    model: str,
    provider: str = "anthropic",
    reference: Sequence[str] | None = None,
) -> tuple[tuple[Request, tuple[str, ...]], ...]:
    """Calls much like those that take an answer apart which nobody knows yet; `texts` is what it will likely say.

    Each with the texts that it holds.
    """
    stood = [Unit(id=f"u{at}", kind="sentence", text=text, start=0, end=0) for at, text in enumerate(texts, start=1)]
    chunks = chunks_of(stood)
    made = requests_of(chunks, question, approved, model=model, provider=provider, reference=reference)
    return tuple((one, tuple(unit.text for unit in chunk)) for one, chunk in zip(made, chunks, strict=True))


def requests_of(
    chunks: Sequence[Sequence[Unit]],
    question: str | None,
    approved: Sequence[str],
    *,
    model: str,
    provider: str,
    reference: Sequence[str] | None,
) -> tuple[Request, ...]:
    """A call a chunk. A call that sees a part of an answer cannot mark the whole."""
    whole = reference if len(chunks) == 1 else None
    return tuple(
        request(chunk, question, approved, model=model, provider=provider, reference=whole) for chunk in chunks
    )


@lru_cache(maxsize=1024)
def units_of(answer: str, question: str | None) -> tuple[Unit, ...]:
    """The units of an answer that states something.

    Raises:
        CallFailedError: the answer is too long.
    """
    if len(answer) > MOST_CHARACTERS:
        size = f"{len(answer):,} characters, at most {MOST_CHARACTERS:,} are read"
        raise CallFailedError("too_long", f"the answer is too long to be taken apart: {size}")
    return units(answer, question=question) if rules.answer_state(answer) == "answered" else ()


def chunks_of(found: Sequence[Unit]) -> list[list[Unit]]:
    """Units in groups that one reply can hold."""
    chunks: list[list[Unit]] = []
    size = 0
    for unit in found:
        if not chunks or len(chunks[-1]) >= CHUNK_UNITS or size + len(unit.full) > CHUNK_CHARACTERS:
            chunks.append([])
            size = 0
        chunks[-1].append(unit)
        size += len(unit.full)
    return chunks


def _shown(unit: Unit) -> dict[str, str]:
    """A unit as the model sees it."""
    row = unit.kind == "row"
    shown = {"id": unit.id, "text": unit.full if row else unit.text}
    shown |= {"follows": unit.before} if unit.before and not row else {}
    shown |= {"under": unit.heading} if unit.heading else {}
    shown |= {"kind": unit.kind} if unit.kind in ("row", "code", "heading") else {}
    return {name: clean(text) for name, text in shown.items()}
