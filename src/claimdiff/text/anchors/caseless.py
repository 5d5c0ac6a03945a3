"""Patterns for which capitals do not count: a text of plain ASCII is searched in small letters, which is much quicker."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff.text.words import runs

if TYPE_CHECKING:
    from collections.abc import Iterator


class Caseless:
    """A pattern written in small letters. Offsets of its matches hold for the text; its groups may be in small letters.

    Where cases do not count, `re` compares the words of an alternation one by one; where they do, it looks at their
    first letter. Other texts than ASCII are left to `re`, which knows of more letters with two cases than `str.lower`.
    """

    def __init__(self, pattern: str) -> None:
        """Compiled when a text is searched for the first time."""
        self._source = pattern

    @cached_property
    def _small(self) -> re.Pattern[str]:
        return re.compile(self._source)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile(self._source, re.IGNORECASE)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All matches from left to right."""
        return self._small.finditer(text.lower()) if text.isascii() else self._any.finditer(text)

    def at(self, text: str, words: frozenset[str]) -> Iterator[re.Match[str]]:
        """The same matches, where each of them holds one of the lower-case `words` as its first, second or third word."""
        if not text.isascii():
            yield from self._any.finditer(text)
            return
        small, begins = text.lower(), runs(text)
        here = [index for index, (word, _) in enumerate(begins) if word in words]
        done = 0
        for start in sorted({0, *(begins[index][1] for last in here for index in range(max(0, last - 2), last + 1))}):
            if start >= done and (match := self._small.match(small, start)):
                yield match
                done = match.end()

    def search(self, text: str) -> re.Match[str] | None:
        """The first match."""
        return self._small.search(text.lower()) if text.isascii() else self._any.search(text)
