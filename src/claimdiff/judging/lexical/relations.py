"""Which of two stands before the other: relations that are false when their sides are swapped."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.text.words import listed, stem, vocabulary

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
# "more often than", "more storage than the team plan", "slower on the replica than on the primary"
_COMPARED = re.compile(
    r"\b(?:(?P<forward>greater|larger|bigger|higher|more|faster|newer|later|longer|stronger|better)"
    r"|(?P<backward>less|fewer|smaller|lower|slower|older|earlier|shorter|weaker|worse))\b(?P<between>(?: [\w-]+){1,4}?) than\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\bfrom (?:the )?(?P<start>[\w.+-]+) to (?:the )?(?P<end>[\w+-]+(?:\.\w+)*)", re.IGNORECASE)
# one of these words stands in every relation
_RELATIONS = """
    precedence priority override overrides beat beats supersede supersedes outrank outranks win wins replace replaces
    before prior ahead precede precedes than exceed exceeds depend depends instead convert converts converted mapped
    renamed changed moved point points inherit inherits implies extend extends overridden superseded replaced preceded
    outranked beaten after follow follows
"""
_RELATING = frozenset(_RELATIONS.split())
_FAMILY = (
    ("rank", re.compile(r"precedence|priority|overrid|beat|supersed|outrank|win|replac", re.IGNORECASE)),
    ("time", re.compile(r"before|prior|ahead|preced|after|follow|later|earlier", re.IGNORECASE)),
)


# "red on Linux and blue on Windows": two pairs under one preposition
_PREPOSITIONS = ("on", "for", "in", "under", "with", "to", "as", "at", "by")
_PAIRS = re.compile(
    r"(?P<a>[\w.-]+)\s+(?P<by>on|for|in|under|with|to|as|at|by)\s+(?:the\s+|an?\s+)?(?P<x>[\w.-]+)\s*(?:,\s*(?:and|but|while)?|;|and|but|while)\s+"
    r"(?:the\s+|an?\s+)?(?P<b>[\w.-]+)\s+(?P=by)\s+(?:the\s+|an?\s+)?(?P<y>[\w-]+)",
    re.IGNORECASE,
)


class _Relation(NamedTuple):
    family: str
    forward: bool
    start: int
    end: int


def swapped(claim: Reading, stated: Reading) -> bool:
    """Whether both put the same two things around one relation, the other way round.

    In a chain ("A before B, and B before C") one link says it as the claim does, and the next begins with its end.
    """
    return any(
        any(_crossed(claim, mine, stated, theirs) for theirs in links)
        and not any(_straight(claim, mine, stated, theirs) for theirs in links)
        for mine in _relations(claim.text)
        if (links := [theirs for theirs in _relations(stated.text) if theirs.family == mine.family])
    )


def outranked(claim: Reading, stated: Reading) -> bool:
    """Whether both compare the same two in the same respect, and what has more in one has less in the other."""
    mine, theirs = _compared(claim.text), _compared(stated.text)
    if mine is None or theirs is None:
        return False
    left, right = _compared_sides(claim, mine)
    other_left, other_right = _compared_sides(stated, theirs)
    if (mine["forward"] is None) != (theirs["forward"] is None):
        other_left, other_right = other_right, other_left
    stay = left & other_left
    return not right & other_right and bool((left - stay) & other_right) and bool(right & (other_left - stay))


@lru_cache(maxsize=4096)
def _compared(text: str) -> re.Match[str] | None:
    return _COMPARED.search(text) if "than" in vocabulary(text) else None


def _compared_sides(reading: Reading, match: re.Match[str]) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """The concepts before "than" without the word that compares, and those behind it, without what stands on both."""
    here = reading.clause_at(match.start() + 1)
    compares = range(match.start(), match.start("between"))
    terms = [term for term in reading.terms if term.clause == here and term.start not in compares]
    left = {(term.concept, term.sign) for term in terms if term.end <= match.end()}
    right = {(term.concept, term.sign) for term in terms if term.start >= match.end()}
    return left - right, right - left


def turned_round(claim: Reading, stated: Reading) -> bool:
    """Whether one goes from the end of the other to its start: "from oldest to newest", "from newest to oldest"."""
    mine, theirs = _ranges(claim.text), _ranges(stated.text)
    return any((end, start) in theirs and (start, end) not in theirs for start, end in mine)


@lru_cache(maxsize=4096)
def _ranges(text: str) -> frozenset[tuple[str, str]]:
    if not {"from", "to"} <= vocabulary(text):
        return frozenset()
    found = ((stem(match["start"].lower()), stem(match["end"].lower())) for match in _RANGE.finditer(text))
    return frozenset((start, end) for start, end in found if start != end)


@lru_cache(maxsize=8192)
def _relations(text: str) -> tuple[_Relation, ...]:
    if _RELATING.isdisjoint(vocabulary(text)):
        return ()
    return tuple(
        _Relation(_family(match[0]), match["forward"] is not None, match.start(), match.end())
        for match in _RELATION.finditer(text)
    )


def elsewhere(claim: Reading, stated: Reading, concept: str) -> bool:
    """Whether a concept stands on one side of a relation in the claim and on the other in the place: another thing is meant.

    "A manual note beats a file note" is not denied by "a file note beats an automatic note".
    """
    for mine in _relations(claim.text):
        left, right = (frozenset(name for name, _ in side) for side in _sides(claim, mine))
        for theirs in _relations(stated.text):
            if mine.family != theirs.family or mine.forward != theirs.forward:
                continue
            other_left, other_right = (frozenset(name for name, _ in side) for side in _sides(stated, theirs))
            if concept in left & other_right or concept in right & other_left:
                return True
    return False


def _crossed(claim: Reading, mine: _Relation, stated: Reading, theirs: _Relation) -> bool:
    left, right = _sides(claim, mine)
    other_left, other_right = _sides(stated, theirs)
    if mine.forward != theirs.forward:
        other_left, other_right = other_right, other_left
    straight = bool(left & other_left) or bool(right & other_right)
    return not straight and bool(left & other_right) and bool(right & other_left)


def _straight(claim: Reading, mine: _Relation, stated: Reading, theirs: _Relation) -> bool:
    left, right = _sides(claim, mine)
    other_left, other_right = _sides(stated, theirs)
    if mine.forward != theirs.forward:
        other_left, other_right = other_right, other_left
    return bool(left & other_left) and bool(right & other_right)


def _family(relation: str) -> str:
    return next((name for name, pattern in _FAMILY if pattern.search(relation)), relation.lower().split()[0])


def _sides(reading: Reading, relation: _Relation) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """Concepts on either side within the clause, without those that stand on both; "manual" is not "automatic"."""
    here = reading.clause_at(relation.start + 1)
    terms = [term for term in reading.terms if term.clause == here and not term.light]
    left = {(term.concept, term.sign) for term in terms if term.end <= relation.start}
    right = {(term.concept, term.sign) for term in terms if term.start >= relation.end}
    return left - right, right - left


def mismatched(claim: Reading, stated: Reading) -> bool:
    """Whether the place pairs up the four things of "a on x and b on y" the other way: a with y, b with x."""
    match = _paired(claim.text)
    if match is None or "respectively" in stated.text:
        return False
    places = [_first(claim, stated, *match.span(name)) for name in ("a", "x", "b", "y")]
    if -1 in places or len(set(places)) < len(places):
        return False
    first, second = sorted(places[:2]), sorted(places[2:])
    apart = first[1] < second[0] or second[1] < first[0]
    return not apart


@lru_cache(maxsize=1024)
def _paired(text: str) -> re.Match[str] | None:
    words = listed(text)
    return _PAIRS.search(text) if any(words.count(by) > 1 for by in _PREPOSITIONS) else None


def _first(claim: Reading, stated: Reading, start: int, end: int) -> int:
    """Where the word of the claim at `start` to `end` first stands in the place, -1 for nowhere."""
    concepts = {term.concept for term in claim.terms if term.start < end and term.end > start}
    return next((term.start for term in stated.terms if term.concept in concepts), -1)
