"""Inline macros of AsciiDoc: what of `link:target[text]` and its like a reader sees."""

from __future__ import annotations

import posixpath
import re
from typing import Literal

MACRO = re.compile(r"(?P<name>[a-zA-Z][\w-]{0,40}):(?P<target>[^\s:\[\]][^\s\[\]]{0,1000})?(?=\[)")
Kind = Literal["none", "text", "note", "menu", "link", "xref", "icon", "silent"]
_TEXTS = frozenset({"kbd", "btn", "pass", "stem", "latexmath", "asciimath", "indexterm2", "alt"})
_SILENT = frozenset({"anchor", "indexterm", "icon", "counter", "counter2", "bibref"})
_ICON = re.compile(
    r"(?:fa[srb]?-)?(?:(?P<yes>check|ok)|times|xmark|cross|close)(?:-(?:circle|square|mark|sign))?(?:-o)?"
)
_OPTIONS = re.compile(r",\s*[\w-]{1,30}\s*=|\^$")
_NAMED = re.compile(r"\s*[\w-]{1,30}\s*=")


def kind_of(name: str, target: str) -> Kind:
    """What a macro is; `none` if it is text that only looks like one."""
    if name in _TEXTS:
        return "text"
    if name == "icon" and sign(target):
        return "icon"
    if name in _SILENT:
        return "silent"
    kinds: dict[str, Kind] = {"footnote": "note", "menu": "menu", "xref": "xref"}
    if name in kinds:
        return kinds[name]
    return "link" if target else "none"


def sign(icon: str) -> str:
    """The character that an icon for yes or no stands for; empty for any other icon."""
    match = _ICON.fullmatch(icon.lower())
    return "" if match is None else "✓" if match.group("yes") else "✗"


def label_span(text: str) -> tuple[int, int]:
    """The part of `text, window=_blank` that is shown."""
    start, end = 0, len(text)
    if text.startswith('"') and (close := text.find('"', 1)) > 0:
        return 1, close
    if _NAMED.match(text) and "==" not in text:
        return 0, 0
    if options := _OPTIONS.search(text):
        end = options.start()
    return start, end


def shown_target(target: str) -> str:
    """What stands for a reference without a text: the last part of its name."""
    path, _, fragment = target.partition("#")
    return fragment or posixpath.splitext(posixpath.basename(path.rpartition(":")[2]))[0] or target
