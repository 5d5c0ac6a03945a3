"""The team's own generator: an answer from a command, a Python function or an HTTP service."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimdiff import adapters
from claimdiff.claims import rules
from claimdiff.errors import UsageError
from claimdiff.records import Answer, Citation
from claimdiff.settings import CommandGenerator, HttpGenerator, PythonGenerator

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from claimdiff.records import Hit, Side
    from claimdiff.settings import Generator, Limits

KEY = "generator"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """One question for the team's generator."""

    id: str
    question: str
    hits: Sequence[Hit]
    prompt: str
    side: Side


def generate(asks: Sequence[Ask], settings: Generator, *, cwd: Path, limits: Limits) -> dict[str, Answer]:
    """An answer for every question; one that failed has the state `error` and its reason.

    Raises:
        UsageError: the command or function cannot be started, a header names a variable that is not set, or the
            settings name no generator of the team.
    """
    timeout_s = limits.timeout_s
    requests = [_request(ask) for ask in asks]
    if isinstance(settings, CommandGenerator):
        replies = adapters.ask_command(settings.command, requests, cwd=cwd, timeout_s=timeout_s, key=f"{KEY}.command")
    elif isinstance(settings, PythonGenerator):
        replies = adapters.ask_python(settings.function, requests, cwd=cwd, key=f"{KEY}.function")
    elif isinstance(settings, HttpGenerator):
        replies = adapters.ask_http(
            settings.url, requests, headers=settings.headers, timeout_s=timeout_s, concurrency=limits.concurrency
        )
    else:
        raise UsageError(f"generator.use: {settings.use} is no generator of the team's own")
    return {ask.id: _answer(replies[ask.id], len(ask.hits)) for ask in asks}


def _request(ask: Ask) -> dict[str, Any]:
    passages = [
        {"path": hit.passage.path, "heading": " > ".join(hit.passage.heading), "text": hit.passage.text}
        for hit in ask.hits
    ]
    return {"id": ask.id, "question": ask.question, "passages": passages, "prompt": ask.prompt, "side": ask.side}


def _answer(reply: adapters.Reply, passages: int) -> Answer:
    if reply.data is None:
        return Answer(text="", state="error", reason=reply.error)
    text = reply.data.get("answer")
    if not isinstance(text, str):
        return Answer(text="", state="error", reason="the reply has no text under `answer`")
    given = reply.data.get("citations") or []
    citations = tuple(found for found in map(_citation, given) if found) or rules.citations(text, passages)
    return Answer(text=text, state=rules.answer_state(text), citations=citations)


def _citation(given: Any) -> Citation | None:
    match given:
        case {"start": int(start), "end": int(end), "passage": int(passage)}:
            return Citation(start=start, end=end, passage=passage)
        case _:
            return None
