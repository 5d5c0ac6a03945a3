"""The blocks of a Markdown answer, as spans of its own characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["paragraph", "item", "row", "code", "heading", "break"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A paragraph, list item, table row, fence or heading.

    `start` and `end` are the half-open span of its content, without bullet, number or hashes. `depth` is the indent of
    a list item in columns. `language` is that of a fence. `cells` are the spans of a row, `header` those of its table.
    """

    kind: BlockKind
    start: int
    end: int
    depth: int = 0
    ordered: bool = False
    language: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    header: tuple[tuple[int, int], ...] = ()


_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+(?:\[![A-Za-z]+\][ \t]*$)?", re.MULTILINE)
_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+#.-]*)[^\n`]*$", re.MULTILINE)
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:(?P<bullet>[-*+•·▪◦‣–—])|\(?(?P<number>\d{1,3}|[a-z])[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)"
)
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(?P<text>.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_UNDERLINE = re.compile(r"[ \t]{0,3}(?:=+|-{2,})[ \t]*\r?$", re.MULTILINE)
_RULE = re.compile(r"[ \t]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?$", re.MULTILINE)
_DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\r?$", re.MULTILINE)
_CELL = re.compile(r"(?:\\\||`[^`\n]*`|[^|\n\r])*")
_BOLD_LINE = re.compile(r"(?:\*\*|__)[^*_\n.!?]{1,80}(?:\*\*|__):?[ \t]*\r?$", re.MULTILINE)
_LABEL = re.compile(
    r"(?:[*_`]*[A-Z][^\n.:!?]{0,40}:[*_`]*|(?:\*\*|__|`)[^\n.:!?*`]{1,40}(?::(?:\*\*|__|`)|(?:\*\*|__|`):))[ \t]+\S"
)


class _Parser:
    """One pass over the lines of an answer."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.open: Block | None = None
        self.fence: tuple[str, str, int] | None = None
        self.header: tuple[tuple[int, int], ...] = ()
        self.end = 0

    def run(self) -> tuple[Block, ...]:
        for line in _LINE.finditer(self.text):
            if line.start() == line.end():
                continue
            stop = line.end() - len(line.group()) + len(line.group().rstrip("\r\n"))
            self._line(line.start(), stop)
        self._close()
        if self.fence:
            self._code(self.fence, len(self.text))
        return tuple(self.blocks)

    def _line(self, start: int, stop: int) -> None:
        quote = _QUOTE.match(self.text, start, stop)
        inner = quote.end() if quote else start
        if self.fence or _FENCE.match(self.text, inner, stop):
            self._fenced(start, inner, stop)
        elif not self.text[inner:stop].strip():
            self._close()
            self.header = ()
        elif not self._special(inner, stop):
            self._text(inner, stop)

    def _fenced(self, start: int, inner: int, stop: int) -> None:
        line = self.text[inner:stop].strip()
        if self.fence is None:
            found = _FENCE.match(self.text, inner, stop)
            self._close()
            if found:
                self.fence = (found["mark"], found["language"].lower(), min(stop + 1, len(self.text)))
        elif line and not line.strip(line[0]) and line.startswith(self.fence[0]):
            self._code(self.fence, start)
            self.fence = None

    def _code(self, fence: tuple[str, str, int], end: int) -> None:
        self.blocks.append(Block(kind="code", start=fence[2], end=max(fence[2], end), language=fence[1]))

    def _special(self, start: int, stop: int) -> bool:
        """Headings, rules, tables and list items; False for running text."""
        heading = _HEADING.match(self.text, start, stop)
        if heading or (self.open is None and _BOLD_LINE.match(self.text, start, stop)):
            self._close()
            begin, end = heading.span("text") if heading else (start, stop)
            self.blocks.append(Block(kind="heading", start=begin, end=end))
            return True
        if self._underlined(start, stop) or self._row(start, stop):
            return True
        item = _ITEM.match(self.text, start, stop)
        if not item or (
            item["number"] and self.open and self.open.kind == "paragraph" and item["number"] not in ("1", "a")
        ):
            return False
        self._close()
        depth = len(item["indent"].expandtabs(4))
        self.open = Block(kind="item", start=item.end(), end=stop, depth=depth, ordered=bool(item["number"]))
        return True

    def _underlined(self, start: int, stop: int) -> bool:
        """A line of dashes: under a paragraph it makes a heading, alone it is a rule."""
        above = self.open
        if above and above.kind == "paragraph" and _UNDERLINE.match(self.text, start, stop):
            if self.text[above.start : above.end].rstrip().endswith((".", "!", "?", "。")):
                self._close()  # a sentence above a rule
                return True
            self.blocks.append(Block(kind="heading", start=above.start, end=above.end))
            self.open = None
            return True
        if not _RULE.match(self.text, start, stop):
            return False
        self._close()
        self.blocks.append(Block(kind="break", start=start, end=stop))
        return True

    def _row(self, start: int, stop: int) -> bool:
        """A table is a line with a bar above a line of dashes; rows follow until a line without a bar."""
        line = self.text[start:stop]
        if self.header and "|" in line:
            if not _DELIMITER.match(self.text, start, stop):
                cells = _cells(self.text, start, stop)
                self.blocks.append(Block(kind="row", start=start, end=stop, cells=cells, header=self.header))
            return True
        self.header = ()
        follows = _LINE.match(self.text, min(stop + 1, len(self.text)))
        below = follows.group().lstrip("> ").rstrip() if follows else ""
        if "|" in line and "|" in below and "-" in below and _DELIMITER.match(below):
            self._close()
            self.header = _cells(self.text, start, stop)
            return True
        return False

    def _text(self, start: int, stop: int) -> None:
        indent = start
        while start < stop and self.text[start].isspace():
            start += 1
        if self.open and self._apart(self.open, start, stop, indented=start > indent):
            self._close()
        if self.open is None:
            self.open = Block(kind="paragraph", start=start, end=stop)
        else:
            self.open = _longer(self.open, stop)

    def _apart(self, block: Block, start: int, stop: int, *, indented: bool) -> bool:
        """Whether a line stands for itself although no blank line is above it."""
        if block.kind == "item":
            return not indented and not self.text[start].islower()
        return bool(_LABEL.match(self.text, start, stop) and _LABEL.match(self.text, block.start, block.end))

    def _close(self) -> None:
        if self.open:
            self.blocks.append(self.open)
        self.open = None


def _longer(block: Block, end: int) -> Block:
    return Block(kind=block.kind, start=block.start, end=end, depth=block.depth, ordered=block.ordered)


def _cells(text: str, start: int, stop: int) -> tuple[tuple[int, int], ...]:
    """The spans of the cells of one line of a table, trimmed."""
    line = text[start:stop]
    begin = start + len(line) - len(line.lstrip())
    end = start + len(line.rstrip())
    begin += text[begin:end].startswith("|")
    end -= text[begin:end].endswith("|") and not text[begin:end].endswith("\\|")
    cells: list[tuple[int, int]] = []
    while begin <= end:
        match = _CELL.match(text, begin, end)
        stop_cell = match.end() if match else end
        raw = text[begin:stop_cell]
        left = begin + len(raw) - len(raw.lstrip())
        cells.append((left, max(left, begin + len(raw.rstrip()))))
        begin = stop_cell + 1
    return tuple(cells)


def parse(answer: str) -> tuple[Block, ...]:
    """The blocks of an answer, in order. Any text is accepted; what is no known mark is a paragraph."""
    return _Parser(answer).run()
