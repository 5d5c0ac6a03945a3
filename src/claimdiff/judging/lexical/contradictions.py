"""What speaks against a claim at a place that is about the same thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.defaults import other_default
from claimdiff.judging.lexical.notes import no_longer, only_another, outlived, withdrawn
from claimdiff.judging.lexical.relations import mismatched, swapped
from claimdiff.judging.lexical.values import (
    MEASURED,
    Rival,
    grouped,
    misplaced,
    opposite_bounds,
    other_rate,
    rivals,
    stands,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.judging.lexical.alignment import Alignment
    from claimdiff.judging.lexical.reading import Reading, Term
    from claimdiff.text.anchors import Anchor

SAME_SUBJECT, SURE_SUBJECT, WHOLE = 0.6, 0.7, 0.85
_STRONG = frozenset({"all", "only"})


@dataclass(frozen=True, slots=True)
class Against:
    """The rule that speaks against a claim, and the values that stand in the place of its own."""

    rule: str
    rivals: tuple[Rival, ...] = ()


def examine(beside: Alignment, lacking: Sequence[Anchor], *, absent: Callable[[Anchor], bool]) -> Against | None:
    """The first rule that speaks against the claim at this place; None where nothing does.

    `lacking` are the claim's anchors that do not stand here, `absent` tells of one whether it stands nowhere at all.
    """
    subject = beside.subject
    if (found := _by_value(beside, lacking, absent)) is not None:
        return found
    whole = not lacking and not beside.strange
    for rule, least, needs_all, check in _RULES:
        if subject >= least and (whole or not needs_all) and check(beside):
            return Against(rule)
    if subject >= SURE_SUBJECT and not lacking and (pairs := misplaced(beside.claim, beside.place.reading)):
        return Against("other-owner", tuple(pairs))
    return None


def _by_value(beside: Alignment, lacking: Sequence[Anchor], absent: Callable[[Anchor], bool]) -> Against | None:
    """A bound, a value or a default of the place that stands where the claim has its own."""
    if beside.subject >= SURE_SUBJECT and (pairs := opposite_bounds(beside.claim, beside.place.reading)):
        return Against("other-bound", tuple(pairs))
    same = bool(lacking) and beside.subject >= SAME_SUBJECT and not turned(beside)
    if same and (pairs := _other_values(beside, lacking, absent)):
        return Against("other-value", tuple(pairs))
    if named := other_default(beside):
        return Against("other-default", named)
    return None


def _other_values(beside: Alignment, lacking: Sequence[Anchor], absent: Callable[[Anchor], bool]) -> list[Rival]:
    claim, stated = beside.claim, beside.place.reading
    kept = [item for item in claim.values if item not in lacking and stands(item, beside.place.around)]
    several = grouped(claim.values) > 1
    if several and not kept and beside.subject < WHOLE:
        return []
    if several and not kept and any(item.kind in MEASURED for item in claim.values[:1]) and grouped(lacking) > 1:
        return []
    named = [item for item in lacking if item.kind not in MEASURED]
    if named and (len(lacking) > 1 or beside.subject < SURE_SUBJECT or not absent(named[0])):
        return []
    found = rivals(claim, lacking, stated)
    return found if len(found) == len(lacking) else []


def turned(beside: Alignment) -> bool:
    """A word that both share is affirmed by one and denied by the other."""
    return bool(decisive(beside))


def decisive(beside: Alignment) -> list[Term]:
    """The turned terms that matter: what a negation is about, or one word of a pair of opposites."""
    if not beside.turned:
        return []
    stated = {term.concept for term in beside.place.reading.terms if term.focus}
    return [term for term in beside.turned if _decisive(term, beside, focus=term.concept in stated)]


def _decisive(term: Term, beside: Alignment, *, focus: bool) -> bool:
    if term.light and beside.subject < WHOLE:
        return False
    return term.focus or focus or term.polar


def against_quantifier(beside: Alignment) -> bool:
    """A claim about all beside a sentence about only some."""
    mine, theirs = beside.claim.quantifiers, beside.place.reading.quantifiers
    return "all" in mine and "only" in theirs and "only" not in mine and "all" not in theirs


def against_modality(beside: Alignment) -> bool:
    """A duty beside an option."""
    mine, theirs = beside.claim.modality, beside.place.reading.modality
    return "must" in mine and "may" in theirs and "must" not in theirs


def _rate(beside: Alignment) -> bool:
    return other_rate(beside.claim, beside.place.reading)


def _swapped(beside: Alignment) -> bool:
    claim, stated = beside.claim, beside.place.reading
    return swapped(claim, stated) or mismatched(claim, stated)


# rule, how sure the subject must be (0 to 1), whether every name and value of the claim must stand there, check
_RULES: tuple[tuple[str, float, bool, Callable[[Alignment], bool]], ...] = (
    ("withdrawn", 0.0, False, withdrawn),
    ("no-longer", 0.4, True, no_longer),
    ("outlived", 0.4, False, outlived),
    ("only-another", 0.0, False, only_another),
    ("other-rate", SURE_SUBJECT, True, _rate),
    ("polarity", SURE_SUBJECT, True, turned),
    ("order", SAME_SUBJECT, False, _swapped),
    ("quantifier", SURE_SUBJECT, True, against_quantifier),
    ("modality", SURE_SUBJECT, True, against_modality),
)


def weaker(claim: Reading, where: Sequence[Reading]) -> str:
    """The rule by which the place says less than the claim ("" where it does not)."""
    strong = claim.quantifiers & _STRONG
    if strong and not strong <= frozenset[str]().union(*(reading.quantifiers for reading in where)):
        return "quantifier"
    if "must" not in claim.modality:
        return ""
    strength = frozenset[str]().union(*(reading.modality for reading in where))
    return "modality" if strength and "must" not in strength else ""
