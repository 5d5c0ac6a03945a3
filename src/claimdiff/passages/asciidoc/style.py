"""Lines above a block that say what it is: `[source%linenums,ruby,subs=attributes]`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.passages.source import Line

STYLE = re.compile(r"\[(?:\[[^\[\]]*\]|(?P<inside>[\w.#%,\"'{][^\n]*|))\]$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """What lines above a block say of it: its style, options by name, its title."""

    name: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    title: Line | None = None


def options_of(inside: str) -> tuple[str, dict[str, str]]:
    """The style of `[source%linenums,ruby,subs=attributes]` and its options by name."""
    options: dict[str, str] = {}
    parts = [part.strip() for part in re.findall(r"(?:[^,\"']|\"[^\"]*\"|'[^']*')+", inside)]
    first = parts[0] if parts and "=" not in parts[0] else ""
    shorthand = re.split(r"(?=[.#%])", first)
    for piece in shorthand[1:]:
        if piece.startswith("%"):
            options[piece[1:] + "-option"] = ""
    for part in parts:
        name, equals, value = part.partition("=")
        if equals:
            options[name.strip()] = value.strip().strip("\"'")
    for name in (options.get("options", "") + "," + options.get("opts", "")).split(","):
        options.setdefault(f"{name.strip()}-option", "")
    name = shorthand[0].strip()
    return ("source" if not name and len(parts) > 1 and not options else name), options
