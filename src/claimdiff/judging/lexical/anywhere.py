"""Whether free text says a name or a value of a claim anywhere, in whatever notation.

Asked where all passages are weighed together. One place must hold the very value; a whole text may say the United States
for the US, the third quarter for Q3, 1851 for the 19th century, or give the year of a date in its headline only.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.places import places
from claimdiff.judging.lexical.values import MEASURED, stands
from claimdiff.text.anchors.dates import MONTHS
from claimdiff.text.words import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.reading import Reading, Term
    from claimdiff.records import Passage
    from claimdiff.text.anchors import Anchor

_ORDER = {"1": "first", "2": "second", "3": "third", "4": "fourth"}
_PART_OF_YEAR = re.compile(r"(?P<part>[QH])(?P<at>[1-4])")
_PARTS = {"Q": "quarter", "H": "half"}
_ACRONYM = re.compile(r"(?:[A-Z]\.?){2,6}")
_INITIALS = r"\w*[\s-]+(?:of |and |the |for )?"
_CAPITALS = re.compile(r"[A-Z][\w'’]*(?:[ -](?:(?:of|and|the|for) )?[A-Z][\w'’]*)+")
_SMALL = frozenset({"of", "and", "the", "for"})
# the one name with two acronyms
_SAME = {"USA": "US"}
_OLD = re.compile(r"s?[ -]old\b", re.IGNORECASE)
_AGED = re.compile(r"\b(?:aged|at age|age of)\s+$", re.IGNORECASE)
_CENTURY = re.compile(r"(?:st|nd|rd|th)?[ -]century\b", re.IGNORECASE)
_DECADE = re.compile(r"(?P<start>\d\d\d)0s")
_DIGITS = re.compile(r"\d[\d.,]*(?<![.,])")


def names_stand(claim: Reading, passages: Sequence[Passage]) -> bool:
    """Whether every name of the claim stands somewhere."""
    everywhere = [place for passage in passages for place in places(passage)]
    names = {term.concept: term for term in claim.terms if term.name and not term.hard}
    return all(
        any(name in place.own or name in place.inner or name in place.heading for place in everywhere)
        or _named(term, claim, everywhere)
        for name, term in names.items()
    )


def values_stand(claim: Reading, passages: Sequence[Passage]) -> bool:
    """Whether every value of the claim stands somewhere."""
    everywhere = [place for passage in passages for place in places(passage)]
    return all(
        any(stands(item, (place.reading,)) for place in everywhere) or _told(item, claim, everywhere)
        for item in claim.values
    )


def _named(term: Term, claim: Reading, everywhere: Sequence[Place]) -> bool:
    """Whether a name stands there in another notation: an acronym for its words, or the words for it."""
    name = claim.text[term.start : term.end]
    if part := _PART_OF_YEAR.fullmatch(name):
        wanted = re.compile(rf"\b{_ORDER[part['at']]}[ -]{_PARTS[part['part']]}\b", re.IGNORECASE)
        return _found(wanted, everywhere)
    if _ACRONYM.fullmatch(name):
        letters = name.replace(".", "")
        letters = _SAME.get(letters, letters)
        # "cardiothoracic ratio (CTR)" explains itself
        return (
            _spelt(letters, everywhere) or _found(_long(letters), everywhere) or bool(_long(letters).search(claim.text))
        )
    return any(
        _spelt("".join(word[0] for word in re.split(r"[ -]", run[0]) if word not in _SMALL), everywhere)
        for run in _CAPITALS.finditer(claim.text)
        if run.start() <= term.start < run.end()
    )


def _spelt(letters: str, everywhere: Sequence[Place]) -> bool:
    """Whether an acronym stands there, with full stops or without; most do not, which needs no pattern to see."""
    holding = [place for place in everywhere if letters in place.text.replace(".", "")]
    return bool(holding) and _found(_short(letters), holding)


@lru_cache(maxsize=1024)
def _short(letters: str) -> re.Pattern[str]:
    more = "(?:\\.?A)?" if letters == "US" else ""
    return re.compile(r"(?<!\w)" + r"\.?".join(map(re.escape, letters)) + more + r"(?!\w)")


@lru_cache(maxsize=1024)
def _long(letters: str) -> re.Pattern[str]:
    return re.compile(r"\b" + _INITIALS.join(map(re.escape, letters)) + r"\w+", re.IGNORECASE)


def _found(wanted: re.Pattern[str], everywhere: Sequence[Place]) -> bool:
    return any(wanted.search(place.text) for place in everywhere)


def _told(item: Anchor, claim: Reading, everywhere: Sequence[Place]) -> bool:
    """Whether a value stands there in another notation, or its parts stand apart."""
    if item.kind not in MEASURED:
        wanted = re.compile(rf"(?<!\w){re.escape(item.surface)}(?!\w)", re.IGNORECASE)
        return _found(wanted, everywhere)
    stated = [other for place in everywhere for other in place.reading.values if other.kind in MEASURED]
    if item.kind == "date":
        return _dated(item, stated, everywhere)
    return _century(item, claim, stated) or _same_digits(item, claim, stated)


def _dated(item: Anchor, stated: Sequence[Anchor], everywhere: Sequence[Place]) -> bool:
    """A date whose year, and whose month or day, stand apart."""
    year, _, rest = item.value.partition("-")
    if not year or not rest:
        return False
    if not any(year in _years(other) for other in stated):
        return False
    if "-" in rest:
        return any(other.kind == "date" and other.value.endswith(f"-{rest}") for other in stated)
    month = MONTHS[int(rest) - 1]
    return any(month in vocabulary(place.text) for place in everywhere) or any(
        other.kind == "date" and re.match(rf"(?:\d{{4}}|-)-{rest}\b", other.value) for other in stated
    )


def _years(other: Anchor) -> tuple[str, ...]:
    return (other.value, other.value[:4])


def _century(item: Anchor, claim: Reading, stated: Sequence[Anchor]) -> bool:
    """A century or a decade that a stated year lies in."""
    if decade := _DECADE.fullmatch(item.surface):
        start = decade["start"].rstrip("0") if decade["start"].endswith("0") else decade["start"]
    elif _CENTURY.match(claim.text, item.end) and item.value.isdigit():
        start = str(int(item.value) - 1)
    else:
        return False
    return any(re.fullmatch(rf"{start}\d{{{4 - len(start)}}}", year) for other in stated for year in _years(other))


def _same_digits(item: Anchor, claim: Reading, stated: Sequence[Anchor]) -> bool:
    """The same digits, where the claim leaves the unit out, or the text does (an age), or glues a letter to them."""
    digits = _DIGITS.match(item.surface)
    if digits is None:
        return False
    alike = [other for other in stated if (found := _DIGITS.match(other.surface)) and found[0] == digits[0]]
    old = bool(_OLD.match(claim.text, item.end)) or bool(_AGED.search(claim.text[: item.start]))
    return any(not item.unit or (old and not other.unit) or _glued(item, other) for other in alike)


def _glued(item: Anchor, other: Anchor) -> bool:
    """The same letter behind the digits, once with a blank and once without: 5.68m, 5.68 m."""
    return item.surface != other.surface and item.surface.replace(" ", "") == other.surface.replace(" ", "")
