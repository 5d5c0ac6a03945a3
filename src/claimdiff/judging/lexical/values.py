"""Do the numbers, dates and names of a claim stand at a place, and what stands there instead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.text.anchors import Anchor, rates
from claimdiff.text.words import listed, stem, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from claimdiff.judging.lexical.reading import Reading, Term

_UP, _DOWN = frozenset({">", ">="}), frozenset({"<", "<="})
_NUMBERS = frozenset({"quantity", "version"})
MEASURED = _NUMBERS | {"date", "time"}
_TIME = frozenset({"s", "month"})
_MONEY = frozenset({"usd", "eur", "gbp", "jpy", "cny", "chf", "inr"})
_SHORTEST_PART = 3
_RANGE_GAP, _REACH = 5, 20
_ONE_OF = re.compile(
    r"\b(?:next|another|further|additional|extra|first|last|past|remaining|other|previous|final)\s+$", re.IGNORECASE
)
_AMONG = re.compile(r"\b(?:last|first|again|also|latest|previously|another|since)\b", re.IGNORECASE)
_WHOM = re.compile(r"\bfor (?:the |an? |all |every |each )?(?P<whom>[a-z]+)", re.IGNORECASE)
_DIGITS = re.compile(r"[\d.,]+")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


@dataclass(frozen=True, slots=True)
class Rival:
    """Another value of the same kind where the claim's should stand."""

    claimed: Anchor
    stated: Anchor


def same_value(claimed: Anchor, stated: Anchor) -> bool:
    """Whether a stated anchor backs a claimed one; a bound in one direction never backs the other."""
    opposed = (claimed.comparator in _UP and stated.comparator in _DOWN) or (
        claimed.comparator in _DOWN and stated.comparator in _UP
    )
    return not opposed and _equal(claimed, stated)


def _equal(claimed: Anchor, stated: Anchor) -> bool:
    if claimed.kind in _NUMBERS and stated.kind in _NUMBERS:
        return claimed.unit == stated.unit and claimed.value == stated.value
    if claimed.kind == "date" and stated.kind == "date":
        yearless = claimed.value.startswith("--") and stated.value.endswith(claimed.value[1:])
        return stated.value == claimed.value or stated.value.startswith(f"{claimed.value}-") or yearless
    if stated.kind == "date":
        return claimed.kind in _NUMBERS and not claimed.unit and stated.value.startswith(f"{claimed.value}-")
    return (claimed.kind not in MEASURED and _same_name(claimed.value, stated.value)) or (
        claimed.kind == stated.kind == "time" and claimed.value == stated.value
    )


