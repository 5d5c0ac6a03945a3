"""Dates and times of day in any common notation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.text.anchors.records import Anchor

if TYPE_CHECKING:
    from collections.abc import Iterator

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_NUMBERS = {name: number for number, name in enumerate(MONTHS, start=1)}
_ABROAD = (
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
)
_NUMBERS |= {name[:3]: number for name, number in _NUMBERS.items()} | {"sept": 9}
_NUMBERS |= {name: number for names in _ABROAD for number, name in enumerate(names.split(), start=1)}
_MONTH = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_DATE = re.compile(
    rf"""
      (?<![\d.-])(?P<y1>\d{{4}})-(?P<m1>\d{{2}})-(?P<d1>\d{{2}})(?!\d)
    | \b(?P<m2>{_MONTH})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<y2>\d{{4}}))?(?!\w)
    | (?<!\d)(?P<d3>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?(?P<m3>{_MONTH})\b\.?(?:,?\s+(?:de\s+)?(?P<y3>\d{{4}}))?(?!\d)
    | (?<!\d)(?:(?P<y5>\d{{4}})年)?(?P<m5>1[0-2]|0?[1-9])月(?P<d5>[12]\d|3[01]|0?[1-9])[日号號]
    | \b(?P<m4>{_MONTH})\.?,?\s+(?P<y4>\d{{4}})(?!\d)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Where a date can begin: at a number, or at the name of a month, which always stands as a word.
_DIGITS = re.compile(r"\d(?<!\d\d)")
_MONTHLY = re.compile(rf"\b(?:{'|'.join(sorted({name[:3] for name in _NUMBERS}))})")
_TIMED = re.compile(r"\d\s?(?::|[ap]\.?m)")
_TIME = re.compile(
    r"(?<![\d:.])(?P<h1>[01]?\d|2[0-4]):(?P<m1>[0-5]\d)(?::[0-5]\d)?(?:\s?(?P<half1>[ap]\.?m\b\.?))?(?![\d:])"
    r"|(?<![\d:.])(?P<h2>1[0-2]|0?[1-9])\s?(?P<half2>[ap]\.?m\b\.?)|\b(?P<word>midnight|noon)\b",
    re.IGNORECASE,
)


DAYTIMES = ("noon", "midnight")
"""Times of day without a number."""


def dates(text: str) -> list[Anchor]:
    """Dates as `YYYY-MM-DD`, `YYYY-MM` or `--MM-DD`, times of day as `HH:MM`."""
    plain = text.lower()
    numbers = [match.start() for match in _DIGITS.finditer(text)]
    found = [_date(match) for match in _dated(text, plain, numbers)] if numbers else []
    if (numbers and _TIMED.search(plain)) or any(name in plain for name in DAYTIMES):
        found += [_time(match) for match in _TIME.finditer(text)]
    return found


def _dated(text: str, plain: str, numbers: list[int]) -> Iterator[re.Match[str]]:
    """The matches of the pattern from left to right, tried only where a date can begin: it is slow elsewhere."""
    if len(plain) != len(text):
        yield from _DATE.finditer(text)
        return
    months = [match.start() for match in _MONTHLY.finditer(plain)]
    if not months and "-" not in plain and "月" not in plain:
        return
    done = 0
    for at in sorted([*numbers, *months]):
        if at >= done and (match := _DATE.match(text, at)):
            yield match
            done = match.end()


def _date(match: re.Match[str]) -> Anchor:
    named = match.groupdict()
    year = next((named[key] for key in ("y1", "y2", "y3", "y4", "y5") if named[key]), "-")
    month = next(named[key] for key in ("m1", "m2", "m3", "m4", "m5") if named[key]).lower()
    day = next((named[key] for key in ("d1", "d2", "d3", "d5") if named[key]), None)
    number = _NUMBERS.get(month) or int(month)
    value = f"{year}-{number:02d}" + (f"-{int(day):02d}" if day else "")
    return Anchor(kind="date", value=value, surface=match[0], start=match.start(), end=match.end())


def _time(match: re.Match[str]) -> Anchor:
    if match["word"]:
        hour, minute = (0 if match["word"].lower() == "midnight" else 12), 0
    else:
        hour, minute = int(match["h1"] or match["h2"]), int(match["m1"] or 0)
        half = (match["half1"] or match["half2"] or " ")[0].lower()
        if half in "ap":
            hour = hour % 12 + (12 if half == "p" else 0)
    return Anchor(kind="time", value=f"{hour:02d}:{minute:02d}", surface=match[0], start=match.start(), end=match.end())
