"""Sentences in which an answer says that it has no answer, or hands the question over."""

from __future__ import annotations

import re
from functools import lru_cache

from claimdiff.claims.refusals import HINT, LEADS_IN, POINTS, TAKES_OVER, abstains
from claimdiff.text.folding import fold

_HALVES = re.compile(
    r",\s+(?:but|however|yet|though|although|so|aber|jedoch|allerdings|mais|cependant|pero|sin embargo|mas|porém|ma|però|maar)\s+"
    r"|;\s+(?:but\s+|however,?\s+)?|\s+[–—]\s+(?:but\s+)?"
)
_FRONTED = re.compile(r"(?:while|although|though|even though)\s+(?P<half>[^,;]+),\s+", re.IGNORECASE)
_LONGEST = 600
"""A longer sentence is no abstention, and not worth the time."""


@lru_cache(maxsize=4096)
def is_abstention(sentence: str) -> bool:
    """Whether the sentence says that the answer (or a part of it) is not known or not in the docs.

    "Pro does not include SAML" is a fact; "the documentation does not say" is an abstention.
    """
    text = fold(sentence).strip("\"'*_ ")
    if len(text) > _LONGEST or (text.isascii() and not HINT.search(text)):
        return False
    return bool(abstains().search(LEADS_IN.sub("", text)) or abstains().search(text))


def is_handover(sentence: str) -> bool:
    """Whether the sentence hands the question over to a person, or declines it."""
    return bool(TAKES_OVER.search(fold(sentence)))


def is_pointer(sentence: str) -> bool:
    """Whether the sentence only says whom to ask or where to look; beside an abstention it is no claim."""
    return bool(POINTS.search(fold(sentence)))


def halves(sentence: str) -> tuple[tuple[int, int], ...]:
    """The halves of "I couldn't find X, but Y", as half-open spans; one of them may still be an answer."""
    spans: list[tuple[int, int]] = []
    fronted = _FRONTED.match(sentence)
    start = fronted.end() if fronted else 0
    if fronted:
        spans.append(fronted.span("half"))
    for mark in _HALVES.finditer(sentence, start):
        spans.append((start, mark.start()))
        start = mark.end()
    return (*spans, (start, len(sentence)))
