"""The bound around a number: "at least 5", "5 or more"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.text.anchors.caseless import Caseless

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.text.anchors.records import Comparator

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_COMPARATORS: Mapping[Comparator, str] = {
    "<=": (
        "up to|at most|no more than|not more than|maximum of|max|max.|maximum|maximum.|no longer than|not exceed"
        "|not exceeding|höchstens|maximal|bis zu|au plus|au maximum|jusqu'à|como máximo|hasta|不超过|最多|最大|最长|最長"
        "|limited to|a limit of|within|<=|≤|not greater than|cannot exceed|as many as|no later than"
    ),
    ">=": (
        "mindestens|minimal|au moins|al menos|como mínimo|至少|最少|最低|最短|at least|no less than|not less than"
        "|no fewer than|minimum of|min|min.|minimum|minimum.|>=|≥|as few as"
    ),
    "<": (
        "weniger als|moins de|menos de|少于|小于|less than|fewer than|under|below|lower than|younger than|smaller than|<"
    ),
    ">": (
        "mehr als|plus de|más de|超过|超過|多于|大于|more than|greater than|over|above|higher than|larger than|older than"
        "|longer than|exceed|exceeds|exceeding|>"
    ),
    "~": (
        "ungefähr|etwa|rund|environ|unos|aproximadamente|約|约|大约|about|around|approximately|roughly|nearly|almost|circa"
        "|approx|approx.|some|~|≈"
    ),
}
"""Plain words, the whole of what may stand before a number; the first sign of which one fits holds."""
_BEFORE = [
    (
        sign,
        Caseless(
            rf"(?:^|(?<=(?-i:[\s({_CJK}])))(?:{'|'.join(map(re.escape, words.split('|')))})\s*(?:the\s+|a\s+|an\s+)?$"
        ),
    )
    for sign, words in _COMPARATORS.items()
]
_ARTICLES = ("the", "a", "an")
_LAST = {sign: {words.split()[-1] for words in listed.split("|")} for sign, listed in _COMPARATORS.items()}
_BY_LAST = {
    last + article: tuple((sign, pattern) for sign, pattern in _BEFORE if last in _LAST[sign])
    for last in set[str]().union(*_LAST.values())
    for article in ("", *_ARTICLES)
}
"""The patterns by the word that stands right before the number or its article: looking it up is quicker than trying all."""
_AFTER: tuple[tuple[Comparator, re.Pattern[str]], ...] = (
    (">=", re.compile(r"\+(?!\w)|\s*(?:\([^()]*\)\s*)?(?:or|and) (?:later|newer|above|up|more|higher|greater|over)\b|\s+(?:at|as an?) (?:a )?minimum\b", re.IGNORECASE)),
    ("<=", re.compile(r"\s*(?:or|and) (?:earlier|older|below|less|lower|fewer|under|smaller)\b|\s+(?:at most|(?:at|as an?) (?:a )?maximum|max)\b", re.IGNORECASE)),
    (">=", re.compile(rf"[{_CJK}]{{0,3}}?以上")),
    ("<=", re.compile(rf"[{_CJK}]{{0,3}}?(?:以下|以内|まで)")),
    ("<", re.compile(rf"[{_CJK}]{{0,3}}?未満")),
)  # fmt: skip
_FOLLOWING = re.compile(r"\+|\s*(?:\([^()]*\)\s*)?(?:or|and) |\s+(?:at|as|max)\b", re.IGNORECASE)
"""One of these stands right behind a number with a bound in a text of ASCII."""


def bound(text: str, start: int, end: int) -> tuple[Comparator, int, int]:
    """The comparator around the number at `start` to `end`, and how many characters its words take before and after."""
    lead = text[max(0, start - 24) : start]
    for sign, pattern in _may_bound(lead):
        if match := pattern.search(lead):
            return sign, len(match[0]), 0
    tail = text[end : end + 40]
    if not tail.isascii() or _FOLLOWING.match(tail):
        for sign, behind in _AFTER:
            if match := behind.match(tail):
                return sign, 0, len(match[0])
    return "", 0, 0


def _may_bound(lead: str) -> Sequence[tuple[Comparator, Caseless]]:
    """The patterns that may match at the end of what leads to a number, by its last word."""
    if not lead.isascii():
        return _BEFORE
    before = lead.lower().split()
    if before[-1:] and before[-1] in _ARTICLES:
        before.pop()
    return _BY_LAST.get(before[-1].rpartition("(")[2], ()) if before else ()
