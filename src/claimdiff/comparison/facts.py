"""What comparing needs to know of the two states of the docs: the one port between its decisions and the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from claimdiff.comparison.results import ChangedLine
    from claimdiff.comparison.turns import Edit
    from claimdiff.records import Evidence


class DocsFacts(Protocol):
    """Facts about quotes of both sides. `docsview` gives them from two trees, `approved` from the baseline's quotes."""

    @property
    def has_base(self) -> bool:
        """Whether there is a tree before the change."""

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a head quote that this change adds or edits; None if it touches none of them."""

    def removed_at(self, evidence: Evidence) -> ChangedLine | None:
        """The line of a base quote that this change removes or edits, else its first line; None without a base tree."""

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the head docs still say what a base quote says; None if nowhere."""

    def quoted(self, evidence: Evidence) -> bool:
        """Whether the head docs hold a quote, wherever and under whatever heading."""

    def retitled(self, evidence: Evidence) -> ChangedLine | None:
        """The changed line above a base quote that still stands, where it now stands under another heading."""

    def reworded(self, evidence: Evidence, claim: str) -> bool:
        """Whether the change put a sentence in place of a base quote that says the same of the claim in other words."""

    def edited(self, evidence: Evidence) -> Edit | None:
        """What the change made of the sentence of a base quote; None where it stands, or nothing took its place."""

    def default_edited(self, evidence: Evidence) -> Edit | None:
        """The edit of the sentence that tells the default of what a base quote speaks of; None where it stands."""

    def beside(self, evidence: Evidence) -> ChangedLine | None:
        """The changed line closest to a base quote that still stands on a page that the change touches."""

    def around(self, evidence: Evidence, *, base: bool) -> str:
        """A quote as read, with its lead-in and the headings above it."""

    def limited(self, evidence: Evidence) -> str | None:
        """The heading that a base quote, or what it was edited into, now stands under and that limits what it says."""
