"""What a page includes: fragments, which are read as its own text, and files that it quotes or tabulates."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from claimdiff.passages.pages import decode
from claimdiff.passages.rst import names
from claimdiff.passages.source import Line, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.rst.blocks import Blocks
    from claimdiff.passages.rst.explicit import Directive
    from claimdiff.passages.writing import Include

_DEEPEST = 8
_MOST = 200_000


def resolve(include: Include | None, page: str, target: str) -> Page | None:
    """The fragment that a page names: beside it, or below one of the folders above it for `/target`; None if there is none."""
    if include is None or not target or "://" in target:
        return None
    folder = posixpath.dirname(page)
    candidates = [posixpath.join(folder, target)]
    if target.startswith("/"):
        parts = folder.split("/") if folder else []
        candidates = [posixpath.join(*parts[:depth], target.lstrip("/")) for depth in range(len(parts), -1, -1)]
    for candidate in candidates:
        path = posixpath.normpath(candidate)
        if path.startswith(".."):
            continue
        data = include(path)
        text = decode(path, data).text if data is not None else None
        if text is not None:
            return Page.of(path, text, fragment=True)
    return None


def include(blocks: Blocks, found: Directive) -> None:
    """Read a fragment in the place where it is included; nothing if it does not exist or includes itself."""
    page = _found(blocks, found.argument)
    if page is None or page.path in blocks.including or len(blocks.including) >= _DEEPEST:
        return
    lines = chosen(Line.all_of(page), found)
    blocks.included += len(lines)
    if blocks.included > _MOST:
        return
    if "literal" in found.options or "code" in found.options:
        blocks.writer.code(lines)
        return
    outer, depth = blocks.including, blocks.depth
    blocks.including, blocks.depth = (*outer, page.path), depth - 1
    names.collect(lines, blocks.names, blocks.include)
    blocks.read(lines)
    blocks.including, blocks.depth = outer, depth


def quoted(blocks: Blocks, found: Directive) -> list[Line]:
    """The lines of a file that a page shows as code."""
    page = _found(blocks, found.argument)
    if page is None:
        return []
    lines = chosen(Line.all_of(page), found)
    blocks.included += len(lines)
    return lines if blocks.included <= _MOST else []


def named(blocks: Blocks, found: Directive, option: str) -> list[Line]:
    """The lines of a file that an option names."""
    page = _found(blocks, found.options.get(option))
    return Line.all_of(page) if page else []


def _found(blocks: Blocks, line: Line | None) -> Page | None:
    """The file that a line names. One that does not exist is told, unless it is one of docutils' own or of the web."""
    page = resolve(blocks.include, line.page.path, line.text) if line else None
    ours = line is not None and line.text and not line.text.startswith("<") and "://" not in line.text
    if page is None and line is not None and ours and blocks.absent:
        blocks.absent(line, line.text)
    return page


def chosen(lines: list[Line], found: Directive) -> list[Line]:
    """The part of a file that the options choose."""
    if wanted := found.option("lines"):
        numbers = _ranges(wanted, len(lines))
        return [line for at, line in enumerate(lines, 1) if at in numbers]
    if name := found.option("pyobject"):
        lines = _object(lines, name.rsplit(".", 1)[-1])
    start, end = found.option("start-line"), found.option("end-line")
    lines = lines[_int(start, 0) : _int(end, len(lines))]
    after, before = found.option("start-after"), found.option("end-before")
    at = found.option("start-at")
    if after or at:
        begin = next((number for number, line in enumerate(lines) if (after or at) in line.text), None)
        lines = lines[begin + bool(after) :] if begin is not None else []
    if before:
        lines = lines[: next((number for number, line in enumerate(lines) if before in line.text), len(lines))]
    return lines


def _int(text: str, otherwise: int) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,7}", text) else otherwise


def _ranges(wanted: str, most: int) -> frozenset[int]:
    numbers: set[int] = set()
    for part in wanted.split(","):
        match = re.fullmatch(r"\s*(\d{1,7})?\s*(-)?\s*(\d{1,7})?\s*", part)
        if match and (match.group(1) or match.group(3)):
            first = int(match.group(1) or 1)
            last = int(match.group(3) or most) if match.group(2) else first
            numbers.update(range(first, min(last, most) + 1))
    return frozenset(numbers)


def _object(lines: Sequence[Line], name: str) -> list[Line]:
    begins = re.compile(rf"(?:async\s+def|def|class)\s+{re.escape(name)}\b")
    start = next((at for at, line in enumerate(lines) if begins.match(line.text)), None)
    if start is None:
        return []
    end = start + 1
    while end < len(lines) and (not lines[end].text or lines[end].indent > lines[start].indent):
        end += 1
    return list(lines[start:end])
