"""Blocks of reStructuredText, line by line: every piece keeps the lines it was written on.

docutils knows the lines of blocks only roughly and ends at directives that it does not know, so the structure is read
here: what a reader sees of any directive, known or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.rst import inline, tables
from claimdiff.passages.rst.explicit import explicit
from claimdiff.passages.source import Line, Located

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.passages.reading import Reading
    from claimdiff.passages.rst.inline import Mark, Names
    from claimdiff.passages.writing import Include, Writer

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])\1*")
_BULLET = re.compile(r"[-*+•‣⁃](?:\s+|$)")
_ENUMERATOR = re.compile(r"(?P<open>\(?)(?P<number>\d{1,9}|#|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,15})(?P<close>[.)])(?:\s+|$)")
_FIELD = re.compile(r":(?![: `])(?P<name>(?:[^:\\\n`]|\\.|:(?!\s|$|`)|`[^`]*`){1,200}):(?:\s+|$)")
_ONE_OPTION = (
    r"(?:-[a-zA-Z0-9]|--?[a-zA-Z0-9][\w-]{0,60}|/[a-zA-Z0-9][\w-]{0,60})(?:[ =]?(?:<[^<>]{1,60}>|[\w-]{1,60}))?"
)
_OPTION = re.compile(rf"{_ONE_OPTION}(?:, {_ONE_OPTION}){{0,9}}(?:  +(?=\S)|$)")
_GRID = re.compile(r"\+-[-+]*\+$")
_SIMPLE = re.compile(r"=+(?: +=+)+$")
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

    def bullets(self, lines: Sequence[Line], at: int, base: int) -> int:
        """A list with bullets, as long as they are the same."""
        match = _BULLET.match(lines[at].text)
        if not match:
            return at
        mark = lines[at].text[0]

        def width(line: Line) -> int:
            found = _BULLET.match(line.text)
            return found.end() if found and line.text[0] == mark else 0

        return self.items(lines, at, base, width)

    def numbers(self, lines: Sequence[Line], at: int, base: int) -> int:
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

        return self.items(lines, at, base, width)

    def items(self, lines: Sequence[Line], at: int, base: int, width: Callable[[Line], int]) -> int:
        """Items that follow each other; `width` is that of the mark of an item, 0 for any other line."""
        outline = self.writer.outline
        outline.open("list", outline.lead())
        while at < len(lines) and lines[at].indent == base and (taken := width(lines[at])):
            after = indented(lines, at + 1, base)
            rest = lines[at + 1 : after]
            first = lines[at].after(taken)
            least = min((line.indent for line in rest if line.text), default=first.indent)
            kept = Line(first.page, first.index, first.column, min(first.indent, least), first.text)
            self.inside("item", [kept, *rest])
            at = after
            while at < len(lines) and not lines[at].text:
                at += 1
        outline.close("list")
        return at

    def field(self, lines: Sequence[Line], at: int, base: int) -> int:
        """`:name: body`. Fields above everything else describe the file and are not text."""
        match = _FIELD.match(lines[at].text)
        if not match:
            return at
        after = indented(lines, at + 1, base)
        outline = self.writer.outline
        if self.depth == 1 and not (outline.blocks or outline.sections or outline.heading):
            return after
        name = field_name(match.group("name"))
        end = next((number for number in range(at, after) if not lines[number].text), after)
        self.labelled(lines[at:end], lines[end:after], ((0, match.end(), f"{name}: "),), name)
        return after

    def options(self, lines: Sequence[Line], at: int, base: int) -> int:
        """`-o FILE, --output FILE  description`."""
        match = _OPTION.match(lines[at].text)
        after = indented(lines, at + 1, base)
        alone = match and match.end() == len(lines[at].text)
        if not match or (alone and not any(line.text for line in lines[at + 1 : after])):
            return at
        name = match.group().strip()
        context = self.writer.term(Located.joined([cut(lines[at], len(name))]), inline.read(f"``{name}``"))
        rest = [] if alone else [lines[at].after(match.end())]
        self.inside("definition", [*rest, *lines[at + 1 : after]], context, filled=True)
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

    def doctest(self, lines: Sequence[Line], at: int, _base: int) -> int:
        """A session with its prompt, up to a blank line."""
        if not lines[at].text.startswith(">>>"):
            return at
        after = at
        while after < len(lines) and lines[after].text:
            after += 1
        self.writer.code(lines[at:after])
        return after

    def line_block(self, lines: Sequence[Line], at: int, base: int) -> int:
        """`| line`: each line stands for itself; indented ones carry on."""
        after = at
        while after < len(lines) and (lines[after].text.startswith("| ") or lines[after].text == "|"):
            end = after + 1
            while end < len(lines) and lines[end].text and lines[end].indent > base:
                end += 1
            kept = [line for line in (lines[after].after(1), *lines[after + 1 : end]) if line.text]
            if kept:
                self.plain(kept)
            after = end
        return after

    def grid(self, lines: Sequence[Line], at: int, base: int) -> int:
        """A table in a drawn grid."""
        if not _GRID.match(lines[at].text):
            return at
        after = at
        while after < len(lines) and lines[after].indent == base and lines[after].text[:1] in {"+", "|"}:
            after += 1
        tables.write(self.writer, self.inline, tables.grid(lines[at:after]))
        return after

    def simple(self, lines: Sequence[Line], at: int, _base: int) -> int:
        """A table between lines of equal signs."""
        if not _SIMPLE.match(lines[at].text):
            return at
        after = tables.simple_end(lines, at)
        if after > at:
            tables.write(self.writer, self.inline, tables.simple(lines[at:after]))
        return after

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


_RULES: tuple[Callable[[Blocks, Sequence[Line], int, int], int], ...] = (
    Blocks.explicit,
    Blocks.grid,
    Blocks.simple,
    Blocks.section,
    Blocks.bullets,
    Blocks.numbers,
    Blocks.options,
    Blocks.field,
    Blocks.doctest,
    Blocks.line_block,
)
