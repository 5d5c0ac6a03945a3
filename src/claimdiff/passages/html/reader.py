"""From the tokens of an HTML page to its outline: text between the edges of blocks, lists, tables, code."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.html.code import add_code
from claimdiff.passages.html.table import Table
from claimdiff.passages.html.tokens import VOID, tokens
from claimdiff.passages.reading import Piece, Reading
from claimdiff.passages.source import Located
from claimdiff.passages.writing import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.passages.cutting import Section
    from claimdiff.passages.html.tokens import Token
    from claimdiff.passages.source import Page

_MAIN = re.compile(r"<main\b|<[a-z]+\s[^<>]{0,300}role\s*=\s*[\"']main[\"']", re.IGNORECASE)
_TITLE = re.compile(r"<title[^<>]*>([^<]{0,500})</title", re.IGNORECASE)
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "meter",
        "output",
        "q",
        "ruby",
        "rb",
        "rp",
        "rt",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
        "picture",
        "math",
        "mi",
        "mo",
        "mn",
        "mrow",
        "msup",
        "msub",
        "math-inline",
    ]
)
_CODE = frozenset({"code", "kbd", "samp", "tt", "var"})
_FRAMES = {
    "ul": "list",
    "ol": "list",
    "dl": "list",
    "li": "item",
    "dd": "definition",
    "blockquote": "quote",
    "details": "details",
}
_DEEPEST = 40


@dataclass(kw_only=True, slots=True)
class Reader:
    """State of one pass: the text since the last edge of a block, and which elements are open."""

    page: Page
    writer: Writer
    located: Located
    start: int
    end: int
    pieces: list[Piece] = field(default_factory=list)
    kind: str = ""
    level: int = 0
    open_tags: list[str] = field(default_factory=list)
    code: int = 0
    pre: int = 0
    table: Table | None = None
    term: str = ""
    named: str = ""

    @classmethod
    def of(cls, page: Page, *, flat: bool) -> Reader:
        """The reader of a page."""
        text = page.text
        writer = Writer(page=page, flat=flat)
        title = _TITLE.search(text, 0, 100_000)
        writer.outline.title = " ".join(html.unescape(title.group(1)).split()) if title and not flat else ""
        main = [match.start() for match in _MAIN.finditer(text)]
        close = text.lower().rfind("</main") if len(main) == 1 else -1
        located = Located(page=page, text=text, starts=page.starts, origins=page.starts)
        start = main[0] if len(main) == 1 else 0
        return cls(page=page, writer=writer, located=located, start=start, end=close if close > start else len(text))

    def run(self) -> tuple[Section, ...]:
        """The sections of the page."""
        for token in tokens(self.page.text, self.start, self.end):
            if token.value is not None:
                self.text(token.start, token.end, token.value)
            elif token.closes:
                self.close(token)
            else:
                self.open(token)
        self.flush()
        if self.table:
            self.end_table()
        self.writer.outline.finish()
        return tuple(self.writer.outline.sections)

    def text(self, start: int, end: int, value: str) -> None:
        """Text between two tags, or an entity."""
        same = self.page.text[start:end] == value
        piece = Piece(text=value, start=start, end=end, plain=same, code=self.code > 0)
        (self.table.pieces if self.table else self.pieces).append(piece)

    def open(self, token: Token) -> None:
        """The beginning of an element, or all of one that holds nothing."""
        name = token.name
        if name == "img" and (alt := token.attribute("alt")):
            self.text(token.start, token.end, alt)
        elif name in {"br", "wbr"}:
            self.text(token.start, token.end, "\n" if name == "br" else "")
        elif name in _INLINE:
            self.code += name in _CODE
        elif self.table:
            self.in_table(token)
        else:
            self.flush()
            if name not in VOID:
                self.enter(token)

    def enter(self, token: Token) -> None:
        """The beginning of a block."""
        name = token.name
        if name == "table":
            self.table = Table(caption=self.writer.outline.lead())
        elif name == "pre":
            self.pre += 1
        elif name[0] == "h" and name[1:] in {"1", "2", "3", "4", "5", "6"}:
            self.kind, self.level = "heading", int(name[1:])
        elif name in {"summary", "figcaption", "legend"} or token.has_class("title", "admonition-title"):
            self.kind = "title"
        elif name == "dt":
            self.leave("dd", "dl")
            self.kind = "term"
        elif name in _FRAMES:
            self.frame(name)

    def frame(self, name: str) -> None:
        """Enter a list, an item, a definition, a quotation."""
        outline = self.writer.outline
        if name == "li":
            self.leave("li", "ul", "ol")
        elif name == "dd":
            self.leave("dd", "dl")
        if len(self.open_tags) >= _DEEPEST:
            return
        context = outline.lead() if name in {"ul", "ol"} else self.term if name == "dd" else ""
        outline.open(_FRAMES[name], context).filled = name == "dd"
        self.open_tags.append(name)

    def leave(self, name: str, *within: str) -> None:
        """Close an element that is open inside the innermost of the others."""
        for at in range(len(self.open_tags) - 1, -1, -1):
            if self.open_tags[at] in within:
                return
            if self.open_tags[at] == name:
                del self.open_tags[at:]
                self.writer.outline.close(_FRAMES[name])
                return

    def close(self, token: Token) -> None:
        """The end of an element."""
        name = token.name
        if name in _INLINE:
            self.code = max(0, self.code - (name in _CODE))
        elif self.table:
            if name == "table" and self.table.depth == 0:
                self.end_table()
            else:
                self.table.close(token)
        else:
            self.flush()
            if name == "pre":
                self.pre = max(0, self.pre - 1)
            elif name in _FRAMES:
                self.leave(name)

    def in_table(self, token: Token) -> None:
        """The beginning of an element inside a table."""
        if self.table:
            self.table.open(token)

    def end_table(self) -> None:
        """Add the rows of the table."""
        if self.table:
            self.table.write(self.writer, self.located)
        self.table = None

    def flush(self) -> None:
        """Add the text since the last edge as what its element is."""
        pieces = [piece for piece in self.pieces if piece.text]
        self.pieces = []
        kind, self.kind = self.kind, ""
        while pieces and not pieces[0].text.strip():
            del pieces[0]
        while pieces and not pieces[-1].text.strip():
            del pieces[-1]
        if not pieces:
            self.kind = kind if kind and not self.pre else ""
            return
        if self.pre:
            add_code(self.writer, self.page, pieces)
            return
        start, end = pieces[0].start, pieces[-1].end
        part = self.located.part(start, end)
        moved = [
            Piece(text=piece.text, start=piece.start - start, end=piece.end - start, plain=piece.plain, code=piece.code)
            for piece in pieces
        ]
        _WRITE[kind](self, part, Reading.of(moved))

    def heading(self, part: Located, reading: Reading) -> None:
        """A heading begins a section, unless it stands in a list or a fold."""
        self.writer.heading(self.level, part, reading)
        frames = self.writer.outline.frames
        if frames and frames[-1].kind == "item" and not frames[-1].context:
            frames[-1].context = self.named = reading.line

    def title(self, part: Located, reading: Reading) -> None:
        """The title of a box, a figure or a fold."""
        frames = self.writer.outline.frames
        fold = frames[-1] if frames and frames[-1].kind == "details" else None
        self.writer.title(part.slice(0, len(part.text)), reading.line, fold)

    def name(self, part: Located, reading: Reading) -> None:
        """A term."""
        self.term = self.writer.term(part, reading)

    def paragraph(self, part: Located, reading: Reading) -> None:
        """Any other text."""
        frames = self.writer.outline.frames
        named = frames[-1] if frames and frames[-1].context and frames[-1].context == self.named else None
        self.writer.paragraph(part, reading)
        if named:
            named.context = f"{self.named}: {reading.line.partition('. ')[0]}"


_WRITE: dict[str, Callable[[Reader, Located, Reading], None]] = {
    "": Reader.paragraph,
    "heading": Reader.heading,
    "title": Reader.title,
    "term": Reader.name,
}
