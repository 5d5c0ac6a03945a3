"""How to get the base, once it is decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.errors import UsageError


@dataclass(frozen=True, kw_only=True, slots=True)
class NoBase:
    """Nothing is compared."""

    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EmptyBase:
    """The base is a tree without files: everything at head is new."""

    why: str
    ref: str = "an empty tree"


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitBase:
    """The base is the commit `sha`, which a person calls `ref`.

    `not_itself` is the complaint where `sha` turns out to be the head: such a comparison would prove nothing.
    """

    ref: str
    sha: str
    why: str
    not_itself: UsageError | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MergeBase:
    """The base is the merge base of the commits `head` and `sha`; a person calls `sha` `ref`.

    With `detached_head` the head side is the commit `head` and not the working tree. `not_itself` as in `CommitBase`.
    """

    ref: str
    sha: str
    head: str
    why: str
    detached_head: bool = False
    not_itself: UsageError | None = None


Plan = NoBase | EmptyBase | CommitBase | MergeBase
