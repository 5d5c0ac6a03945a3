"""That something costs nothing is an amount like any other, only said in words: a passage has to say it too."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimdiff.judging.lexical.reading import Reading

_MORE = r"(?:(?:any|extra|additional|further|added) )*"
_PRICE = r"(?:costs?|charges?|fees?)"
_IN_WORDS = rf"\b(?:free of charge|for free|gratis|complimentary|(?:no|without) {_MORE}{_PRICE}|costs? nothing)\b"
# "ships free", "is free on Mondays"; not "free of defects", "free to choose", "the free plan"
_AT_THE_END = r"(?<!-)\bfree(?=\s*(?:[.,;:!?)]|$)|\s+(?:and|or|but|for|on|in|with|as|during|until|while)\b)"
_NOTHING = re.compile(rf"{_IN_WORDS}|{_AT_THE_END}", re.IGNORECASE)
_WORDS = ("free", "gratis", "complimentary", "cost", "charge", "fee")
"""One of these is in every such text."""
_SAID = re.compile(
    rf"{_IN_WORDS}|(?<!-)\bfree\b|\binclu(?:de[sd]?|sive)\b|\bon us\b|\bzero\b|(?<![\d.,])0(?![\d.,]*[1-9])",
    re.IGNORECASE,
)


def missing_gratis(claim: Reading, where: Iterable[Reading]) -> bool:
    """Whether the claim says that something costs nothing, and none of the texts speaks of anything without a price."""
    return _costs_nothing(claim.text) and not any(_SAID.search(reading.text) for reading in where)


@lru_cache(maxsize=1024)
def _costs_nothing(text: str) -> bool:
    """Whether a text says that something costs nothing: it is asked beside every place, and few texts hold such a word."""
    lowered = text.lower()
    hinted = not text.isascii() or any(word in lowered for word in _WORDS)
    return hinted and _NOTHING.search(text) is not None
