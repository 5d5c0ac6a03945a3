"""Values in a row: "7 days on Free, 30 days on Pro" and "Free allows 60, Pro 600" say one thing for each value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from claimdiff.claims.lexicon import ADVERBS, DETERMINERS, PREPOSITIONS, verb_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.grammar import Core, Word
    from claimdiff.claims.reading import Reading

ValueKind = Literal["value", "gap"]

_BEFORE_NUMBER = frozenset(
    [
        "a",
        "an",
        "the",
        "up",
        "to",
        "about",
        "around",
        "approximately",
        "roughly",
        "at",
        "least",
        "most",
        "over",
        "only",
        "exactly",
        "under",
        "another",
        "more",
        "less",
        "than",
        "nearly",
        "almost",
        "some",
    ]
)
_PARTS_OF_ONE = frozenset(
    [
        "hour",
        "hours",
        "minute",
        "minutes",
        "min",
        "mins",
        "second",
        "seconds",
        "s",
        "sec",
        "secs",
        "day",
        "days",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "dollars",
        "dollar",
        "cents",
        "cent",
        "euros",
        "feet",
        "inches",
    ]
)
_RESPECTIVELY = frozenset(("respectively",))
_COSTS = frozenset(("cost", "costs"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Base:
    """The part that the values of a row lean on, as word indices; the half-open range holds the first value."""

    start: int
    end: int


def kind_of(found: Sequence[Word], core: Core, base: Base, joint: int, stop: int) -> ValueKind | None:
    """Whether a further value of the row begins at `joint`, or a further subject with its value; None for neither."""
    if core.negated or any(word.low in _RESPECTIVELY for word in found):
        return None
    first = _first_number(found, max(base.start, core.verb + 1), base.end)
    number = _first_number(found, joint, stop)
    if first is None:
        return None
    if number is None:
        return "value" if found[core.verb].low in _COSTS and found[joint].low in DETERMINERS else None
    if any(word.low in ("between", "from") for word in found[core.verb : base.end]):
        return None
    if all(word.low in _BEFORE_NUMBER for word in found[joint:number]) or _same_preposition(found, base, joint, number):
        return "value" if _is_value(found, base, number, stop) else None
    return "gap" if _is_gap(found, core, first, joint, number) else None


def _first_number(found: Sequence[Word], start: int, end: int) -> int | None:
    return next((index for index in range(start, end) if found[index].number and not _in_brackets(found[index])), None)


def _last_number(found: Sequence[Word], start: int, end: int) -> int | None:
    return next(
        (index for index in range(end - 1, start - 1, -1) if found[index].number and not _in_brackets(found[index])),
        None,
    )


def _in_brackets(word: Word) -> bool:
    return word.text.startswith("(")


def _same_preposition(found: Sequence[Word], base: Base, joint: int, number: int) -> bool:
    """Whether "for 30 days" repeats the preposition of "for 7 days"."""
    if found[joint].low not in PREPOSITIONS or any(
        word.low not in _BEFORE_NUMBER for word in found[joint + 1 : number]
    ):
        return False
    first = _last_number(found, base.start, base.end)
    return first is not None and found[_value_start(found, base.start, first) - 1].low == found[joint].low


def _is_value(found: Sequence[Word], base: Base, number: int, stop: int) -> bool:
    """Whether the number comes with a unit or a place of its own, and is no part of the value before it."""
    if stop - number < 2:
        return False
    unit = found[number + 1].low
    last = _last_number(found, base.start, base.end)
    bare = last is not None and (last + 1 >= base.end)
    if bare or last is None:
        return False
    alone = stop - number == 2 and base.end - last == 2
    return not (alone and unit in _PARTS_OF_ONE and found[last + 1].low in _PARTS_OF_ONE)


def _is_gap(found: Sequence[Word], core: Core, first: int, joint: int, number: int) -> bool:
    """Whether "Pro 600" repeats the verb of "Free allows 60": a short name, then the number."""
    name = found[joint:number]
    between = found[core.verb + 1 : first]
    if not 1 <= len(name) <= 4 or core.imperative or core.start == core.verb:
        return False
    if any(
        word.mark or word.low in PREPOSITIONS or verb_form(word.low) in ("be", "have", "do", "modal", "third")
        for word in name
    ):
        return False
    if not (name[0].low in DETERMINERS or not name[0].text.islower() or name[0].solid):
        return False
    # "supports Windows 10 and Windows Server 2016" is a list of objects, not of subjects.
    return all(word.text.islower() for word in between)


def _value_start(found: Sequence[Word], start: int, number: int) -> int:
    while number > start and found[number - 1].low in _BEFORE_NUMBER:
        number -= 1
    return number


def _unit(found: Sequence[Word], number: int, end: int) -> int:
    """Past the unit of the number: "requests per minute", "days of backups"."""
    index = number + 1
    while index < end and not found[index].mark:
        low = found[index].low
        if low in ("and", "but", "plus") or (low in PREPOSITIONS and low not in ("per", "of")):
            break
        index += 1
    return index


def _shown(reading: Reading, found: Sequence[Word], start: int, stop: int) -> str:
    return reading.text[found[start].start : found[stop - 1].end] if stop > start else ""


def carried(
    reading: Reading, found: Sequence[Word], core: Core, base: Base, joint: int, stop: int, kind: ValueKind
) -> str:
    """The statement of a further value, in the words of the first."""
    first = _first_number(found, max(base.start, core.verb + 1), base.end)
    number = _first_number(found, joint, stop)
    subject = _shown(reading, found, core.start, core.verb)
    if first is None or number is None:
        return _joined(subject + ":", _shown(reading, found, joint, stop))
    if kind == "value":
        last = _last_number(found, base.start, base.end)
        first = first if last is None else last
    begin = _value_start(found, max(base.start, core.verb + 1), first)
    unit = _shown(reading, found, first + 1, _unit(found, first, base.end))
    omitted = number + 1 >= stop or (
        found[number + 1].low in PREPOSITIONS and found[number + 1].low not in ("per", "of")
    )
    value = _shown(reading, found, number, number + 1)
    rest = _shown(reading, found, number + 1, stop)
    said = _joined(value, unit if omitted else "", rest)
    if kind == "gap":
        return _joined(_shown(reading, found, joint, number), _shown(reading, found, core.verb, begin), said)
    if found[joint].low in PREPOSITIONS:
        begin -= 1
    if found[core.verb].low in _COSTS and not _is_money(found, number, stop) and not omitted:
        return _joined(subject + ":", _shown(reading, found, joint, stop))
    lead = (
        _shown(reading, found, core.start, begin)
        if base.start <= core.verb
        else _joined(subject, _shown(reading, found, base.start, begin))
    )
    return _joined(lead, _shown(reading, found, joint, number), said)


def _is_money(found: Sequence[Word], number: int, stop: int) -> bool:
    return any(sign in found[number].text for sign in "$€£¥") or any(
        word.low in ("dollar", "dollars", "euro", "euros", "usd", "eur", "gbp", "cents", "pounds", "percent")
        for word in found[number:stop]
    )


def is_extra(found: Sequence[Word], core: Core, index: int, end: int) -> bool:
    """Whether "with" at `index` adds something beside a price: "costs 25 dollars a month with a 30-day trial"."""
    return (
        found[core.verb].low in _COSTS
        and found[index].low in ("with", "plus", "including")
        and index + 2 < end
        and (found[index + 1].low in DETERMINERS or found[index + 1].number or found[index + 1].low in ADVERBS)
    )


def _joined(*pieces: str) -> str:
    return " ".join(piece for piece in pieces if piece)
