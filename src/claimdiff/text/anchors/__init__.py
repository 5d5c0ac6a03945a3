"""Hard anchors of a statement: what two statements of the same fact must share, whatever their words.

Offsets are those of the text that was given. Keys compare across notations: 30 days and 720 hours, three and 3,
1.5M and 1,500,000, `https://x.example/a/` and `https://x.example/a`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from claimdiff.text.anchors.dates import DAYTIMES, dates
from claimdiff.text.anchors.denying import in_english, opposed
from claimdiff.text.anchors.logic import (
    BY_DEFAULT,
    UNLESS,
    condition_spans,
    conditions,
    modality,
    negations,
    quantifiers,
)
from claimdiff.text.anchors.names import names
from claimdiff.text.anchors.numbers import quantities, rates
from claimdiff.text.anchors.records import HARD_KINDS, Anchor, AnchorKind, Anchors, Comparator

__all__ = [
    "BY_DEFAULT",
    "HARD_KINDS",
    "UNLESS",
    "Anchor",
    "AnchorKind",
    "Anchors",
    "Comparator",
    "anchors",
    "condition_spans",
    "conditions",
    "hard_anchors",
    "hard_keys",
    "in_english",
    "modality",
    "negations",
    "opposed",
    "quantifiers",
    "rates",
    "same_hard",
]

_DIGIT = re.compile(r"\d")
_ENDLESS = re.compile(r"\d{65,}")
"""Digits that are no value of anything: a checksum, a key, or a text that is made to take long."""


@lru_cache(maxsize=16384)
def anchors(text: str) -> Anchors:
    """All anchors of `text`, in the order of the text."""
    return Anchors(
        hard=hard_anchors(text),
        quantifiers=quantifiers(text),
        modality=modality(text),
        conditions=conditions(text),
        polarity=len(negations(text)) % 2 == 1,
    )


@lru_cache(maxsize=16384)
def hard_anchors(text: str) -> tuple[Anchor, ...]:
    """The values and names of `text` only, in the order of the text."""
    numbered = _DIGIT.search(text) is not None
    if numbered:
        text = _ENDLESS.sub(lambda match: "x" * len(match[0]), text)
    hard = names(text)
    if numbered or any(name in text.lower() for name in DAYTIMES):
        hard += [item for item in dates(text) if not _overlaps(item, hard)]
    hard += quantities(text, [(item.start, item.end) for item in hard])
    return tuple(sorted(hard, key=lambda item: (item.start, item.end)))


def hard_keys(text: str) -> frozenset[tuple[str, str, str, str]]:
    """Keys of the hard anchors of `text`."""
    return frozenset(item.key for item in hard_anchors(text))


def same_hard(first: str, second: str) -> bool:
    """Whether two statements agree in every hard anchor, in polarity, quantifiers, modality, conditions and rates."""
    one, two = anchors(first), anchors(second)
    return (
        hard_keys(first) == hard_keys(second)
        and one.polarity == two.polarity
        and _values(one.quantifiers) == _values(two.quantifiers)
        and _values(one.modality) == _values(two.modality)
        and _conditions(one) == _conditions(two)
        and rates(first) == rates(second)
    )


def _values(found: tuple[Anchor, ...]) -> frozenset[str]:
    return frozenset(item.value for item in found)


def _conditions(found: Anchors) -> frozenset[tuple[str, str]]:
    return frozenset((item.unit, item.value) for item in found.conditions)


def _overlaps(item: Anchor, others: list[Anchor]) -> bool:
    return any(item.start < other.end and item.end > other.start for other in others)