def _same_name(one: str, other: str) -> bool:
    """Whether two names are one, perhaps with and without what it is a part of: `mem_limit` and `Spawner.mem_limit`."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_PART and long.endswith(f".{short}")


def stands(item: Anchor, where: Sequence[Reading]) -> bool:
    """Whether an anchor of the claim stands in one of the readings."""
    if any(same_value(item, other) for reading in where for other in reading.values):
        return True
    if item.kind == "date":
        return _piecemeal(item, where)
    return item.kind == "identifier" and (_spelled_out(item, where) or _as_a_word(item, where))


def _as_a_word(item: Anchor, where: Sequence[Reading]) -> bool:
    """`DataFrames` beside "dataframe" and "Dataframes": a name with capitals that is a word too, in any case and number.

    Only one that opens with a capital: `getItem` and `getItems` are two functions.
    """
    if not item.value.isalpha() or not item.surface[0].isupper():
        return False
    forms = {item.value, f"{item.value}s", item.value.removesuffix("s")}
    return any(not forms.isdisjoint(vocabulary(reading.text)) for reading in where)


def _piecemeal(item: Anchor, where: Sequence[Reading]) -> bool:
    """A full date whose day stands without the year, and the year elsewhere around."""
    year, _, day = item.value.partition("-")
    yearless = any(other.kind == "date" and other.value == f"--{day}" for reading in where for other in reading.values)
    return yearless and any(year in reading.text for reading in where)


def _spelled_out(item: Anchor, where: Sequence[Reading]) -> bool:
    """A dotted name may be spelled out level by level (`storage.tsdb` in YAML), a setting as name and value."""
    text = " ".join(reading.text.lower() for reading in where)
    if "=" in item.value:
        name, _, value = item.value.partition("=")
        return f"{name}: {value}" in text or f"{name} = {value}" in text or _put(name, value, text)
    levels = item.value.split(".")
    if len(levels) == 1 or len(levels[-1]) < _SHORTEST_PART:
        return False
    return all(f"{level}:" in text or f"[{level}" in text or f".{level}]" in text for level in levels)


def _put(name: str, value: str, text: str) -> bool:
    """Whether a name is said to be given a value: "set the `strict` parameter to `true`", "use `run` as `false`"."""
    if name not in text or value not in text:
        return False
    return re.search(rf"\b{re.escape(name)}\W+(?:[\w-]+ ){{0,3}}(?:to|as)\W+{re.escape(value)}\b", text) is not None


def rivals(claim: Reading, lacking: Iterable[Anchor], stated: Reading) -> list[Rival]:
    """For each anchor that is missing, the value of the same kind that stands there instead, nearest in its words."""
    found: list[Rival] = []
    if _for_another(claim.text, stated.text):
        return found
    for item in lacking:
        taken = {pair.stated.start for pair in found}
        candidates = [
            (shared, other)
            for other in stated.values
            if other.start not in taken
            and _comparable(item, other)
            and not _of_a_part(claim.text, item, stated.text, other)
            and not any(_equal(mine, other) for mine in claim.values)
            and ((shared := _shared(claim, item, stated, other)) or _alike(item, other))
        ]
        if candidates:
            found.append(Rival(item, min(candidates, key=lambda pair: (-pair[0], pair[1].start))[1]))
    return found


def _for_another(claim: str, text: str) -> bool:
    """Whether both name whom or what they hold for, and name others: "for guests", "for administrators"."""
    mine, theirs = (frozenset(stem(match["whom"].lower()) for match in _WHOM.finditer(one)) for one in (claim, text))
    if not mine or not theirs or mine & theirs:
        return False
    return mine.isdisjoint(map(stem, listed(text))) and theirs.isdisjoint(map(stem, listed(claim)))


def _alike(item: Anchor, other: Anchor) -> bool:
    """Whether two values are of one kind by themselves, and need no word in common right around them."""
    if item.kind == "date":
        return len(item.value) == len(other.value)
    return bool(item.unit) or item.kind not in _NUMBERS


def _within(claimed: Anchor, stated: Anchor) -> bool:
    """Whether one version is among those that a bound of the place allows: 3.2 of "3.0 or later"."""
    if claimed.comparator or not stated.comparator or "." not in claimed.value:
        return False
    try:
        one, other = (tuple(map(int, item.value.split("."))) for item in (claimed, stated))
    except ValueError:
        return False
    return (stated.comparator in _UP and one >= other) or (stated.comparator in _DOWN and one <= other)


def _of_a_part(claim: str, item: Anchor, text: str, other: Anchor) -> bool:
    """Whether the stated value is of a part or of one case among several, and the claim's is not.

    "The next 11 years" are no other value than "13 years", and who last won in 2004 may have won in 2002 too. A letter
    behind equal digits may be read in two ways (5.68m, 5.68 m).
    """
    if _ONE_OF.search(text[: other.reach[0]]) and not _ONE_OF.search(claim[: item.reach[0]]):
        return True
    if (_is_year(other) or other.kind == "date") and _AMONG.search(text) and not _AMONG.search(claim):
        return True
    digits, others = _DIGITS.match(item.surface), _DIGITS.match(other.surface)
    scaled = item.surface[-1:].isalpha() != other.surface[-1:].isalpha()
    return item.unit == other.unit and scaled and digits is not None and others is not None and digits[0] == others[0]


def opposite_bounds(claim: Reading, stated: Reading) -> list[Rival]:
    """Equal values with opposite bounds: "at least 5" beside "at most 5"."""
    return [
        Rival(item, other)
        for item in claim.values
        for other in stated.values
        if item.comparator and other.comparator and _equal(item, other) and not same_value(item, other)
    ]


def other_rate(claim: Reading, stated: Reading) -> bool:
    """Whether the place counts by another period than the claim (a month, a year)."""
    mine = rates(claim.text)
    theirs = rates(stated.text) if mine else mine
    return bool(mine and theirs) and not mine & theirs


def missing_rate(claim: Reading, where: Sequence[Reading]) -> str:
    """A period that the claim counts by and nothing there does ("" for none)."""
    mine = rates(claim.text)
    return min(mine.difference(*(rates(reading.text) for reading in where)), default="") if mine else ""


def misplaced(claim: Reading, stated: Reading) -> list[Rival]:
    """Values of the claim that the sentence gives to something else.

    In "7 days on Free, 30 days on Pro" the claim "30 days on Free" finds its value, but `Free` shares its clause with
    another one.
    """
    found = []
    for item in claim.values:
        places = [other for other in stated.values if same_value(item, other)]
        others = [other for other in stated.values if _comparable(item, other) and other not in places]
        if item.kind not in MEASURED or _is_year(item) or not places or not others:
            continue
        if any(same_value(mine, other) for mine in claim.values for other in others):
            continue
        home = {stated.clause_at(other.start) for other in places}
        for other in others:
            if _belongs(claim, stated, home, stated.clause_at(other.start)):
                found.append(Rival(item, other))
                break
    return found


def _belongs(claim: Reading, stated: Reading, home: set[int], clause: int) -> bool:
    """Whether words of the claim stand beside the other value only, while the value's own clause has strange ones."""
    if clause in home:
        return False
    here = {term.concept for term in stated.terms if term.clause == clause and not term.light}
    there = {term.concept for term in stated.terms if term.clause in home and not term.light}
    elsewhere = {term.concept for term in stated.terms if term.clause != clause}
    mine = claim.concepts
    return bool((here & mine) - elsewhere) and bool(there - mine - here)


