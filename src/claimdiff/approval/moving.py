"""Where the pages of a baseline entry are now: after a rename, or after their text went to another page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff.comparison.quotes import Quotes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.records import Passage


@dataclass(frozen=True, kw_only=True)
class Moves:
    """Finds pages of the head docs under their new paths. `renames` are git's, from base to head.

    A path is old if no page has it any more. Its new one comes from the renames, else it is the only page that holds
    the same passage or quote.
    """

    pages: Mapping[str, Sequence[Passage]]
    renames: Mapping[str, str]

    def updated(self, entry: BaselineEntry) -> BaselineEntry:
        """The entry with the new paths and nothing else changed."""
        passages = tuple(
            replace(item, path=self._place(item.path, self._hashes.get(item.hash, ()))) for item in entry.passages
        )
        claims = tuple(
            replace(
                claim,
                evidence=tuple(replace(item, path=self._quoted(item.path, item.quote)) for item in claim.evidence),
            )
            for claim in entry.claims
        )
        return replace(entry, passages=passages, claims=claims)

    def _quoted(self, path: str, quote: str) -> str:
        return path if path in self.pages else self._place(path, self._quotes.pages_holding(quote))

    def _place(self, path: str, holding: Sequence[str]) -> str:
        if path in self.pages:
            return path
        renamed = self.renames.get(path)
        if renamed is not None and renamed in self.pages:
            return renamed
        return holding[0] if len(holding) == 1 else path

    @cached_property
    def _quotes(self) -> Quotes:
        return Quotes(pages=self.pages)

    @cached_property
    def _hashes(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for path, passages in self.pages.items():
            for passage in passages:
                paths = found.get(passage.hash, ())
                found[passage.hash] = paths if path in paths else (*paths, path)
        return found
