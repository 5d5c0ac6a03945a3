"""Verdicts under the id of another claim: what they quote belongs to that one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.judging.lexical.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.judging.claude.reading import Entry

_STRANGE, _AT_HOME = 0.5, 0.9


def mixed_up(claims: Mapping[str, str], entries: Mapping[str, Entry]) -> frozenset[str]:
    """The ids whose quotes say another claim of the same call nearly word by word, and their own hardly.

    Where that other claim quotes the same words itself, both rest on one sentence, which is nothing strange.
    """
    return frozenset(name for name in entries if _strange(name, claims, entries))


def _strange(name: str, claims: Mapping[str, str], entries: Mapping[str, Entry]) -> bool:
    entry = entries[name]
    quoted = frozenset[str]().union(*(read(quote.text).concepts for quote in entry.quotes))
    if not quoted or _share(claims[name], quoted) >= _STRANGE:
        return False
    own = {quote.text for quote in entry.quotes}
    return any(
        _share(claim, quoted) >= _AT_HOME
        for other, claim in claims.items()
        if other != name and not (other in entries and own & {quote.text for quote in entries[other].quotes})
    )


def _share(claim: str, quoted: frozenset[str]) -> float:
    """The share of a claim's words (0 to 1) that stand in the quotes."""
    words = read(claim).concepts
    return len(words & quoted) / len(words) if words else 0.0
