"""Numbers with units, money, percentages, ranges: one reading for every notation."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.text.anchors.bounds import bound
from claimdiff.text.anchors.caseless import Caseless
from claimdiff.text.anchors.records import Anchor
from claimdiff.text.words import spans, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

_SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty"""
_WORDS = {word: value for value, word in enumerate(_SMALL.split())} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "hundred": 100, "thousand": 1000, "dozen": 12, "twice": 2,
}  # fmt: skip
_SCALES = {
    "k": 1000, "thousand": 1000, "m": 10**6, "mn": 10**6, "million": 10**6, "millions": 10**6,
    "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "b": 10**9, "bn": 10**9, "billion": 10**9, "billions": 10**9, "trillion": 10**12, "trillions": 10**12, "hundred": 100, "dozen": 12,
}  # fmt: skip
_UNITS: dict[str, tuple[str, int | Fraction]] = {}


def _unit(names: str, base: str, factor: int | Fraction = 1) -> None:
    _UNITS.update((name, (base, factor)) for name in names.split())


_unit("ns nanosecond nanoseconds", "s", Fraction(1, 10**9))
_unit("us µs μs microsecond microseconds", "s", Fraction(1, 10**6))
_unit("ms msec millisecond milliseconds millis", "s", Fraction(1, 1000))
_unit("s sec secs second seconds sekunde sekunden seconde secondes segundo segundos 秒間 秒钟 秒鐘 秒", "s")
_unit("min mins minute minutes minuten minuto minutos 分間 分钟 分鐘 分", "s", 60)
_unit("h hr hrs hour hours stunde stunden heure heures hora horas 小时 小時 時間 个小时", "s", 3600)
_unit("d day days tag tage tagen jour jours día días dia dias 日間 日 天", "s", 86400)
_unit("week weeks wk wks woche wochen semaine semaines semana semanas 週間 週 周 星期", "s", 604800)
_unit("month months mo monat monate monaten mois mes meses か月 ヶ月 カ月 ヵ月 个月 個月", "month")
_unit("year years yr yrs jahr jahre jahren an ans année années año años 年間 年间", "month", 12)
_unit("byte bytes octet octets バイト 字节", "B")
for _power, _letter in enumerate("kmgtp", start=1):
    _unit(f"{_letter}b {_letter}byte {_letter}bytes", "B", 1000**_power)
    _unit(f"{_letter}ib", "B", 1024**_power)
