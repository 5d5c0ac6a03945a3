"""JSON whose strings know their lines."""

from __future__ import annotations

import json
import re
from typing import Any

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


_ALONE = re.compile(r"\s*(?:\"source\"\s*:\s*\[?\s*)?\"((?:[^\"\\]|\\.)*)\"\s*\]?,?\s*")


class Text(str):
    """A string of a JSON file and the line (1-based) on which it stands."""

    line: int
    __slots__ = ("line",)

    @classmethod
    def at(cls, token: str, line: int) -> Text:
        """The string that a token stands for."""
        text = json.loads(token, strict=False).encode("utf-8", "replace").decode() if "\\" in token else token[1:-1]
        made = cls(text)
        made.line = line
        return made


def parse(text: str) -> Any:
    """The value of a JSON text that `json.loads` accepts; keys that are given twice have their last value."""
    root: list[Any] = []
    stack: list[Any] = [root]
    keys: list[Text | None] = [None]
    line, done = 1, 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        line += text.count("\n", done, match.start())
        done = match.start()
        if token in {"}", "]"}:
            stack.pop()
            keys.pop()
        elif token[0] == '"' and isinstance(stack[-1], dict) and keys[-1] is None:
            keys[-1] = Text.at(token, line)
        elif token not in {",", ":"}:
            value: Any = {"{": {}, "[": []}.get(token, token) if token[0] != '"' else Text.at(token, line)
            if isinstance(stack[-1], dict):
                stack[-1][keys[-1]] = value
                keys[-1] = None
            else:
                stack[-1].append(value)
            if token in {"{", "["}:
                stack.append(value)
                keys.append(None)
    return root[0] if root else None


def strings(text: str) -> list[str]:
    """The lines of a JSON text that is broken: those that hold a string alone as what it says, others as nothing."""
    found: list[str] = []
    for line in text.split("\n"):
        match = _ALONE.fullmatch(line)
        found.append(match.group(1).replace("\\n", "").replace('\\"', '"') if match else "")
    return found if any(found) else text.split("\n")
