"""The passages of one question, those of both sides in one list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from claimdiff.report import words
from claimdiff.report.marking import Line, line_by_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.report.document import RetrievedPassage

Mark = Literal["same", "changed", "added", "dropped"]

_MARKS: dict[Mark, str] = {
    "same": "as before",
    "changed": "changed",
    "added": "newly retrieved",
    "dropped": "no longer retrieved",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PassageRow:
    """A retrieved passage with its text; where it changed, the lines of both sides stand in `lines`."""

    mark: Mark
    mark_words: str
    place: str
    heading: str
    score: str
    lines: tuple[Line, ...]


def passage_rows(
    head: Sequence[RetrievedPassage], base: Sequence[RetrievedPassage], texts: Mapping[str, str]
) -> tuple[PassageRow, ...]:
    """List the passages of head in their order, then those of base that are no longer retrieved."""
    hashes = {passage.hash for passage in base}
    places = {(passage.path, passage.heading): passage for passage in base}
    used: set[str] = {passage.hash for passage in head}
    rows = []
    for passage in head:
        old = places.get((passage.path, passage.heading))
        if passage.hash in hashes or not base:
            rows.append(_passage("same", passage, texts))
        elif old is not None and old.hash not in used:
            used.add(old.hash)
            rows.append(_passage("changed", passage, texts, texts.get(old.hash)))
        else:
            rows.append(_passage("added", passage, texts))
    rows += [_passage("dropped", passage, texts) for passage in base if passage.hash not in used]
    return tuple(rows)


def _passage(kind: Mark, passage: RetrievedPassage, texts: Mapping[str, str], old: str | None = None) -> PassageRow:
    text = texts.get(passage.hash, "")
    return PassageRow(
        mark=kind,
        mark_words=_MARKS[kind],
        place=words.place(passage.path, passage.line_start, passage.line_end),
        heading=" › ".join(passage.heading),
        score="" if passage.score is None else f"{passage.score:.2f}",
        lines=line_by_line(text if old is None else old, text),
    )


def heading(passages: Sequence[PassageRow]) -> str:
    """Count the passages in words."""
    counts = Counter(passage.mark for passage in passages)
    now = len(passages) - counts["dropped"]
    told = [f"{counts[kind]} {_MARKS[kind]}" for kind in ("changed", "added", "dropped") if counts[kind]]
    return f"{words.counted(now, 'passage')} retrieved" + (f": {', '.join(told)}" if told else "")
