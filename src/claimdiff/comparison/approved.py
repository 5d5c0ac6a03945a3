"""Facts for a run without base: only the approved quotes tell what the docs said before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff.comparison.quotes import Quotes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.comparison.docsview import Pages
    from claimdiff.comparison.results import ChangedLine
    from claimdiff.comparison.turns import Edit
    from claimdiff.records import Evidence, Passage


@dataclass(frozen=True, kw_only=True)
class ApprovedDocs:
    """Facts for a run without base: the approved quotes stand for the docs before (implements `facts.DocsFacts`)."""

    pages: Pages

    @property
    def has_base(self) -> bool:
        """Whether there is a tree before the change."""
        return False

    @cached_property
    def head(self) -> Quotes:
        """The docs as they are now."""
        return Quotes(pages=self.pages())

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """Without a base no line is known to be new."""

    def removed_at(self, evidence: Evidence) -> ChangedLine | None:
        """Without a base no line is known to be gone."""

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the docs still hold an approved quote; None if nowhere."""
        return self.head.holding(evidence.quote, evidence.path)

    def quoted(self, evidence: Evidence) -> bool:
        """Whether the docs hold a quote."""
        return self.still_there(evidence) is not None

    def retitled(self, evidence: Evidence) -> ChangedLine | None:
        """Without a base no heading is known to be new."""

    def reworded(self, evidence: Evidence, claim: str) -> bool:  # noqa: ARG002 -- the protocol's signature
        """Without a base nothing is known to have taken a quote's place."""
        return False

    def edited(self, evidence: Evidence) -> Edit | None:
        """Without a base no sentence is known to be edited."""

    def default_edited(self, evidence: Evidence) -> Edit | None:
        """Without a base no sentence is known to be edited."""

    def beside(self, evidence: Evidence) -> ChangedLine | None:
        """Without a base no line is known to be changed."""

    def around(self, evidence: Evidence, *, base: bool) -> str:  # noqa: ARG002 -- the protocol's signature
        """A quote as it is."""
        return evidence.quote

    def limited(self, evidence: Evidence) -> str | None:
        """Without a base no heading is known to be new."""

    def adds_to(self, passage: Passage) -> bool:  # noqa: ARG002 -- the protocol's signature
        """Without a base nothing is known to be new."""
        return False

    def added_texts(self) -> Iterator[tuple[str, str]]:
        """Without a base nothing is known to be new."""
        return iter(())
