"""What speaks against a claim at a place that is about the same thing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.alignment import HEADING
from claimdiff.judging.lexical.defaults import other_default
from claimdiff.judging.lexical.denied import agrees, of_another
from claimdiff.judging.lexical.exclusive import named_more
from claimdiff.judging.lexical.months import other_month
from claimdiff.judging.lexical.notes import no_longer, only_another, outlived, withdrawn
from claimdiff.judging.lexical.opposites import mirrored, nothing_else, other_case
from claimdiff.judging.lexical.pairs import exchanged
from claimdiff.judging.lexical.reading import gist
from claimdiff.judging.lexical.relations import elsewhere, mismatched, outranked, swapped, turned_round
from claimdiff.judging.lexical.signing import contrasted
from claimdiff.judging.lexical.strength import OPTION, against_modality, against_quantifier
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
from claimdiff.judging.lexical.vocabulary import LIGHT
from claimdiff.text.anchors import negations, opposed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.judging.lexical.alignment import Alignment
    from claimdiff.judging.lexical.reading import Reading, Term
    from claimdiff.text.anchors import Anchor

SAME_SUBJECT, SURE_SUBJECT, WHOLE = 0.6, 0.7, 0.85
_SOME_SUBJECT = 0.25
# below this share of common words a sentence tells mostly of other things, and its values belong to those
_FOCUSED = 0.2
# words of a claim in which a denial can be about one thing only
_SHORT = 4
# "Whether pages are cached" leaves open which
_OPEN = re.compile(r"\bwhether\b", re.IGNORECASE)
_AS_DELIVERED = re.compile(r"\bby default\b", re.IGNORECASE)
_WITHOUT = re.compile(r"(?:without|with no)\b[^,.;:]{1,60},", re.IGNORECASE)
_OTHERWISE = re.compile(r"\b(?:otherwise|or else)\b", re.IGNORECASE)
_EXCEPTION = re.compile(r"\b(?:unless|without|until|except|other than|but)\b", re.IGNORECASE)
_NO = re.compile(r"\bno (?:[\w-]+ )?$", re.IGNORECASE)
# what cannot be done before something is done, can be done after it
_EARLIER = re.compile(r"\b(?:can ?not|can't|won't|will not)\b[^.;]*\bbefore\b", re.IGNORECASE)
# "with x set to true, ..." tells of one case; what a place says of the other case is no denial of it
_CASE = re.compile(
    r"\b(?:with|setting|set|when|if)\b[^.,;]{1,60}\b(?:to|is|=|are)\W{1,3}(?:true|false)\b", re.IGNORECASE
)
_SWITCH = frozenset({"true", "fals", "false"})
_EXCLUDED = re.compile(
    r"\b(?:excluding|except(?:ing| for)?|other than|apart from|aside from)\s+(?P<what>[^,.;()]{1,80})", re.IGNORECASE
)
# A question that is answered by yes or no states nothing; "why is it not ..." does.
_ASKING = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|will|would|should|may|has|have)\b[^.]*\?\W*$", re.IGNORECASE
)


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
    if subject >= SURE_SUBJECT and not lacking and (pairs := _others(beside)):
        return Against("other-owner", tuple(pairs))
    return None


def _others(beside: Alignment) -> list[Rival]:
    """Values of the claim that the place, or its line of code, gives to something else."""
    claim, stated = beside.claim, beside.place.reading
    return misplaced(claim, stated) or (exchanged(claim, stated) if beside.place.segment.kind == "code" else [])


def _by_value(beside: Alignment, lacking: Sequence[Anchor], absent: Callable[[Anchor], bool]) -> Against | None:
    """A bound, a value or a default of the place that stands where the claim has its own."""
    if beside.subject >= SURE_SUBJECT and (pairs := opposite_bounds(beside.claim, beside.place.reading)):
        return Against("other-bound", tuple(pairs))
    same = bool(lacking) and beside.subject >= SAME_SUBJECT and not turned(beside)
    if same and (pairs := _other_values(beside, lacking, absent)):
        return Against("other-value", tuple(pairs))
    months = () if lacking else other_month(beside.claim, beside.place.reading)
    if months and _all_but(beside, months[0].claimed):
        return Against("other-value", months)
    if named := other_default(beside):
        return Against("other-default", named)
    return None


def _all_but(beside: Alignment, item: Anchor) -> bool:
    """Whether every other word of the claim stands here or in the headings."""
    return all(
        term.light or item.start <= term.start < item.end or beside.tier[term.concept] >= HEADING
        for term in beside.claim.terms
    )


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
    if beside.focused < _FOCUSED:
        return []
    found = rivals(claim, lacking, stated)
    return found if len(found) == len(lacking) else []


def turned(beside: Alignment) -> bool:
    """A word that both share is affirmed by one and denied by the other."""
    claim, stated = beside.claim.text, beside.place.reading.text
    return bool(decisive(beside)) or opposed(claim, stated) or _set_apart(claim, stated)


def _set_apart(claim: str, stated: str) -> bool:
    """Whether the sentence sets something of the claim apart ("..., but airing does"), and the claim does not."""
    other = contrasted(stated)
    return bool(other) and not contrasted(claim) and bool(gist(other) & gist(claim) - LIGHT)


def opposite(beside: Alignment) -> bool:
    """A turned word that is no matter of a condition, an exception or a question: the place says the opposite.

    A single word (`crate-optional` in a list) says nothing.
    """
    stated = beside.place.reading
    if opposed(beside.claim.text, stated.text):
        return True
    words = decisive(beside)
    if (
        not words
        or _both_deny(beside)
        or " " not in stated.text.strip()
        or _ASKING.search(stated.text)
        or (_excepts(stated) and not _EXCEPTION.search(beside.claim.text))
    ):
        return False
    if all(_open(term, beside) for term in words) or _merely_possible(beside) or other_case(words, beside):
        return False
    if all(elsewhere(beside.claim, stated, term.concept) or _of_another(term, beside) for term in words):
        return False
    if _excluded(beside.claim, stated) or (
        _CASE.search(beside.claim.text) and {term.stem for term in words} <= _SWITCH
    ):
        return False
    return any(not _inside(term.start, (*beside.claim.conditions, *_fronted(beside.claim.text))) for term in words)


def _fronted(claim: str) -> list[tuple[int, int]]:
    """Where the claim opens with the case that it is about: "Without a mode, ..."."""
    match = _WITHOUT.match(claim)
    return [match.span()] if match else []


def _both_deny(beside: Alignment) -> bool:
    """Whether a short claim and the place deny once, with the same words: "no files required", "files are not required"."""
    claim, stated = beside.claim, beside.place.reading
    short = len(claim.concepts - LIGHT) <= _SHORT and claim.concepts <= stated.concepts
    return short and len(negations(claim.text)) == len(negations(stated.text)) == 1


def _of_another(term: Term, beside: Alignment) -> bool:
    """Whether a "no" is said of a thing together with words that the other side does not have.

    "No data is printed" is not denied by "data is loaded when it is needed", nor "no key is stored" by "a key is made".
    """
    for one, other in ((beside.claim, beside.place.reading), (beside.place.reading, beside.claim)):
        for mine in one.terms:
            if mine.concept != term.concept or not _NO.search(one.text[: mine.start]):
                continue
            rest = {word.concept for word in one.terms if word.start > mine.start and word.clause == mine.clause}
            rest -= LIGHT
            return bool(rest) and not rest & other.concepts
    return False


def _open(term: Term, beside: Alignment) -> bool:
    """Whether the place does not say of the claim's thing whether it is so."""
    stated = beside.place.reading
    return _left_open(term, stated) or _supposed(term, stated) or of_another(term, beside.claim, stated)


