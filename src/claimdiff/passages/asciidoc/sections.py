"""Headings of AsciiDoc, and what stands below the title of a document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc.style import Style
from claimdiff.passages.source import Line, Located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.asciidoc.blocks import Blocks

_SECTION = re.compile(r"(?P<marks>={1,6}|#{1,6})\s+(?P<title>\S.*?)(?:\s+(?P=marks))?$")
_UNDER = re.compile(r"([=\-~^+])\1+$")
_LEVELS = 7


def header(blocks: Blocks, lines: Sequence[Line]) -> int:
    """Past what stands below the title of a document: its authors and its revision."""
    at = 0
    while at < len(lines) and (not lines[at].text or blocks.skipped(lines, at) > at):
        at = max(at + 1, blocks.skipped(lines, at))
    match = _SECTION.match(lines[at].text) if at < len(lines) else None
    if not match or len(match.group("marks")) != 1 or offset(blocks, lines[at]):
        return 0
    end = at + 1
    while end < len(lines) and lines[end].text:
        end += 1
    for line in lines[:end]:
        blocks.entry(line)
    section(blocks, lines, at)
    return end


def offset(blocks: Blocks, line: Line) -> int:
    """How much deeper headings are here than they are written."""
    named = blocks.attributes.get("leveloffset")
    own = int(named.text) if named and re.fullmatch(r"[+-]?\d", named.text) else 0
    return own + blocks.offsets.get((line.page.path, line.index), 0)


def section(blocks: Blocks, lines: Sequence[Line], at: int) -> int:
    """A heading, in either of its two forms."""
    line = lines[at]
    match = _SECTION.match(line.text)
    if match and not line.indent:
        level = len(match.group("marks")) + offset(blocks, line)
        start, end = match.span("title")
        part = Line(line.page, line.index, line.column + start, start, line.text[start:end])
        return begin(blocks, part, level, at + 1)
    under = lines[at + 1].text if at + 1 < len(lines) else ""
    long = len(under) > 1 and abs(len(under) - len(line.text)) <= 1
    if long and (mark := _UNDER.match(under)) and line.text[0].isalnum() and not blocks.style.name:
        return begin(blocks, line, "=-~^+".index(mark.group(1)) + 1 + offset(blocks, line), at + 2)
    return at


def begin(blocks: Blocks, line: Line, level: int, after: int) -> int:
    """Begin the section under a heading; a discrete one only stands in the text."""
    located = Located.joined([line])
    reading = blocks.inline(located)
    if blocks.depth > 1 or blocks.style.name in {"discrete", "float"}:
        blocks.writer.title(located.slice(0, len(line.text)), reading.line)
    else:
        blocks.writer.heading(min(max(level, 1), _LEVELS), located, reading)
    blocks.style = Style()
    return after
