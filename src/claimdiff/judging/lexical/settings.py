"""Reference entries of settings: a bare "Default: 5" and the sentence that tells what has this value are one statement.

Neither says much alone: "Default: ``False``" is a value of nothing, "Whether pages are cached." states nothing. A reader
takes the name above them, the value, the unit in brackets and the description together.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Segment

# "Default: 5", "Defaults to 5.", "Its default is 5.", "Par défaut 5", 默认为 5; what follows the value is as short
_BARE = re.compile(
    r"(?:(?:the |its )?defaults?(?: values?)?\s*(?::|=|\bis\b|\bto\b|\bare\b)"
    r"|(?:standardmäßig|(?:der )?(?:standardwert|standard|vorgabewert|vorgabe)(?:\s*:| ist\b| beträgt\b))"
    r"|(?:la )?(?:valeur )?par défaut(?:\s*:| est\b)?|(?:el valor )?por defecto(?:\s*:| es\b)?"
    r"|(?:默认|預設|缺省)(?:值)?(?:为|為|是|：|:)|デフォルト(?:値)?(?:は|：|:))"
    r"\s*[\"'`]?(?P<value>[^\s\"'`,;。、（(]{1,60}?)[\"'`]?(?:[.,;。、]|\s*です。?)?(?=\s|$)",
    re.IGNORECASE,
)
_LONGEST = 120
"""Characters of a bare default."""
_LABEL = re.compile(r"[A-Za-z][\w ]{0,20}:\s*(?:\S{0,80}|[^.]{0,80})$")
_SWITCHES = (
    (re.compile(r"(?:false|off|no|disabled)$", re.IGNORECASE), "disabled"),
    (re.compile(r"(?:true|on|yes|enabled)$", re.IGNORECASE), "enabled"),
)
_SWITCHING = re.compile(
    r"\b(?:whether|enables?|enabled|activates?|turns? on|switch(?:es)? on|set (?:it |this )?to true|if (?:set to )?true)\b",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"\b(?:disables?|whether not|turns? off|switch(?:es)? off|(?:do(?:es)?|is|are|will) not)\b", re.IGNORECASE
)
_UNITS = (
    "milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years", "bytes", "kilobytes", "megabytes",
    "gigabytes", "pixels", "percent",
)  # fmt: skip
_SHORT = {"ms": "milliseconds", "millis": "milliseconds", "sec": "seconds", "secs": "seconds", "mins": "minutes"}
_UNIT = re.compile(
    rf"(?:\bin (?:whole |full )?|\bnumber of |\bmany |\(|\[)(?P<unit>{'|'.join(_UNITS)}|ms|millis|secs?|mins|[KMGT]i?B)\b",
    re.IGNORECASE,
)
_ABROAD = {
    "millisekunden": "milliseconds", "millisecondes": "milliseconds", "milisegundos": "milliseconds", "毫秒": "milliseconds",
    "ミリ秒": "milliseconds", "sekunden": "seconds", "secondes": "seconds", "segundos": "seconds", "秒": "seconds",
    "minuten": "minutes", "minutos": "minutes", "分钟": "minutes", "分": "minutes", "stunden": "hours", "heures": "hours",
    "horas": "hours", "小时": "hours", "時間": "hours", "tagen": "days", "tage": "days", "jours": "days", "días": "days",
    "天": "days", "日": "days", "octets": "bytes", "字节": "bytes", "バイト": "bytes",
}  # fmt: skip
_FOREIGN = "|".join(_ABROAD)
_UNIT_ABROAD = re.compile(
    rf"(?:\b(?:in|en) |\(en |\(|（|单位(?:是|为|：|:)\s*|単位は|以)(?P<unit>{_FOREIGN})(?!\w*[a-zäöüß])|(?P<before>{_FOREIGN})(?:単位|为单位)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"-?\d[\d.,_]*$")
_TOLD = 2
_FAR = 4


class Entry(NamedTuple):
    """A bare default as a reader takes it: its text with unit or switch, and the sentences that tell of what it is."""

    text: str
    told: tuple[str, ...]


def entry(segments: Sequence[Segment], index: int) -> Entry | None:
    """The default that stands at `index` with what is told around it; None where it is no bare default."""
    segment = segments[index]
    match = _BARE.match(segment.text) if len(segment.text) <= _LONGEST and segment.kind != "row" else None
    if match is None:
        return None
    told = (segment.context,) if segment.kind == "item" and segment.context else _told(segments, index)
    return Entry(text=_whole(segment.text, match, " ".join(told)), told=told)


_HEADED = re.compile(
    r"(?P<header>(?:^|(?<=; ))[^;:]{1,60}): (?P<number>-?\d[\d.,_]*)(?=;|$)",
)
_HEADER_UNIT = re.compile(
    rf"(?:[(\[](?P<short>s|h|d|%)[)\]]|(?:^|[\s(\[])(?P<unit>{'|'.join(_UNITS)}|ms|secs?|mins|[KMGTP]i?B|px)(?=$|[\s)\],/]))",
    re.IGNORECASE,
)


def with_units(row: str) -> str:
    """A table row whose bare numbers have the unit that their header names: "RAM (GB): 8" as "RAM (GB): 8 (8 GB)"."""
    return _HEADED.sub(_united, row)


_DESCRIBED = re.compile(
    r"\bdefaults?(?: values?)?(?::| is| to|=)\s*[\"'`]?(?P<value>-?\d[\d.,_]*\d|\d)(?=[\"'`]?(?:[).,;\]]|$))",
    re.IGNORECASE,
)


def described(text: str) -> str:
    """A description whose default has the unit that it names before: "in bytes (default: 512)" says 512 bytes."""
    match = _DESCRIBED.search(text) if "efault" in text else None
    units = {found.lower() for found in _UNIT.findall(text[: match.start()])} if match else set()
    if match is None or len(units) != 1:
        return text
    unit = units.pop()
    return f"{text[: match.end()]} ({match['value']} {_SHORT.get(unit, unit)}){text[match.end() :]}"


def _united(cell: re.Match[str]) -> str:
    units = {found["short"] or found["unit"] for found in _HEADER_UNIT.finditer(cell["header"])}
    if len(units) != 1:
        return cell[0]
    unit = units.pop()
    return f"{cell[0]} ({cell['number']} {_SHORT.get(unit.lower(), unit)})"


def _told(segments: Sequence[Segment], index: int) -> tuple[str, ...]:
    """The description: what stands before it in the same entry, else what follows."""
    own = segments[index]
    before = [one for one in segments[max(0, index - _FAR) : index] if _beside(one, own)]
    after = [one for one in segments[index + 1 : index + 1 + _FAR] if _beside(one, own)]
    chosen = before[:_TOLD] if before else after[:_TOLD]
    return tuple(one.text for one in chosen)


def _beside(other: Segment, own: Segment) -> bool:
    """Whether another segment belongs to the same entry: a sentence with the same lead that is no label itself."""
    return other.kind == "sentence" and other.context == own.context and not _LABEL.match(other.text)


def _whole(text: str, match: re.Match[str], told: str) -> str:
    """The default with the unit that the description names, or with what a truth value means there."""
    value, end = match["value"], match.end("value")
    units = {found.lower() for found in _UNIT.findall(told)}
    units |= {_ABROAD[(found["unit"] or found["before"]).lower()] for found in _UNIT_ABROAD.finditer(told)}
    if (
        _NUMBER.match(value)
        and len(units) == 1
        and not re.match(r"\s*[a-z%]", text[end:].lstrip("\"'`"), re.IGNORECASE)
    ):
        unit = units.pop()
        return f"{text[:end]} ({value} {_SHORT.get(unit, unit)}){text[end:]}"
    if _SWITCHING.search(told) and not _NEGATIVE.search(told):
        for pattern, meaning in _SWITCHES:
            if pattern.match(value) and value.lower() != meaning:
                return f"{text[:end]} ({meaning}){text[end:]}"
    return text
