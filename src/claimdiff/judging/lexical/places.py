"""Where a claim may find its support: every segment of every passage, with the words that a reader has in mind there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.reading import Reading, read

if TYPE_CHECKING:
    from claimdiff.records import Passage, Segment

_BACKWARD = re.compile(
    r"(?:this|these|that|those|it|its|they|them|their|such|he|she|his|her|both|here|there|then|otherwise|instead|also|"
    r"in (?:this|that|these) cases?|by default,? (?:it|this|they))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A segment as the judge sees it.

    `near` are readings that belong to the sentence in a reader's mind: its context, and the sentence before where it
    starts with "this" or "it". `heading` holds the concepts of the heading trail.
    """

    passage: Passage
    index: int
    segment: Segment
    reading: Reading
    near: tuple[Reading, ...]
    heading: Reading

    @property
    def own(self) -> frozenset[str]:
        """Concepts of the segment itself."""
        return self.reading.concepts


@lru_cache(maxsize=8192)
def places(passage: Passage) -> tuple[Place, ...]:
    """The places of one passage, in the order of its segments."""
    heading = read(". ".join(passage.heading))
    found: list[Place] = []
    for index, segment in enumerate(passage.segments):
        near = [read(segment.context)] if segment.context else []
        if found and _BACKWARD.match(segment.text):
            before = found[-1]
            near += [before.reading, *before.near[:2]]
        found.append(
            Place(
                passage=passage,
                index=index,
                segment=segment,
                reading=read(segment.text),
                near=tuple(near),
                heading=heading,
            )
        )
    return tuple(found)
