"""The value of a Python expression that is made of constants alone: read from the tree, so that nothing of it runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_LONGEST = 20_000
"""Characters of a text, and the most entries of a list."""
_DEEPEST = 40
_TEXT_METHODS = frozenset(
    ["strip", "lstrip", "rstrip", "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix"]
)


def text_of(value: object) -> str:
    """The value if it is a text of bearable length, else an empty one."""
    return value if isinstance(value, str) and len(value) <= _LONGEST else ""


def value_of(node: ast.expr, known: Mapping[str, object], depth: int = 0) -> object:
    """What an expression is worth, by the names that are known; None where that would have to be computed."""
    if depth > _DEEPEST:
        return None

    def inner(other: ast.expr) -> object:
        return value_of(other, known, depth + 1)

    rule = _RULES.get(type(node))
    return rule(node, inner, known) if rule else None


def _constant(node: ast.Constant, _inner: Callable[[ast.expr], object], _known: Mapping[str, object]) -> object:
    return node.value if isinstance(node.value, str | int | float) else None


def _name(node: ast.Name, _inner: Callable[[ast.expr], object], known: Mapping[str, object]) -> object:
    return known.get(node.id)


def _row(node: ast.List | ast.Tuple, inner: Callable[[ast.expr], object], _known: Mapping[str, object]) -> object:
    return [inner(one) for one in node.elts[:_LONGEST]]


def _mapping(node: ast.Dict, inner: Callable[[ast.expr], object], _known: Mapping[str, object]) -> object:
    pairs = [(inner(key), inner(value)) for key, value in zip(node.keys, node.values, strict=True) if key]
    return {key: value for key, value in pairs if isinstance(key, str)}


def _joined(node: ast.JoinedStr, inner: Callable[[ast.expr], object], _known: Mapping[str, object]) -> object:
    """An f-string whose fields are known and plain."""
    parts: list[str] = []
    for part in node.values:
        plain = isinstance(part, ast.Constant) or (isinstance(part, ast.FormattedValue) and part.format_spec is None)
        value = inner(part.value if isinstance(part, ast.FormattedValue) else part) if plain else None
        if not isinstance(value, str | int | float):
            return None
        parts.append(str(value))
    return _bounded("".join(parts))


def _operation(node: ast.BinOp, inner: Callable[[ast.expr], object], _known: Mapping[str, object]) -> object:
    left, right = inner(node.left), inner(node.right)
    if isinstance(node.op, ast.Add):
        if isinstance(left, str) and isinstance(right, str):
            return _bounded(left + right)
        return [*left, *right] if isinstance(left, list) and isinstance(right, list) else None
    if isinstance(node.op, ast.Mod) and isinstance(left, str):
        return _filled(left, right)
    return None


def _filled(text: str, value: object) -> str | None:
    """`text % value` with plain `%s` and `%(name)s` alone."""
    if isinstance(value, dict):
        for name, one in value.items():
            text = text.replace(f"%({name})s", str(one)) if isinstance(one, str | int | float) else text
        return None if "%(" in text else _bounded(text.replace("%%", "%"))
    values = value if isinstance(value, list) else [value]
    pieces = text.split("%s")
    known = [str(one) for one in values if isinstance(one, str | int | float)]
    if len(pieces) != len(values) + 1 or len(known) != len(values):
        return None
    filled = "".join(piece + one for piece, one in zip(pieces, [*known, ""], strict=True))
    return None if "%" in filled.replace("%%", "") else _bounded(filled.replace("%%", "%"))


def _item(node: ast.Subscript, inner: Callable[[ast.expr], object], _known: Mapping[str, object]) -> object:
    whole = inner(node.value)
    if not isinstance(whole, str | list):
        return None
    if isinstance(node.slice, ast.Slice):
        ends = [inner(end) if end else None for end in (node.slice.lower, node.slice.upper)]
        if node.slice.step or any(end is not None and not isinstance(end, int) for end in ends):
            return None
        first, last = (end if isinstance(end, int) else None for end in ends)
        return whole[first:last]
    at = inner(node.slice)
    return whole[at] if isinstance(at, int) and -len(whole) <= at < len(whole) else None


def _call(node: ast.Call, inner: Callable[[ast.expr], object], _known: Mapping[str, object]) -> object:
    """A method of a text that makes no longer one of it, and `join`."""
    if not isinstance(node.func, ast.Attribute) or node.keywords:
        return None
    owner, arguments = inner(node.func.value), [inner(one) for one in node.args]
    if not isinstance(owner, str):
        return None
    if node.func.attr == "join" and len(arguments) == 1:
        return _glued(owner, arguments[0])
    return _cut(owner, node.func.attr, arguments) if node.func.attr in _TEXT_METHODS else None


def _glued(mark: str, parts: object) -> str | None:
    if not isinstance(parts, list) or len(parts) * len(mark) > _LONGEST:
        return None
    known = [part for part in parts if isinstance(part, str)]
    return _bounded(mark.join(known)) if len(known) == len(parts) else None


def _cut(owner: str, method: str, arguments: Sequence[object]) -> object:
    if any(not isinstance(one, str | int) for one in arguments):
        return None
    try:
        found = getattr(owner, method)(*arguments)
    except (TypeError, ValueError):
        return None
    return list(found) if isinstance(found, tuple | list) else found


def _bounded(text: str) -> str | None:
    return text if len(text) <= _LONGEST else None


_RULES: Mapping[type[ast.expr], Callable[..., object]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.List: _row,
    ast.Tuple: _row,
    ast.Dict: _mapping,
    ast.JoinedStr: _joined,
    ast.BinOp: _operation,
    ast.Subscript: _item,
    ast.Call: _call,
}
