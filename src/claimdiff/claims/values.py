"""Values in a row: "7 days on Free, 30 days on Pro" and "Free allows 60, Pro 600" say one thing for each value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from claimdiff.claims.lexicon import ADVERBS, DETERMINERS, PREPOSITIONS, verb_form, word_set
from claimdiff.claims.sentence import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.grammar import Core
    from claimdiff.claims.parts import Base, Cut
    from claimdiff.claims.sentence import Sentence, Word

ValueKind = Literal["value", "gap"]

_BEFORE_NUMBER = word_set(
    "a an the up to about around approximately roughly at least most over only exactly under another more less than "
    "nearly almost some"
)
_PARTS_OF_ONE = word_set(
    "hour hours minute minutes min mins second seconds s sec secs day days week weeks month months year years dollar "
    "dollars cent cents euros feet inches"
)
_MONEY = word_set("dollar dollars euro euros usd eur gbp cents pounds percent")
_COSTS = word_set("cost costs")
_RATES = word_set("per of")
"""Prepositions that belong to the unit: "requests per minute", "days of backups"."""
_LONGEST_NAME = 4


def kind_of(found: Sequence[Word], core: Core, base: Base, start: int, stop: int) -> ValueKind | None:
    """Whether a further value of the row begins at `start`, or a further subject with its value; None for neither."""
    if (
        core.negated
        or any(word.low == "respectively" for word in found)
        or "which" in {word.low for word in found[start:stop]}
    ):
        return None
    first = _number(found, max(base.start, core.verb + 1), base.end)
    number = _number(found, start, stop)
    if first is None:
        return None
    if number is None:
        return "value" if found[core.verb].low in _COSTS and found[start].low in DETERMINERS else None
    if any(word.low in ("between", "from") for word in found[core.verb : base.end]):
        return None
    if _only_before_number(found[start:number]) or _same_preposition(found, base, start, number):
        return "value" if _is_value(found, base, number, stop) else None
    return "gap" if _is_gap(found, core, first, start, number) else None


def _number(found: Sequence[Word], start: int, end: int, *, last: bool = False) -> int | None:
    """The index of the first or last number outside brackets."""
    places = range(end - 1, start - 1, -1) if last else range(start, end)
    return next((at for at in places if found[at].number and not found[at].text.startswith("(")), None)


def _only_before_number(words: Sequence[Word]) -> bool:
    return all(word.low in _BEFORE_NUMBER for word in words)


def _same_preposition(found: Sequence[Word], base: Base, start: int, number: int) -> bool:
    """Whether "for 30 days" repeats the preposition of "for 7 days"."""
    if found[start].low not in PREPOSITIONS or not _only_before_number(found[start + 1 : number]):
        return False
    first = _number(found, base.start, base.end, last=True)
    return first is not None and found[_value_start(found, base.start, first) - 1].low == found[start].low


def _is_value(found: Sequence[Word], base: Base, number: int, stop: int) -> bool:
    """Whether the number comes with a unit or a place of its own, and is no part of the value before it."""
    last = _number(found, base.start, base.end, last=True)
    if last is None or last + 1 >= base.end or number + 1 >= stop:
        return False
    # "5 minutes and 30 seconds" is one value.
    alone = number + 2 == stop and last + 2 == base.end
    return not (alone and {found[number + 1].low, found[last + 1].low} <= _PARTS_OF_ONE)


def _is_gap(found: Sequence[Word], core: Core, first: int, start: int, number: int) -> bool:
    """Whether "Pro 600" repeats the verb of "Free allows 60": a short name, then the number."""
    name = found[start:number]
    if not name or len(name) > _LONGEST_NAME or not core.stated:
        return False
    if any(word.mark or word.low in PREPOSITIONS or _is_verb(word) for word in name):
        return False
    named = name[0].low in DETERMINERS or not name[0].text.islower() or name[0].solid
    # "supports Windows 10 and Windows Server 2016" is a list of objects, not of subjects.
    return named and all(word.text.islower() for word in found[core.verb + 1 : first])


def _is_verb(word: Word) -> bool:
    return verb_form(word.low) in ("be", "have", "do", "modal", "third")


def _value_start(found: Sequence[Word], start: int, number: int) -> int:
    """Where the value begins, with "up to" and "a"."""
    while number > start and found[number - 1].low in _BEFORE_NUMBER:
        if found[number - 1].low == "to" and found[number - 2].low != "up":
            break  # in "limited to 20 MB" it belongs to the verb
        number -= 1
    return number


def _unit_end(found: Sequence[Word], number: int, end: int) -> int:
    """Past the unit of the number."""
    index = number + 1
    while index < end and not found[index].mark:
        if found[index].low in ("and", "but", "plus") or found[index].low in PREPOSITIONS - _RATES:
            break
        index += 1
    return index


def carried(made: Sentence, core: Core, base: Base, cut: Cut, stop: int) -> str:
    """The statement of a further value, in the words of the first."""
    found, start = made.words, cut.resume
    subject = made.shown(core.start, core.verb)
    low = max(base.start, core.verb + 1)
    first = _number(found, low, base.end, last=cut.kind == "value")
    number = _number(found, start, stop)
    if first is None or number is None:
        return joined(f"{subject}:", made.shown(start, stop))
    begin = _value_start(found, low, first)
    omitted = number + 1 >= stop or found[number + 1].low in PREPOSITIONS - _RATES
    unit = made.shown(first + 1, _unit_end(found, first, base.end)) if omitted else ""
    said = joined(made.shown(number, number + 1), unit, made.shown(number + 1, stop))
    name = made.shown(start, number)
    if cut.kind == "gap":
        return joined(name, made.shown(core.verb, begin), said)
    if found[core.verb].low in _COSTS and not omitted and not _is_money(found[number:stop]):
        is_extra_value = found[base.start].low in ("with", "plus", "including")
        lead = f"{subject} {found[base.start].text}" if is_extra_value else f"{subject}:"
        return joined(lead, made.shown(start, stop))
    begin -= found[start].low in PREPOSITIONS and found[begin - 1].low == found[start].low
    opening = made.shown(core.start if base.start <= core.verb else base.start, begin)
    return joined(opening if base.start <= core.verb else joined(subject, opening), name, said)


def _is_money(words: Sequence[Word]) -> bool:
    return any(sign in words[0].text for sign in "$€£¥") or any(word.low in _MONEY for word in words)


def is_extra(found: Sequence[Word], core: Core, index: int, end: int) -> bool:
    """Whether "with" at `index` adds something beside a price: "costs 25 dollars a month with a 30-day trial"."""
    if found[core.verb].low not in _COSTS or found[index].low not in ("with", "plus", "including") or index + 2 >= end:
        return False
    after = found[index + 1]
    return after.number or after.low in DETERMINERS | ADVERBS
