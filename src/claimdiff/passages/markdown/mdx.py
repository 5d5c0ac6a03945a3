"""The blocks of MDX: components on lines of their own, expressions, imports and exports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_block import StateBlock

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Z][\w.]{0,100}|(?=>))")
_MODULE = re.compile(r"(?:import|export)[ \t{*]")
_IMPORT = re.compile(r"import[ \t]+(?P<name>[A-Z]\w*)[ \t]+from[ \t]+[\"'](?P<path>[^\"'\n]+\.mdx?)[\"']")
_PROGRAM = re.compile(r"import[ \t]+[\w{*][^'\"\n]*[ \t]from[ \t]+[\"'][^\"'\n]+[\"'];?[ \t]*$")
_FENCE = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3,})")
_STRING = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.){0,5000}`|//[^\n]*|/\*(?:[^*]|\*(?!/)){0,5000}\*/"
)
_SHOWN = re.compile(
    r"\b(?P<name>title|label|summary|heading|header|alt|caption|description)\s*=\s*"
    r"(?:\{\s*)?(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|`(?P<tick>[^`]*)`)"
)
_FIELD = re.compile(r"[A-Z]\w*?(?:Param|Field|Prop|Option|Argument|Attribute|Setting)|Param|Field|Prop|Option|Setting")
_TOLD = re.compile(
    r"(?<=\s)(?P<name>name|path|query|body|header|type|default|required|deprecated)"
    r"(?:\s*=\s*(?:\{\s*)?(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|`(?P<tick>[^`]*)`|(?P<bare>[\w.+-]+)))?(?=[\s/>}])"
)
_NAMING = ("name", "path", "query", "body", "header")
_LONGEST = 300
"""Lines of a tag, an expression or a module."""
_MOST = 20_000
"""Characters of a tag."""
_TRIES = 100
"""How often a page may open what it does not close, before nobody looks for it any more."""


def is_mdx(path: str, lines: Sequence[str]) -> bool:
    """Whether a page is MDX: by its name, or because it imports components, as `.md` pages of Docusaurus do."""
    if path.endswith(".mdx"):
        return True
    fence = ""
    for line in lines:
        if match := _FENCE.match(line):
            mark = match["mark"]
            if not fence or (mark.startswith(fence) and not line.strip(" \t`~")):
                fence = "" if fence else mark
        elif not fence and line.startswith("import") and _PROGRAM.match(line):
            return True
    return False


def component(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it calls it so
    """One or more tags of components that stand on lines of their own; what is between them is Markdown."""
    at = state.bMarks[start] + state.tShift[start]
    limit = min(state.eMarks[min(start + _LONGEST, end - 1)], at + _MOST)
    found: list[tuple[int, int, re.Match[str]]] = []
    while match := _TAG.match(state.src, at, limit):
        close = _tag_end(state.src, match.end(), limit) if _may_try(state) else -1
        if close < 0:
            return _failed(state)
        found.append((at, close, match))
        at = close
        while at < limit and state.src[at] in " \t":
            at += 1
    if not found or (at < limit and state.src[at] != "\n"):
        return False
    if silent:
        return True
    line = start
    for begin, close, match in found:
        while state.eMarks[line] < begin:
            line += 1
        _push(state, line, state.src[begin:close], match)
    while state.eMarks[line] < at:
        line += 1
    state.line = line + 1
    return True


def _push(state: StateBlock, line: int, text: str, match: re.Match[str]) -> None:
    token = state.push("component_close" if match.group("close") else "component_open", "", 0)
    token.map = [line, line + 1 + text.count("\n")]
    token.info = match.group("name")
    token.content = text
    token.meta = {"whole": text.endswith("/>")}


def _tag_end(text: str, at: int, limit: int) -> int:
    """Just past the bracket that closes a tag; -1 if none does. Braces may hold anything."""
    depth = 0
    while at < limit:
        char = text[at]
        if char in "\"'`":
            string = _STRING.match(text, at, limit)
            if not string:
                return -1
            at = string.end()
            continue
        depth += (char == "{") - (char == "}")
        if char == ">" and depth <= 0:
            return at + 1
        if char == "<" and depth <= 0:
            return -1
        at += 1
    return -1


def shown(tag: str) -> tuple[tuple[str, str], ...]:
    """The attributes of a tag that a reader sees: their names and values."""
    found = (
        (match.group("name"), match.group("double") or match.group("single") or match.group("tick") or "")
        for match in _SHOWN.finditer(tag)
    )
    return tuple((name, value) for name, value in found if value.strip())


def field(component: str, tag: str) -> tuple[str, tuple[str, ...]] | None:
    """The name of a parameter that a component describes by its attributes, and what they say of it; None for others.

    `<ParamField path="limit" type="number" default="20" required>` shows all of these.
    """
    if not _FIELD.match(component):
        return None
    found = {
        match.group("name"): match.group("double")
        or match.group("single")
        or match.group("tick")
        or match.group("bare")
        for match in _TOLD.finditer(tag)
    }
    name = next((value for key in _NAMING if (value := found.get(key))), None)
    if name is None:
        return None
    told = [
        f"{label}: {value}." for key, label in (("type", "Type"), ("default", "Default")) if (value := found.get(key))
    ]
    told += [f"{key.capitalize()}." for key in ("required", "deprecated") if found.get(key, "false") != "false"]
    return name, tuple(told)


def expression(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- as above
    """`{...}` on lines of its own: a comment or a value of the program, which no reader of the source sees."""
    at = state.bMarks[start] + state.tShift[start]
    if state.src[at : at + 1] != "{":
        return False
    limit = min(state.eMarks[min(start + _LONGEST, end - 1)], at + _MOST)
    if state.src.startswith("{/*", at):
        close = state.src.find("*/}", at, state.eMarks[end - 1])
        after = close + len("*/}") if close >= 0 else -1
    else:
        after = _balanced(state.src, at, limit) if _may_try(state) else -1
    if after < 0:
        return _failed(state)
    line = start
    while state.eMarks[line] < after:
        line += 1
    if state.src[after : state.eMarks[line]].strip():
        return False
    if not silent:
        state.line = line + 1
    return True


def _may_try(state: StateBlock) -> bool:
    return bool(state.env.get("unclosed", 0) < _TRIES)


def _failed(state: StateBlock) -> bool:
    state.env["unclosed"] = state.env.get("unclosed", 0) + 1
    return False


def _balanced(text: str, at: int, limit: int) -> int:
    depth = 0
    while at < limit:
        char = text[at]
        if char in "\"'`/" and (string := _STRING.match(text, at, limit)):
            at = string.end()
            continue
        depth += (char in "{[(") - (char in "}])")
        at += 1
        if depth == 0:
            return at
    return -1


def module(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- as above
    """Imports and exports, up to a blank line; a value may hold blank lines between its brackets."""
    at = state.bMarks[start] + state.tShift[start]
    if silent or state.level or state.sCount[start] or not _MODULE.match(state.src, at):
        return False
    line, depth, blank = start, 0, 0
    while line < end and line - start < _LONGEST:
        if state.isEmpty(line):
            blank = blank or line
            if depth <= 0:
                break
        text = _STRING.sub("", state.src[state.bMarks[line] : state.eMarks[line]])
        depth += sum(text.count(char) for char in "{[(") - sum(text.count(char) for char in "}])")
        line += 1
    state.line = line if depth <= 0 or not blank else blank
    parts = {found["name"]: found["path"] for found in _IMPORT.finditer(state.src, at, state.eMarks[state.line - 1])}
    if parts:
        state.push("module", "", 0).meta = parts
    return True