def grouped(items: Sequence[Anchor]) -> int:
    """How many values there are when the two ends of a range count once."""
    return sum(
        1
        for at, item in enumerate(items)
        if at == 0 or item.start - items[at - 1].end > _RANGE_GAP or item.kind not in _NUMBERS
    )


def _comparable(claimed: Anchor, stated: Anchor) -> bool:
    if claimed.kind == stated.kind == "date" and _coarser(claimed.value, stated.value):
        return False
    if _is_year(claimed) and stated.kind == "date":
        return stated.value[0] != "-" and not stated.value.startswith(claimed.value)
    if claimed.kind in _NUMBERS and stated.kind in _NUMBERS:
        if not claimed.unit and _within(claimed, stated):
            return False
        if _is_year(claimed) != _is_year(stated):
            return False
        units = {claimed.unit, stated.unit}
        return len(units) == 1 or units <= _TIME or units <= _MONEY
    return claimed.kind == stated.kind


def _coarser(claimed: str, stated: str) -> bool:
    """Whether one date leaves open what the other says, no day or no year, and what both say is the same."""
    if claimed[0] != "-" != stated[0]:
        return claimed != stated and (claimed.startswith(f"{stated}-") or stated.startswith(f"{claimed}-"))
    return (
        len(claimed) != len(stated)
        or claimed.startswith(f"{stated}-")
        or (stated.startswith("--") and claimed.endswith(stated[1:]))
    )


def _is_year(item: Anchor) -> bool:
    return not item.unit and _YEAR.fullmatch(item.value) is not None


def _shared(claim: Reading, item: Anchor, stated: Reading, other: Anchor) -> int:
    """How many words two values share right around them; what is counted stands behind, what is named before."""
    before, after = _around(claim.terms, item)
    other_before, other_after = _around(stated.terms, other)
    return len(set(before) & set(other_before)) + 2 * len(set(after) & set(other_after))


def _around(terms: Sequence[Term], item: Anchor) -> tuple[list[str], list[str]]:
    before = [term.concept for term in terms if term.end <= item.start and not term.light][-1:]
    after = [term.concept for term in terms if 0 <= term.start - item.end <= _REACH and not term.light][:2]
    return before, after