def _left_open(term: Term, stated: Reading) -> bool:
    """Whether the sentence speaks of the word only behind a "whether"."""
    opened = _OPEN.search(stated.text)
    return opened is not None and all(
        other.start > opened.end() for other in stated.terms if other.concept == term.concept
    )


def _supposed(term: Term, stated: Reading) -> bool:
    """Whether the sentence only supposes it: "if two sites share a port, ..." denies nothing of ports."""
    conditions = stated.conditions
    return bool(conditions) and all(
        _inside(other.start, conditions) for other in stated.terms if other.concept == term.concept
    )


def _merely_possible(beside: Alignment) -> bool:
    """Whether the claim tells what can be done, and the place what holds by default."""
    claim, stated = beside.claim, beside.place.reading
    return (
        bool(claim.modality & OPTION)
        and bool(_AS_DELIVERED.search(stated.text))
        and not _AS_DELIVERED.search(claim.text)
    )


def _excluded(claim: Reading, stated: Reading) -> bool:
    """Whether the place takes what the claim is about out of what it says: "flights, except night flights, may land"."""
    return any(gist(match["what"]) & claim.concepts for match in _EXCLUDED.finditer(stated.text))


def _excepts(reading: Reading) -> bool:
    """Whether a denial is taken back by what follows: "cannot start without a key", "not deleted until day 30"."""
    return _EARLIER.search(reading.text) is not None or any(
        _EXCEPTION.search(reading.text, end) for _, end in negations(reading.text)
    )


