"""The part of an included file that its options choose: lines by number, regions by tag."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.passages.source import Line

_TAG = re.compile(r"(?<![^\s\W])(?P<kind>tag|end)::(?P<name>[^\s\[\]]+)\[\]")
_DEEPEST = 50
_RANGE = re.compile(r"(?P<first>\d{1,7})(?:\.\.(?P<last>-?\d{0,7}))?")


def chosen(lines: Sequence[Line], options: Mapping[str, str]) -> list[Line]:
    """The lines of a file that are included; lines that only mark a region never are."""
    wanted = options.get("tag") or options.get("tags")
    if wanted:
        return _tagged(lines, [name.strip() for name in re.split(r"[,;]", wanted) if name.strip()])
    kept = list(lines)
    if numbers := options.get("lines"):
        kept = _numbered(lines, numbers)
    return [line for line in kept if "::" not in line.text or not _TAG.search(line.text)]


def _numbered(lines: Sequence[Line], numbers: str) -> list[Line]:
    kept: set[int] = set()
    for match in _RANGE.finditer(numbers):
        last = match.group("last")
        end = int(match.group("first")) if last is None else int(last) if last not in {"", "-1"} else len(lines)
        kept.update(range(int(match.group("first")), min(end, len(lines)) + 1))
    return [line for at, line in enumerate(lines, 1) if at in kept]


def _tagged(lines: Sequence[Line], names: Sequence[str]) -> list[Line]:
    wanted = {name for name in names if not name.startswith("!")}
    unwanted = {name[1:] for name in names if name.startswith("!")}
    every = "**" in wanted or not wanted
    tagged = "*" in wanted
    open_tags: list[str] = []
    kept: list[Line] = []
    for line in lines:
        match = _TAG.search(line.text) if "::" in line.text else None
        if match:
            name = match.group("name")
            if match.group("kind") == "tag" and len(open_tags) < _DEEPEST:
                open_tags.append(name)
            elif name in open_tags:
                open_tags.remove(name)
            continue
        inside = any(name in wanted or (tagged and name not in unwanted) for name in open_tags)
        if (inside or (every and not open_tags) or (every and "**" in wanted)) and unwanted.isdisjoint(open_tags):
            kept.append(line)
    return kept
