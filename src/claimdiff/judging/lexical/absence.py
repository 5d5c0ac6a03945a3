"""What a sentence says of the case in which a thing is not there: "if no mode is given", "without a mode", "if the mode is omitted".

All three deny the thing in a condition and mean the same.
"""

from __future__ import annotations

import re

_LACKING = re.compile(
    r"\b(?:if|when|whenever|where|in case)\s+(?P<what>[^.,;:()]{1,60}?)\s+(?:is|are|was|were|has been|have been)\s+"
    r"(?:omitted|missing|absent|left out|left empty|left blank|unset"
    r"|(?:not|n't) (?:set|given|specified|provided|present|available|passed|supplied|named|defined))\b",
    re.IGNORECASE,
)
_CASE = re.compile(r"\bunless\b(?=[^.;]{1,120}\bin (?:which|that) case\b)", re.IGNORECASE)


def lacking(text: str) -> list[tuple[int, int]]:
    """Spans of the words for things that are not there in a condition of the text."""
    return [match.span("what") for match in _LACKING.finditer(text)]


def spoken_of(text: str) -> frozenset[int]:
    """Where an "unless" stands whose case is told of next: "unless it is a list, in which case it is joined"."""
    return frozenset(match.start() for match in _CASE.finditer(text))
