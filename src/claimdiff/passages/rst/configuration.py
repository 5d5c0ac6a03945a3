"""What Sphinx's `conf.py` gives to the pages beside and below it. It is parsed and looked at, never run."""

from __future__ import annotations

import ast
import posixpath
import warnings
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.passages.pages import decode
from claimdiff.passages.rst import names
from claimdiff.passages.rst.constants import text_of, value_of
from claimdiff.passages.rst.inline import Named
from claimdiff.passages.source import Line, Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from claimdiff.passages.rst.inline import Names
    from claimdiff.passages.writing import Include

NAME = "conf.py"
_LARGEST = 1_000_000
_WHOLE_PAGE = ("rst_prolog", "rst_epilog")
_SHOWN = ("version", "release")


class _Assigned(NamedTuple):
    """What a name was given: its value as far as it is known, and the expressions that it is put together of."""

    value: object
    nodes: tuple[ast.expr, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Configuration:
    """Values of a `conf.py`: those that pages name, texts before and after every page, and captions of link roles."""

    values: Mapping[str, Named] = field(default_factory=dict)
    texts: tuple[Page, ...] = ()
    captions: Mapping[str, str] = field(default_factory=dict)


def of_page(path: str, include: Include | None) -> Configuration:
    """The configuration for a page: that of the nearest `conf.py` in its folder and those above. Raises nothing."""
    if include is None:
        return Configuration()
    folder = posixpath.dirname(path)
    while True:
        candidate = posixpath.join(folder, NAME)
        data = include(candidate)
        if data is not None:
            return _read(candidate, data)
        if not folder:
            return Configuration()
        folder = posixpath.dirname(folder)


def lend(found: Configuration, known: Names, include: Include | None) -> None:
    """Add what a configuration gives to the names that a page defines itself, which come first."""
    for name, value in found.values.items():
        known.substitutions.setdefault(name, value)
    for page in found.texts:
        names.collect(Line.all_of(page), known, include)
    known.captions.update(found.captions)


@lru_cache(maxsize=16)
def _read(path: str, data: bytes) -> Configuration:
    """The values of one file; none from one that is broken or too large."""
    text = decode(path, data).text if len(data) <= _LARGEST else None
    if text is None:
        return Configuration()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Configuration()
    assigned: dict[str, _Assigned] = {}
    for node in tree.body:
        _assign(node, assigned)
    return Configuration(
        values={
            name: Named(text=shown, place=(path, assigned[name].nodes[0].lineno))
            for name in _SHOWN
            if name in assigned and (shown := text_of(assigned[name].value))
        },
        texts=tuple(_texts(path, assigned)),
        captions=_captions(assigned),
    )


def _assign(node: ast.stmt, assigned: dict[str, _Assigned]) -> None:
    """`name = value`, `name: str = value`, `name += value`; in a `try` the way without an error."""
    if isinstance(node, ast.Try):
        for inner in node.body:
            _assign(inner, assigned)
        return
    known = {name: one.value for name, one in assigned.items()}
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                assigned[target.id] = _Assigned(value_of(node.value, known), (node.value,))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        assigned[node.target.id] = _Assigned(value_of(node.value, known), (node.value,))
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
        name = node.target.id
        before = assigned[name].nodes if name in assigned else ()
        both = ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=node.value)
        assigned[name] = _Assigned(value_of(both, known), (*before, node.value))


def _texts(path: str, assigned: Mapping[str, _Assigned]) -> Iterator[Page]:
    """The texts that stand before and after every page, with their lines in the file."""
    known = {name: one.value for name, one in assigned.items()}
    for name in _WHOLE_PAGE:
        for node in assigned[name].nodes if name in assigned else ():
            if text := text_of(value_of(node, known)):
                yield Page.of(path, text, numbers=_lines(node, text.count("\n") + 1))


def _lines(node: ast.expr, rows: int) -> tuple[int, ...]:
    """The line of the file for each row of a text; what is glued together begins nowhere in particular."""
    first = node.lineno
    last = node.end_lineno or first
    whole = isinstance(node, ast.Constant | ast.JoinedStr)
    skipped = max(last - first - rows + 1, 0) if whole else 0
    return tuple(min(first + skipped + at, last) for at in range(rows))


def _captions(assigned: Mapping[str, _Assigned]) -> Mapping[str, str]:
    """`extlinks`: what is shown for the content of a role, as a text with one `%s`."""
    one = assigned.get("extlinks")
    value = one.value if one else None
    found: dict[str, str] = {}
    for role, pair in value.items() if isinstance(value, dict) else ():
        if not isinstance(role, str) or not isinstance(pair, list) or not pair or not isinstance(pair[0], str):
            continue
        caption = pair[1] if len(pair) > 1 and isinstance(pair[1], str) else pair[0]
        caption = caption.replace("%%", "\0") if "%s" in caption else f"{caption}%s"
        if caption.count("%s") == 1:
            found[role.casefold()] = caption.replace("\0", "%")
    return found
