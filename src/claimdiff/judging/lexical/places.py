"""Where a claim may find its support: every segment of every passage, with the words that a reader has in mind there."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.reading import Reading, gist, inner, read
from claimdiff.judging.lexical.settings import described, entry, with_units
from claimdiff.text.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Passage, Segment

_BACKWARD = re.compile(
    r"(?:by default,? |in particular,? |however,? |instead,? |also,? |then,? |and |but |so )?"
    r"(?:this|these|that|those|it|its|they|them|their|such|he|she|his|her|both|here|there|otherwise|in (?:this|that|these) cases?)\b"
    r"|(?:also|instead|otherwise|then|doing so)\b|not [a-z]+ed\b|(?:the )?defaults?(?: values?)?(?::| is| are| to)\s"
    r"|(?:on|off|enabled|disabled) by default\b",
    re.IGNORECASE,
)
# "the area under this curve": what curve it is, an earlier sentence says
_POINTING = re.compile(r"(?<=\s)(?:this|these|that|those) (?P<thing>[a-z]{3,})\b")
_NAMED = re.compile(r"(?:\(?[A-Z][\w-]*\)? ){1,4}(?P<thing>[a-z]{3,})\b")
_FAR = 5
_CALLED = re.compile(r"(?<=\S)(?: \([^()]{1,40}\))?(?::| [-–—]) .*", re.DOTALL)
# it is said of what the heading above names, wherever it stands below
_VERSION_NOTE = re.compile(r"(?:added|new|changed|deprecated|removed) (?:in|since) version \S+[.:]?$", re.IGNORECASE)
_KEPT = 3
# names in a list ("Windows", "macOS") are a part of the sentence that leads to it; longer items say something themselves
_FEWEST, _NAMES, _LONGEST_NAME = 2, 12, 3
# cheap signs of a note that takes something back; `notes` reads it properly
_HINTS = (
    "deprecat", "no longer", "no effect", "ignore", "withdr", "removed", "obsolete", "discontinu", "retired", "supersede",
    "replaced",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A segment as the judge sees it: what it says itself, and what a reader has in mind there.

    `near` are texts that belong to the sentence: its context, and the sentences before where it starts with "this" or
    "it"; where it is the first under its heading, the heading is what stands before it. `own`, `lent` and `heading` are the concepts of the segment, of `near` and of the heading trail, `inner` those
    inside the identifiers of the segment and of the headings. `hint` tells that it may be a note which takes something back. `text` is what it
    says: that of the segment, and of a bare default (`entry`) also its unit. Segments with the same `item` are the
    sentences of one item of a list (-1: none).
    """

    passage: Passage
    index: int
    segment: Segment
    text: str
    near: tuple[str, ...]
    own: frozenset[str]
    lent: frozenset[str]
    heading: frozenset[str]
    inner: frozenset[str]
    hint: bool
    entry: bool
    item: int = -1

    @property
    def reading(self) -> Reading:
        """The segment, read in full."""
        return read(self.text)

    @property
    def around(self) -> tuple[Reading, ...]:
        """The segment and the texts that belong to it, read in full."""
        return (self.reading, *map(read, self.near))

    @property
    def title(self) -> Reading:
        """The heading trail, read in full."""
        return read(title(self.passage))


def title(passage: Passage) -> str:
    """The heading trail as one text."""
    return ". ".join(passage.heading)


def _hints(text: str) -> bool:
    lowered = text.lower()
    return any(sign in lowered for sign in _HINTS) or "only" in vocabulary(text)


def _opens(segment: Segment) -> bool:
    """Whether the first thing under a heading speaks of what the heading names: "It costs ...", or a list without lead-in."""
    return segment.kind == "item" or _BACKWARD.match(segment.text) is not None


def _pointed_at(segment: Segment, before: Sequence[Place]) -> str | None:
    """The name of what a sentence calls "this curve", from the sentence before that named it; None where none did."""
    if segment.kind != "sentence" or not (match := _POINTING.search(segment.text)):
        return None
    thing = match["thing"]
    texts = [place.segment.text for place in reversed(before[-_FAR:]) if f" {thing}" in place.segment.text]
    return next((found[0] for text in texts for found in _NAMED.finditer(text) if found["thing"] == thing), None)


def _of_heading(segment: Segment, *, first: bool, listing: bool) -> bool:
    """Whether a segment speaks of what the heading above it names: the first thing below it, or a note on its version."""
    opens = _opens(segment) and (first or (listing and segment.kind == "item"))
    return opens or _VERSION_NOTE.match(segment.text) is not None


@lru_cache(maxsize=8192)
def places(passage: Passage) -> tuple[Place, ...]:
    """The places of one passage, in the order of its segments."""
    heading = gist(title(passage))
    found: list[Place] = []
    above, listing = passage.heading[-1] if passage.heading else "", True
    # `listing` tells that so far there are only items, right below the heading
    for index, segment in enumerate(passage.segments):
        near = (segment.context,) if segment.context else ()
        if found and _BACKWARD.match(segment.text):
            before = found[-1]
            near = (*near, before.segment.text, *before.near, *filter(None, (above,)))[:_KEPT]
        elif (named := _pointed_at(segment, found)) is not None:
            near = (*near, named)
        elif not near and above and _of_heading(segment, first=not found, listing=listing):
            near = (above,)
        if segment.kind == "heading":
            above, listing = segment.text, True
        listing = listing and (segment.kind == "heading" or (segment.kind == "item" and not segment.context))
        given = entry(passage.segments, index)
        if given is not None:
            near = tuple(dict.fromkeys((*near, *given.told)))
        text = (
            given.text
            if given is not None
            else with_units(segment.text)
            if segment.kind == "row"
            else described(segment.text)
        )
        found.append(
            Place(
                passage=passage,
                index=index,
                segment=segment,
                text=text,
                near=near,
                own=gist(text),
                lent=frozenset[str]().union(*map(gist, near)),
                heading=heading,
                inner=inner(segment.text).union(inner(title(passage)), *map(inner, near)),
                hint=_hints(segment.text),
                entry=given is not None,
                item=_item(segment, index, found),
            )
        )
    return tuple(_listing(place, found) for place in found)


def _item(segment: Segment, index: int, before: Sequence[Place]) -> int:
    """The place of the first sentence of the item that a segment belongs to: what follows has it in its context."""
    if segment.kind != "item":
        return -1
    if segment.context and before and before[-1].item >= 0:
        first = before[before[-1].item].segment
        if segment.context.endswith(first.text):
            return before[-1].item
    return index


def _listing(place: Place, page: list[Place]) -> Place:
    """A sentence that leads to a list of names says all of them, whether or not something is said of each."""
    lead = place.segment.text
    if not lead.endswith(":"):
        return place
    items = [other.segment for other in page[place.index + 1 : place.index + 1 + _NAMES]]
    named = next((at for at, item in enumerate(items) if item.kind != "item" or item.context != lead), len(items))
    names = [_CALLED.sub("", item.text) for item in items[:named] if item.context == lead]
    if len(names) < _FEWEST or any(len(name.split()) > _LONGEST_NAME or ":" in name for name in names):
        return place
    near = (*place.near, ", ".join(names))
    return replace(place, near=near, lent=place.lent | gist(near[-1]))
