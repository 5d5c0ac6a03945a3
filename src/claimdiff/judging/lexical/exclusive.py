"""What a claim calls the only one, and the page does not: "only GET" beside "only GET and HEAD"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.text.words import stem

if TYPE_CHECKING:
    from claimdiff.judging.lexical.alignment import Alignment

_ITEM = r"[`'\"]?(?:[A-Z]\w+|\w*[./_][\w./-]+|[a-z]{2,}s)[`'\"]?"
_ONLY = re.compile(rf"\b[Oo]nly (?:the )?(?P<list>{_ITEM}(?:(?:, (?:and |or )?| and | or )(?:the )?{_ITEM}){{0,12}})")
_JOINT = re.compile(r", (?:and |or )?(?:the )?| and (?:the )?| or (?:the )?")


def named_more(beside: Alignment) -> bool:
    """Whether the place names others beside what the claim calls the only one."""
    mine = _only(beside.claim.text)
    return bool(mine) and mine < _only(beside.place.reading.text)


@lru_cache(maxsize=8192)
def _only(text: str) -> frozenset[str]:
    """The names, or nouns in the plural, that stand behind an "only"."""
    match = _ONLY.search(text) if "nly" in text else None
    if match is None:
        return frozenset()
    return frozenset(stem(item.strip("`'\"").lower()) for item in _JOINT.split(match["list"]))
