"""A baseline entry with its paths written another way: moved pages, or relative to another folder."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.baseline import BaselineEntry


def relocated(entry: BaselineEntry, place: Callable[[str], str]) -> BaselineEntry:
    """The entry with `place` applied to every path, and nothing else changed."""
    passages = tuple(replace(item, path=place(item.path)) for item in entry.passages)
    claims = tuple(
        replace(claim, evidence=tuple(replace(quote, path=place(quote.path)) for quote in claim.evidence))
        for claim in entry.claims
    )
    return replace(entry, passages=passages, claims=claims)
