"""What a page names for later use: substitutions, and labels that stand above a title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.passages.rst import inline
from claimdiff.passages.rst.inline import Named, Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.source import Line
    from claimdiff.passages.writing import Include

_SUBSTITUTION = re.compile(r"\.\.\s+\|(?P<name>[^|]{1,100})\|\s+(?P<kind>replace|image|unicode)::\s*(?P<value>.*)")
_LABEL = re.compile(r"\.\.\s+_(?P<name>[^:`]{1,200}|`[^`]{1,200}`):\s*$")
_UNDER = re.compile(r"([!-/:-@\[-`{-~])\1{2,}$")
_CODE = re.compile(r"(?:0x|U\+|\\u)(?P<hex>[0-9a-fA-F]{1,6})")


def collect(lines: Sequence[Line], names: Names, include: Include | None) -> None:
    """Add the names that these lines define, and those of the fragments that they include."""
    from claimdiff.passages.rst.fragments import resolve  # noqa: PLC0415 -- fragments collect names too
    from claimdiff.passages.source import Line as Whole  # noqa: PLC0415 -- same

    waiting: list[str] = []
    seen: set[str] = set()
    queue = list(enumerate(lines))
    for at, line in queue:
        text = line.text
        if waiting and text and not text.startswith(".. "):
            _label(lines, at, waiting, names)
            waiting = []
        if not text.startswith(".. "):
            continue
        if match := _SUBSTITUTION.match(text):
            _substitution(lines, at, match, names)
        elif match := _LABEL.match(text):
            waiting.append(match.group("name").strip("`"))
        elif text.startswith(".. include::") and len(seen) < len("as many as ten"):
            page = resolve(include, line.page.path, text.partition("::")[2].strip())
            if page and page.path not in seen:
                seen.add(page.path)
                for number, inner in enumerate(found := Whole.all_of(page)):
                    if match := _SUBSTITUTION.match(inner.text):
                        _substitution(found, number, match, names)


def _label(lines: Sequence[Line], at: int, waiting: Sequence[str], names: Names) -> None:
    title = lines[at]
    if _UNDER.match(title.text) and at + 1 < len(lines):
        title = lines[at + 1]
    elif at + 1 >= len(lines) or not _UNDER.match(lines[at + 1].text):
        return
    found = Named(text=inline.read(title.text).line, place=(title.page.path, title.number))
    for name in waiting:
        names.labels.setdefault(inline.key(name), found)


def _substitution(lines: Sequence[Line], at: int, match: re.Match[str], names: Names) -> None:
    line = lines[at]
    pieces = [match.group("value")]
    after = at + 1
    while after < len(lines) and lines[after].text and lines[after].indent > line.indent:
        pieces.append(lines[after].text)
        after += 1
    kind = match.group("kind")
    if kind == "image":
        alt = next((piece for piece in pieces if piece.startswith(":alt:")), "")
        text = alt.removeprefix(":alt:").strip()
    elif kind == "unicode":
        text = _CODE.sub(lambda code: _char(code.group("hex")), pieces[0].split(" .. ")[0])
    else:
        text = inline.read(" ".join(pieces), names).line
    place = (line.page.path, line.number)
    names.substitutions.setdefault(inline.key(match.group("name")), Named(text=text, place=place))


def _char(digits: str) -> str:
    try:
        return chr(int(digits, 16)).encode().decode()
    except (ValueError, OverflowError):
        return ""
