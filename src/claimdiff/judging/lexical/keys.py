"""Rows and items that begin with a value in code: what one says of its value is nothing that another value does."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.judging.lexical.places import Place
    from claimdiff.records import Passage

_KEY = re.compile(r"[\s|*+-]*`+\s*(?P<key>[^`|\s]{1,40})\s*`+\**\s*(?:[|:]|[-\N{EN DASH}\N{EM DASH}]\s|\()")
_KINDS = frozenset({"row", "item"})


def of_another_value(claim: str, place: Place) -> bool:
    """Whether a row or an item is about another value than the claim, which names that of a sibling.

    In "`on`: keeps all", "`off`: keeps errors" the claim "Set to off it keeps errors" is of the second.
    """
    if place.segment.kind not in _KINDS:
        return False
    keys = _keys(place.passage)
    mine = keys.get(place.index, "")
    if not mine or _names(claim, mine):
        return False
    segments = place.passage.segments
    return any(
        segments[at].kind == place.segment.kind and segments[at].context == place.segment.context and _names(claim, key)
        for at, key in keys.items()
        if at != place.index and key != mine
    )


@lru_cache(maxsize=4096)
def _keys(passage: Passage) -> dict[int, str]:
    """The values at the head of rows and items, without their quotes, by the number of the segment."""
    return {
        at: match["key"].strip("'\"")
        for at, segment in enumerate(passage.segments)
        if segment.kind in _KINDS and "`" in segment.source and (match := _KEY.match(segment.source))
    }


def _names(claim: str, key: str) -> bool:
    return key in claim and re.search(rf"(?<![\w.-]){re.escape(key)}(?![\w-]|\.\w)", claim) is not None
