"""Values that a claim takes for granted: "you are past the 60-day return window" says that the window has 60 days."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.evidence import from_segment
from claimdiff.judging.lexical.places import places
from claimdiff.judging.lexical.values import MEASURED, same_value
from claimdiff.records import Judgement, Substitution

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.reading import Reading
    from claimdiff.records import Passage
    from claimdiff.text.anchors import Anchor

_DEFINITE = re.compile(r"\b(?:the|our|your|its|their|this|that)\s+$", re.IGNORECASE)
_NAMED_LIMIT = re.compile(
    r"(?P<subject>(?:\s[\w-]+){1,2}?)\s(?:window|period|limit|policy|deadline|quota|cap|allowance)\b"
    r"|(?P<itself>\s(?:warranty|guarantee|trial|retention|timeout))\b",
    re.IGNORECASE,
)


def presupposed(claim: Reading, passages: Sequence[Passage]) -> Judgement | None:
    """Contradicted, where the only value that a passage gives for the same limit is another one; else None.

    A claim can be about something that no passage mentions, such as the reader's own order, and still rest on a value
    that the docs deny.
    """
    for item, subject in _taken_for_granted(claim):
        stated = [
            (place, other)
            for passage in passages
            for place in places(passage)
            if subject <= place.own
            for other in place.reading.values
            if other.kind == item.kind and other.unit == item.unit
        ]
        if len(stated) == 1 and not same_value(item, stated[0][1]):
            return _contradicted(item, *stated[0])
    return None


def _taken_for_granted(claim: Reading) -> Iterator[tuple[Anchor, frozenset[str]]]:
    """Measured values with what they limit: "the 60-day return window" gives 60 days and `return`."""
    for item in claim.values:
        named = _NAMED_LIMIT.match(claim.text, item.end)
        if (
            named is None
            or item.kind not in MEASURED
            or not item.unit
            or not _DEFINITE.search(claim.text, 0, item.start)
        ):
            continue
        start, end = named.span("subject" if named["subject"] else "itself")
        subject = frozenset(term.concept for term in claim.terms if start <= term.start < end)
        if subject:
            yield item, subject


def _contradicted(item: Anchor, place: Place, other: Anchor) -> Judgement:
    return Judgement(
        verdict="contradicted",
        evidence=(from_segment(place.passage, place.segment),),
        reason=f"The claim takes a value for granted that the passage gives otherwise: {other.surface} instead of {item.surface}.",
        rule="presupposed-value",
        confidence=0.7,
        substitutions=(Substitution(old=item.surface, new=other.surface),),
    )
