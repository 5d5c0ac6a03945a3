"""Notes that take a statement back: deprecated, withdrawn, no longer, only in earlier versions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.judging.lexical.alignment import Alignment
    from claimdiff.judging.lexical.reading import Reading, Term

_GONE = (
    r"deprecated|withdrawn|removed|discontinued|retired|dropped|superseded|replaced|ignored|obsolete|sunset|abandoned"
)
# The thing stands before: "`--x` is deprecated".
_AFTER = re.compile(
    rf"\b(?:is|are|was|were|been|be|being|and|but|now)\s+(?:now\s+|since\s+|silently\s+)?(?:{_GONE})\b|\bha(?:s|ve) no effect\b|:\s*deprecated\b",
    re.IGNORECASE,
)
# The thing stands behind: "version 4 ignores `--x`", "the deprecated `--x`".
_BEFORE = re.compile(
    r"\b(?:ignores|deprecates|drops|dropped|withdraws|discontinues|removes|removed|(?<!non-)deprecated|obsolete|withdrew|retires)\s+(?:support for\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
# Without a sign of time, "is removed" tells of what a program does, not of what became of it.
_DATED = re.compile(
    r"\b(?:since|starting (?:with|from|in)|as of|from version|now|deprecat\w+|withdrawn|discontinued|no longer|ha(?:s|ve) been|next (?:\w+ )?release|v?\d+(?:\.\d+)*)\b",
    re.IGNORECASE,
)
# "The mode where it read `x` was removed": what went is the mode.
_RELATIVE = re.compile(r"\b(?:where|which|whose|whom|who)\b[^.;:]*$", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|once|until|after)\b[^,;:.]*$", re.IGNORECASE)
# "since Otter 9" says from when on; it is not Otter that is removed
_WHEN = re.compile(
    r"\b(?:since|starting (?:with|from|in)|as of|from|until|before|after|in|with)\s+[`'\"]?$", re.IGNORECASE
)
_NUMBERED = re.compile(r"[`'\"]?\s+(?:version |release )?v?\d", re.IGNORECASE)
_PAST = re.compile(
    r"^\W*(?:(?:prior to|before|until|up to) (?:[A-Za-z][\w-]* ){0,3}(?:v?\d+\.[\dx]|version|release)"
    r"|in (?:older|earlier|previous|prior|past) (?:versions?|releases?)\b|(?:previously|formerly|historically),)",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"\b(?:no longer|deprecat\w+|obsolete|withdrawn|removed|discontinued|dropped|retired|superseded|ignored|ha(?:s|ve) no effect)\b",
    re.IGNORECASE,
)
# "only `X` reloads": what stands right behind is all there is
_ONLY_WORDS = ("only", "solely", "exclusively", "nothing but")
_ONLY = re.compile(rf"(?<!not )\b(?:{'|'.join(_ONLY_WORDS)})\s+$", re.IGNORECASE)
_HALF = 0.5
_PASSIVE = re.compile(r"(?:ed|able|ible)$", re.IGNORECASE)
_OBJECT = re.compile(r"\s+(?:an?|the|any|its|their)\s", re.IGNORECASE)
_GENERAL = frozenset(
    ["support", "work", "avail", "exist", "maintain", "recommend", "use", "possibl", "effect", "need", "ship"]
)


def withdrawn(beside: Alignment) -> bool:
    """A note says of a name of the claim that it is deprecated, removed, ignored, without effect."""
    stated = beside.place.reading
    if not stated.notes or _speaks_of_it(beside.claim):
        return False
    dated = _DATED.search(stated.text) or any(_DATED.search(text) for text in beside.place.near)
    if not dated:
        return False
    named = {item.value for item in beside.claim.values if item.kind in {"flag", "identifier", "path", "url"}}
    if any(item.value in named and _noted(stated, item.start, item.end) for item in stated.values):
        return True
    settings = {value.partition("=")[0] for value in named if "=" in value}
    return any(term.stem in settings and _noted(stated, term.start, term.end) for term in stated.terms)


def _noted(stated: Reading, start: int, end: int) -> bool:
    """Whether a word of withdrawal stands at the name: right before it, or after it with no other name between."""
    text = stated.text
    if _NUMBERED.match(text, end) and _WHEN.search(text, max(0, start - 20), start):
        return False
    if _BEFORE.search(text[:start].rstrip("`'\" ") + " "):
        return True
    following = min(
        (item.start for item in stated.values if item.start > end and item.kind not in {"quantity", "version"}),
        default=len(text),
    )
    if _RELATIVE.search(text[:start]):
        return False
    match = _AFTER.search(text, end, following)
    return match is not None and not _CONDITION.search(text[: match.start()]) and ". " not in text[end : match.start()]


def no_longer(beside: Alignment) -> bool:
    """The words "no longer" about a word of the claim, or about its subject in general terms (supported, available)."""
    stated = beside.place.reading
    if not stated.longer or _speaks_of_it(beside.claim):
        return False
    focus = {term.concept for term in stated.terms if term.focus}
    if any(term.concept in focus for term in beside.turned):
        return True
    general = any(term.focus and term.concept in _GENERAL and not _of_another(term, beside) for term in stated.terms)
    return general and beside.subject >= _HALF


def _of_another(term: Term, beside: Alignment) -> bool:
    """Whether a verb has an object that the claim does not know: what "no longer uses an X" says, it says of X."""
    stated = beside.place.reading
    if _PASSIVE.search(stated.text, term.start, term.end):
        return False
    at = _OBJECT.match(stated.text, term.end)
    thing = next((other for other in stated.terms if at and at.end() <= other.start), None)
    return thing is not None and thing.concept not in beside.claim.concepts


def outlived(beside: Alignment) -> bool:
    """The place says the same, but of the past ("prior to version 2, …")."""
    stated = beside.place.reading
    if not _PAST.match(stated.text) or _PAST.match(beside.claim.text):
        return False
    return not beside.turned and "instead of" not in stated.text


def only_another(beside: Alignment) -> bool:
    """The place says of something else that only it does what the claim says of its own subject."""
    stated, claim = beside.place.reading, beside.claim
    if claim.concepts <= stated.concepts:
        return False  # it says of the claim's own things what the claim says
    lowered = stated.text.lower()
    if not any(word in lowered for word in _ONLY_WORDS) or "only" not in stated.quantifiers:
        return False
    denied = {term.concept for term in claim.terms if term.focus}
    for at, term in enumerate(stated.terms):
        if not term.name or not _ONLY.search(stated.text[max(0, term.start - 16) : term.start].rstrip("`'\"* ") + " "):
            continue
        rest = {other.concept for other in stated.terms[at + 1 :] if other.clause == term.clause and not other.light}
        others = {mine.concept for mine in claim.terms if mine.name and mine.concept != term.concept}
        present = {other.concept for other in stated.terms if other.clause == term.clause}
        if rest and rest <= claim.concepts and others - present and not denied & rest and "only" not in claim.concepts:
            return True
    return False


def _speaks_of_it(claim: Reading) -> bool:
    return _SPOKEN.search(claim.text) is not None
