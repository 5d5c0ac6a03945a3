"""Reading a reply: verdicts joined by id. What is not exactly a verdict is none, and nothing is guessed from prose."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from claimdiff.claude.content import why_incomplete
from claimdiff.records import Verdict
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.claude.messages import Reply

Bearing = Literal["supports", "contradicts"]
SHOWN = 300
"""Characters of a model's reason that are kept."""
MOST_QUOTED = 20_000
"""Characters of a quote: a call leaves no room for longer ones, and to read a megabyte of digits takes minutes."""
_LABEL = 40
_VERDICTS = get_args(Verdict)
_FENCE = re.compile(r"```(?:json)?\s*\n(.*)\n\s*```", re.DOTALL | re.IGNORECASE)
_CUT = {
    "max_tokens": "Claude's reply was cut off at its longest length",
    "refusal": "Claude refused to judge it",
    "model_context_window_exceeded": "the passages and claims are too long for the model",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """A quote as the model gave it, not yet verified. `passage` is the number it named, `says` what the quote does."""

    text: str
    says: Bearing
    passage: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """What the model said of one claim."""

    verdict: Verdict
    quotes: tuple[Quote, ...] = ()
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """The entries of a reply by id; for every other id that was asked, why there is none."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)


def read(reply: Reply, ids: Sequence[str]) -> Reading:
    """The verdicts of a reply on the claims with these ids. Raises nothing, whatever the reply holds."""
    if not reply.complete:
        return _nothing(
            ids, _CUT.get(reply.stop_reason or "") or f"Claude's reply is no answer: {why_incomplete(reply)}"
        )
    try:
        value = json.loads(_unfenced(reply.text), object_pairs_hook=_unique)
        listed = value["verdicts"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return _nothing(ids, "Claude's reply is not the JSON that was asked for")
    if not isinstance(listed, list):
        return _nothing(ids, "Claude's reply is not the JSON that was asked for")
    entries: dict[str, Entry] = {}
    missing: dict[str, str] = {}
    for name in ids:
        found = [item for item in listed if isinstance(item, dict) and item.get("id") == name]
        entry = _one(found)
        if isinstance(entry, Entry):
            entries[name] = entry
        else:
            missing[name] = entry
    return Reading(entries=entries, missing=missing)


def label(value: object) -> Verdict | None:
    """A verdict by its exact name, whatever its case and blanks around it, with or without a full stop."""
    name = value.strip().casefold().removesuffix(".") if isinstance(value, str) else ""
    return cast("Verdict", name) if name in _VERDICTS else None


def _nothing(ids: Sequence[str], why: str) -> Reading:
    return Reading(missing=dict.fromkeys(ids, why))


def _one(found: Sequence[dict[str, Any]]) -> Entry | str:
    """The entry, or why there is none."""
    if not found:
        return "Claude gave no verdict on it"
    if any(item != found[0] for item in found):
        return "Claude gave two different verdicts on it"
    verdict = label(found[0].get("verdict"))
    if verdict is None:
        return f"Claude gave a verdict that does not exist: {_clip(found[0].get('verdict'), _LABEL)!r}"
    evidence = found[0].get("evidence", found[0].get("quote"))
    return Entry(verdict=verdict, quotes=_quotes(evidence, verdict), reason=_clip(found[0].get("reason"), SHOWN))


def _quotes(value: object, verdict: Verdict) -> tuple[Quote, ...]:
    """The quotes in their order. Servers that do not hold to a schema leave parts out; then a quote serves its verdict."""
    usual: Bearing = "contradicts" if verdict == "contradicted" else "supports"
    quotes = []
    for item in value if isinstance(value, list) else [value]:
        parts = item if isinstance(item, dict) else {"quote": item}
        text, says, number = parts.get("quote"), parts.get("says", usual), parts.get("passage")
        if isinstance(text, str) and text.strip() and len(text) <= MOST_QUOTED and says in get_args(Bearing):
            passage = number if type(number) is int else None
            quotes.append(Quote(text=text, says=cast("Bearing", says), passage=passage))
    return tuple(quotes)


def _unfenced(text: str) -> str:
    """Without the one fence that wraps all of it; text around a fence is prose and is not read."""
    whole = _FENCE.fullmatch(text.strip())
    return whole[1] if whole else text


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _clip(value: object, most: int) -> str:
    text = fold(str(value)) if value is not None else ""
    return text if len(text) <= most else text[: most - 1] + "…"
