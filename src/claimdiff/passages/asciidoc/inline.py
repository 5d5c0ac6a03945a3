"""Inline markup of AsciiDoc, read as text that knows where it stood. One pass, linear time."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc import links
from claimdiff.passages.asciidoc.attributes import REFERENCE, Attributes
from claimdiff.passages.reading import Piece, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from claimdiff.passages.rst.inline import Named

_SPECIAL = re.compile(r"[\\*_`#^~+{<&(\[\"']|(?:[a-z][\w-]{0,40}:)(?=[^\s:])| \+(?=\n|$)", re.IGNORECASE)
_ROLE = re.compile(r"\[(?:[.#%][^\[\]\n]{0,200}|[a-z-]{1,30})\](?=[*_`#])")
_ANCHOR = re.compile(r"\[\[[^\[\]\n]{0,200}\]\]|\[\[\[[^\[\]\n]{0,200}\]\]\]")
_TERM = re.compile(r"\(\((?P<hidden>\()?(?P<text>[^()\n]{1,200})\)\)(?(hidden)\))")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_COUNTER = re.compile(r"\{(?:counter2?|set):[^{}\n]{0,100}\}")
_ESCAPED = re.compile(r"\\+(?=[*_`#^~+{<(\[|]|[a-z][\w-]{0,40}:|\"`|'`|https?://)", re.IGNORECASE)
_MARK = re.compile(r"[*_`#^~]")
_WORD = re.compile(r"[\w-]+:[^\s`*_\[\]]*")
_LONGEST = 3_000
_SHORT = 100


def read(content: str, attributes: Attributes, labels: Mapping[str, Named] | None = None) -> Reading:
    """The reading of inline AsciiDoc with these attributes. `labels` are the titles behind ids."""
    reader = Reader(content, attributes, labels or {})
    reader.run()
    return Reading.of([piece for piece in reader.pieces if piece.text])


class Reader:
    """State of one pass: what was read, where closing marks stand, up to where the text is code."""

    def __init__(self, content: str, attributes: Attributes, labels: Mapping[str, Named]) -> None:
        self.content = content
        self.attributes = attributes
        self.labels = labels
        self.pieces: list[Piece] = []
        self.closers: dict[int, int] = {}
        self.code_end = -1
        self.absent: dict[str, int] = {}
        self.clear: dict[tuple[str, bool], int] = {}

    def run(self) -> None:
        """Read all of the content."""
        position, content = 0, self.content
        while match := _SPECIAL.search(content, position):
            self.literal(position, match.start())
            at = match.start()
            if width := self.closers.pop(at, 0):
                position = at + width
            elif len(match.group()) == 1:
                position = _HANDLERS[match.group()](self, at)
            elif match.group() == " +":
                position = match.end()
            else:
                position = links.macro(self, at, match.end())
        self.literal(position, len(content))

    def literal(self, start: int, end: int) -> int:
        """Text as it stands; closing marks in it are left out."""
        for mark in _MARK.finditer(self.content, start, end) if self.closers else ():
            if mark.start() >= start and (width := self.closers.pop(mark.start(), 0)):
                self.plain(start, mark.start())
                start = mark.start() + width
        self.plain(start, end)
        return max(start, end)

    def plain(self, start: int, end: int) -> None:
        """Text as it stands."""
        if end > start:
            code = start < self.code_end
            self.pieces.append(Piece(text=self.content[start:end], start=start, end=end, code=code))

    def put(self, text: str, start: int, end: int, lender: tuple[str, int] | None = None) -> int:
        """Text in place of markup."""
        self.pieces.append(
            Piece(text=text, start=start, end=end, plain=False, lender=lender, code=start < self.code_end)
        )
        return end

    def find(self, text: str, start: int) -> int:
        """`str.find`, which looks only once for what is not there."""
        if self.absent.get(text, start + 1) <= start:
            return -1
        at = self.content.find(text, start)
        if at < 0:
            self.absent[text] = start
        return at

    def backslash(self, at: int) -> int:
        """What a backslash protects is text."""
        escape = _ESCAPED.match(self.content, at)
        if not escape:
            return self.literal(at, at + 1)
        end = escape.end()
        mark = self.content[end]
        while self.content.startswith(mark, end) and not mark.isalnum():
            end += 1
        if mark == "{" or mark.isalnum():
            word = REFERENCE.match(self.content, escape.end()) or _WORD.match(self.content, escape.end())
            end = word.end() if word else end
        self.plain(escape.end(), end)
        if mark in "*_`#^~+" and (close := self.find(mark, end)) >= 0 and "\n" not in self.content[end:close]:
            self.plain(end, close + 1)
            end = close + 1
        return end

    def mark(self, at: int) -> int:
        """A pair of formatting marks: single ones stand at the borders of words, double ones anywhere."""
        char = self.content[at]
        double = self.content.startswith(char * 2, at)
        if double and (close := self.close(char * 2, at + 2, bound=False)) > 0:
            return self.opened(at, 2, close)
        inside = at + 1
        before, after = self.content[at - 1 : at], self.content[inside : inside + 1]
        bound = char not in "^~"
        free = not before or not (before.isalnum() or before in "_;:}") or not bound
        if free and after and not after.isspace() and (close := self.close(char, inside, bound=bound)) > 0:
            return self.opened(at, 1, close)
        end = at
        while self.content.startswith(char, end):
            end += 1
        return self.literal(at, end)

    def close(self, mark: str, start: int, *, bound: bool) -> int:
        """Where the pair is closed that begins before `start`; -1 if nowhere near."""
        limit = start + (_LONGEST if mark not in {"^", "~"} else _SHORT)
        close = self.find(mark, max(start + 1, self.clear.get((mark, bound), 0)))
        while 0 < close <= limit:
            after = self.content[close + len(mark) : close + len(mark) + 1]
            word = bool(after) and (after.isalnum() or after == "_")
            if not bound or not (self.content[close - 1].isspace() or word or after == mark):
                return -1 if mark in "^~" and " " in self.content[start:close] else close
            close = self.find(mark, close + 1)
        self.clear[mark, bound] = max(limit if close > 0 else len(self.content), self.clear.get((mark, bound), 0))
        return -1

    def opened(self, at: int, width: int, close: int) -> int:
        """Past the first mark of a pair; what is in a pair of plus signs is text."""
        char = self.content[at]
        inside = at + width
        if char == "`":
            self.code_end = max(self.code_end, close)
            if self.content.startswith("+", inside) and self.content[close - 1] == "+" and close - inside > 2:  # noqa: PLR2004 -- two marks and something between them
                self.plain(inside + 1, close - 1)
                return close + width
        if char == "+":
            self.plain(inside, close)
            return close + width
        self.closers[close] = width
        return inside

    def plus(self, at: int) -> int:
        """Three plus signs protect anything, fewer are marks."""
        if self.content.startswith("+++", at) and (close := self.find("+++", at + 3)) > 0:
            self.plain(at + 3, close)
            return close + 3
        return self.mark(at)

    def quote(self, at: int) -> int:
        """Quotes with backticks inside are typographic ones."""
        char = self.content[at]
        if self.content.startswith("`", at + 1) and (close := self.find("`" + char, at + 2)) > 0:
            self.closers[close] = 1
            return self.literal(at, at + 1) + 1
        return self.literal(at, at + 1)

    def brace(self, at: int) -> int:
        """The value of an attribute; one that is not set stays as it is written."""
        if counter := _COUNTER.match(self.content, at):
            return counter.end()
        match = REFERENCE.match(self.content, at)
        named = self.attributes.get(match.group("name")) if match else None
        if match and (label := links.linked(self, match, named)):
            return links.labelled(self, label, at)
        if not match or named is None:
            return self.literal(at, match.end() if match else at + 1)
        text = named.text
        end = match.end()
        lender = named.place if named.place[1] else None
        if any(char in text for char in "*_`#[{<"):
            text = read(self.attributes.filled(text), Attributes(values={}), self.labels).text
        return self.put(text, at, end, lender)

    def inner(self, start: int, end: int) -> None:
        """A part that is read by itself: the text of a link."""
        for piece in read(self.content[start:end], self.attributes, self.labels).pieces:
            self.pieces.append(
                Piece(text=piece.text, start=piece.start + start, end=piece.end + start, plain=piece.plain,
                      code=piece.code or start < self.code_end, lender=piece.lender)
            )  # fmt: skip

    def entity(self, at: int) -> int:
        """A character by its name or number."""
        if match := _ENTITY.match(self.content, at):
            return self.put(html.unescape(match.group()), at, match.end())
        return self.literal(at, at + 1)

    def parenthesis(self, at: int) -> int:
        """Terms of an index: shown in two parentheses, hidden in three."""
        term = _TERM.match(self.content, at)
        if not term:
            return self.literal(at, at + 1)
        if not term.group("hidden"):
            self.plain(term.start("text"), term.end("text"))
        return term.end()

    def bracket(self, at: int) -> int:
        """Anchors and roles are not shown."""
        skipped = _ANCHOR.match(self.content, at) or _ROLE.match(self.content, at)
        return skipped.end() if skipped else self.literal(at, at + 1)


_HANDLERS: dict[str, Callable[[Reader, int], int]] = {
    "\\": Reader.backslash,
    **dict.fromkeys("*_`#^~", Reader.mark),
    "+": Reader.plus,
    "{": Reader.brace,
    "<": links.angle,
    "&": Reader.entity,
    "(": Reader.parenthesis,
    "[": Reader.bracket,
    **dict.fromkeys("\"'", Reader.quote),
}
