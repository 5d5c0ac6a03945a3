"""Inline markup of AsciiDoc, read as text that knows where it stood. One pass, linear time."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc import macros
from claimdiff.passages.asciidoc.attributes import REFERENCE, Attributes
from claimdiff.passages.reading import Piece, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from claimdiff.passages.rst.inline import Named

_SPECIAL = re.compile(r"[\\*_`#^~+{<&(\[\"']|(?:[a-z][\w-]{0,40}:)(?=[^\s:])| \+(?=\n|$)", re.IGNORECASE)
_URL = re.compile(
    r"(?:https?|ftp|irc)://(?:[^\s\[\]<>]{1,2000}(?=\[)|[^\s\[\]<>]*[^\s.,;:!?)\]<>\[\"'`*])", re.IGNORECASE
)
_URL_NAME = re.compile(r"(?:.*-)?(?:url|uri|link|href|base|root|docs?|site|api|javadoc|path)s?(?:-.*)?")
_PATH = re.compile(r"[^\s\[\]<>]{0,1000}(?=\[)")
_TEXT = re.compile(r"\[((?:[^\]\\]|\\.){0,2000})\]", re.DOTALL)
_XREF = re.compile(r"<<#?(?P<id>[^\s<>,][^<>,\n]{0,200})(?:,\s*(?P<text>[^<>]{0,500}))?>>")
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
    reader = _Reader(content, attributes, labels or {})
    reader.run()
    return Reading.of([piece for piece in reader.pieces if piece.text])


class _Reader:
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
                position = self.macro(at, match.end())
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
        if end > start:
            code = start < self.code_end
            self.pieces.append(Piece(text=self.content[start:end], start=start, end=end, code=code))

    def put(self, text: str, start: int, end: int, lender: tuple[str, int] | None = None) -> int:
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
        if counter := _COUNTER.match(self.content, at):
            return counter.end()
        match = REFERENCE.match(self.content, at)
        named = self.attributes.get(match.group("name")) if match else None
        if match and (label := self.linked(match, named)):
            return self.label(label, at)
        if not match or named is None:
            return self.literal(at, match.end() if match else at + 1)
        text = named.text
        end = match.end()
        lender = named.place if named.place[1] else None
        if any(char in text for char in "*_`#[{<"):
            text = read(self.attributes.filled(text), Attributes(values={}), self.labels).text
        return self.put(text, at, end, lender)

    def linked(self, match: re.Match[str], named: Named | None) -> re.Match[str] | None:
        """The text of a link whose address begins with an attribute, be it set or not."""
        is_url = _URL.match(named.text) if named else _URL_NAME.fullmatch(match.group("name"))
        path = _PATH.match(self.content, match.end()) if is_url else None
        return _TEXT.match(self.content, path.end()) if path else None

    def angle(self, at: int) -> int:
        match = _XREF.match(self.content, at)
        if not match:
            link = _URL.match(self.content, at + 1)
            if link and self.content.startswith(">", link.end()):
                self.plain(link.start(), link.end())
                return link.end() + 1
            return self.literal(at, at + 1)
        if match.group("text"):
            self.inner(match.start("text"), match.end("text"))
        else:
            self.reference(match.group("id"), at, match.end())
        return match.end()

    def reference(self, target: str, at: int, end: int) -> None:
        """What a reference without a text shows: the title that it leads to, else the name."""
        path, _, fragment = target.rpartition("#")
        named = self.labels.get(fragment.strip()) if not path else None
        if named:
            self.put(named.text, at, end, named.place)
        else:
            self.put(macros.shown_target(target), at, end)

    def inner(self, start: int, end: int) -> None:
        """A part that is read by itself: the text of a link."""
        for piece in read(self.content[start:end], self.attributes, self.labels).pieces:
            self.pieces.append(
                Piece(text=piece.text, start=piece.start + start, end=piece.end + start, plain=piece.plain,
                      code=piece.code or start < self.code_end, lender=piece.lender)
            )  # fmt: skip

    def label(self, match: re.Match[str], at: int, target: str = "") -> int:
        """The text of a link without its options; its target where there is none."""
        start, end = macros.label_span(match.group(1))
        if end > start:
            self.inner(match.start(1) + start, match.start(1) + end)
        elif target:
            self.put(target, at, match.end())
        return match.end()

    def macro(self, at: int, after: int) -> int:
        """A web address, with its text if it has one, or a macro; anything else that ends in a colon is text."""
        before = self.content[at - 1 : at]
        if before.isalnum() or before == "_":
            return self.literal(at, after)
        if url := _URL.match(self.content, at):
            label = _TEXT.match(self.content, url.end())
            return self.label(label, at, url.group()) if label else self.literal(at, url.end())
        found = macros.MACRO.match(self.content, at)
        label = _TEXT.match(self.content, found.end()) if found else None
        if not found or not label:
            return self.literal(at, after)
        target = self.attributes.filled(found.group("target") or "")
        return self.shown(macros.kind_of(found.group("name").lower(), target), target, at, label) or self.literal(
            at, after
        )

    def shown(self, kind: macros.Kind, target: str, at: int, label: re.Match[str]) -> int:
        """Put what a macro shows; where it ends, or 0 if it is none."""
        if kind == "none":
            return 0
        if kind == "link":
            return self.label(label, at, target)
        start, end = macros.label_span(label.group(1))
        if kind == "text":
            self.plain(label.start(1), label.end(1))
        elif kind == "menu":
            self.put(" > ".join(filter(None, [target, label.group(1)])), at, label.end())
        elif kind == "note":
            self.put(" ", at, label.start(1))
            self.inner(label.start(1), label.end(1))
        elif kind == "xref" and end > start:
            return self.label(label, at)
        elif kind == "xref":
            self.reference(target, at, label.end())
        return label.end()

    def entity(self, at: int) -> int:
        if match := _ENTITY.match(self.content, at):
            return self.put(html.unescape(match.group()), at, match.end())
        return self.literal(at, at + 1)

    def parenthesis(self, at: int) -> int:
        term = _TERM.match(self.content, at)
        if not term:
            return self.literal(at, at + 1)
        if not term.group("hidden"):
            self.plain(term.start("text"), term.end("text"))
        return term.end()

    def bracket(self, at: int) -> int:
        skipped = _ANCHOR.match(self.content, at) or _ROLE.match(self.content, at)
        return skipped.end() if skipped else self.literal(at, at + 1)


_HANDLERS: dict[str, Callable[[_Reader, int], int]] = {
    "\\": _Reader.backslash,
    **dict.fromkeys("*_`#^~", _Reader.mark),
    "+": _Reader.plus,
    "{": _Reader.brace,
    "<": _Reader.angle,
    "&": _Reader.entity,
    "(": _Reader.parenthesis,
    "[": _Reader.bracket,
    **dict.fromkeys("\"'", _Reader.quote),
}
