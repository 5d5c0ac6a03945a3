"""Values of a YAML file that know their lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.errors import Problem

Key = str | int


class YamlMap(dict[str, Any]):
    """A mapping that knows the line of each key and of each value, and how many values hang below it."""

    __slots__ = ("key_lines", "size", "value_lines")

    def __init__(self) -> None:
        super().__init__()
        self.key_lines: dict[str, int] = {}
        self.value_lines: dict[str, int] = {}
        self.size = 1


class YamlList(list[Any]):
    """A list that knows the line of each value, and how many values hang below it."""

    __slots__ = ("size", "value_lines")

    def __init__(self) -> None:
        super().__init__()
        self.value_lines: list[int] = []
        self.size = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class YamlFile:
    """A file that could be read: its root value and the problems that do not hinder reading on."""

    path: str
    root: Any
    problems: tuple[Problem, ...]

    def line(self, loc: tuple[Key, ...]) -> int | None:
        """The 1-based line of the key at `loc` (keys and 0-based indexes), or of its nearest parent that stands in the file."""
        found: int | None = 1 if self.root is not None else None
        value = self.root
        for key in loc:
            if isinstance(value, YamlMap) and isinstance(key, str) and key in value:
                found, value = value.key_lines[key], value[key]
            elif isinstance(value, YamlList) and isinstance(key, int) and 0 <= key < len(value):
                found, value = value.value_lines[key], value[key]
            else:
                break
        return found


def dotted(loc: Sequence[Key]) -> str | None:
    """`("questions", 0, "id")` as `questions[0].id`; None for the whole file."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in loc)
    return text.removeprefix(".") or None


def size_of(value: object) -> int:
    """How many values hang at a value, itself included; an alias counts as what it stands for."""
    return value.size if isinstance(value, YamlMap | YamlList) else 1
