"""The passages of one question, those of both sides in one list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from claimdiff.report import words
from claimdiff.report.marking import line_by_line
from claimdiff.report.quoting import grouped, spots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.report.detail import Detail
    from claimdiff.report.document import RetrievedPassage
    from claimdiff.report.quoting import Cited, Spot, TextLine

Mark = Literal["same", "changed", "added", "dropped"]

_MARKS: dict[Mark, str] = {
    "same": "as before",
    "changed": "changed",
    "added": "newly retrieved",
    "dropped": "no longer retrieved",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PassageRow:
    """A retrieved passage with its text; where it changed, the lines of both sides stand in `lines`.

    What was quoted of it for a claim is told apart in each line.
    """

    mark: Mark
    mark_words: str
    place: str
    heading: str
    score: str
    lines: tuple[TextLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """What was quoted for the claims of one question, on both sides."""

    base: tuple[Cited, ...] = ()
    head: tuple[Cited, ...] = ()


def passage_rows(
    head: Sequence[RetrievedPassage], base: Sequence[RetrievedPassage], detail: Detail, cited: Evidence
) -> tuple[PassageRow, ...]:
    """List the passages of head in their order, then those of base that are no longer retrieved."""
    same = {passage.hash: passage for passage in reversed(base)}
    places = {(passage.path, passage.heading): passage for passage in base}
    used: set[str] = {passage.hash for passage in head}
    rows = []
    for passage in head:
        old = places.get((passage.path, passage.heading))
        if passage.hash in same or not base:
            rows.append(_row("same", (same.get(passage.hash), passage), detail, cited))
        elif old is not None and old.hash not in used:
            used.add(old.hash)
            rows.append(_row("changed", (old, passage), detail, cited))
        else:
            rows.append(_row("added", (None, passage), detail, cited))
    rows += [_row("dropped", (passage, None), detail, cited) for passage in base if passage.hash not in used]
    return tuple(rows)


def _row(
    kind: Mark, sides: tuple[RetrievedPassage | None, RetrievedPassage | None], detail: Detail, cited: Evidence
) -> PassageRow:
    """The row of a passage at base and at head; of one side alone the text is not compared with anything."""
    old, new = sides
    shown = new or old
    if shown is None:
        raise AssertionError("a row is of a passage")
    before, now = (detail.passages.get((one or shown).hash, "") for one in sides)
    return PassageRow(
        mark=kind,
        mark_words=_MARKS[kind],
        place=words.place(shown.path, shown.line_start, shown.line_end),
        heading=" › ".join(shown.heading),
        score="" if shown.score is None else f"{shown.score:.2f}",
        lines=grouped(
            line_by_line(before, now),
            (before, now),
            _spots(old, before, detail, cited.base),
            _spots(new, now, detail, cited.head),
        ),
    )


def _spots(passage: RetrievedPassage | None, text: str, detail: Detail, cited: Sequence[Cited]) -> tuple[Spot, ...]:
    if passage is None:
        return ()
    sentences = detail.sentences.get((passage.hash, passage.path, passage.line_start), ())
    return spots(passage, text, sentences, cited)


def heading(passages: Sequence[PassageRow]) -> str:
    """Count the passages in words."""
    counts = Counter(passage.mark for passage in passages)
    now = len(passages) - counts["dropped"]
    told = [f"{counts[kind]} {_MARKS[kind]}" for kind in ("changed", "added", "dropped") if counts[kind]]
    return f"{words.counted(now, 'passage')} retrieved" + (f": {', '.join(told)}" if told else "")
