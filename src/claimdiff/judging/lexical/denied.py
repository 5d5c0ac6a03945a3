"""Denials that do not deny the claim: of a case only, of another place, of what something is for, or said in other words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.reading import gist
from claimdiff.judging.lexical.vocabulary import concept
from claimdiff.text.anchors import negations
from claimdiff.text.folding import level
from claimdiff.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.reading import Reading, Term

_LEFT_OUT = re.compile(
    r"\b(?:skip(?:s|ped|ping)?|omit(?:s|ted|ting)?|bypass(?:es|ed|ing)?|leav(?:es?|ing) out)\b", re.IGNORECASE
)
_PURPOSE = re.compile(r"(?:,|\b(?:in order|so as)) to $", re.IGNORECASE)
_OBJECT = re.compile(
    r"(?P<what>[^.,;:()]{0,80}?)(?=\s(?:of|in|on|for|with|from|by|to|at|and|or)\b|[.,;:()]|$)", re.IGNORECASE
)
_WHERE = re.compile(r"\b(?:in|on|for|with|under|at|by) (?:the |an? )?(?P<name>[A-Z][\w.+-]*(?: [A-Z][\w.+-]*){0,3})")
_PERMISSION = frozenset(concept(stem(word))[0] for word in ("allow", "able", "possible"))
_NEAR = 3


def agrees(term: Term, claim: Reading, stated: Reading) -> bool:
    """Whether the place says this word of the claim with another sign and yet denies nothing of the claim."""
    there = [other for other in stated.terms if other.concept == term.concept]
    return bool(there) and (
        all(_for_something_else(other, claim, stated) for other in there) or _left_out(term, there, claim, stated)
    )


def of_another(term: Term, claim: Reading, stated: Reading) -> bool:
    """Whether the place denies this word of the claim in some case, or elsewhere, only: it neither supports nor contradicts."""
    there = [other for other in stated.terms if other.concept == term.concept]
    return bool(there) and (
        all(_in_a_case(other, stated) for other in there)
        or _elsewhere(there, claim, stated)
        or _not_permitted(term, claim, stated)
    )


def denial_lost(claim: Reading, stated: Reading, lent: Sequence[Reading]) -> bool:
    """Whether what the claim denies is only spoken of around the place, and nowhere denied there; or the other way round.

    "`/keys` has no limit" is not said by the name `/keys` below the heading "Limits". `lent` are the readings that
    lend words to the place.
    """
    if negations(level(stated.text)):
        return False
    for term in claim.terms:
        if term.concept in stated.signs or term.light:
            continue
        there = [other for reading in lent for other in reading.terms if other.concept == term.concept]
        if there and all(other.sign != term.sign for other in there) and (term.focus or all(o.focus for o in there)):
            return True
    return False


def _in_a_case(other: Term, stated: Reading) -> bool:
    """Denied inside a condition only: "if it is not kept, a warning is shown"."""
    case = next(((start, end) for start, end in stated.conditions if start <= other.start < end), None)
    return case is not None and any(case[0] <= start < case[1] for start, _ in negations(level(stated.text)))


def _for_something_else(other: Term, claim: Reading, stated: Reading) -> bool:
    """The verb of a purpose, and its object is nothing that the claim speaks of: "…, to prevent overload"."""
    text = level(stated.text)
    if not _PURPOSE.search(text, max(0, other.start - 16), other.start):
        return False
    found = _OBJECT.match(text, other.end)
    return found is not None and claim.concepts.isdisjoint(gist(found["what"]))


def _not_permitted(term: Term, claim: Reading, stated: Reading) -> bool:
    """What the claim says is not allowed, the place only tells of: "may not be closed" is not denied by "is closed"."""
    return any(
        other is not term
        and other.focus
        and other.concept in _PERMISSION
        and other.clause == term.clause
        and other.concept not in stated.signs
        for other in claim.terms
    )


def _elsewhere(there: list[Term], claim: Reading, stated: Reading) -> bool:
    """Both name where it holds, and none of the names is the same: "in the Web Studio", "in the Ink Studio"."""
    mine = {match["name"].lower() for match in _WHERE.finditer(claim.text)}
    if not mine:
        return False
    clauses = {other.clause for other in there}
    theirs = {
        match["name"].lower() for match in _WHERE.finditer(stated.text) if stated.clause_at(match.start()) in clauses
    }
    return bool(theirs) and all(_differ(one, other) for one in mine for other in theirs)


def _differ(one: str, other: str) -> bool:
    return f" {one} " not in f" {other} " and f" {other} " not in f" {one} "


def _left_out(term: Term, there: list[Term], claim: Reading, stated: Reading) -> bool:
    """What one skips and the other does not do is the same: "skips the check", "does not run the check"."""
    return any(
        (_skipped(other, stated) and _denied(term, claim)) or (_skipped(term, claim) and _denied(other, stated))
        for other in there
    )


def _skipped(term: Term, reading: Reading) -> bool:
    text = level(reading.text)
    return any(
        match.end() <= term.start
        and sum(match.end() <= other.start < term.start for other in reading.terms if other.clause == term.clause)
        < _NEAR
        and reading.clause_at(match.start()) == term.clause
        and not any(start < match.start() for start, _ in negations(text))
        for match in _LEFT_OUT.finditer(text)
    )


def _denied(term: Term, reading: Reading) -> bool:
    text = level(reading.text)
    return any(end <= term.start and reading.clause_at(start) == term.clause for start, end in negations(text))
