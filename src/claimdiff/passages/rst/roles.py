"""What a reader sees of a role: of :func:`~shop.pay` only "pay", of :doc:`the guide </guide>` only "the guide"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_EXPLICIT = re.compile(r"(?P<title>[^<]*[^<\s])\s*<[^<>]*>\s*", re.DOTALL)
_LITERAL = frozenset({"code", "literal", "math", "samp", "file", "kbd", "command", "program", "regexp", "mailheader"})
_WORDS = frozenset(
    {"ref", "numref", "doc", "term", "abbr", "emphasis", "strong", "sub", "sup", "subscript", "superscript", "title"}
    | {"title-reference", "any", "download", "guilabel", "menuselection", "index", "dfn", "keyword", "link"}
)
_SILENT = frozenset({"raw", "raw-html", "cite", "eq", "footcite", "anchor"})
_NAMED = {"pep": "PEP ", "rfc": "RFC "}


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """The part of a role's content that is shown, what stands before it, and whether it is code."""

    start: int
    end: int
    before: str = ""
    code: bool = False


def shown(role: str, content: str) -> Shown:
    """What a reader sees of `content` in a role, whose name may begin with a domain (`py:func`)."""
    name = role.lower().rsplit(":", 1)[-1]
    if name in _SILENT:
        return Shown(start=0, end=0)
    code = name not in _WORDS
    explicit = None if name in _LITERAL else _EXPLICIT.fullmatch(content)
    if explicit:
        return Shown(start=explicit.start("title"), end=explicit.end("title"), code=code)
    start = 0
    if code and name not in _LITERAL:
        start = content.rfind(".") + 1 if content.startswith("~") else int(content.startswith("!"))
    elif name == "doc":
        start = content.rstrip("/").rfind("/") + 1
    return Shown(start=start, end=len(content), before=_NAMED.get(name, ""), code=code)
