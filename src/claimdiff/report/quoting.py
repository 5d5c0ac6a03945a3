"""Where the evidence of claims stands in its page: inside the text of a passage, and between which sentences."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from claimdiff.report import words
from claimdiff.report.marking import Line, Piece
from claimdiff.report.spans import worst
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.records import Verdict
    from claimdiff.report.detail import Sentence
    from claimdiff.report.document import Quote, RetrievedPassage


@dataclass(frozen=True, kw_only=True, slots=True)
class Cited:
    """A quote and the claim that it was given for: its place in the list of claims (0: none) and its verdict."""

    quote: Quote
    number: int
    verdict: Verdict | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Spot:
    """A half-open stretch of a passage's text that was quoted for a claim."""

    start: int
    end: int
    number: int
    verdict: Verdict | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Neighbouring pieces of a line that were quoted for the same claims; `code` is empty where they were for none.

    `claims` are the numbers of the claims, each with the symbol of its verdict.
    """

    pieces: tuple[Piece, ...]
    code: str = ""
    symbol: str = ""
    label: str = ""
    claims: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TextLine:
    """A line of a passage: `sign` as in `Line`, and its text in groups."""

    sign: str
    groups: tuple[Group, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The line without what was quoted."""
        return tuple(piece for group in self.groups for piece in group.pieces)

    @property
    def quoted(self) -> tuple[Group, ...]:
        """What was quoted of the line."""
        return tuple(group for group in self.groups if group.code)


def spots(
    passage: RetrievedPassage, text: str, sentences: Sequence[Sentence], cited: Sequence[Cited]
) -> tuple[Spot, ...]:
    """Find what was quoted in a passage's reading text; a quote whose source reads otherwise marks its sentence."""
    found: list[Spot] = []
    cursor = 0
    for sentence in sentences:
        at = text.find(sentence.text, cursor)
        if at < 0 or not sentence.text:
            continue
        cursor = at + len(sentence.text)
        for one in cited:
            if _holds(sentence, one.quote, passage.path):
                inside = sentence.text.find(one.quote.quote.strip())
                start = at + max(0, inside)
                end = cursor if inside < 0 else start + len(one.quote.quote.strip())
                found.append(Spot(start=start, end=end, number=one.number, verdict=one.verdict))
    return tuple(found)


def near(sentences: Sequence[Sentence], quote: Quote, path: str) -> tuple[str, str] | None:
    """The sources before and after a quote in a passage of the page `path`; None where the passage does not hold it."""
    touched = [at for at, sentence in enumerate(sentences) if _holds(sentence, quote, path)]
    if not touched:
        return None
    first, last = touched[0] - 1, touched[-1] + 1
    return sentences[first].source if first >= 0 else "", sentences[last].source if last < len(sentences) else ""


def _holds(sentence: Sentence, quote: Quote, path: str) -> bool:
    if quote.path != (sentence.path or path):
        return False
    start, end = quote.line_start, quote.line_end
    if start is not None and end is not None and not (start <= sentence.line_end and sentence.line_start <= end):
        return False
    quoted, source = fold(quote.quote), fold(sentence.source)
    return bool(quoted and source) and (quoted in source or source in quoted)


def grouped(
    lines: Sequence[Line], texts: tuple[str, str], before: Sequence[Spot], now: Sequence[Spot]
) -> tuple[TextLine, ...]:
    """Put what was quoted into the lines of a passage.

    Args:
        lines: of `line_by_line`.
        texts: the two texts that the lines were made from, the side before first.
        before: what was quoted of the first text.
        now: what was quoted of the second.
    """
    old, new = _starts(texts[0]), _starts(texts[1])
    found = []
    for line in lines:
        length = sum(len(piece.text) for piece in line.pieces)
        held = _inside(now, next(new), length) if line.sign != "-" else []
        told = {spot.number for spot in held}
        if line.sign != "+":
            held += [spot for spot in _inside(before, next(old), length) if spot.number not in told]
        found.append(TextLine(sign=line.sign, groups=_cut(line.pieces, held)))
    return tuple(found)


def _starts(text: str) -> Iterator[int]:
    return accumulate((len(line) for line in text.splitlines(keepends=True)), initial=0)


def _inside(spots: Sequence[Spot], start: int, length: int) -> list[Spot]:
    """The spots that touch a line, relative to it."""
    return [
        Spot(
            start=max(0, one.start - start),
            end=min(length, one.end - start),
            number=one.number,
            verdict=one.verdict,
        )
        for one in spots
        if one.start < start + length and one.end > start
    ]


def _cut(pieces: Sequence[Piece], held: Sequence[Spot]) -> tuple[Group, ...]:
    ends = list(accumulate((len(piece.text) for piece in pieces), initial=0))
    cuts = sorted({0, ends[-1], *(one.start for one in held), *(one.end for one in held)})
    return tuple(
        _group(tuple(_pieces(pieces, ends, start, end)), [one for one in held if one.start <= start and end <= one.end])
        for start, end in pairwise(cuts)
    )


def _pieces(pieces: Sequence[Piece], ends: Sequence[int], start: int, end: int) -> Iterator[Piece]:
    for at in range(bisect(ends, start) - 1, len(pieces)):
        if ends[at] >= end:
            return
        text = pieces[at].text[max(0, start - ends[at]) : end - ends[at]]
        if text:
            yield Piece(text=text, marked=pieces[at].marked)


def _group(pieces: tuple[Piece, ...], over: Sequence[Spot]) -> Group:
    if not over:
        return Group(pieces=pieces)
    # What is only nearest to a claim that nothing speaks of bears nothing out, and hides nothing that does.
    over = [one for one in over if one.verdict != "unverifiable"] or over
    verdict = worst([one.verdict for one in over])
    return Group(
        pieces=pieces,
        code=verdict or "unscored",
        symbol=words.SYMBOLS[verdict],
        label=f"quoted for a claim that is {words.VERDICTS[verdict]}",
        claims=tuple(sorted({(one.number, words.SYMBOLS[one.verdict]) for one in over if one.number})),
    )
