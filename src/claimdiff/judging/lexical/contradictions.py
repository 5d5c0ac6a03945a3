"""What speaks against a claim at a place that is about the same thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.reading import Reading, Term, is_light
from claimdiff.judging.lexical.values import Rival, opposite_bounds, other_rate, rivals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.places import Place
    from claimdiff.text.anchors import Anchor

_STRONG = {"all", "only"}


def examine(claim: Reading, place: Place, lacking: Sequence[Anchor]) -> tuple[str, list[Rival]]:
    """The rule that speaks against the claim ("" for none) and the values that stand in its way."""
    if lacking and (found := rivals(claim, lacking, place)) and len(found) == len(lacking):
        return "other-value", found
    if found := opposite_bounds(claim, place):
        return "other-bound", found
    if other_rate(claim, (place.reading,)):
        return "other-rate", []
    if turned(claim, place.reading):
        return "polarity", []
    if swapped(claim, place.reading):
        return "order", []
    if against_quantifier(claim, place.reading):
        return "quantifier", []
    if against_modality(claim, place.reading):
        return "modality", []
    return "", []


def turned(claim: Reading, stated: Reading) -> bool:
    """A word that both share is affirmed by one and denied by the other."""
    signs: dict[str, set[int]] = {}
    focus: dict[str, bool] = {}
    for term in stated.terms:
        signs.setdefault(term.concept, set()).add(term.sign)
        focus[term.concept] = focus.get(term.concept, False) or term.focus
    against = [term for term in claim.terms if term.concept in signs and term.sign not in signs[term.concept]]
    agreeing = [
        term for term in claim.terms if term.concept in signs and term.sign in signs[term.concept] and term.sign < 0
    ]
    return any(_decisive(term, focus.get(term.concept, False)) for term in against) and not agreeing


def _decisive(term: Term, focus: bool) -> bool:
    return term.focus or focus or not is_light(term)


_BEFORE = r"take[sn]? precedence over|takes? priority over|overrides?|beats?|supersedes?|replaces?|wins? over|outranks?|before|precedes?|earlier than|greater than|larger than|higher than|more than|faster than|newer than|older than|prior to|instead of|rather than|over|depends? on|requires?|implies|causes?|leads? to|converts? to"
_AFTER = r"after|follows?|is overridden by|is replaced by|later than|less than|lower than|smaller than|slower than"
_RELATION = re.compile(rf"\b(?:(?P<before>{_BEFORE})|(?P<after>{_AFTER}))\b", re.IGNORECASE)


def swapped(claim: Reading, stated: Reading) -> bool:
    """Both put the same two names around the same relation, the other way round."""
    for mine in _RELATION.finditer(claim.text):
        for theirs in _RELATION.finditer(stated.text):
            if mine[0].lower()[:5] != theirs[0].lower()[:5]:
                continue
            left, right = _sides(claim, mine)
            other_left, other_right = _sides(stated, theirs)
            if left & other_right and right & other_left and not left & other_left and not right & other_right:
                return True
    return False


def _sides(reading: Reading, match: re.Match[str]) -> tuple[set[str], set[str]]:
    left = [term.concept for term in reading.terms if term.end <= match.start()][-4:]
    right = [term.concept for term in reading.terms if term.start >= match.end()][:4]
    both = set(left) & set(right)
    return set(left) - both, set(right) - both


def against_quantifier(claim: Reading, stated: Reading) -> bool:
    """ "All" beside "only some"."""
    mine = {item.value for item in claim.anchors.quantifiers}
    theirs = {item.value for item in stated.anchors.quantifiers}
    return "all" in mine and "only" in theirs and "only" not in mine and "all" not in theirs


def against_modality(claim: Reading, stated: Reading) -> bool:
    """A duty beside an option."""
    mine = {item.value for item in claim.anchors.modality}
    theirs = {item.value for item in stated.anchors.modality}
    return "must" in mine and "may" in theirs and "must" not in theirs


def weaker(claim: Reading, where: Sequence[Reading]) -> str:
    """The rule by which the place says less than the claim ("" where it does not)."""
    mine = {item.value for item in claim.anchors.quantifiers}
    theirs = {item.value for reading in where for item in reading.anchors.quantifiers}
    if (mine & _STRONG) - theirs:
        return "quantifier"
    return ""
