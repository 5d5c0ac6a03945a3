"""Symbolic links of a tree, resolved on paper: no link is followed on disk, so none can leave the repository."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST_HOPS = 40
"""As many as Linux follows before it says ELOOP."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Links:
    """`real` maps each path that is reached through a link to the file it stands for; `problems` tells of the others."""

    real: Mapping[str, str]
    problems: Mapping[str, Problem]


class _BrokenLinkError(Exception):
    """Why a link is not followed."""


def resolve(files: Sequence[str], targets: Mapping[str, str]) -> Links:
    """Resolve links: `files` are the paths of plain files, `targets` maps the path of a link to what is written in it.

    A link to a folder stands for every file below it.
    """
    ordered = sorted(files)
    plain = frozenset(ordered)
    real: dict[str, str] = {}
    problems: dict[str, Problem] = {}
    for link in sorted(targets):
        try:
            place = _place(link, targets)
        except _BrokenLinkError as reason:
            problems[link] = _problem(link, targets[link], str(reason))
            continue
        if place in plain:
            real[link] = place
            continue
        below = _below(place, ordered)
        if not below:
            problems[link] = _problem(link, targets[link], "which is not a file or folder of the repository")
        for path in below:
            real[f"{link}/{path[len(place) + 1 :] if place else path}"] = path
    return Links(real=real, problems=problems)


def _place(link: str, targets: Mapping[str, str]) -> str:
    """The path a link leads to, links on the way included; "" is the top folder."""
    place = ""
    hops = 0
    parts = link.split("/")
    while parts:
        part = parts.pop(0)
        if part in {"", "."}:
            continue
        if part == "..":
            if not place:
                raise _BrokenLinkError("which is outside the repository")
            place = posixpath.dirname(place)
            continue
        place = posixpath.join(place, part)
        if place in targets:
            hops += 1
            target = targets[place]
            if hops > _MOST_HOPS:
                raise _BrokenLinkError("which leads back to itself")
            if not target:
                raise _BrokenLinkError("which is not a file or folder of the repository")
            if target.startswith("/"):
                raise _BrokenLinkError("which is outside the repository")
            parts = [*target.split("/"), *parts]
            place = posixpath.dirname(place)
    return place


def _below(place: str, ordered: Sequence[str]) -> Sequence[str]:
    if not place:
        return ordered
    start = bisect_left(ordered, f"{place}/")
    stop = bisect_left(ordered, f"{place}0")
    return ordered[start:stop]


def _problem(link: str, target: str, reason: str) -> Problem:
    return Problem(
        path=link,
        message=f"is a symbolic link to {target}, {reason}; it is not read",
        hint="put the page itself there, or leave the link out of docs",
    )
