"""Months that stand alone: "ends in May" beside "ends in June" or "ends on 12 July 2031"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.judging.lexical.values import Rival
from claimdiff.text.anchors import Anchor
from claimdiff.text.anchors.dates import MONTHS

if TYPE_CHECKING:
    from claimdiff.judging.lexical.reading import Reading

_NAMES = tuple(map(str.capitalize, MONTHS))
_ALONE = re.compile(rf"\b(?:in|on|until|by|since|before|after|from|of) (?P<month>{'|'.join(_NAMES)})\b(?! \d)")
_LONGER = re.compile(r"\d{4}-(?P<month>\d\d)|--(?P<yearless>\d\d)")


class _Month(NamedTuple):
    number: int
    start: int
    end: int
    surface: str


def other_month(claim: Reading, stated: Reading) -> tuple[Rival, ...]:
    """The month that the place gives behind the word that stands before the claim's; empty where it gives none or several."""
    mine = _alone(claim.text)
    if len(mine) != 1:
        return ()
    theirs = [*_alone(stated.text), *_dated(stated)]
    if len({month.number for month in theirs}) != 1 or theirs[0].number == mine[0].number:
        return ()
    if _before(claim, mine[0]) != _before(stated, theirs[0]):
        return ()
    return (Rival(_anchor(mine[0]), _anchor(theirs[0])),)


@lru_cache(maxsize=4096)
def _alone(text: str) -> tuple[_Month, ...]:
    return tuple(
        _Month(_NAMES.index(match["month"]) + 1, *match.span("month"), match["month"])
        for match in _ALONE.finditer(text)
    )


def _dated(reading: Reading) -> list[_Month]:
    return [
        _Month(int(match["month"] or match["yearless"]), item.start, item.end, item.surface)
        for item in reading.values
        if item.kind == "date" and (match := _LONGER.match(item.value))
    ]


def _before(reading: Reading, month: _Month) -> str:
    """The concept of the last word before a month."""
    return next((term.concept for term in reversed(reading.terms) if term.end <= month.start and not term.light), "")


def _anchor(month: _Month) -> Anchor:
    return Anchor("date", f"--{month.number:02}", month.surface, month.start, month.end)
