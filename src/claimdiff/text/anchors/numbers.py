"""Numbers with units, money, percentages, ranges: one reading for every notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.text.anchors.records import Anchor, Comparator
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
_UNITS: dict[str, tuple[str, Fraction]] = {}


def _unit(names: str, base: str, factor: int | Fraction = 1) -> None:
    _UNITS.update((name, (base, Fraction(factor))) for name in names.split())


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
_COMPARATORS: tuple[tuple[Comparator, str], ...] = (
    (
        "<=",
        r"up to|at most|no more than|not more than|maximum of|max(?:imum)?\.?|no longer than|not exceed(?:ing)?"  # noqa: ISC004 -- one pattern on two lines
        r"|höchstens|maximal|bis zu|au plus|au maximum|jusqu'à|como máximo|hasta|不超过|最多|最大|最长|最長"
        r"|limited to|a limit of|within|<=|≤|not greater than|cannot exceed|as many as|no later than",
    ),
    (
        ">=",
        r"mindestens|minimal|au moins|al menos|como mínimo|至少|最少|最低|最短|at least|no less than|not less than|no fewer than|minimum of|min(?:imum)?\.?|>=|≥|not less than|as few as",
    ),
    (
        "<",
        r"weniger als|moins de|menos de|少于|小于|less than|fewer than|under|below|lower than|younger than|smaller than|<",
    ),
    (
        ">",
        r"mehr als|plus de|más de|超过|超過|多于|大于|more than|greater than|over|above|higher than|larger than|older than|longer than|exceed(?:s|ing)?|>",
    ),
    (
        "~",
        r"ungefähr|etwa|rund|environ|unos|aproximadamente|約|约|大约|about|around|approximately|roughly|nearly|almost|circa|approx\.?|some|~|≈",
    ),
)
_BEFORE = [
    (sign, re.compile(rf"(?:^|(?<=(?-i:[\s({_CJK}])))(?:{words})\s*(?:the\s+|a\s+|an\s+)?$", re.IGNORECASE))
    for sign, words in _COMPARATORS
]
_AFTER: tuple[tuple[Comparator, re.Pattern[str]], ...] = (
    (">=", re.compile(r"\+(?!\w)|\s*(?:\([^()]*\)\s*)?(?:or|and) (?:later|newer|above|up|more|higher|greater|over)\b|\s+(?:at|as an?) (?:a )?minimum\b", re.IGNORECASE)),
    ("<=", re.compile(r"\s*(?:or|and) (?:earlier|older|below|less|lower|fewer|under|smaller)\b|\s+(?:at most|(?:at|as an?) (?:a )?maximum|max)\b", re.IGNORECASE)),
    (">=", re.compile(rf"[{_CJK}]{{0,3}}?以上")),
    ("<=", re.compile(rf"[{_CJK}]{{0,3}}?(?:以下|以内|まで)")),
    ("<", re.compile(rf"[{_CJK}]{{0,3}}?未満")),
)  # fmt: skip
_DIGITS = r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+,\d{1,2}(?![\d,.]*\d)|\d{1,3}(?:[,  '’]\d{3})+(?:\.\d+)?(?![\d,.]*\d)|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+(?:[.,]\d+)?"
_NAMES = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
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
# A citation or the number of a list item counts nothing.
_MARK = re.compile(r"\[\d{1,3}\]|(?:^|(?<=\n))[ \t]*\(?\d{1,2}[.)](?=\s)|(?<=[:;]\s)\(?\d[.)](?=\s)")
# Where a number can begin, apart from its sign and its currency.
_DIGIT = re.compile(rf"\d(?<!{_LATIN}\d)")
_WRITTEN = frozenset(_WORDS) | {f"{word}'s" for word in _WORDS}
_MONEY, _SIGNS, _US = "$€£¥", "-−", "US"
_LINK = re.compile(
    r"\s*(?:-|to|and|or|,|,\s*(?:and|or)|bis|until|und|oder|à|et|ou|a|y|o|~|〜|～|から|至|到|、)\s*", re.IGNORECASE
)
_RATE = re.compile(
    r"\b(?:per|an?|each|every)\s+(second|minute|hour|day|week|month|year)\b|/\s?(s|sec|min|h|hr|day|week|mo|month|yr|year)\b|\b(hourly|daily|weekly|monthly|yearly|annually|annual)\b|\b(?:pro|par|por|al?)\s+(Tag|Woche|Monat|Jahr|Stunde|Sekunde|jour|semaine|mois|an|heure|seconde|minuto|segundo|día|semana|mes|año|hora)\b"
    r"|([毎每](?:秒|分钟?|時|小时|日|天|週|周|月|年)|[月年]額)",
    re.IGNORECASE,
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
# a period of any language, or the stroke before its sign
_PERIOD = re.compile(
    r"/|second|minut|hour|day|daily|week|month|year|annual|tag|woche|monat|jahr|stunde|sekunde|jour|mois|heure|an\b|semain"
    r"|semana|segundo|mes|hora"
)


@dataclass(frozen=True, slots=True)
class _Found:
    value: Fraction
    text: str
    unit: str
    factor: Fraction
    start: int
    end: int
    scaled: bool = False


@lru_cache(maxsize=8192)
def rates(text: str) -> frozenset[str]:
    """The periods that a text counts by: "25 dollars a month", "60/min", "hourly"."""
    if text.isascii() and not _PERIOD.search(text.lower()):
        return frozenset()
    found = (next(group for group in match.groups() if group).lower() for match in _RATE.finditer(text))
    return frozenset(_RATES.get(word, word) for word in found)


MOST_DIGITS = 100
"""Characters of a number: Python turns no more than 4,300 digits into one, and nothing in docs has as many as these."""


def quantities(text: str, taken: list[tuple[int, int]]) -> list[Anchor]:
    """Numbers of `text` outside the spans in `taken` (versions, dates, identifiers), with units in base terms."""
    begins = _begins(text)
    if not begins:
        return []
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
    begin -= text[max(0, begin - 1) : begin] in set(_SIGNS)
    begin -= text[max(0, begin - 1) : begin].isspace()
    if text[max(0, begin - 1) : begin] in set(_MONEY):
        begin -= 1
        begin -= len(_US) * (text[max(0, begin - len(_US)) : begin].upper() == _US)
    return begin


def _read(match: re.Match[str], text: str, taken: list[tuple[int, int]]) -> _Found | None:
    start = match.start("money") if match["money"] else match.start("sign") if match["sign"] else -1
    start = start if start >= 0 else match.start("digits") if match["digits"] else match.start("word")
    if any(start < end and match.end() > begin for begin, end in taken):
        return None
    word = (match["word"] or "").lower()
    digits = match["digits"] or ""
    if _THOUSANDS.fullmatch(digits) and _continental(text):
        digits = digits.replace(".", "")
    value = Fraction(_decimal(digits)) if match["digits"] else Fraction(_word_value(word))
    scale = (match["scale"] or "").strip().lower()
    value *= _SCALES.get(scale, 1)
    if match["sign"]:
        value = -value
    name = (match["money"] or match["unit"] or "").strip(" -\t").lower()
    if match["short"] and match["digits"]:
        if match["money"] or "." in match["digits"]:
            value *= 10**6
            scale = "m"
        elif not name:
            name = "min"
    if name == "s" and _DECADE.fullmatch(text[match.start("digits") : match.end()]):
        name = ""
    base, factor = _UNITS.get(name, ("", Fraction(1)))
    if word in {"one", "zero", "twice"} and not base:
        return None
    end = match.end()
    if word and not base and re.match(r"[-\s]?(?:of|by)\s+one", text[end : end + 8]):
        return None
    shown = digits
    plain = shown if not base and not scale and not match["sign"] and re.fullmatch(r"\d+\.\d+", shown) else ""
    return _Found(value, plain, base, factor, start, end, bool(scale))


def _continental(text: str) -> bool:
    """Whether a text is in a language that writes 1.500 for one thousand five hundred."""
    return len(set(_ABROAD.findall(text.lower()))) > 1 and not _ENGLISH.search(text)


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
    comparator, before, after = _bound(item, text)
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


def _bound(item: _Found, text: str) -> tuple[Comparator, int, int]:
    """The comparator around a number, and how many characters its words take before and after."""
    lead = text[max(0, item.start - 24) : item.start]
    for sign, pattern in _BEFORE:
        if match := pattern.search(lead):
            return sign, len(match[0]), 0
    tail = text[item.end : item.end + 40]
    for sign, pattern in _AFTER:
        if match := pattern.match(tail):
            return sign, 0, len(match[0])
    return "", 0, 0
