"""The team's own retriever: what it returned, put in its place in the docs.

Its ranking is kept. A passage whose path is no docs page is kept too, and named as unmapped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimdiff import adapters
from claimdiff.errors import IncompleteError, UsageError
from claimdiff.passages import from_text
from claimdiff.records import Hit
from claimdiff.settings import CommandRetriever, HttpRetriever, PythonRetriever
from claimdiff.text.folding import fold_key
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence
    from pathlib import Path

    from claimdiff.records import Passage, Side
    from claimdiff.settings import Limits, Retriever

    Pages = Mapping[str, Sequence[Passage]]

KEY = "retriever"


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """One question for the team's retriever. `docs_root` is the folder that holds the docs of `side`."""

    id: str
    question: str
    k: int
    side: Side
    docs_root: Path
    sha: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Returned:
    """A passage as the team's retriever returned it. Lines are 1-based; None where it gave none."""

    path: str
    text: str
    line_start: int | None
    score: float | None


def ask(queries: Sequence[Query], settings: Retriever, *, cwd: Path, limits: Limits) -> dict[str, tuple[Returned, ...]]:
    """What the retriever returns for each query, by id. One process for all of them.

    Raises:
        UsageError: it cannot be started, a header names a variable that is not set, or the settings name none of the
            team's own.
        IncompleteError: it gave no answer for a query, or one that cannot be read.
    """
    requests = [_request(query) for query in queries]
    timeout_s = limits.timeout_s
    if isinstance(settings, CommandRetriever):
        replies = adapters.ask_command(settings.command, requests, cwd=cwd, timeout_s=timeout_s, key=f"{KEY}.command")
    elif isinstance(settings, PythonRetriever):
        replies = adapters.ask_python(settings.function, requests, cwd=cwd, key=f"{KEY}.function")
    elif isinstance(settings, HttpRetriever):
        replies = adapters.ask_http(
            settings.url, requests, headers=settings.headers, timeout_s=timeout_s, concurrency=limits.concurrency
        )
    else:
        raise UsageError(f"retriever.use: {settings.use} is no retriever of the team's own")
    return {query.id: _returned(query, replies[query.id]) for query in queries}


def _request(query: Query) -> dict[str, Any]:
    return {
        "id": query.id,
        "question": query.question,
        "k": query.k,
        "side": query.side,
        "docs_root": str(query.docs_root),
        "sha": query.sha,
    }


def _returned(query: Query, reply: adapters.Reply) -> tuple[Returned, ...]:
    if reply.data is None:
        raise IncompleteError(f"{KEY}: nothing came back for {query.id} at {query.side}: {reply.error}")
    given = reply.data.get("passages")
    if not isinstance(given, list):
        raise IncompleteError(f"{KEY}: the reply for {query.id} has no list under `passages`")
    return tuple(_passage(query, at, item) for at, item in enumerate(given[: query.k]))


def _passage(query: Query, at: int, given: Any) -> Returned:
    match given:
        case {"path": str(path), "text": str(text)}:
            line, score = given.get("line_start"), given.get("score")
        case _:
            raise IncompleteError(f"{KEY}: passages[{at}] of {query.id} needs `path` and `text`, both texts")
    return Returned(
        path=path,
        text=text,
        line_start=line if isinstance(line, int) and line > 0 else None,
        score=float(score) if isinstance(score, int | float) else None,
    )


def placed(returned: Sequence[Returned], pages: Pages, place: Callable[[str], str]) -> tuple[Hit, ...]:
    """What was returned, as hits on the pages of one side, in the ranking of the retriever.

    Args:
        returned: what the retriever gave.
        pages: the passages of every page of that side.
        place: from a path as the retriever writes it to one of `pages`.
    """
    return tuple(
        Hit(passage=_in_place(item, place(item.path), pages.get(place(item.path), ())), score=item.score)
        for item in returned
    )


def _in_place(item: Returned, path: str, own: Sequence[Passage]) -> Passage:
    """The passage with the lines of the page, where its text is found there."""
    found = [passage for passage in own if fold_key(passage.text) == fold_key(item.text)]
    if found:
        return found[0]
    start = item.line_start or _first_line(item.text, own)
    return from_text(path, item.text, line_start=start)


def _first_line(text: str, own: Sequence[Passage]) -> int:
    """The line on which the first words of a text stand in the page; 1 where they do not."""
    key = fold_key(text)
    starts = (
        segment.line_start
        for passage in own
        for segment in passage.segments
        if segment.text and key.startswith(fold_key(segment.text))
    )
    return next(starts, 1)


def overlaid(hits: Sequence[Hit], pages: Pages, changed: Container[str], found: Sequence[Hit]) -> tuple[Hit, ...]:
    """A store that was indexed after merge, brought to the state of one side.

    The ranking is kept; a passage on a changed page becomes the section of that side that is nearest to it, and goes
    with the page. `found` are word hits on changed pages; what is not there yet is appended.
    """
    kept: list[Hit] = []
    for hit in hits:
        passage: Passage | None = hit.passage
        if hit.passage.path in changed:
            passage = nearest(hit.passage.text, pages.get(hit.passage.path, ()))
        if passage is not None:
            kept.append(Hit(passage=passage, score=hit.score))
    there = {hit.passage.identity for hit in kept}
    return (*kept, *(hit for hit in found if hit.passage.identity not in there))


def nearest(text: str, passages: Sequence[Passage]) -> Passage | None:
    """The passage that shares most words with a text; None where no passage shares any."""
    wanted = set(stems(text))

    def shared(passage: Passage) -> float:
        words = set(stems(passage.text))
        return len(wanted & words) / len(wanted | words) if wanted | words else 0.0

    best = max(passages, key=shared, default=None)
    return best if best is not None and shared(best) > 0 else None
