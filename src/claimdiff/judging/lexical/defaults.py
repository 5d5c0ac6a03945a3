"""What stands as the default: "the default mode is X", "X by default", "Default: X", a column of defaults."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.alignment import HEADING
from claimdiff.judging.lexical.reading import gist
from claimdiff.judging.lexical.values import Rival
from claimdiff.text.anchors import Anchor
from claimdiff.text.words import STOPWORDS

if TYPE_CHECKING:
    from claimdiff.judging.lexical.alignment import Alignment

_VALUE = r"[\"'`:*]*(?P<value>[\w][\w.-]*\w|\w)"
_SLOTS = (
    re.compile(rf"\b(?:is|are|be|to|uses?) {_VALUE}[\"'`*]*,? by default\b", re.IGNORECASE),
    re.compile(rf"\bdefaults? to {_VALUE}", re.IGNORECASE),
    # a list of values where one is marked: always, or on (true, the default)
    re.compile(
        r"[\"'](?P<quoted>[\w.-]{1,60})[\"']\s*\((?:the )?default\)|\((?P<inside>[\w.-]{1,60}),\s*(?:the )?default\)",
        re.IGNORECASE,
    ),
    re.compile(rf"\bdefault(?:\s+(?!is\b|to\b)[\w-]+){{0,6}}?\s*(?::|=|\bis(?: set to)?\b)\s*{_VALUE}", re.IGNORECASE),
)
_SURE = 0.6
# a switch is not set to a name, nor what is named to a switch: two settings
_SWITCHED = frozenset(["true", "false", "yes", "no", "on", "off"])
_VERBS = re.compile(r"(?:ed|ing|able)$", re.IGNORECASE)


def other_default(beside: Alignment) -> tuple[Rival, ...]:
    """The default that the place states where the claim names another; empty where they agree or one names none."""
    mine, theirs = _slot(beside.claim.text), _slot(beside.place.segment.text)
    if mine is None or theirs is None or mine.value == theirs.value:
        return ()
    if (mine.value in _SWITCHED) != (theirs.value in _SWITCHED):
        return ()
    known = gist(mine.surface)
    terms = {term.concept for term in beside.claim.terms} - known
    total = sum(beside.weight[concept] for concept in terms)
    have = sum(beside.weight[concept] for concept in terms if beside.tier[concept] >= HEADING)
    return (Rival(mine, theirs),) if total and have / total >= _SURE else ()


@lru_cache(maxsize=8192)
def _slot(text: str) -> Anchor | None:
    if "default" not in text.lower():
        return None
    for pattern in _SLOTS:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            group = next(name for name in ("value", "inside", "quoted") if groups.get(name))
            start, end = match.span(group)
            word = match[group]
            if (
                (word.lower() in STOPWORDS and group != "quoted")
                or _VERBS.search(word)
                or any(mark.isdigit() for mark in word)
            ):
                continue
            return Anchor(kind="identifier", value=word.lower(), surface=word, start=start, end=end)
    return None
