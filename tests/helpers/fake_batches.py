"""Batches of the fake Claude."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from helpers.fake_requests import Unacceptable, error_body

if TYPE_CHECKING:
    from helpers.fake_claude import FakeClaude


@dataclass(kw_only=True)
class Batches:
    """What batches do: `polls` retrievals see one in progress; `results` gives a custom id (`*`: all) another end.

    Faults hit them by the words `batch create`, `batch look`, `batch results` and `batch list`.
    """

    polls: int = 0
    results: dict[str, str] = field(default_factory=dict)
    made: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def batched(fake: FakeClaude, item: dict[str, Any]) -> dict[str, Any]:
    """The end of one request of a batch."""
    name = item["custom_id"]
    fake.stats["batch_requests"] += 1
    end = fake.batches.results.get(name) or fake.batches.results.get("*") or "succeeded"
    result: dict[str, Any] = {"type": end}
    if end == "succeeded":
        try:
            result["message"] = fake.message(item["params"])[0]
        except Unacceptable as problem:
            result = {"type": "errored", "error": error_body(problem.status, str(problem))}
    elif end == "errored":
        result["error"] = error_body(500, "scripted")
    return {"custom_id": name, "result": result}


def shown(fake: FakeClaude, name: str) -> dict[str, Any]:
    """A batch as the service shows it."""
    items = fake.batches.made[name]
    ended, now = fake.batches.polls < 0, datetime.now(UTC).isoformat()
    ends = [item["result"]["type"] for item in items]
    counts = {end: ends.count(end) if ended else 0 for end in ("succeeded", "errored", "canceled", "expired")}
    url = f"{fake.base_url}/v1/messages/batches/{name}/results" if ended else None
    state = {"id": name, "type": "message_batch", "processing_status": "ended" if ended else "in_progress"}
    return {
        **state,
        "created_at": now,
        "expires_at": now,
        "request_counts": {**counts, "processing": 0 if ended else len(ends)},
        "results_url": url,
    }
