"""Answers by Claude, from the retrieved passages under the team's prompt."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from claimdiff.claims import rules
from claimdiff.claude.content import clean, marked, text_block, why_incomplete
from claimdiff.claude.messages import CallFailedError, Request
from claimdiff.records import Answer, Citation
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claude.caller import Caller
    from claimdiff.claude.content import Block
    from claimdiff.claude.messages import Reply
    from claimdiff.prompts import Rendered
    from claimdiff.records import Hit, Passage, Segment

MAX_TOKENS = 4096
"""For an answer and for what the model thinks before it."""
MOST_CHARACTERS = 100_000
"""Of an answer: MAX_TOKENS leaves no room for more, and a server that sends a megabyte is not read for a minute."""


def stand_ins(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages as the template is to see them: with path and heading, their text a pointer to the search result.

    So their text goes to Claude once, as content that can be cited, and never inside the instructions.
    """
    return tuple(
        replace(passage, text=f"(the text of search result {at})", segments=())
        for at, passage in enumerate(passages, start=1)
    )


def request(
    question: str,
    hits: Sequence[Hit],
    rendered: Rendered,
    *,
    model: str,
    provider: str = "anthropic",
    vote: int = 0,
) -> Request:
    """The call that answers a question: passages as search results with citations on, then the prompt.

    The passages come first, so that repeats share them as a prefix of the cache. A prompt that does not hold the
    question (it is plain text, or has no user part) gets it as a block behind it.
    """
    system = [text_block(rendered.system)] if rendered.system and rendered.system.strip() else []
    found = [_search_result(hit.passage) for hit in hits]
    own = [text_block(rendered.user)] if clean(rendered.user).strip() else []
    if not own or fold(question) not in fold(rendered.text):
        own.append(text_block(question))
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": MAX_TOKENS,
        "messages": [{"role": "user", "content": [*marked(found, model, before=system), *own]}],
    }
    if system:
        body["system"] = marked(system, model)
    return Request(body=body, provider=provider, vote=vote)


def answer(reply: Reply, hits: Sequence[Hit]) -> Answer:
    """What the reply says: answered, abstained or empty; cut off and refused are errors with their reason.

    Citations are those of the service; where it gave none, the markers `[n]` that the prompt asked for.
    """
    if not reply.complete:
        return Answer(text="", state="error", reason=f"Claude's reply is no answer: {why_incomplete(reply)}")
    if len(reply.text) > MOST_CHARACTERS:
        size = f"{len(reply.text):,} characters, at most {MOST_CHARACTERS:,} are read"
        return Answer(text="", state="error", reason=f"Claude's reply is no answer: it is too long ({size})")
    text, cited = _read(reply, hits)
    state = rules.answer_state(text)
    if state == "empty":
        return Answer(text="", state="empty", reason="Claude's reply has no text")
    return Answer(text=text, state=state, citations=cited or rules.citations(text, len(hits)))


def generate(
    question: str,
    hits: Sequence[Hit],
    rendered: Rendered,
    *,
    caller: Caller,
    model: str,
    provider: str = "anthropic",
    vote: int = 0,
) -> Answer:
    """Ask Claude for an answer. `vote` 1 and up are further answers to the same request.

    A call that failed for good gives an answer of state `error` with its reason.

    Raises:
        KeyRefusedError, BudgetReachedError, UsageError, InterruptedRunError: see `Caller.ask`; no call can follow.
    """
    asked = request(question, hits, rendered, model=model, provider=provider, vote=vote)
    try:
        reply = caller.ask(asked)
    except CallFailedError as problem:
        return Answer(text="", state="error", reason=str(problem))
    return answer(reply, hits)


def _search_result(passage: Passage) -> Block:
    """A passage as a search result. Its blocks are what a citation can point at."""
    title = " > ".join(passage.heading) or passage.path
    texts = [clean(text) for text in _texts(passage)]
    content = [text_block(text) for text in texts if text.strip()] or [text_block(title)]
    return {
        "type": "search_result",
        "source": clean(passage.path),
        "title": clean(title),
        "content": content,
        "citations": {"enabled": True},
    }


def _texts(passage: Passage) -> list[str]:
    """The text by paragraphs, lists, tables and fences, each with the words that lead into it where they stand apart."""
    groups = [list(group) for _, group in groupby(passage.segments, key=_group)]
    if not groups:
        return [passage.text]
    texts: list[str] = []
    for group in groups:
        lead = group[0].context
        told = not lead or any(lead in text for text in texts)
        separator = " " if group[0].kind == "sentence" else "\n"
        texts.append(("" if told else f"{lead}\n") + separator.join(segment.text for segment in group))
    return texts


def _group(segment: Segment) -> tuple[str, str]:
    return ("item" if segment.kind == "term" else segment.kind, segment.context)


def _read(reply: Reply, hits: Sequence[Hit]) -> tuple[str, tuple[Citation, ...]]:
    """The text without blanks around it, and what its blocks cite."""
    whole = clean(reply.text)
    before = len(whole) - len(whole.lstrip())
    text = whole.strip()
    cited: dict[Citation, None] = {}
    place = -before
    for block in reply.content:
        if block.get("type") != "text":
            continue
        said = clean(str(block.get("text", "")))
        start = place + len(said) - len(said.lstrip())
        end = place + len(said.rstrip())
        place += len(said)
        if start < end:
            passages = (_cited(pointer, hits) for pointer in block.get("citations") or ())
            cited.update(dict.fromkeys(Citation(start=start, end=end, passage=at) for at in passages if at is not None))
    return text, tuple(cited)


def _cited(pointer: Any, hits: Sequence[Hit]) -> int | None:
    """The 0-based passage that a citation points at; None where it points at no search result of ours."""
    match pointer:
        case {"type": "search_result_location", "search_result_index": int(at), "source": source}:
            return at if 0 <= at < len(hits) and source == clean(hits[at].passage.path) else None
        case _:
            return None
