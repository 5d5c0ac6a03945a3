"""Put the value that the docs now state into a recorded claim and answer (25 → 30), and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.text.anchors import anchors
from claimdiff.text.sentences import sentence_spans
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Claim, Substitution

Span = tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """Characters `start` to `end` of the answer become `new`."""

    start: int
    end: int
    new: str


def rewrite_claim(text: str, substitutions: Sequence[Substitution]) -> str | None:
    """The claim with its outdated values replaced; None where a value is not found in it exactly once."""
    for item in substitutions:
        places = _verbatim(text, item.old)
        if len(places) != 1:
            return None
        [(start, end)] = places
        text = text[:start] + item.new + text[end:]
    return text


def edits_for(answer: str, claim: Claim, substitutions: Sequence[Substitution]) -> tuple[Edit, ...] | None:
    """The edits that put the new values into the answer; None where the place is not certain.

    A value is looked for in the claim's span, or in the sentence that shares most words with the claim. It may be
    written in another form than in the claim ("$25" for "25 dollars").
    """
    start, end = (
        (claim.start, claim.end) if claim.start is not None and claim.end is not None else _nearest(answer, claim.text)
    )
    edits = []
    for item in substitutions:
        places = _places(answer[start:end], item.old)
        if len(places) != 1:
            return None
        edits.append(Edit(start=start + places[0][0], end=start + places[0][1], new=item.new))
    return tuple(edits)


def states(claim: str, value: str) -> bool:
    """Whether a claim states a value, in whatever notation."""
    return bool(_places(claim, value))


def apply_edits(answer: str, edits: Sequence[Edit]) -> str:
    """The answer with all edits made; the same edit asked for by two claims is made once."""
    for edit in sorted(set(edits), key=lambda item: item.start, reverse=True):
        answer = answer[: edit.start] + edit.new + answer[edit.end :]
    return answer


def _nearest(answer: str, claim: str) -> Span:
    wanted = set(stems(claim))
    spans = sentence_spans(answer)
    return max(spans, key=lambda span: len(wanted & set(stems(answer[slice(*span)]))), default=(0, len(answer)))


def _places(text: str, old: str) -> list[Span]:
    verbatim = _verbatim(text, old)
    if verbatim:
        return verbatim
    wanted = {anchor.key for anchor in anchors(old).hard}
    return [(anchor.start, anchor.end) for anchor in anchors(text).hard if anchor.key in wanted]


def _verbatim(text: str, old: str) -> list[Span]:
    """Where a value stands as a whole: 5 is no part of 25, of 5.5 or of 5GB."""
    bounded = re.compile(rf"(?<!\w)(?<!\d[.,]){re.escape(old)}(?!\w)(?![.,]\d)")
    return [found.span() for found in bounded.finditer(text)]
