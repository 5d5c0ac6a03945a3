"""What an edit is, what a look at it sees, and what it did to a claim."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.records import Evidence, Substitution


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """A sentence as read, and its markup."""

    text: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """A sentence that the change edited: as it was, as it is, and where it stands now.

    `beside` are new sentences right before and after it that are made of its words, the rest of one that was split, and a
    heading or lead-in that stands above it since the edit.
    """

    old: Sentence
    new: Sentence
    place: Evidence
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """All that a look at an edit may see: a sentence in the place of another, and a claim that rested on the old one.

    `also` are further new sentences that a judge named as support, `beside` those before and after the new one.
    """

    old: Sentence
    new: Sentence
    claim: str
    also: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def wider(self) -> Seen:
        """The same with the neighbours as support: what moved there is not gone."""
        return replace(self, also=(*self.also, *self.beside))


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """What an edit did to a claim. `kind` names the look; without `contradicts` something is gone and nothing in its place."""

    kind: str
    reason: str
    contradicts: bool = True
    substitutions: tuple[Substitution, ...] = ()


Look: TypeAlias = "Callable[[Seen], Turn | None]"
"""A look at an edit: how it took the claim's support in the one way that the look knows; None where it did not."""
