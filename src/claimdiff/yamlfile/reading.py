"""From the bytes of a YAML file to plain values that know their lines.

The parser's events are read one by one, so that depth, aliases, duplicate keys and tags are checked before anything is
built, and an alias shares its value instead of copying it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from claimdiff.errors import FileProblems, Problem
from claimdiff.yamlfile import syntax
from claimdiff.yamlfile.nodes import YamlFile, YamlList, YamlMap, dotted, size_of
from claimdiff.yamlfile.scalars import NULL, Plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.yamlfile.nodes import Key

MAX_BYTES = 5_000_000
MAX_DEPTH = 40
MAX_ALIASED = 20_000
_CORE = "tag:yaml.org,2002:"
_SCALAR_TAGS = frozenset({_CORE + name for name in ("str", "int", "float", "bool", "null", "timestamp")})
_COLLECTION_TAGS = frozenset({_CORE + "map", _CORE + "seq"})

_BaseLoader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""PyYAML without libyaml has no CBaseLoader."""


def decode(data: bytes, *, path: str) -> str:
    """The text of a file's bytes: UTF-8, with or without a byte order mark.

    Raises:
        FileProblems: too large (more than 5 MB), or not UTF-8, with the line of the first wrong byte.
    """
    if len(data) > MAX_BYTES:
        raise FileProblems((syntax.too_large(path, len(data), MAX_BYTES),))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileProblems((syntax.not_utf8(path, data, error.start),)) from None


def load(text: str, *, path: str, conflict_hint: str | None = None) -> YamlFile:
    """Read one YAML document.

    `conflict_hint` says what to do about conflict markers in this kind of file. Duplicate keys, keys that are no text,
    and unknown tags are collected in `problems`, so that they can be told together with what the schema finds.

    Raises:
        FileProblems: the text is no YAML, holds conflict markers, several documents, or aliases that multiply.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_BYTES:
        raise FileProblems((syntax.too_large(path, len(text), MAX_BYTES),))
    if conflict := syntax.conflict_marker(path, text, conflict_hint):
        raise FileProblems((conflict,))
    if forbidden := syntax.forbidden(path, text):
        raise FileProblems((forbidden,))
    reader = _Reader(path=path)
    try:
        reader.run(yaml.parse(text, Loader=_BaseLoader))
    except yaml.YAMLError as error:
        raise FileProblems((*reader.problems, syntax.explain(path, text, error))) from None
    except _Refusal as refusal:
        raise FileProblems((*reader.problems, refusal.problem)) from None
    return YamlFile(path=path, root=reader.root, problems=tuple(reader.problems))


class _Refusal(Exception):  # noqa: N818 -- it never leaves this module
    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(kw_only=True, slots=True)
class _Reader:
    path: str
    root: Any = None
    problems: list[Problem] = field(default_factory=list)
    anchors: dict[str, Any] = field(default_factory=dict)
    open_anchors: set[str] = field(default_factory=set)
    aliased: int = 0
    where: list[Key] = field(default_factory=list)

    def run(self, events: Iterator[Any]) -> None:
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.refusal(
                        event, "a second document begins here; one file holds one document", "take the line --- out"
                    )
            elif not isinstance(event, yaml.StreamStartEvent | yaml.StreamEndEvent | yaml.DocumentEndEvent):
                self.root = self.value(event, events, 0)

    def refusal(self, event: Any, message: str, hint: str | None = None) -> _Refusal:
        return _Refusal(self.problem(event, message, hint))

    def problem(self, event: Any, message: str, hint: str | None = None, key: str | None = None) -> Problem:
        """A problem at the value that is being read, or at one of its keys."""
        line = event.start_mark.line + 1
        where = dotted(self.where if key is None else [*self.where, key])
        return Problem(path=self.path, line=line, key=where, message=message, hint=hint)

    def value(self, event: Any, events: Iterator[Any], depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        if isinstance(event, yaml.ScalarEvent):
            return self.anchored(event, self.scalar(event))
        if depth >= MAX_DEPTH:
            raise self.refusal(event, f"nested more than {MAX_DEPTH} deep; no file of ours is")
        self.check_tag(event, _COLLECTION_TAGS)
        if event.anchor:
            self.open_anchors.add(event.anchor)
        built = (
            self.mapping(events, depth) if isinstance(event, yaml.MappingStartEvent) else self.sequence(events, depth)
        )
        self.open_anchors.discard(event.anchor)
        return self.anchored(event, built)

    def anchored(self, event: Any, value: Any) -> Any:
        if event.anchor:
            self.anchors[event.anchor] = value
        return value

    def alias(self, event: Any) -> Any:
        if event.anchor in self.open_anchors:
            raise self.refusal(event, f"the alias *{event.anchor} stands inside its own anchor", "write the values out")
        if event.anchor not in self.anchors:
            raise self.refusal(event, f"the alias *{event.anchor} has no anchor &{event.anchor} above it")
        value = self.anchors[event.anchor]
        self.aliased += size_of(value)
        if self.aliased > MAX_ALIASED:
            raise self.refusal(
                event,
                f"the alias *{event.anchor} brings the values that aliases repeat to {self.aliased:,}; {MAX_ALIASED:,} are allowed",
                "write the values out instead of anchors that refer to anchors",
            )
        return value

    def scalar(self, event: Any) -> Any:
        self.check_tag(event, _SCALAR_TAGS)
        value = str(event.value)
        if not value.isascii() and (bad := syntax.half_character(value)):
            self.problems.append(self.problem(event, bad))
            value = value.encode("utf-8", "replace").decode()
        if event.style or event.tag == _CORE + "str":
            return value
        return None if value in NULL else Plain(value)

    def check_tag(self, event: Any, allowed: frozenset[str]) -> None:
        if event.tag and event.tag not in allowed:
            shown = "!!" + event.tag.removeprefix(_CORE) if event.tag.startswith(_CORE) else event.tag
            message = f"the tag {shown} is not allowed; values are text, numbers, lists and mappings"
            hint = None if shown.startswith("!!") else "put a text that begins with ! in quotes"
            self.problems.append(self.problem(event, message, hint))

    def sequence(self, events: Iterator[Any], depth: int) -> YamlList:
        built = YamlList()
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            self.where.append(len(built))
            value = self.value(event, events, depth + 1)
            self.where.pop()
            built.append(value)
            built.value_lines.append(event.start_mark.line + 1)
            built.size += size_of(value)
        return built

    def mapping(self, events: Iterator[Any], depth: int) -> YamlMap:
        built = YamlMap()
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.key(self.value(event, events, depth + 1), event)
            value_event = next(events)
            if key is not None:
                self.where.append(key)
            value = self.value(value_event, events, depth + 1)
            if key is not None:
                self.where.pop()
            if key is None:
                continue
            line = event.start_mark.line + 1
            if key in built:
                message = f"this key stands twice in one mapping: on line {built.key_lines[key]} and on line {line}"
                self.problems.append(self.problem(event, message, "keep one of them", key))
                continue
            built[key] = value
            built.key_lines[key] = line
            built.value_lines[key] = value_event.start_mark.line + 1
            built.size += size_of(value)
        return built

    def key(self, key: object, event: Any) -> str | None:
        if key == "<<" and isinstance(key, Plain):
            self.problems.append(self.problem(event, "merge keys (<<) are not read", "write the keys out"))
            return None
        if not isinstance(key, str):
            found = "nothing" if key is None else "a mapping or list"
            self.problems.append(self.problem(event, f"a key is text; found {found} before the colon"))
            return None
        return str(key)