_unit("kilobyte kilobytes", "B", 1000)
_unit("megabyte megabytes", "B", 10**6)
_unit("gigabyte gigabytes", "B", 10**9)
_unit("terabyte terabytes", "B", 10**12)
_unit("% ％ percent per-cent pct prozent パーセント", "%")
_UNITS["por ciento"] = _UNITS["pour cent"] = _UNITS["%"]
_unit("$ dollar dollars usd us$ dólar dólares ドル 美元 美金", "usd")
_unit("¢ cent cents", "usd", Fraction(1, 100))
_unit("€ euro euros eur ユーロ 欧元 歐元", "eur")
_unit("£ pound-sterling gbp", "gbp")
_unit("¥ yen jpy 円 日元", "jpy")
_unit("cny rmb yuan 元 人民币 人民幣", "cny")
_unit("hz hertz", "hz")
_unit("khz", "hz", 1000)
_unit("mhz", "hz", 10**6)
_unit("ghz", "hz", 10**9)
_unit("px pixel pixels", "px")
_unit("km kilometer kilometers kilometre kilometres", "m", 1000)
_unit("cm", "m", Fraction(1, 100))
_unit("mm", "m", Fraction(1, 1000))
_unit("kg kilogram kilograms", "g", 1000)
_unit("°c", "celsius")
_unit("°f", "fahrenheit")

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LATIN = rf"(?-i:[^\W{_CJK}])"
"""A character of a word that is written with blanks around it. None of the others has two cases, and where cases do not
count, `re` would look at each of their 30,000 when the program starts."""
_DIGITS = r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+,\d{1,2}(?![\d,.]*\d)|\d{1,3}(?:[,  '’]\d{3})+(?:\.\d+)?(?![\d,.]*\d)|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+(?:[.,]\d+)?"
_LONGEST_FIRST = sorted(_UNITS, key=len, reverse=True)
# by first letters, or every name would be tried behind every number
_NAMES = "|".join(
    f"{re.escape(letter)}(?:{'|'.join(re.escape(name[1:]) for name in _LONGEST_FIRST if name[0] == letter)})"
    for letter in dict.fromkeys(name[0] for name in _UNITS)
)
_WORD_NUMBER = "|".join(sorted(_WORDS, key=len, reverse=True))
_NUMBER = re.compile(
    rf"""
    (?P<money>US\$|[$€£¥])?\s?
    (?P<sign>(?<![\w)\]%.])[-−](?=\d))?
    (?:(?<![.,])(?<!{_LATIN})(?<![A-Za-z_][-_/])(?P<digits>{_DIGITS})(?![\d])(?!\.\d)
      |\b(?P<word>(?:{_WORD_NUMBER})(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)\b(?!-(?:of|to|on|by|off|time|way)\b))
    (?P<scale>(?-i:k|K|M|B|\s?(?:[Mm]n|bn|[Tt]housand|[Mm]illions?|[Bb]illions?|[Tt]rillions?|[Hh]undred|[Dd]ozen))\b|[万萬億亿])?
    (?P<unit>[\s-]?(?:{_NAMES})(?!{_LATIN}|\$))?
    (?P<short>m\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_THOUSANDS = re.compile(r"\d{1,3}\.\d{3}")
_ABROAD = re.compile(
    r"\b(?:der|die|das|dem|den|und|mit|für|ist|sind|werden|wird|kostet|pro|im|bis|bei|ein|eine|einen|el|los|las|del|una|un|por"
    r"|para|con|es|son|hasta|al|il|lo|gli|che|per|de|het|een|o|os|as|dos)\b"
)
_ENGLISH = re.compile(r"\b(?:the|and|of|is|are|for|to|with|at|on|by)\b", re.IGNORECASE)
_DECADE = re.compile(r"1\d\d0s|20\d0s")
_GROUPS = ("money", "sign", "digits", "word", "scale", "unit", "short")
_POINTED = re.compile(r"\d+\.\d+")
# counts nothing without a unit, and "two of one" is no value either
_NO_COUNT = frozenset({"one", "zero", "twice"})
_OF_ONE = re.compile(r"[-\s]?(?:of|by)\s+one")
# A citation or the number of a list item counts nothing.
_MARK = re.compile(r"\[\d{1,3}\]|(?:^|(?<=\n))[ \t]*\(?\d{1,2}[.)](?=\s)|(?<=[:;]\s)\(?\d[.)](?=\s)")
# One of these, or an opening bracket, stands in every such mark.
_MARKED = re.compile(r"[.)](?<=\d[.)])\s")
# Where a number can begin, apart from its sign and its currency.
_DIGIT = re.compile(rf"\d(?<!{_LATIN}\d)")
_WRITTEN = frozenset(_WORDS) | {f"{word}'s" for word in _WORDS}
_MONEY, _SIGNS, _US = frozenset("$€£¥"), frozenset("-−"), "US"
_LINK = re.compile(
    r"\s*(?:-|to|and|or|,|,\s*(?:and|or)|bis|until|und|oder|à|et|ou|a|y|o|~|〜|～|から|至|到|、)\s*", re.IGNORECASE
)
_RATE = Caseless(
    r"\b(?:per|an?|each|every)\s+(second|minute|hour|day|week|month|year)\b|/\s?(s|sec|min|h|hr|day|week|mo|month|yr|year)\b|\b(hourly|daily|weekly|monthly|yearly|annually|annual)\b|\b(?:pro|par|por|al?)\s+(tag|woche|monat|jahr|stunde|sekunde|jour|semaine|mois|an|heure|seconde|minuto|segundo|día|semana|mes|año|hora)\b"
    r"|([毎每](?:秒|分钟?|時|小时|日|天|週|周|月|年)|[月年]額)",
)
_RATES = {
    "s": "second", "sec": "second", "min": "minute", "h": "hour", "hr": "hour", "mo": "month", "yr": "year",
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year",
    "annual": "year", "tag": "day", "woche": "week", "monat": "month", "jahr": "year",
    "stunde": "hour", "sekunde": "second", "jour": "day", "semaine": "week", "mois": "month", "an": "year", "heure": "hour",
    "seconde": "second", "minuto": "minute", "segundo": "second", "día": "day", "semana": "week", "mes": "month",
    "año": "year", "hora": "hour", **{f"{each}{name}": period for each in "毎每" for name, period in (
        ("秒", "second"), ("分", "minute"), ("分钟", "minute"), ("時", "hour"), ("小时", "hour"), ("日", "day"), ("天", "day"),
        ("週", "week"), ("周", "week"), ("月", "month"), ("年", "year"))}, "月額": "month", "年額": "year",
}  # fmt: skip
# the stroke before the sign of a period, or its name in any language, as far as all its forms share it
_PERIODS = (
    "/", "second", "minut", "hour", "day", "daily", "week", "month", "year", "annual", "tag", "woche", "monat", "jahr",
    "stunde", "sekunde", "jour", "mois", "heure", "semain", "semana", "segundo", "mes", "hora", "dia",
)  # fmt: skip
_AN = re.compile(r"an(?<=\san)\b")


class _Found(NamedTuple):
    """A number with its unit. Whole numbers are `int`: a `Fraction` takes ten times as long to make and to multiply."""

    value: int | Fraction
    text: str
    unit: str
    factor: int | Fraction
    start: int
    end: int
    scaled: bool = False


@lru_cache(maxsize=8192)
def rates(text: str) -> frozenset[str]:
    """The periods that a text counts by: "25 dollars a month", "60/min", "hourly"."""
    if text.isascii() and not _counts_by_time(text.lower()):
        return frozenset()
    found = (next(group for group in match.groups() if group).lower() for match in _RATE.finditer(text))
    return frozenset(_RATES.get(word, word) for word in found)


def _counts_by_time(lowered: str) -> bool:
    return any(period in lowered for period in _PERIODS) or _AN.search(lowered) is not None


MOST_DIGITS = 100
"""Characters of a number: Python turns no more than 4,300 digits into one, and nothing in docs has as many as these."""


def quantities(text: str, taken: list[tuple[int, int]]) -> list[Anchor]:
    """Numbers of `text` outside the spans in `taken` (versions, dates, identifiers), with units in base terms."""
    begins = _begins(text)
    if not begins:
        return []
    if "[" in text or _MARKED.search(text):
        taken = [*taken, *(match.span() for match in _MARK.finditer(text))]
    short = (match for match in _numbers(text, begins) if len(match["digits"] or "") <= MOST_DIGITS)
    found = [item for match in short if (item := _read(match, text, taken))]
    return [_anchor(item, text) for item in _share_units(found, text)]


def _begins(text: str) -> list[int]:
    """Where the digits and the words of numbers begin."""
    begins = [match.start() for match in _DIGIT.finditer(text)]
    if not _WRITTEN.isdisjoint(vocabulary(text)):
        begins += [start for word, start, _ in spans(text) if word in _WRITTEN]
        begins.sort()
    return begins


def _numbers(text: str, begins: list[int]) -> Iterator[re.Match[str]]:
    """The matches of the pattern from left to right, tried only where a number can begin: it is slow elsewhere."""
    done = 0
    for begin in begins:
        if begin < done:
            continue
        for at in range(max(done, _opening(text, begin)), begin + 1):
            if match := _NUMBER.match(text, at):
                yield match
                done = match.end()
                break


def _opening(text: str, begin: int) -> int:
    """Where the sign, a blank and the currency before a number begin."""
    begin -= text[max(0, begin - 1) : begin] in _SIGNS
    begin -= text[max(0, begin - 1) : begin].isspace()
    if text[max(0, begin - 1) : begin] in _MONEY:
        begin -= 1
        begin -= len(_US) * (text[max(0, begin - len(_US)) : begin].upper() == _US)
    return begin


def _read(match: re.Match[str], text: str, taken: list[tuple[int, int]]) -> _Found | None:
    money, sign, digits, written, scale, unit, short = match.group(*_GROUPS)
    start = match.start("money" if money else "sign" if sign else "digits" if digits else "word")
    end = match.end()
    if any(first < end and last > start for first, last in taken):
        return None
    word, shown = (written or "").lower(), digits or ""
    if _THOUSANDS.fullmatch(shown) and _continental(text):
        shown = shown.replace(".", "")
    value = _number(shown) if digits else _word_value(word)
    scale = (scale or "").strip().lower()
    value *= _SCALES.get(scale, 1)
    if sign:
        value = -value
    name = (money or unit or "").strip(" -\t").lower()
    if short and digits:
        if money or "." in digits:
            value *= 10**6
            scale = "m"
        elif not name:
            name = "min"
    if name == "s" and _DECADE.fullmatch(text[match.start("digits") : end]):
        name = ""
    base, factor = _UNITS.get(name, ("", 1))
    if word and not base and (word in _NO_COUNT or _OF_ONE.match(text, end, end + 8)):
        return None
    plain = shown if not base and not scale and not sign and _POINTED.fullmatch(shown) else ""
    return _Found(value, plain, base, factor, start, end, bool(scale))


def _continental(text: str) -> bool:
    """Whether a text is in a language that writes 1.500 for one thousand five hundred."""
    return len(set(_ABROAD.findall(text.lower()))) > 1 and not _ENGLISH.search(text)


def _number(digits: str) -> int | Fraction:
    if digits.isdecimal():
        return int(digits)
    value = Fraction(_decimal(digits))
    return value.numerator if value.denominator == 1 else value


def _decimal(digits: str) -> str:
    digits = re.sub(r"[  '’]", "", digits)
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+|\d+,\d{1,2}", digits):
        return digits.replace(".", "").replace(",", ".")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", digits):
        return digits.replace(".", "")
    return digits.replace(",", "")


def _word_value(word: str) -> int:
    tens, _, ones = word.partition("-")
    return _WORDS[tens] + (_WORDS[ones] if ones else 0)


def _share_units(found: list[_Found], text: str) -> list[_Found]:
    """In "7, 30 and 90 days" each of the numbers has the unit of the last."""
    for index in range(len(found) - 2, -1, -1):
        left, right = found[index], found[index + 1]
        between = text[left.end : right.start]
        if not left.unit and not left.scaled and right.unit and _LINK.fullmatch(between):
            found[index] = _Found(left.value, "", right.unit, right.factor, left.start, left.end)
    return found


def _anchor(item: _Found, text: str) -> Anchor:
    value = item.value * item.factor
    comparator, before, after = bound(text, item.start, item.end)
    shown = item.text or (str(value) if value.denominator == 1 else f"{float(value):.12g}")
    return Anchor(
        kind="quantity",
        unit=item.unit,
        value=shown,
        comparator=comparator,
        surface=text[item.start : item.end],
        start=item.start,
        end=item.end,
        before=before,
        after=after,
    )
