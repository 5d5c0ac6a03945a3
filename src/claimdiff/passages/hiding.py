"""What hides a cell, or its source, from a reader: tags, and comments that are directives of Quarto and nbdev."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

CELL = frozenset({"remove-cell", "hide-cell", "hidden", "hide", "ignore", "remove", "injected-parameters"})
"""Tags that hide a cell with all it holds."""
INPUT = frozenset({"remove-input", "hide-input", "hide-code", "report-no-input"})
"""Tags that hide the source of a cell."""
OUTPUT = frozenset({"remove-output", "hide-output", "remove-all-outputs", "hide-cell-output"})
"""Tags that hide what a cell printed."""
_MARK = re.compile(r"\s*#\s*\|\s*(?P<name>[\w-]+)(?:\s*:\s*(?P<value>\S+))?")
_LINE = re.compile(r".*#\s*\|\s*hide_line\s*$")
# how nbdev wrote them before it wrote `#|`: in front of everything else
_OLD = re.compile(r"\s*#\s?(?P<name>hide|hide_input|hide_output)\s*$")
_OFF = {"echo": "remove-input", "include": "remove-cell", "output": "remove-output"}
_ON = {"hide": "remove-cell", "hide-input": "hide-input", "hide-output": "hide-output"}
_FIRST = 20
"""Lines of a cell that may hold directives."""


def normal(tag: object) -> str:
    """A tag as it stands in the sets: `remove_cell` is `remove-cell`."""
    return str(tag).replace("_", "-").lower()


def is_directive(line: str) -> bool:
    """Whether no reader sees a line of a cell: a directive, or a line that one hides."""
    return _MARK.match(line) is not None or _LINE.match(line) is not None


def directed(lines: Iterable[str]) -> frozenset[str]:
    """The tags that the directives of a cell amount to."""
    found: set[str] = set()
    above = True
    for text in islice(lines, _FIRST):
        if match := _MARK.match(text):
            name, value = normal(match["name"]), (match["value"] or "true").lower()
            found.add(_OFF.get(name, "") if value == "false" else _ON.get(name, "") if value == "true" else "")
        elif above and (match := _OLD.match(text)):
            found.add(_ON[normal(match["name"])])
        above = above and text.strip()[:1] in {"", "#"}
    return frozenset(found - {""})
