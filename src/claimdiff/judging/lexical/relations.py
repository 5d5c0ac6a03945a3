"""Which of two stands before the other: relations that are false when their sides are swapped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.judging.lexical.reading import Reading

# What stands on the left comes first, wins, is greater or is the source.
_FORWARD = (
    r"(?:takes?|taking|took|has|have|having) (?:precedence|priority) over|overrides?|beats?|supersedes?|outranks?|wins? over|replaces?"
    r"|(?:runs?|comes?|is|are|happens?|applied|executed|called|loaded|read)?\s?(?:before|prior to|ahead of)|precedes?"
    r"|(?:greater|larger|bigger|higher|more|faster|newer|later|longer|stronger|better) than|exceeds?|depends? on|instead of|rather than|converts? to"
    r"|is (?:converted|mapped|renamed|changed|moved) (?:in)?to|points? to|inherits? from|implies|extends?"
)
_BACKWARD = (
    r"(?:is|are) (?:overridden|superseded|replaced|preceded|outranked|beaten) by|(?:runs?|comes?|is|are|happens?|applied|executed|called)?\s?after"
    r"|follows?|(?:less|smaller|lower|slower|older|earlier|shorter|weaker|worse) than"
)
_RELATION = re.compile(rf"\b(?:(?P<forward>{_FORWARD})|(?P<backward>{_BACKWARD}))\b", re.IGNORECASE)
_FAMILY = (
    ("rank", re.compile(r"precedence|priority|overrid|beat|supersed|outrank|win|replac", re.IGNORECASE)),
    ("time", re.compile(r"before|prior|ahead|preced|after|follow|later|earlier", re.IGNORECASE)),
)


def swapped(claim: Reading, stated: Reading) -> bool:
    """Whether both put the same two things around one relation, the other way round."""
    return any(
        _crossed(claim, mine, stated, theirs)
        for mine in _RELATION.finditer(claim.text)
        for theirs in _RELATION.finditer(stated.text)
        if _family(mine[0]) == _family(theirs[0])
    )


def _crossed(claim: Reading, mine: re.Match[str], stated: Reading, theirs: re.Match[str]) -> bool:
    left, right = _sides(claim, mine)
    other_left, other_right = _sides(stated, theirs)
    if (mine["forward"] is None) != (theirs["forward"] is None):
        other_left, other_right = other_right, other_left
    straight = bool(left & other_left) or bool(right & other_right)
    return not straight and bool(left & other_right) and bool(right & other_left)


def _family(relation: str) -> str:
    return next((name for name, pattern in _FAMILY if pattern.search(relation)), relation.lower().split()[0])


def _sides(reading: Reading, match: re.Match[str]) -> tuple[set[str], set[str]]:
    """Concepts on either side within the clause, without those that stand on both."""
    here = reading.clause_at(match.start() + 1)
    terms = [term for term in reading.terms if term.clause == here]
    left = {term.concept for term in terms if term.end <= match.start()}
    right = {term.concept for term in terms if term.start >= match.end()}
    return left - right, right - left
