"""JSON lines with answers to score: read one by one, each problem told with its line, the others go on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from claimdiff.pipeline.answers import Case
from claimdiff.records import Citation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LIMIT = 50_000_000
"""Bytes of one line; more than any context window holds."""


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Text(_Part):
    path: str | None = None
    text: str


class _Citation(_Part):
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    passage: Annotated[int, Field(ge=0)]


def _text(value: object) -> object:
    return {"text": value} if isinstance(value, str) else value


class _Line(_Part):
    """One line of the input. Further keys are kept by other tools beside ours, so they are passed over."""

    model_config = ConfigDict(strict=True, extra="ignore")

    id: str
    question: str | None = None
    context: list[Annotated[_Text, BeforeValidator(_text)]] | None = None
    answer: str | None = None
    claims: list[str] | None = None
    reference: str | None = None
    sources: list[str] | None = None
    citations: list[_Citation] | None = None


def read_cases(lines: Iterable[tuple[str, bytes]]) -> Iterator[tuple[Case | None, str]]:
    """A case, or None and what is wrong with the line. Empty lines are passed over.

    A line of wrong types that has an id gives both: a case without context, and what is wrong.

    Args:
        lines: (where it stands, bytes) pairs.
    """
    for where, line in lines:
        if not line.strip():
            continue
        try:
            data = _parsed(line)
        except ValueError as problem:
            yield None, f"{where}: {problem}"
            continue
        try:
            yield _case(data), ""
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            key = ".".join(map(str, first["loc"])) or "the line"
            yield _named_only(data), f"{where}: {key}: {first['msg']}"


def _named_only(data: Any) -> Case | None:
    id_ = data.get("id") if isinstance(data, dict) else None
    return Case(id=id_, answer="", context=None) if isinstance(id_, str) else None


def _parsed(line: bytes) -> Any:
    if len(line) > LIMIT:
        raise ValueError(f"the line has {len(line)} bytes; {LIMIT} are allowed")
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise ValueError(f"byte {problem.start} is not UTF-8") from None
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as problem:
        raise ValueError(f"no JSON object: {problem}") from None


def _case(data: Any) -> Case:
    read = _Line.model_validate(data)
    context = None
    if read.context is not None:
        context = tuple((part.path or f"context[{at}]", part.text) for at, part in enumerate(read.context))
    cited = read.citations
    return Case(
        id=read.id,
        question=read.question,
        context=context,
        answer=read.answer or "",
        claims=None if read.claims is None else tuple(read.claims),
        reference=read.reference,
        sources=tuple(read.sources or ()),
        citations=None
        if cited is None
        else tuple(Citation(start=c.start, end=c.end, passage=c.passage) for c in cited),
    )
