"""What of a directive is decided by its content: whether an `only` is shown, whether an unknown one holds code."""

from __future__ import annotations

import re

_CODE_MARK = re.compile(r"[={}();<>\[\]]|^\s*(?:[@#$>%]|import\b|from\b|def\b|class\b)|--\w")


def looks_like_code(lines: list[str]) -> bool:
    """Whether most lines of an unknown directive are no prose."""
    found = [line for line in lines if line.strip()]
    marked = sum(bool(_CODE_MARK.search(line)) and not line.rstrip().endswith(".") for line in found)
    return bool(found) and marked * 2 > len(found)


_TAGS = frozenset({"html", "format_html", "builder_html", "dirhtml", "builder_dirhtml", "singlehtml"})
_WORD = re.compile(r"[A-Za-z_][\w.-]*|[()]")


def is_shown(expression: str) -> bool:
    """Whether the condition of an `only` directive holds for the HTML pages of a site without tags of its own."""
    words = _WORD.findall(expression)
    value, _ = _either(words, 0, 0)
    return value


def _either(words: list[str], at: int, depth: int) -> tuple[bool, int]:
    value, at = _both(words, at, depth)
    while at < len(words) and words[at] == "or":
        other, at = _both(words, at + 1, depth)
        value = value or other
    return value, at


def _both(words: list[str], at: int, depth: int) -> tuple[bool, int]:
    value, at = _one(words, at, depth)
    while at < len(words) and words[at] == "and":
        other, at = _one(words, at + 1, depth)
        value = value and other
    return value, at


def _one(words: list[str], at: int, depth: int) -> tuple[bool, int]:
    if at >= len(words) or depth > len("too deep for anyone"):
        return True, len(words)
    if words[at] == "not":
        value, at = _one(words, at + 1, depth + 1)
        return not value, at
    if words[at] == "(":
        value, at = _either(words, at + 1, depth + 1)
        return value, at + 1
    return words[at] in _TAGS, at + 1
