"""The lines of a fence: each one a segment, which knows the lines that enclose it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.passages.cutting import TARGET, Block
from claimdiff.passages.reading import segment
from claimdiff.passages.source import Located

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.source import Page
    from claimdiff.records import Segment

_TABLE = re.compile(r"\[\[?[\w.\"' -]+\]?\]$")
_LONG = 3 * TARGET
_DEPTH = 4
_NAME_LENGTH = 80


def code_blocks(page: Page, content: str, first: int, context: str) -> tuple[Block, ...]:
    """The blocks of a fence whose first line of code is the page's line with the 0-based index `first`.

    One block, unless the fence is very long. The context of a line is `context`, then the less indented lines that
    enclose it (`storage: tsdb:`) and the section header of a settings file (`[tool.uv]`).
    """
    return located_code(Located.of(page, content, first), content.split("\n"), context)


def located_code(located: Located, lines: Sequence[str], context: str) -> tuple[Block, ...]:
    """The blocks of the code `located`, of which `lines` are the lines with their indent."""
    blocks: list[Block] = []
    segments: list[Segment] = []
    raw: list[str] = []
    length = 0
    enclosing: list[tuple[int, str]] = []
    remarks = _remarks(lines)
    for index, begin in enumerate(located.starts):
        end = located.starts[index + 1] - 1 if index + 1 < len(located.starts) else len(located.text)
        text = " ".join(lines[index].split())
        raw.append(lines[index])
        length += len(lines[index])
        if not any(char.isalnum() for char in text):
            continue
        if index in remarks:
            text = text.removesuffix("*/").strip("* ").removeprefix("/**").strip() or text
            around = [
                *[words for indent, words in enclosing if indent < remarks[index].indent][-_DEPTH:],
                *remarks[index].said,
            ]
        else:
            around = _enclose(enclosing, lines[index], text)
        words = " ".join(filter(None, [context, *around]))
        segments.append(segment(located.slice(begin, end), text, "code", words))
        if length > _LONG:
            blocks.append(Block(segments=tuple(segments), code="\n".join(raw)))
            segments, raw, length = [], [], 0
    if segments:
        blocks.append(Block(segments=tuple(segments), code="\n".join(raw).strip("\n")))
    return tuple(blocks)


class _Remark(NamedTuple):
    """A line of a comment: the indent of the comment, and what the line is said of."""

    indent: int
    said: tuple[str, ...]


def _remarks(lines: Sequence[str]) -> dict[int, _Remark]:
    """The lines of comments `/** ... */`, each with what it is said of: the line below, and for a tag the words before it."""
    found: dict[int, _Remark] = {}
    block: list[int] = []
    for index, line in enumerate(lines):
        text = line.strip()
        if block or text.startswith("/**"):
            block.append(index)
            if "*/" not in text:
                continue
            below = next((" ".join(other.split()) for other in lines[index + 1 : index + 3] if other.strip()), "")
            found |= _told(lines, block, below[:_NAME_LENGTH])
            block = []
    return found


def _told(lines: Sequence[str], block: Sequence[int], below: str) -> dict[int, _Remark]:
    indent = _depth(lines[block[0]])
    words = {index: lines[index].strip().strip("/* ") for index in block}
    prose = " ".join(text for text in words.values() if text and not text.startswith("@"))
    return {
        index: _Remark(indent, (below, prose) if text.startswith("@") else (below,)) for index, text in words.items()
    }


def _depth(line: str) -> int:
    """How deep a line stands: twice its indent, and one more for an item, which a key with the same indent encloses."""
    stripped = line.lstrip()
    return 2 * (len(line) - len(stripped)) + stripped.startswith("- ")


def _enclose(enclosing: list[tuple[int, str]], line: str, text: str) -> list[str]:
    """Keep the stack of enclosing lines; the ones around this line, outermost first."""
    indent = -1 if _TABLE.fullmatch(text) else _depth(line)
    while enclosing and enclosing[-1][0] >= indent:
        enclosing.pop()
    around = [words for _, words in enclosing[-_DEPTH:]]
    enclosing.append((indent, text[:_NAME_LENGTH]))
    return around
