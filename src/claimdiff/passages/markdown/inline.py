"""Inline markup: emphasis, links, code, tags and entities, read as text that knows where it stood.

This is a single pass from left to right in linear time. It follows CommonMark where that shows in the text; what is
left out (the rule of three for emphasis, links in links) changes no word.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from claimdiff.passages.markdown.templates import LINK, Tag, since_component, tag_at
from claimdiff.passages.reading import Piece, Reading
from claimdiff.passages.rst.roles import shown

if TYPE_CHECKING:
    from collections.abc import Callable

_SPECIAL = re.compile(r"[\\`*_\[\]!<&{~]|:(?:material|octicons|fontawesome|simple)-[\w-]{1,80}:")
_ATTRIBUTE = r"(?:[#.][\w:-]+|[\w:-]+=(?:\"[^\"\n]{0,500}\"|'[^'\n]{0,500}'|[^\s\"'{}]+))"
_ATTRIBUTES = re.compile(rf"\{{(?::[^{{}}\n]{{0,500}}|\s*[#.][\w:-]+(?:\s+{_ATTRIBUTE})*\s*)\}}")
_LOOSE_ATTRIBUTES = re.compile(rf"\{{:?\s*(?:{_ATTRIBUTE}|[\w-]+)(?:\s+(?:{_ATTRIBUTE}|[\w-]+))*\s*\}}")
_ROLE = re.compile(r"\{([a-zA-Z][\w:.+-]{0,60})\}(?=`)")
_TARGET = re.compile(
    r"\(\s{0,99}(?:<[^<>\n]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,2000}\)[^\s()]{0,2000}){0,9})"
    r"(?:\s{1,99}(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^()]{0,500}\)))?\s{0,99}\)"
)
_REFERENCE = re.compile(r"\[([^\[\]]{0,999})\]")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,100}\]")
_AUTOLINK = re.compile(r"<([a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.+-]{1,100}@[\w.-]{1,200})>")
_TAG = re.compile(
    r"<(/?)([a-zA-Z][\w:.-]{0,100})(?=[\s/>{])((?:[^<>\"'{}]|\"[^\"<]{0,2000}\"|'[^'<]{0,2000}'|\{[^{}<]{0,500}\})*)>|</?>"
)
_ALT = re.compile(r"\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_APART = frozenset({"br", "ul", "ol", "p", "div", "td", "th", "tr", "dd", "dt", "hr", "pre", "summary"})
_UNREAD = frozenset({"script", "style", "template", "svg", "del", "s", "strike"})


def read(content: str, references: frozenset[str] = frozenset()) -> Reading:
    """The reading of inline Markdown. `references` are the case-folded labels that the page defines."""
    if content and not _SPECIAL.search(content):
        return Reading.of([Piece(text=content, start=0, end=len(content))])
    reader = _Reader(content, references)
    reader.run()
    return Reading.of([piece for piece in reader.pieces if piece.text])


class _Reader:
    """State of one pass: what was read, and what is open."""

    def __init__(self, content: str, references: frozenset[str]) -> None:
        self.content = content
        self.references = references
        self.pieces: list[Piece] = []
        self.brackets: list[int] = []
        self.emphasis: dict[str, list[int]] = {"*": [], "_": []}
        self.backticks: dict[int, list[int]] | None = None
        self.absent: dict[str, int] = {}

    def run(self) -> None:
        position, content = 0, self.content
        while match := _SPECIAL.search(content, position):
            self.literal(position, match.start())
            position = _HANDLERS[match.group()[0]](self, match.start())
        self.literal(position, len(content))

    def literal(self, start: int, end: int) -> int:
        if end > start:
            self.pieces.append(Piece(text=self.content[start:end], start=start, end=end))
        return end

    def put(self, text: str, start: int, end: int) -> int:
        self.pieces.append(Piece(text=text, start=start, end=end, plain=False))
        return end

    def backslash(self, at: int) -> int:
        following = self.content[at + 1 : at + 2]
        if following == "\n":
            return at + 1
        if following in _PUNCTUATION and following:
            return self.literal(at + 1, at + 2)
        return self.literal(at, at + 1)

    def code(self, at: int) -> int:
        if self.backticks is None:
            self.backticks = {}
            for run in re.finditer(r"`+", self.content):
                self.backticks.setdefault(len(run.group()), []).append(run.start())
            for starts in self.backticks.values():
                starts.reverse()
        end = at
        while end < len(self.content) and self.content[end] == "`":
            end += 1
        closers = self.backticks.get(end - at, [])
        while closers and closers[-1] <= at:
            closers.pop()
        if not closers:
            return self.literal(at, end)
        close = closers[-1]
        inner = self.content[end:close]
        padded = len(inner) > 1 and inner[0] in " \n" and inner[-1] in " \n" and bool(inner.strip())
        self.pieces.append(Piece(text=inner[padded : len(inner) - padded], start=end + padded, end=close, code=True))
        return self.attributes(close + end - at)

    def star(self, at: int) -> int:
        content, char = self.content, self.content[at]
        end = at
        while end < len(content) and content[end] == char:
            end += 1
        before, after = content[at - 1 : at] or " ", content[end : end + 1] or " "
        left = not after.isspace() and (not _mark(after) or before.isspace() or _mark(before))
        right = not before.isspace() and (not _mark(before) or after.isspace() or _mark(after))
        opens = left and (char == "*" or not right or _mark(before))
        closes = right and (char == "*" or not left or _mark(after))
        rest = self.close(char, end - at) if closes else end - at
        if rest:
            self.literal(end - rest, end)
            if opens:
                self.emphasis[char].append(len(self.pieces) - 1)
        return end

    def close(self, char: str, length: int) -> int:
        """Match a closing run with the open ones; how many of its marks are left over."""
        stack = self.emphasis[char]
        while length and stack:
            opener = self.pieces[stack[-1]]
            used = min(len(opener.text), length)
            kept = opener.text[used:]
            self.pieces[stack[-1]] = Piece(text=kept, start=opener.start, end=opener.end)
            length -= used
            if not kept:
                stack.pop()
        return length

    def bang(self, at: int) -> int:
        if self.content[at + 1 : at + 2] != "[":
            return self.literal(at, at + 1)
        self.brackets.append(len(self.pieces))
        return self.literal(at, at + 2)

    def bracket(self, at: int) -> int:
        if footnote := _FOOTNOTE.match(self.content, at):
            return footnote.end()
        self.brackets.append(len(self.pieces))
        return self.literal(at, at + 1)

    def unbracket(self, at: int) -> int:
        if not self.brackets:
            return self.literal(at, at + 1)
        number = self.brackets.pop()
        opener = self.pieces[number]
        end = self.link_end(opener, at)
        if not end:
            return self.literal(at, at + 1)
        self.pieces[number] = Piece(text="", start=opener.start, end=opener.end)
        return self.attributes(end, loose=True)

    def link_end(self, opener: Piece, at: int) -> int:
        """Where the link ends whose text is closed at `at`; 0 if it is none."""
        if target := _TARGET.match(self.content, at + 1) or LINK.match(self.content, at + 1):
            return target.end()
        label = self.content[opener.end : min(at, opener.end + 1_000)]
        if reference := _REFERENCE.match(self.content, at + 1):
            known = _label(reference.group(1) or label) in self.references
            before = self.content[opener.start - 1 : opener.start]
            if known or (reference.group(1) and not before.isalnum() and " " not in reference.group(1)):
                return reference.end()
        return at + 1 if _label(label) in self.references else 0

    def angle(self, at: int) -> int:
        if self.content.startswith("<!--", at):
            end = self.content.find("-->", at + 2)
            return end + 3 if end >= 0 else len(self.content)
        if link := _AUTOLINK.match(self.content, at):
            self.literal(link.start(1), link.end(1))
            return link.end()
        tag = _TAG.match(self.content, at)
        return self.tag(tag) if tag else self.literal(at, at + 1)

    def tag(self, tag: re.Match[str]) -> int:
        name = (tag.group(2) or "").lower()
        if name == "img" and (alt := _ALT.search(tag.group(3))):
            return self.put(html.unescape(next(filter(None, alt.groups()), "")), tag.start(), tag.end())
        if tag.group(2) and tag.group(2)[0].isupper() and (told := since_component(name, tag.group(3))):
            return self.put(told, tag.start(), tag.end())
        if name in _UNREAD and not tag.group(1) and not tag.group().endswith("/>"):
            end = self.find(f"</{name}", tag.end())
            close = self.find(">", end) if end >= 0 else -1
            return close + 1 if close >= 0 else tag.end()
        if name == "li":
            between = "" if tag.group(1) else ", " if self.follows_word() else " "
            return self.put(between, tag.start(), tag.end()) if between else tag.end()
        return self.put(" ", tag.start(), tag.end()) if name in _APART else tag.end()

    def follows_word(self) -> bool:
        """Whether the last visible character is one that a list in running text would follow with a comma."""
        last = self.pieces[-1].text.rstrip() if self.pieces else ""
        return last[-1:].isalnum() or last[-1:] in {")", "%", '"', "'"}

    def find(self, text: str, start: int) -> int:
        """`str.find`, which looks only once for what is not there: a page may open what it never closes."""
        if self.absent.get(text, start + 1) <= start:
            return -1
        at = self.content.find(text, start)
        if at < 0:
            self.absent[text] = start
        return at

    def entity(self, at: int) -> int:
        if match := _ENTITY.match(self.content, at):
            return self.put(html.unescape(match.group()), at, match.end())
        return self.literal(at, at + 1)

    def brace(self, at: int) -> int:
        if self.content.startswith("{/*", at) and (end := self.find("*/}", at)) >= 0:
            return end + 3
        if self.content[at : at + 5] in {'{" "}', "{' '}"}:
            return self.put(" ", at, at + 5)
        if self.content[at + 1 : at + 2] in {"{", "%", "#"}:
            tag, end = tag_at(self.content, at, len(self.content))
            if end:
                return self.template(tag, at, end)
        if role := _ROLE.match(self.content, at):
            return self.role(role)
        match = _ATTRIBUTES.match(self.content, at)
        return match.end() if match else self.literal(at, at + 1)

    def template(self, tag: Tag | None, start: int, end: int) -> int:
        """A tag that a generator fills in, in a sentence; a remark between two tags is not read."""
        if tag is None or tag.closes:
            return end
        if tag.name in {"comment", "todo"}:
            close = self.find(f"/{tag.name}" if self.content[start + 1] == "{" else f"end{tag.name}", end)
            after = self.find("}", close) if close >= 0 else -1
            return end if after < 0 else after + 1 + self.content.startswith("}", after + 1)
        return self.put(tag.text, start, end) if tag.text else end

    def role(self, role: re.Match[str]) -> int:
        """MyST's `{func}` before code: what a reader sees of it."""
        before = len(self.pieces)
        end = self.code(role.end())
        piece = self.pieces[-1]
        if len(self.pieces) == before + 1 and piece.code:
            part = shown(role.group(1), piece.text)
            text = piece.text[part.start : part.end]
            begin = piece.start + part.start
            shortened = Piece(text=text, start=begin, end=begin + len(text), code=part.code)
            prefix = Piece(text=part.before, start=begin, end=begin, plain=False)
            self.pieces[-1:] = [prefix, shortened] if part.before else [shortened]
        return end

    def attributes(self, at: int, *, loose: bool = False) -> int:
        """Past the attribute list that belongs to the link or code that ends at `at`."""
        match = (_LOOSE_ATTRIBUTES if loose else _ATTRIBUTES).match(self.content, at)
        return match.end() if match else at

    def tilde(self, at: int) -> int:
        """Struck-out text is withdrawn: it is not read."""
        if self.content.startswith("~~", at) and self.content[at + 2 : at + 3].strip("~ \n"):
            end = self.find("~~", at + 2)
            if end >= 0:
                return end + 2
        return self.literal(at, at + 1)

    def icon(self, at: int) -> int:
        return self.content.index(":", at + 1) + 1


_HANDLERS: dict[str, Callable[[_Reader, int], int]] = {
    "\\": _Reader.backslash,
    "`": _Reader.code,
    "*": _Reader.star,
    "_": _Reader.star,
    "[": _Reader.bracket,
    "]": _Reader.unbracket,
    "!": _Reader.bang,
    "<": _Reader.angle,
    "&": _Reader.entity,
    "{": _Reader.brace,
    "~": _Reader.tilde,
    ":": _Reader.icon,
}


def _mark(char: str) -> bool:
    return not char.isalnum() and not char.isspace()


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()