def _inside(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


def decisive(beside: Alignment) -> list[Term]:
    """The turned terms that matter: what a negation is about, or one word of a pair of opposites."""
    if not beside.turned:
        return []
    stated = {term.concept for term in beside.place.reading.terms if term.focus}
    agreed = any(term.focus and term.concept in stated for term in beside.claim.terms if term not in beside.turned)
    return [term for term in beside.turned if _decisive(term, beside, focus=term.concept in stated, agreed=agreed)]


def _decisive(term: Term, beside: Alignment, *, focus: bool, agreed: bool) -> bool:
    """`agreed` tells that both deny the same word: then only what differs by itself, and not by reach, matters."""
    if (term.light and beside.subject < WHOLE) or _warned_of(term, beside):
        return False
    if agrees(term, beside.claim, beside.place.reading):
        return False
    if term.focus or focus:
        return True
    return term.polar and not (agreed and _same_word(term, beside.place.reading))


def _warned_of(term: Term, beside: Alignment) -> bool:
    """A condition of the claim that the place forbids: "fails if it is open" beside "must not be open, otherwise it fails"."""
    stated = beside.place.reading
    end = _OTHERWISE.search(stated.text)
    if end is None or "must" not in stated.modality or not _inside(term.start, beside.claim.conditions):
        return False
    return all(other.start < end.start() for other in stated.terms if other.concept == term.concept)


def _same_word(term: Term, stated: Reading) -> bool:
    return any(other.stem == term.stem for other in stated.terms)


def _denied_outright(beside: Alignment) -> bool:
    return nothing_else(beside) and opposite(beside)


def _rate(beside: Alignment) -> bool:
    return other_rate(beside.claim, beside.place.reading)


def _swapped(beside: Alignment) -> bool:
    claim, stated = beside.claim, beside.place.reading
    return any(look(claim, stated) for look in (swapped, mismatched, outranked, turned_round))


# rule, how sure the subject must be (0 to 1), whether every name and value of the claim must stand there, check
_RULES: tuple[tuple[str, float, bool, Callable[[Alignment], bool]], ...] = (
    ("withdrawn", 0.0, False, withdrawn),
    ("no-longer", 0.4, True, no_longer),
    ("outlived", SURE_SUBJECT, False, outlived),
    ("only-another", 0.0, False, only_another),
    ("other-rate", SURE_SUBJECT, True, _rate),
    ("polarity", SURE_SUBJECT, True, opposite),
    ("polarity", _SOME_SUBJECT, False, _denied_outright),
    ("polarity", SAME_SUBJECT, True, mirrored),
    ("order", SAME_SUBJECT, False, _swapped),
    ("only-more", SAME_SUBJECT, True, named_more),
    ("quantifier", SURE_SUBJECT, True, against_quantifier),
    ("modality", SURE_SUBJECT, True, against_modality),
)
