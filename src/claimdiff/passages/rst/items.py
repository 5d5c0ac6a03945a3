"""Lists, fields, options, sessions and drawn tables of reStructuredText: blocks that begin with a mark of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.passages.rst import inline, tables
from claimdiff.passages.source import Line, Located

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.passages.rst.blocks import Blocks

_BULLET = re.compile(r"[-*+•‣⁃](?:\s+|$)")
_ENUMERATOR = re.compile(r"(?P<open>\(?)(?P<number>\d{1,9}|#|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,15})(?P<close>[.)])(?:\s+|$)")
_FIELD = re.compile(r":(?![: `])(?P<name>(?:[^:\\\n`]|\\.|:(?!\s|$|`)|`[^`]*`){1,200}):(?:\s+|$)")
_ONE_OPTION = (
    r"(?:-[a-zA-Z0-9]|--?[a-zA-Z0-9][\w-]{0,60}|/[a-zA-Z0-9][\w-]{0,60})(?:[ =]?(?:<[^<>]{1,60}>|[\w-]{1,60}))?"
)
_OPTION = re.compile(rf"{_ONE_OPTION}(?:, {_ONE_OPTION}){{0,9}}(?:  +(?=\S)|$)")
_GRID = re.compile(r"\+-[-+]*\+$")
_SIMPLE = re.compile(r"=+(?: +=+)+$")


def bullets(blocks: Blocks, lines: Sequence[Line], at: int, base: int) -> int:
    """A list with bullets, as long as they are the same."""
    match = _BULLET.match(lines[at].text)
    if not match:
        return at
    mark = lines[at].text[0]

    def width(line: Line) -> int:
        found = _BULLET.match(line.text)
        return found.end() if found and line.text[0] == mark else 0

    return items(blocks, lines, at, base, width)


def numbers(blocks: Blocks, lines: Sequence[Line], at: int, base: int) -> int:
    """A list with numbers or letters, as long as they are written the same way."""
    match = _ENUMERATOR.match(lines[at].text)
    following = lines[at + 1] if at + 1 < len(lines) else None
    if not match:
        return at
    if following and following.text and following.indent <= base and not _ENUMERATOR.match(following.text):
        return at
    form = match.group("open", "close")

    def width(line: Line) -> int:
        found = _ENUMERATOR.match(line.text)
        return found.end() if found and found.group("open", "close") == form else 0

    return items(blocks, lines, at, base, width)


def items(blocks: Blocks, lines: Sequence[Line], at: int, base: int, width: Callable[[Line], int]) -> int:
    """Items that follow each other; `width` is that of the mark of an item, 0 for any other line."""
    outline = blocks.writer.outline
    outline.open("list", outline.lead())
    while at < len(lines) and lines[at].indent == base and (taken := width(lines[at])):
        after = indented(lines, at + 1, base)
        rest = lines[at + 1 : after]
        first = lines[at].after(taken)
        least = min((line.indent for line in rest if line.text), default=first.indent)
        kept = Line(first.page, first.index, first.column, min(first.indent, least), first.text)
        blocks.inside("item", [kept, *rest])
        at = after
        while at < len(lines) and not lines[at].text:
            at += 1
    outline.close("list")
    return at


def field(blocks: Blocks, lines: Sequence[Line], at: int, base: int) -> int:
    """`:name: body`. Fields above everything else describe the file and are not text."""
    match = _FIELD.match(lines[at].text)
    if not match:
        return at
    after = indented(lines, at + 1, base)
    outline = blocks.writer.outline
    if blocks.depth == 1 and not (outline.blocks or outline.sections or outline.heading):
        return after
    name = field_name(match.group("name"))
    end = next((number for number in range(at, after) if not lines[number].text), after)
    blocks.labelled(lines[at:end], lines[end:after], ((0, match.end(), f"{name}: "),), name)
    return after


def options(blocks: Blocks, lines: Sequence[Line], at: int, base: int) -> int:
    """`-o FILE, --output FILE  description`."""
    match = _OPTION.match(lines[at].text)
    after = indented(lines, at + 1, base)
    alone = match and match.end() == len(lines[at].text)
    if not match or (alone and not any(line.text for line in lines[at + 1 : after])):
        return at
    name = match.group().strip()
    context = blocks.writer.term(Located.joined([cut(lines[at], len(name))]), inline.read(f"``{name}``"))
    rest = [] if alone else [lines[at].after(match.end())]
    blocks.inside("definition", [*rest, *lines[at + 1 : after]], context, filled=True)
    return after


def doctest(blocks: Blocks, lines: Sequence[Line], at: int, _base: int) -> int:
    """A session with its prompt, up to a blank line."""
    if not lines[at].text.startswith(">>>"):
        return at
    after = at
    while after < len(lines) and lines[after].text:
        after += 1
    blocks.writer.code(lines[at:after])
    return after


def line_block(blocks: Blocks, lines: Sequence[Line], at: int, base: int) -> int:
    """`| line`: each line stands for itself; indented ones carry on."""
    after = at
    while after < len(lines) and (lines[after].text.startswith("| ") or lines[after].text == "|"):
        end = after + 1
        while end < len(lines) and lines[end].text and lines[end].indent > base:
            end += 1
        kept = [line for line in (lines[after].after(1), *lines[after + 1 : end]) if line.text]
        if kept:
            blocks.plain(kept)
        after = end
    return after


def grid(blocks: Blocks, lines: Sequence[Line], at: int, base: int) -> int:
    """A table in a drawn grid."""
    if not _GRID.match(lines[at].text):
        return at
    after = at
    while after < len(lines) and lines[after].indent == base and lines[after].text[:1] in {"+", "|"}:
        after += 1
    tables.write(blocks.writer, blocks.inline, tables.grid(lines[at:after]))
    return after


def simple(blocks: Blocks, lines: Sequence[Line], at: int, _base: int) -> int:
    """A table between lines of equal signs."""
    if not _SIMPLE.match(lines[at].text):
        return at
    after = tables.simple_end(lines, at)
    if after > at:
        tables.write(blocks.writer, blocks.inline, tables.simple(lines[at:after]))
    return after


def indented(lines: Sequence[Line], at: int, base: int) -> int:
    """Where the lines end that are blank or deeper than `base`, without the blank ones at their end."""
    end = at
    while at < len(lines) and (not lines[at].text or lines[at].indent > base):
        at += 1
        end = at if lines[at - 1].text else end
    return end


def cut(line: Line, length: int) -> Line:
    """The first `length` characters of a line."""
    return Line(line.page, line.index, line.column, line.indent, line.text[:length])


_FIELDS = re.compile(r"(?:param|parameter|arg|argument|key|keyword|kwarg|ivar|cvar|var)\s+(?P<name>\S.*)")
_FIELD_WORDS = {"rtype": "Return type", "returns": "Returns", "return": "Returns", "yields": "Yields"}


def field_name(name: str) -> str:
    """The name of a field as it is shown: of `param int retries` only `retries`."""
    if match := _FIELDS.fullmatch(name):
        return match.group("name").split()[-1]
    name = _FIELD_WORDS.get(name.lower(), name)
    return name[0].upper() + name[1:]
