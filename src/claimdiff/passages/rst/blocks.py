"""Blocks of reStructuredText, line by line: every piece keeps the lines it was written on.

docutils knows the lines of blocks only roughly and ends at directives that it does not know, so the structure is read
here: what a reader sees of any directive, known or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.rst import inline, items
from claimdiff.passages.rst.explicit import explicit
from claimdiff.passages.rst.items import indented
from claimdiff.passages.source import Located

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.passages.reading import Reading
    from claimdiff.passages.rst.inline import Mark, Names
    from claimdiff.passages.source import Line
    from claimdiff.passages.writing import Absent, Include, Writer

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])\1*")
_DEEPEST = 24
_SHORT = 4


@dataclass(kw_only=True, slots=True)
class Blocks:
    """One pass over a page. `styles` are the section marks in the order in which the page introduces them."""

    writer: Writer
    names: Names
    include: Include | None = None
    depth: int = 0
    including: tuple[str, ...] = ()
    included: int = 0
    absent: Absent | None = None
    styles: list[tuple[str, bool]] = field(default_factory=list)

    def read(self, lines: Sequence[Line]) -> None:
        """Read the lines of one container: the page, an item, the body of a directive."""
        kept = [line.indent for line in lines if line.text]
        if not kept:
            return
        base = min(kept)
        self.depth += 1
        at = 0
        while at < len(lines):
            line = lines[at]
            if not line.text:
                at += 1
            elif line.indent > base and self.depth < _DEEPEST:
                at = self.quote(lines, at, base)
            else:
                at = self.block(lines, at, base)
        self.depth -= 1

    def inline(self, text: str) -> Reading:
        """The reading of inline markup of this page."""
        return inline.read(text, self.names)

    def block(self, lines: Sequence[Line], at: int, base: int) -> int:
        """Read the block that begins at `at`; where the next one begins."""
        if self.depth < _DEEPEST:
            for rule in _RULES:
                after = rule(self, lines, at, base)
                if after > at:
                    return after
        return self.text(lines, at, base)

    def inside(self, kind: str, lines: Sequence[Line], context: str = "", *, filled: bool = False) -> None:
        """Read lines as the content of a container."""
        frame = self.writer.outline.open(kind, context)
        frame.filled = filled
        self.read(lines)
        self.writer.outline.close(kind)

    def quote(self, lines: Sequence[Line], at: int, base: int) -> int:
        """Lines that are indented by themselves."""
        after = indented(lines, at, base)
        self.inside("quote", lines[at:after])
        return after

    def explicit(self, lines: Sequence[Line], at: int, base: int) -> int:
        """Everything that begins with two dots, and anonymous targets."""
        text = lines[at].text
        if text.startswith("__ ") or text == "__":
            return at + 1
        if not (text.startswith(".. ") or text == ".."):
            return at
        if text == ".." and (at + 1 == len(lines) or not lines[at + 1].text):
            return at + 1
        after = indented(lines, at + 1, base)
        explicit(self, lines[at].after(2), lines[at + 1 : after], lines[at])
        return after

    def section(self, lines: Sequence[Line], at: int, base: int) -> int:
        """A title with a line under it, and perhaps one over it; a line alone separates."""
        line, following = lines[at], lines[at + 1 : at + 3]
        mark = _PUNCTUATION.fullmatch(line.text)
        if mark and (not following or not following[0].text):
            return at + 1 if len(line.text) >= _SHORT else at
        if mark and len(following) > 1 and following[0].text and following[1].text == line.text:
            return self.title(following[0], (mark.group(1), True), at + 3)
        if not following or following[0].indent != base:
            return at
        under = _PUNCTUATION.fullmatch(following[0].text)
        long = len(following[0].text) >= min(_SHORT, len(line.text))
        if not under or not long or mark:
            return at
        return self.title(line, (under.group(1), False), at + 2)

    def title(self, line: Line, style: tuple[str, bool], after: int) -> int:
        """Begin the section under a title; inside something it is a title only."""
        if self.depth > 1 or self.writer.flat:
            reading = inline.read(line.text, self.names)
            place = Located.joined([line])
            self.writer.title(place.slice(0, len(line.text)), reading.line)
            return after
        if style not in self.styles:
            self.styles.append(style)
        located = Located.joined([line])
        self.writer.heading(self.styles.index(style) + 1, located, inline.read(line.text, self.names))
        return after

    def labelled(self, first: Sequence[Line], rest: Sequence[Line], marks: Sequence[Mark], context: str) -> None:
        """A paragraph of which `marks` are read as something else, and what hangs on it."""
        located = Located.joined(first)
        reading = inline.read(located.text, self.names, marks)
        frame = self.writer.outline.open("definition", context)
        frame.filled = True
        if reading.line.rstrip(": ") != context:
            self.writer.paragraph(located, reading)
        self.read(rest)
        self.writer.outline.close("definition")

    def text(self, lines: Sequence[Line], at: int, base: int) -> int:
        """A paragraph, or the term of a definition list with its definition; a literal block after `::`."""
        following = lines[at + 1] if at + 1 < len(lines) else None
        if following and following.text and following.indent > base and self.depth < _DEEPEST:
            return self.definition(lines, at, base)
        after = at + 1
        while after < len(lines) and lines[after].text and (lines[after].indent == base or self.depth >= _DEEPEST):
            after += 1
        literal = lines[after - 1].text.endswith("::")
        self.plain(lines[at:after], literal=literal)
        return self.literal(lines, after, base) if literal else after

    def definition(self, lines: Sequence[Line], at: int, base: int) -> int:
        """A term, with its definition indented below it."""
        after = indented(lines, at + 1, base)
        line = lines[at]
        if line.text.endswith("::"):
            self.plain([line], literal=True)
            self.writer.code(lines[at + 1 : after])
            return after
        reading = inline.read(
            line.text, self.names, [(m.start(), m.end(), ": ") for m in re.finditer(" : ", line.text)]
        )
        context = self.writer.term(Located.joined([line]), reading)
        self.inside("definition", lines[at + 1 : after], context, filled=True)
        return after

    def plain(self, lines: Sequence[Line], *, literal: bool = False) -> None:
        """A paragraph. The mark of a literal block is read as one colon, or as nothing after a blank."""
        located = Located.joined(lines)
        length = len(located.text)
        marks: tuple[Mark, ...] = ()
        if literal:
            spaced = length == len("::") or located.text[-3].isspace()
            marks = ((length - 2, length, "" if spaced else ":"),)
        self.writer.paragraph(located, inline.read(located.text, self.names, marks))

    def literal(self, lines: Sequence[Line], at: int, base: int) -> int:
        """The literal block after a paragraph: indented, or with the same mark before every line."""
        start = at
        while start < len(lines) and not lines[start].text:
            start += 1
        if start == len(lines):
            return start
        after = indented(lines, start, base)
        if after == start and (mark := lines[start].text[0]) and not mark.isalnum():
            while after < len(lines) and lines[after].text.startswith(mark):
                after += 1
        self.writer.code(lines[start:after])
        return after


_RULES: tuple[Callable[[Blocks, Sequence[Line], int, int], int], ...] = (
    Blocks.explicit,
    items.grid,
    items.simple,
    Blocks.section,
    items.bullets,
    items.numbers,
    items.options,
    items.field,
    items.doctest,
    items.line_block,
)
