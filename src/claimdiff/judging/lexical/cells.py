"""What a table answers with yes or no: "Delete pages: no" in the row of viewers says that viewers cannot delete pages."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.judging.evidence import from_segment
from claimdiff.judging.lexical.reading import read
from claimdiff.judging.lexical.values import stands
from claimdiff.judging.lexical.vocabulary import TYPES, concept
from claimdiff.records import Judgement
from claimdiff.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.reading import Reading, Term
    from claimdiff.judging.lexical.verdict import Finding
    from claimdiff.records import Passage, Segment

YES = frozenset(("yes", "✓", "✔", "✔️", "✅", "☑", "ja", "oui", "sí", "是", "○"))
NO = frozenset(("no", "✗", "✘", "✕", "✖", "❌", "nein", "non", "否", "×"))
"""What alone in a cell answers a question, in small letters. More of it is an answer only beside what stood there before."""
_SAYS_NOTHING = (
    "include support available availability offer have allow permit feature plan tier edition role user permission access "
    "work come get provide able possible use enable contain product account member"
)
"""Words that tell of a thing that is there or is permitted, and of the columns of such a table."""
_DOUBTFUL = frozenset(("only", "all", "most", "some", "none"))


class _Row(NamedTuple):
    """A row with a yes or no in it: its first cell, the name of the first column, and what it answers by column."""

    name: str
    kind: str
    answers: tuple[tuple[str, bool], ...]


def told(
    claim: Reading,
    passages: Sequence[Passage],
    found_in: Sequence[Finding],
    ordinary: Judgement,
    *,
    question: str | None,
) -> Judgement:
    """The judgement by a cell that answers just what the claim says; `ordinary` where there is none.

    A verdict that rests on a sentence (one of `found_in`) stays, and so does everything where two rows give different
    answers.
    """
    rows = [
        (passage, segment, row)
        for passage in passages
        for segment in passage.segments
        if segment.kind == "row" and (row := _row(segment))
    ]
    if not rows or any(item.place.segment.kind != "row" and (item.supports or item.against) for item in found_in):
        return ordinary
    asked = read(question).concepts if question else frozenset[str]()
    found = [
        (passage, segment, answer)
        for passage, segment, row in rows
        if (answer := _answer(claim, row, passage, segment, asked)) is not None
    ]
    if not found or len({answer for _, _, answer in found}) > 1:
        return ordinary
    passage, segment, agrees = found[0]
    return Judgement(
        verdict="supported" if agrees else "contradicted",
        evidence=(from_segment(passage, segment),),
        reason="A cell of the table says it." if agrees else "A cell of the table says the opposite.",
        rule="aligned" if agrees else "polarity",
        confidence=0.9,
    )


@lru_cache(maxsize=4096)
def _row(segment: Segment) -> _Row | None:
    """A segment that is a row, by its cells; None where no cell holds a yes or no."""
    cells = [cell.partition(": ") for cell in segment.text.split("; ")]
    answers = tuple(
        (head, value.strip().lower() in YES)
        for head, _, value in cells[1:]
        if value.strip().lower() in YES | NO and read(head).terms
    )
    kind, mark, name = cells[0]
    return _Row(name=name if mark else kind, kind=kind if mark else "", answers=answers) if answers else None


def _answer(claim: Reading, row: _Row, passage: Passage, segment: Segment, asked: frozenset[str]) -> bool | None:
    """Whether a cell of the row agrees with the claim; None where no cell is what the claim is about."""
    name = read(row.name).concepts
    if not name or not name <= claim.concepts or _DOUBTFUL & claim.quantifiers or claim.conditions:
        return None
    heads = [(read(head), yes) for head, yes in row.answers if read(head).concepts <= claim.concepts]
    if len(heads) != 1 or not all(stands(item, (read(segment.text),)) for item in claim.values):
        return None
    [(head, yes)] = heads
    if "must" in claim.modality and "must" not in head.modality:
        return None
    known = (
        name | head.concepts | read(row.kind).concepts | read(". ".join(passage.heading)).concepts | _generic() | TYPES
    )
    rest = [
        term
        for term in claim.terms
        if not (term.light or term.concept in known or (term.name and term.concept in asked))
    ]
    signs = {term.concept: term.sign for term in head.terms}
    denied = any(term.sign != signs.get(term.concept, 1) for term in claim.terms if term not in rest)
    if rest and (yes is not denied or not _is_product(rest, claim, passage)):
        return None
    return yes is not denied


def _is_product(rest: Sequence[Term], claim: Reading, passage: Passage) -> bool:
    """Whether all that is left is a name at the head of the claim that the page takes for granted: enough to contradict."""
    first = claim.terms[0]
    named = len(rest) == 1 and rest[0] is first and claim.text[first.start].isupper()
    return named and claim.text[first.start : first.end] not in "".join(segment.text for segment in passage.segments)


@lru_cache(maxsize=1)
def _generic() -> frozenset[str]:
    return frozenset(concept(stem(word))[0] for word in _SAYS_NOTHING.split())
