"""What a quote is worth: where it stands, and whether it carries what the claim rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.judging import injection
from claimdiff.judging.evidence import find_quote
from claimdiff.judging.lexical.reading import read
from claimdiff.judging.lexical.values import stands
from claimdiff.text.folding import fold
from claimdiff.text.words import STOPWORDS, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.claude.reading import Quote
    from claimdiff.judging.lexical.reading import Reading
    from claimdiff.records import Evidence, Passage, Segment
    from claimdiff.text.anchors import Anchor

_MEASURED = ("quantity", "date", "time", "version")
_FEW, _LONG = 2, 8
_ENDS = ".,;: "
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof:
    """A verified quote: the place, the passage, and the segments it touches. `quote` is what the model wrote."""

    quote: str
    evidence: Evidence
    passage: Passage
    segments: tuple[Segment, ...]

    @property
    def place(self) -> Passage:
        """The touched segments alone, as a passage."""
        return replace(self.passage, segments=self.segments, text="\n".join(item.text for item in self.segments))


def prove(quote: Quote, passages: Sequence[Passage]) -> Proof | str:
    """The quote with its place, or why it proves nothing.

    The passage that the model named is looked at first; the same sentence may stand in others. A mark at the end that
    the page does not have (items and cells have no full stop) is forgiven, nothing else.
    """
    named = passages[quote.passage - 1 : quote.passage] if quote.passage is not None and quote.passage > 0 else ()
    text = quote.text.strip()
    for wanted in dict.fromkeys((text, text.rstrip(_ENDS))):
        for passage in (*named, *passages):
            evidence = find_quote(wanted, (passage,))
            if evidence is not None:
                touched = _touched(evidence, wanted, passage)
                proof = Proof(quote=wanted, evidence=evidence, passage=passage, segments=touched)
                return _fault(proof) or proof
    return "stands in no passage"


def lacking(
    claim: str, proofs: Sequence[Proof], *, counting: bool = False
) -> tuple[tuple[Anchor, ...], tuple[Anchor, ...]]:
    """The hard anchors of a claim that its quotes do not carry: those that are nowhere near, those that are near.

    Near means the rest of the sentence, its heading, and for names the whole passage: they carry over to the next
    sentence ("It ..."), numbers do not. With `counting`, a number is near that is how many rows or items are quoted.
    """
    quoted = [reading for proof in proofs for reading in _quoted(proof)]
    near = [reading for proof in proofs for reading in _near(proof)]
    around = [read(segment.text) for proof in proofs for segment in proof.passage.segments]
    missing = [item for item in read(claim).values if not stands(item, quoted)]
    listed = {item for proof in proofs for item in proof.segments if item.kind in ("row", "item")} if counting else ()
    far = tuple(
        item
        for item in missing
        if not stands(item, near if item.kind in _MEASURED else [*near, *around])
        and not (len(listed) > 1 and (item.unit, item.comparator, item.value) == ("", "", str(len(listed))))
    )
    return far, tuple(item for item in missing if item not in far)


def shares_words(claim: str, proofs: Sequence[Proof]) -> bool:
    """Whether the quotes and what stands right around them have any word of the claim."""
    theirs = {word for proof in proofs for reading in (*_quoted(proof), *_near(proof)) for word in reading.concepts}
    return bool(read(claim).concepts & theirs)


def unrelated(claim: str, proofs: Sequence[Proof]) -> bool:
    """Whether no word and no number is shared although both are plain English; in two languages that proves nothing."""
    if read(claim).values:
        return False  # they were found in the quotes
    quoted = " ".join(proof.quote for proof in proofs)
    english = all(STOPWORDS.intersection(tokens(text)) for text in (claim, quoted))
    return english and not shares_words(claim, proofs)


def _quoted(proof: Proof) -> list[Reading]:
    """What the quote says: its words, and the segments that it holds whole, with the header of a row."""
    kept = fold(proof.evidence.quote)
    whole = [item for item in proof.segments if fold(item.source) in kept]
    texts = [proof.quote, *(text for item in whole for text in (item.text, item.source, item.context) if text)]
    return [read(text) for text in texts]


def _near(proof: Proof) -> list[Reading]:
    texts = [text for item in proof.segments for text in (item.text, item.source, item.context) if text]
    return [read(text) for text in (*texts, *proof.passage.heading)]


def _touched(evidence: Evidence, quote: str, passage: Passage) -> tuple[Segment, ...]:
    """The segments that hold a piece of the quote, or stand in it."""
    kept, wanted = fold(evidence.quote), fold(quote).strip("\"' ")
    on_lines = [
        item
        for item in passage.segments
        if item.line_start <= evidence.line_end and item.line_end >= evidence.line_start
    ]
    touched = [
        item
        for item in on_lines
        if (source := fold(item.source)) in kept or kept in source or wanted in fold(item.text)
    ]
    return tuple(touched or on_lines or passage.segments)


def _fault(proof: Proof) -> str:
    """Why a quote proves nothing although it stands there ("" if it may)."""
    if any(injection.instructions(text) for item in proof.segments for text in (item.source, item.text)):
        return "stands in text that tells how to judge"
    wanted = fold(proof.quote).strip("\"' ")
    if all(_in_comment(wanted, item) for item in proof.segments):
        return "stands in a comment that nobody reads"
    texts = [fold(text) for item in proof.segments for text in (item.text, item.source)]
    if any(text in wanted for text in texts):
        return ""
    texts += [" ".join(texts[::2]), " ".join(texts[1::2])]
    if not any(_at_words(wanted, text) for text in texts):
        return "begins or ends inside a word"
    # Scripts without blanks between words make one word of a sentence.
    enough = len(set(stems(wanted))) >= _FEW or (not wanted.isascii() and len(wanted) >= _LONG)
    return "" if enough else "is too short to say anything"


def _in_comment(wanted: str, segment: Segment) -> bool:
    return wanted not in fold(segment.text) and any(
        wanted in fold(comment) for comment in _COMMENT.findall(segment.source)
    )


def _at_words(wanted: str, text: str) -> bool:
    """Whether the quote stands there between words: "25" is no quote of "250", "supported" none of "unsupported"."""
    before = r"(?<![A-Za-z0-9_])(?<!\d[.,])" if wanted[0].isascii() and wanted[0].isalnum() else ""
    after = r"(?![A-Za-z0-9_]|[.,]\d)" if wanted[-1].isascii() and wanted[-1].isalnum() else ""
    return re.search(before + re.escape(wanted) + after, text) is not None
