"""What an edit is, and what it did to a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.records import Substitution


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """A sentence as read, and its markup."""

    text: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """What an edit did to a claim. `kind` names the rule; without `contradicts` the value is gone and none in its place."""

    kind: str
    reason: str
    contradicts: bool = True
    substitutions: tuple[Substitution, ...] = ()
