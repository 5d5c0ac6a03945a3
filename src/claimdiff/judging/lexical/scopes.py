"""Text for some readers only: "App only" in front of a place says of which readers it speaks.

A page may state opposite facts in `<AppOnly>` and `<PagesOnly>`. A claim about the one is neither backed nor denied by
the other, and what stands outside of both is said of each.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.reading import Reading

_LABEL = re.compile(r"(?P<name>[A-Z]\w{0,40}) only(?: |$)")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_KIND = r"(?: (?:[A-Z][a-z]\w*|(?:edition|plan|tier|version|mode|variant|platform|router|user|project|app|application|site)s?\b))?"
"""What follows the name of a scope: "App Router", "Studio edition"."""
_BEGINS = re.compile(r"(?:^|[.!?:]\s)\W*$")


class Scopes:
    """The scopes that places have, and which of them a claim, or else its question, is about."""

    def __init__(self, claim: Reading, question: str | None, everywhere: Sequence[Place]) -> None:
        """`everywhere` are all places that the claim is compared with."""
        self._by_path: dict[str, set[str]] = {}
        for place in everywhere:
            if names := scope(place.segment.context):
                self._by_path.setdefault(place.passage.path, set()).update(names)
        known = set[str]().union(*self._by_path.values())
        self._covered = {name: _named(name, claim.text) for name in known}
        self._about = frozenset(name for name in known if self._covered[name])
        if not self._about and question:
            self._about = frozenset(name for name in known if _named(name, question))
        self._claim = claim

    def foreign(self, place: Place) -> bool:
        """Whether a place speaks to other readers than those that are asked about."""
        if not self._about:
            return False
        names = scope(place.segment.context)
        return bool(names) and self._about.isdisjoint(names)

    def covered(self, place: Place) -> frozenset[str]:
        """The concepts of the claim that the scope of a place says, or that of its page where the place has none."""
        if not self._about:
            return frozenset()
        names = scope(place.segment.context) or self._by_path.get(place.passage.path, set())
        spans = [span for name in self._about & set(names) for span in self._covered[name]]
        return frozenset(
            term.concept for term in self._claim.terms if any(start <= term.start < end for start, end in spans)
        )


@lru_cache(maxsize=4096)
def scope(context: str) -> frozenset[str]:
    """The names in front of a segment's context: "App only Free only …" has `App` and `Free`."""
    found: set[str] = set()
    at = 0
    while match := _LABEL.match(context, at):
        found.add(match["name"])
        at = match.end()
    return frozenset(found)


@lru_cache(maxsize=4096)
def _named(name: str, text: str) -> tuple[tuple[int, int], ...]:
    """Where a text names a scope, with the noun behind it. A single word counts with its capital, inside a sentence."""
    words = _PART.findall(name)
    if len(words) > 1:
        pattern = re.compile(r"\b" + "[ -]?".join(map(re.escape, words)) + r"\b" + _KIND, re.IGNORECASE)
        return tuple(match.span() for match in pattern.finditer(text))
    pattern = re.compile(rf"\b{re.escape(name)}\b{_KIND}")
    return tuple(
        match.span()
        for match in pattern.finditer(text)
        if " " in match[0] or not _BEGINS.search(text, 0, match.start())
    )
