"""From located text to segments: one for every sentence, with its verbatim source."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.records import Segment, SegmentKind
from claimdiff.text.sentences import sentence_spans

if TYPE_CHECKING:
    from claimdiff.passages.source import Located, Slice

_LABEL = re.compile(r"\s*(?:note|tip|hint|important|warning|caution|attention)\s*[:：]\s+", re.IGNORECASE)
_BARE_LABEL = re.compile(
    r"(?:note|tip|hint|important|warning|caution|attention|info|information|danger|error|see ?also|example|success"
    r"|question|failure|bug|abstract|summary|quote)s?[:：.!]?",
    re.IGNORECASE,
)
_STOPS = str.maketrans(dict.fromkeys(".!?。！？…", "x"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A run of reading text and where it stands in the markup. `plain` runs are equal in both, character by character.

    `lender` is the place (path, line) of a value that the markup only names.
    """

    text: str
    start: int
    end: int
    plain: bool = True
    code: bool = False
    lender: tuple[str, int] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """Markup as a reader reads it. White space is as in the markup, line breaks are blanks."""

    text: str
    pieces: tuple[Piece, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, pieces: list[Piece]) -> Reading:
        """The pieces, one after the other."""
        starts: list[int] = []
        length = 0
        for piece in pieces:
            starts.append(length)
            length += len(piece.text)
        text = "".join(piece.text for piece in pieces).replace("\n", " ")
        return cls(text=text, pieces=tuple(pieces), starts=tuple(starts))

    @property
    def line(self) -> str:
        """One line with single blanks."""
        return " ".join(self.text.split())

    def origin(self, offset: int) -> int:
        """Where the character at `offset` stands in the markup."""
        at = max(0, bisect_right(self.starts, offset) - 1)
        piece = self.pieces[at]
        return piece.start + (offset - self.starts[at]) if piece.plain else piece.start

    def lenders(self, start: int, end: int) -> tuple[tuple[str, int], ...]:
        """Where the named values between two offsets are defined, in their order."""
        found: dict[tuple[str, int], None] = {}
        for begin, piece in zip(self.starts, self.pieces, strict=True):
            if piece.lender and start < begin + len(piece.text) and begin < end:
                found[piece.lender] = None
        return tuple(found)

    def spans(self) -> tuple[tuple[int, int], ...]:
        """The sentences. A full stop inside code ends none."""
        if not any(piece.code for piece in self.pieces):
            return sentence_spans(self.text)
        masked = [piece.text.translate(_STOPS) if piece.code else piece.text for piece in self.pieces]
        return sentence_spans("".join(masked).replace("\n", " "))


def plain(text: str) -> Reading:
    """Text without markup."""
    return Reading.of([Piece(text=text, start=0, end=len(text))])


def label_length(text: str) -> int:
    """How many characters of a text are a label such as "Note:", which says nothing about the subject."""
    match = _LABEL.match(text)
    return match.end() if match else 0


def is_label(text: str) -> bool:
    """Whether a title is only the name of a kind of box."""
    return bool(_BARE_LABEL.fullmatch(text.strip()))


def sentences(
    located: Located, reading: Reading, kind: SegmentKind, context: str = "", *, skip: int = 0
) -> tuple[Segment, ...]:
    """A segment for every sentence of `reading`, which is the reading of `located.text`.

    The first `skip` characters of the reading are in the source of the first segment and not in its text.
    """
    spans = [(max(start, skip), end) for start, end in reading.spans() if end > skip]
    segments: list[Segment] = []
    lends = any(piece.lender for piece in reading.pieces)
    begin = 0
    for number, (start, end) in enumerate(spans):
        last = number == len(spans) - 1
        stop = len(located.text) if last else _border(located.text, reading, end, spans[number + 1][0])
        text = " ".join(reading.text[start:end].split())
        if text:
            made = segment(located.slice(begin, stop), text, kind, context)
            segments.append(replace(made, lenders=reading.lenders(start, end)) if lends else made)
        begin = stop
    return tuple(segments)


def segment(place: Slice, text: str, kind: SegmentKind, context: str = "") -> Segment:
    """A segment whose source is this slice."""
    return Segment(
        kind=kind,
        source=place.text,
        text=text,
        line_start=place.line_start,
        line_end=place.line_end,
        context="" if context == text else context,
        path=place.page.path if place.page.fragment else "",
    )


def _border(text: str, reading: Reading, end: int, following: int) -> int:
    """Where the markup of one sentence ends: closing marks stay with it, opening marks go to the next one."""
    if end < following:
        return reading.origin(end)
    close = reading.origin(end - 1) + 1
    return close if text[close : close + 1] in {"`", "[", "<", "!"} else reading.origin(following)
