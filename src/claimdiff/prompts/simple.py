"""f-string and Mustache prompts: names in braces, filled in once. No attribute, call or format is followed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_FSTRING = re.compile(r"\{\{|\}\}|\{([^{}\n]*)\}|[{}]")
_MUSTACHE = re.compile(r"\{\{\{\s*(?P<raw>[\w.]+)\s*\}\}\}|\{\{(?P<sign>[#^/!&>=]?)\s*(?P<name>[^{}]*?)\s*\}\}")
_NAME = re.compile(r"[A-Za-z_]\w*")


class TemplateFault(Exception):  # noqa: N818 -- it becomes a problem with its file
    """What is wrong at a 0-based offset of the text; `undefined` is the name that has no value."""

    def __init__(self, at: int, message: str, *, undefined: bool = False) -> None:
        super().__init__(message)
        self.at = at
        self.undefined = undefined


def fstring(text: str, values: Mapping[str, object]) -> str:
    """Fill `{name}`; `{{` and `}}` are braces.

    Raises:
        TemplateFault: an unknown name, or anything but a name in braces.
    """

    def fill(found: re.Match[str]) -> str:
        if found[0] in {"{{", "}}"}:
            return found[0][0]
        name = (found[1] or "").strip()
        if not _NAME.fullmatch(name):
            raise TemplateFault(found.start(), f'"{found[0]}" is no name in braces; write {{{{ and }}}} for braces')
        return _shown(_value(name, values, found.start()))

    return _FSTRING.sub(fill, text)


def mustache(text: str, values: Mapping[str, object]) -> str:
    """Fill `{{name}}`, `{{#list}}…{{/list}}`, `{{^name}}…{{/name}}` and `{{.}}`; nothing is escaped.

    Raises:
        TemplateFault: an unknown name, a section that is not closed, a partial or other tag.
    """
    rendered, end = _section(text, 0, None, [values])
    return rendered + text[end:]


def _section(text: str, at: int, name: str | None, scopes: list[object]) -> tuple[str, int]:
    """The text from `at` to the end of the section `name` (None: of the text), and where that end is."""
    done: list[str] = []
    opened = at
    while tag := _MUSTACHE.search(text, at):
        done.append(text[at : tag.start()])
        at = tag.end()
        sign, key = tag["sign"] or "", tag["raw"] or tag["name"]
        if sign == "/":
            if key != name:
                raise TemplateFault(tag.start(), f'"{tag[0]}" closes nothing that is open')
            return "".join(done), at
        if sign in {"#", "^"}:
            inner, at = _repeated(text, at, key, sign, scopes, tag.start())
            done.append(inner)
        elif sign in {">", "="}:
            raise TemplateFault(tag.start(), f'"{tag[0]}": partials and other delimiters are not read')
        elif sign != "!":
            done.append(_shown(_looked_up(key, scopes, tag.start())))
    if name is not None:
        raise TemplateFault(max(0, opened - 1), f"the section {{{{#{name}}}}} is not closed")
    return "".join(done) + text[at:], len(text)


def _repeated(text: str, at: int, key: str, sign: str, scopes: list[object], start: int) -> tuple[str, int]:
    value = _looked_up(key, scopes, start)
    many: list[object] = (
        list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value] if value else []
    )
    shown = [[*scopes, item] for item in many] if sign == "#" else [] if many else [scopes]
    parts = [_section(text, at, key, inner) for inner in shown]
    if parts:
        return "".join(part for part, _ in parts), parts[0][1]
    return "", _skipped(text, at, key)


def _skipped(text: str, at: int, key: str) -> int:
    """Where a section ends that is not shown; the names in it need no values."""
    depth = 1
    for tag in _MUSTACHE.finditer(text, at):
        if tag["name"] == key and tag["sign"] in {"#", "^", "/"}:
            depth += -1 if tag["sign"] == "/" else 1
        if not depth:
            return tag.end()
    raise TemplateFault(max(0, at - 1), f"the section {{{{#{key}}}}} is not closed")


def _looked_up(key: str, scopes: list[object], at: int) -> object:
    if key == ".":
        return scopes[-1]
    name, *rest = key.split(".")
    for scope in reversed(scopes):
        if isinstance(scope, Mapping) and name in scope:
            value: object = scope[name]
            for part in rest:
                if not isinstance(value, Mapping) or part not in value:
                    raise TemplateFault(at, f"'{key}' is undefined", undefined=True)
                value = value[part]
            return value
    raise TemplateFault(at, f"'{key}' is undefined", undefined=True)


def _value(name: str, values: Mapping[str, object], at: int) -> object:
    if name not in values:
        raise TemplateFault(at, f"'{name}' is undefined", undefined=True)
    return values[name]


def _shown(value: object) -> str:
    return str(value)
