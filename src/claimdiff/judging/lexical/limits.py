"""What a sentence says only within limits, and a claim says without any: "only within 14 days", "unless pinned"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.reading import read
from claimdiff.judging.lexical.values import stands
from claimdiff.text.anchors import UNLESS

if TYPE_CHECKING:
    from claimdiff.judging.lexical.alignment import Alignment

_LIMIT = re.compile(
    r"\b(?:only\b(?: [a-z]+){0,2}? (?:if|when|while|within|on|for|in|with|after|before|during|until)"
    rf"|{UNLESS}|as long as|except(?: for| when| if)?|provided that)\s+(?P<rest>[^.,;:!?()]+)",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    r"^(?:(?:but|and|only) )*(?:[Oo]n|[Ff]or|[Ww]ith|[Ii]n) (?:the |an? |all )?"
    r"(?P<rest>[A-Z][\w.+-]*(?: [A-Z][\w.+-]*){0,2}(?: (?:plan|tier|edition|licen[cs]e|accounts?|users?|customers?)s?)?),? (?!and\b|or\b)",
)
"""A name of a case in front: "On the Plus plan, boards can be exported"."""
_LONGEST = 300
"""Characters: a longer text is no sentence, and its limits may be those of anything in it."""
_LIMITED = re.compile(
    r"\b(?:only|unless|except|without|until|as long as|provided|apart from|other than)\b", re.IGNORECASE
)


@lru_cache(maxsize=8192)
def _limits(text: str) -> tuple[str, ...]:
    if len(text) > _LONGEST:
        return ()
    fronted = _FRONTED.match(text)
    return (*(match["rest"] for match in _LIMIT.finditer(text)), *((fronted["rest"],) if fronted else ()))


def unlimited(beside: Alignment, asked: frozenset[str]) -> bool:
    """Whether the place limits what the claim says, and neither claim nor question (`asked`) names anything of the limit."""
    claim, stated = beside.claim, beside.place.reading
    if not (limits := _limits(stated.text)) or claim.conditions or _LIMITED.search(claim.text):
        return False
    known = claim.concepts | asked
    for limit in limits:
        reading = read(limit)
        named = any(term.concept in known for term in reading.terms if not term.light)
        if not named and not any(stands(item, (claim,)) for item in reading.values):
            return True
    return False
