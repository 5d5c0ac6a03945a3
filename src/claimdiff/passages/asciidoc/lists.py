"""Lists of AsciiDoc: marks tell the level, a plus sign attaches blocks to an item."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.passages.source import Line, Located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.asciidoc.blocks import Blocks

MARK = re.compile(
    r"(?P<mark>\*{1,5}|-|•|\.{1,5}|\d{1,9}\.|[a-zA-Z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,3}|\.)>)\s+(?=\S)(?:\[[ xX*]\]\s+)?"
)
TERM = re.compile(r"(?!//)(?P<term>\S(?:[^:;]|:(?!:)|::+(?=\S)|;(?!;\s))*?)(?P<mark>:{2,4}|;;)(?:\s+(?P<text>\S.*))?$")
CALLOUT = re.compile(
    r"\s*(?:(?://|#|--|;;)\s*)?(?:(?:<!--)?<?(?<=<)(?:\d{1,3}|\.)>(?:-->)?\s*)+$|\s*<!--(?:\d{1,3}|\.)-->\s*$"
)
_BREAKS = re.compile(r"-{2,}$|\.{4,}$|={4,}$|\*{4,}$|_{4,}$|\+{4,}$|/{4,}$|`{3,}|[|,:!]={3,}$|\[[^\]]*\]$|\[\[.*\]\]$")


def read(blocks: Blocks, lines: Sequence[Line], at: int) -> int:
    """Read the list that begins at `at`; where it ends, which is `at` if there is none."""
    if not _level(lines[at].text):
        return at
    line = blocks.style.title
    title = blocks.inline(Located.joined([line])).line if line else ""
    blocks.title()
    blocks.style = type(blocks.style)()
    return _list(blocks, lines, at, (), title)


def _level(text: str) -> str:
    """What is equal for items of one list: the kind of their marks, "" for a line that is no item."""
    if match := MARK.match(text):
        mark = match.group("mark")
        if mark[0] == "<":
            return "<>"
        return mark if mark[0] in "*-•." else "1." if mark[0].isdigit() else "i)" if mark[-1] == ")" else "a."
    if text and len(text) < len("a") * 2_000 and ("::" in text or ";;" in text) and (term := TERM.match(text)):
        return term.group("mark")
    return ""


def _list(blocks: Blocks, lines: Sequence[Line], at: int, outer: tuple[str, ...], title: str = "") -> int:
    level = _level(lines[at].text)
    outline = blocks.writer.outline
    described = level[0] in ":;"
    outline.open("list", title or ("" if described else outline.lead()))
    while at < len(lines) and _level(lines[at].text) == level:
        at = _described(blocks, lines, at, (*outer, level)) if described else _item(blocks, lines, at, (*outer, level))
        following = _skip(lines, at)
        if following >= len(lines) or _level(lines[following].text) != level:
            break
        at = following
    outline.close("list")
    return at


def _skip(lines: Sequence[Line], at: int) -> int:
    """Past blank lines and line comments, which do not end a list."""
    while at < len(lines) and (not lines[at].text or (lines[at].text.startswith("//") and lines[at].text[2:3] != "/")):
        at += 1
    return at


def _item(blocks: Blocks, lines: Sequence[Line], at: int, levels: tuple[str, ...]) -> int:
    match = MARK.match(lines[at].text)
    width = match.end() if match else 0
    frame = blocks.writer.outline.open("item")
    first = lines[at].after(width)
    end = _text_end(lines, at + 1)
    blocks.plain([first, *(line for line in lines[at + 1 : end] if not line.text.startswith("//"))])
    end = _attached(blocks, lines, end, levels)
    blocks.writer.outline.close(frame.kind)
    return end


def _described(blocks: Blocks, lines: Sequence[Line], at: int, levels: tuple[str, ...]) -> int:
    """One or more terms, and what is said of them."""
    terms: list[str] = []
    rest: list[Line] = []
    mark = levels[-1]
    while at < len(lines) and not rest:
        match = TERM.match(lines[at].text)
        if not match or match.group("mark") != mark:
            break
        line = lines[at]
        part = Line(line.page, line.index, line.column, line.indent, match.group("term").rstrip())
        located = Located.joined([part])
        terms.append(blocks.writer.term(located, blocks.inline(located)))
        at += 1
        if match.group("text"):
            rest = [line.after(match.start("text"))]
        else:
            following = _skip(lines, at)
            if following < len(lines) and _level(lines[following].text) == mark:
                at = following
                continue
            break
    outline = blocks.writer.outline
    outline.open("definition", ", ".join(filter(None, terms))).filled = True
    start = at if rest else _skip(lines, at)
    plain = start < len(lines) and lines[start].text and lines[start].text != "+" and not _opens(lines[start])
    if rest or plain:
        end = _text_end(lines, start)
        blocks.plain([*rest, *(line for line in lines[start:end] if not line.text.startswith("//"))])
        at = end
    end = _attached(blocks, lines, at, levels)
    outline.close("definition")
    return end


def _opens(line: Line) -> bool:
    """Whether a line begins something else than text."""
    return bool(_level(line.text) or _BREAKS.match(line.text) or line.text.startswith(("== ", "=== ", "==== ")))


def _text_end(lines: Sequence[Line], at: int) -> int:
    """Where the text of an item ends."""
    while at < len(lines) and lines[at].text and lines[at].text != "+" and not _opens(lines[at]):
        at += 1
    return at


def _attached(blocks: Blocks, lines: Sequence[Line], at: int, levels: tuple[str, ...]) -> int:
    """What belongs to an item below its text: blocks after a plus sign, lists of another level, literal paragraphs."""
    while at < len(lines):
        following = _skip(lines, at)
        if following >= len(lines):
            return at
        line = lines[following]
        if line.text == "+":
            if following - at > 0 and len(levels) > 1:
                return at
            at = _block(blocks, lines, following + 1)
            continue
        level = _level(line.text)
        if level:
            if level in levels or blocks.depth + len(levels) > len("as deep as anyone reads"):
                return at
            end = _list(blocks, lines, following, levels)
        elif line.indent and following > at and not line.text.startswith("["):
            end = blocks.literal(lines, following)
        elif (following == at and (_BREAKS.match(line.text) and levels[-1][0] in ":;")) or (
            following == at and line.text.startswith("[") and _named_list(lines, following)
        ):
            end = _block(blocks, lines, following)
        else:
            return at
        if end == following:
            return at
        at = end
    return at


def _named_list(lines: Sequence[Line], at: int) -> bool:
    return at + 1 < len(lines) and bool(_level(lines[at + 1].text))


def _block(blocks: Blocks, lines: Sequence[Line], at: int) -> int:
    """One block with the lines about it. A paragraph ends at the next plus sign or item."""
    while at < len(lines) and lines[at].text:
        after = max(blocks.skipped(lines, at), blocks.about(lines[at], at))
        if after == at:
            break
        at = after
    if at >= len(lines) or not lines[at].text:
        return at
    end = at + 1
    while end < len(lines) and lines[end].text and lines[end].text != "+" and not _level(lines[end].text):
        end += 1
    delimited = bool(_BREAKS.match(lines[at].text))
    after = blocks.block(lines if delimited else lines[:end], at)
    return max(after, at + 1)
