"""Inline markup of reStructuredText, read as text that knows where it stood. One pass, linear time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.reading import Piece, Reading
from claimdiff.passages.rst.roles import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SPECIAL = re.compile(r"https?://[^\s<>`*]+|[\\`*|_\[]|:(?=[A-Za-z][\w.+:-]{0,60}:`)")
_ROLE = re.compile(r":([A-Za-z][\w.+:-]{0,60}):`")
_SUFFIX_ROLE = re.compile(r":([A-Za-z][\w.+:-]{0,60}):(?!`)")
_SUBSTITUTION = re.compile(r"\|(?=[^\s|])([^|\n]{0,100}[^\s|])\|_{0,2}")
_FOOTNOTE = re.compile(r"\[(?:\d{1,4}|#[\w.-]{0,60}|\*|[A-Za-z][\w.:-]{0,60})\]_(?!\w)")
_NAME = re.compile(r"(?:(?!_)\w)+(?:[-.+:_](?:(?!_)\w)+)*")
_TARGET = re.compile(r"(?P<title>[^<]*?)\s*<(?P<url>[^<>]*)>", re.DOTALL)
_BEFORE = frozenset("'\"([{<-/:‘“’«¡¿–—")
_AFTER = frozenset("'\")]}>-/:.,;!?\\’”»–—")
_LONGEST = 2_000
"""Characters of emphasised text."""
_STOPS = frozenset(".,;:!?)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """A value that a page names: its text and the place (path, line) of its definition."""

    text: str
    place: tuple[str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Names:
    """What a page defines: substitutions and the titles behind labels, by case-folded name.

    `captions` are those of roles that make links: what is shown for the content, as a text with one `%s`.
    """

    substitutions: dict[str, Named] = field(default_factory=dict)
    labels: dict[str, Named] = field(default_factory=dict)
    captions: dict[str, str] = field(default_factory=dict)


Mark = tuple[int, int, str]
"""Half-open span of the markup, and what is read in its place."""


def read(content: str, names: Names | None = None, marks: Sequence[Mark] = ()) -> Reading:
    """The reading of inline markup. `marks` are spans that are read as something else, in order."""
    reader = _Reader(content, names or Names())
    position = 0
    for start, end, text in marks:
        reader.run(position, start)
        reader.put(text, start, end)
        position = end
    reader.run(position, len(content))
    return Reading.of([piece for piece in reader.pieces if piece.text])


def key(name: str) -> str:
    """Names are equal whatever their case and white space."""
    return " ".join(name.split()).casefold()


class _Reader:
    """State of one pass: what was read, and where closing marks of emphasis stand."""

    def __init__(self, content: str, names: Names) -> None:
        self.content = content
        self.names = names
        self.pieces: list[Piece] = []
        self.closers: dict[int, int] = {}
        self.absent: dict[str, int] = {}
        self.clear: dict[str, int] = {}

    def run(self, position: int, limit: int) -> None:
        while match := _SPECIAL.search(self.content, position, limit):
            self.literal(position, match.start())
            if len(match.group()) > 1:
                position = self.literal(match.start(), match.end())
            else:
                position = min(_HANDLERS[match.group()](self, match.start()), limit)
        self.literal(position, limit)

    def literal(self, start: int, end: int, *, code: bool = False) -> int:
        if end > start:
            self.pieces.append(Piece(text=self.content[start:end], start=start, end=end, code=code))
        return end

    def put(self, text: str, start: int, end: int, lender: tuple[str, int] | None = None) -> int:
        self.pieces.append(Piece(text=text, start=start, end=end, plain=False, lender=lender))
        return end

    def find(self, text: str, start: int) -> int:
        """`str.find`, which looks only once for what is not there."""
        if self.absent.get(text, start + 1) <= start:
            return -1
        at = self.content.find(text, start)
        if at < 0:
            self.absent[text] = start
        return at

    def opens(self, at: int, width: int) -> bool:
        """Whether a start mark can stand here."""
        before, after = self.content[at - 1 : at], self.content[at + width : at + width + 1]
        return bool(after) and not after.isspace() and (at == 0 or before.isspace() or before in _BEFORE)

    def ends(self, at: int) -> bool:
        """Whether what ends before `at` is followed by something that ends a word."""
        after = self.content[at : at + 1]
        return not after or after.isspace() or after in _AFTER

    def backslash(self, at: int) -> int:
        following = self.content[at + 1 : at + 2]
        return at + 2 if following.isspace() else self.literal(at + 1, at + 2)

    def backtick(self, at: int) -> int:
        if self.content.startswith("``", at):
            return self.double(at)
        return self.interpreted(at, at, "")

    def double(self, at: int) -> int:
        end = self.find("``", at + 3)
        if end < 0:
            return self.literal(at, at + 2)
        while self.content.startswith("`", end + 2):
            end += 1
        self.literal(at + 2, end, code=True)
        return end + 2

    def interpreted(self, at: int, tick: int, role: str) -> int:
        """From `at`: text between backticks, the first of which is at `tick`."""
        close = self.find("`", tick + 1)
        while close > 0 and self.content[close - 1] == "\\":
            close = self.find("`", close + 1)
        if close < 0 or close == tick + 1:
            return self.literal(at, tick + 1)
        begin, end = tick + 1, close + 1
        if not role and (suffix := _SUFFIX_ROLE.match(self.content, end)):
            role, end = suffix.group(1), suffix.end()
        underscores = 2 if self.content.startswith("__", end) else int(self.content.startswith("_", end))
        if role:
            self.role(role, begin, close)
        elif underscores and (target := _TARGET.fullmatch(self.content, begin, close)):
            group = "title" if target.group("title").strip() else "url"
            self.literal(target.start(group), target.end(group))
        else:
            self.literal(begin, close, code=not underscores)
        return end + underscores

    def role(self, role: str, begin: int, close: int) -> None:
        content = self.content[begin:close]
        label = self.names.labels.get(key(content)) if role.endswith("ref") else None
        if label:
            self.put(label.text, begin, close, label.place)
            return
        caption = self.names.captions.get(role.casefold(), "%s")
        part = shown(role if caption == "%s" else "link", content)
        titled = part.end - part.start < len(content)
        before, _, after = ("", "", "") if titled else caption.partition("%s")
        if before or part.before:
            self.put(before or part.before, begin, begin)
        self.literal(begin + part.start, begin + part.end, code=part.code)
        if after:
            self.put(after, close, close)

    def colon(self, at: int) -> int:
        role = _ROLE.match(self.content, at)
        before = self.content[at - 1 : at]
        if not role or before.isalnum():
            return self.literal(at, at + 1)
        return self.interpreted(at, role.end() - 1, role.group(1))

    def star(self, at: int) -> int:
        if width := self.closers.pop(at, 0):
            return at + width
        mark = "**" if self.content.startswith("**", at) else "*"
        inside = at + len(mark)
        if not self.opens(at, len(mark)) or self.quoted(at, inside):
            return self.literal(at, inside)
        close = self.find(mark, max(inside + 1, self.clear.get(mark, 0)))
        while 0 < close <= inside + _LONGEST and (
            self.content[close - 1].isspace() or not self.ends(close + len(mark))
        ):
            close = self.find(mark, close + 1)
        if not 0 < close <= inside + _LONGEST:
            self.clear[mark] = len(self.content) if close < 0 else inside + _LONGEST
            return self.literal(at, inside)
        self.closers[close] = len(mark)
        return inside

    def quoted(self, at: int, inside: int) -> bool:
        before = self.content[at - 1 : at] if at else ""
        return bool(before) and before in "'\"(<[{" and self.content[inside : inside + 1] in tuple("'\")>]}")

    def bar(self, at: int) -> int:
        match = _SUBSTITUTION.match(self.content, at)
        value = self.names.substitutions.get(key(match.group(1))) if match else None
        if not match or value is None:
            return self.literal(at, at + 1)
        return self.put(value.text, at, match.end(), value.place)

    def underscore(self, at: int) -> int:
        if self.content.startswith("_`", at) and self.opens(at, 2):
            return self.interpreted(at, at + 1, "title")
        end = at + 2 if self.content.startswith("__", at) else at + 1
        word = re.split(r"[\s'\"(\[{<`|]", self.content[max(0, at - 100) : at])[-1]
        if self.ends(end) and _NAME.fullmatch(word):
            return end
        return self.literal(at, end)

    def bracket(self, at: int) -> int:
        note = _FOOTNOTE.match(self.content, at)
        if not note:
            return self.literal(at, at + 1)
        last = self.pieces[-1] if self.pieces else None
        if last and last.plain and last.text[-1:].isspace() and self.content[note.end() : note.end() + 1] in _STOPS:
            self.pieces[-1] = Piece(text=last.text[:-1], start=last.start, end=last.end - 1, code=last.code)
        return note.end()


_HANDLERS: dict[str, Callable[[_Reader, int], int]] = {
    "\\": _Reader.backslash,
    "`": _Reader.backtick,
    "*": _Reader.star,
    "|": _Reader.bar,
    "_": _Reader.underscore,
    "[": _Reader.bracket,
    ":": _Reader.colon,
}
