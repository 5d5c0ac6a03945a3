"""A piece of an answer as a reader reads it, each character knowing its place in the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_DROPPED = re.compile(
    r"(?P<cite>[ \t]*(?:\[\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*\](?!\()"
    r"|【[^】]{1,60}】"
    r"|\[(?:source|sources|ref|doc|docs|passage|see)?:?\s*[\w./-]+\.(?:md|mdx|rst|adoc|txt|html|ipynb)(?:[#:][\w.-]*)?(?:\s*,\s*[\w./#-]+)*\](?!\()"
    r"|\(?\[(?:\^?\d{1,3}|sources?|refs?|references?|citation)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"\n]*\")?\)\)?"
    r"|\(\[[^\[\]\n]{1,60}\]\(https?://[^()\s]*\)\)"
    r"|\((?:source|sources|see|ref|from)s?:?\s*\[?[\w./-]+\.(?:md|mdx|rst|adoc|txt|html|ipynb)[^()\n]{0,60}\)))"
    r"|(?P<code>(?<!`)(?P<tick>`{1,4})(?!`)(?P<inside>(?:(?!\n\s*\n).){1,400}?)(?P=tick)(?!`))"
    r"|(?P<image>!\[[^\]\n]*\]\([^()\n]*\))"
    r"|(?P<link>\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])+)\](?:\[[^\[\]\n]*\]|\((?P<target>(?:[^()\s]|\([^()\s]*\))*)(?:\s+\"[^\"\n]*\")?\)))"
    r"|(?P<auto><(?P<url>https?://[^<>\s]+|[\w.+-]+@[\w.-]+)>)"
    r"|(?P<tag></?(?:b|i|u|s|em|strong|br|p|ul|ol|li|code|kbd|sub|sup|span|div|a|img|small|mark|details|summary|table|tr|td|th)\b[^<>\n]*>|<!--.*?-->)"
    r"|(?P<struck>~~(?=\S).{1,200}?(?<=\S)~~)"
    r"|(?P<url_bare>\bhttps?://[^\s<>\"'`]+)"
    r"|(?P<escape>\\(?P<char>[\\`*_{}\[\]()#+.!|<>~-]))"
    r"|(?P<entity>&(?P<name>nbsp|amp|lt|gt|quot);)",
    re.DOTALL | re.IGNORECASE,
)
# Where none of these stands, a text reads as it is written.
_MARKUP = re.compile(r"[`*_\[\]<>\\&~【!\r\n\t(\"“«]|  |://")
_ENTITIES = {"nbsp": " ", "amp": "&", "lt": "<", "gt": ">", "quot": '"'}
_VAGUE_LINK = re.compile(
    r"(?:click )?here|(?:this|the) (?:page|link|guide|article|doc)|link|docs?|source", re.IGNORECASE
)
_EMPHASIS = (
    re.compile(r"(?<![\w*])(?P<mark>\*{1,3})(?=[^\s*])[^*]+(?<=[^\s*])(?P=mark)(?!\*)"),
    re.compile(r"(?P<mark>\*\*)(?=[^\s*])[^*]+(?<=[^\s*])(?P=mark)"),
    re.compile(r"(?<!\w)(?P<mark>_)(?=[^\s_])[^_]+(?<=[^\s_])(?P=mark)(?!\w)"),
    re.compile(r"(?<!\w)(?P<mark>__)(?=[^\s_])[^_]*[ .:!?][^_]*(?<=[^\s_])(?P=mark)(?!\w)"),
)
_CONTINUED = re.compile(r"\\(?=[ \t]*\r?\n)")
_MARGIN = re.compile(r"\r?\n[ \t]*(?:>[ \t]?)*[ \t]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """Text as read, without markup and citations, in one line.

    `offsets[i]` is the place in the answer of `text[i]`. `solid[i]` is "1" where the character stands in code, a quote,
    an address or brackets: nothing is cut there.
    """

    text: str
    offsets: tuple[int, ...]
    solid: str

    def cut(self, start: int, end: int) -> Reading:
        """The part between two offsets of `text`, without the blanks around it."""
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        return Reading(text=self.text[start:end], offsets=self.offsets[start:end], solid=self.solid[start:end])

    def without(self, start: int, end: int) -> Reading:
        """The reading without the characters between two offsets."""
        return Reading(
            text=self.text[:start] + self.text[end:],
            offsets=self.offsets[:start] + self.offsets[end:],
            solid=self.solid[:start] + self.solid[end:],
        )

    @property
    def span(self) -> tuple[int, int]:
        """Half-open span of the answer that this was read from; (0, 0) when empty."""
        return (self.offsets[0], self.offsets[-1] + 1) if self.offsets else (0, 0)


def read(answer: str, start: int, end: int, *, code: bool = False) -> Reading:
    """Read the characters `start` to `end` of a Markdown answer; with `code` every mark is taken as it stands."""
    if not code and not _MARKUP.search(answer, start, end):
        text = answer[start:end]
        return Reading(text=text, offsets=tuple(range(start, end)), solid="0" * len(text)).cut(0, len(text))
    if code:
        # A backslash at the end of a line goes on with the next one.
        hidden = {mark.start() for mark in _CONTINUED.finditer(answer, start, end)}
        return _one_line([(answer[at], at, True) for at in range(start, end) if at not in hidden])
    pieces: list[_Char] = []
    position = start
    for mark in _DROPPED.finditer(answer, start, end):
        pieces.extend((char, position + index, False) for index, char in enumerate(answer[position : mark.start()]))
        pieces.extend(_KEPT.get(mark.lastgroup or "", _nothing)(mark))
        position = mark.end()
    pieces.extend((char, position + index, False) for index, char in enumerate(answer[position:end]))
    return _one_line(_without_emphasis(_without_margins(pieces)))


_Char = tuple[str, int, bool]
"""A character, its place in the answer, and whether nothing may be cut there."""


def _nothing(_: re.Match[str]) -> list[_Char]:
    return []


def _code(mark: re.Match[str]) -> list[_Char]:
    return _piece(mark, "inside", solid=True)


def _link(mark: re.Match[str]) -> list[_Char]:
    """The words of a link; its address where the words are only "here"."""
    if _VAGUE_LINK.fullmatch(mark["words"]) and "://" in (mark["target"] or ""):
        return _piece(mark, "target", solid=True)
    whole = mark["words"].startswith("`") and mark["words"].endswith("`")
    return [(char, at, solid or whole) for char, at, solid in _piece(mark, "words", solid=False) if char != "`"]


def _auto(mark: re.Match[str]) -> list[_Char]:
    return _piece(mark, "url", solid=True)


def _bare(mark: re.Match[str]) -> list[_Char]:
    """An address without the punctuation that follows it."""
    whole = mark["url_bare"]
    text = whole.rstrip(".,;:!?*_")
    if text.endswith(")") and "(" not in text:
        text = text.rstrip(")")
    return [
        (char, mark.start() + index, index < len(text))
        for index, char in enumerate(whole)
        if index < len(text) or char != "*"
    ]


def _escape(mark: re.Match[str]) -> list[_Char]:
    return _piece(mark, "char", solid=False)


def _entity(mark: re.Match[str]) -> list[_Char]:
    return [(_ENTITIES[mark["name"].lower()], mark.start(), False)]


def _tag(mark: re.Match[str]) -> list[_Char]:
    return [(" ", mark.start(), False)] if mark["tag"].lower().startswith("<br") else []


_KEPT: dict[str, Callable[[re.Match[str]], list[_Char]]] = {
    "code": _code,
    "link": _link,
    "auto": _auto,
    "url_bare": _bare,
    "escape": _escape,
    "entity": _entity,
    "tag": _tag,
}


def _piece(mark: re.Match[str], group: str, *, solid: bool) -> list[_Char]:
    return [(char, mark.start(group) + index, solid) for index, char in enumerate(mark[group])]


def _without_margins(pieces: list[_Char]) -> list[_Char]:
    """Without the marks of a quote at the head of each further line."""
    if not any(char == "\n" for char, _, _ in pieces):
        return pieces
    text = "".join(char for char, _, _ in pieces)
    dropped = [span for span in (match.span() for match in _MARGIN.finditer(text)) if span[1] - span[0] > 1]
    hidden = {index for span in dropped for index in range(span[0] + 1, span[1]) if text[index] == ">"}
    return [piece for index, piece in enumerate(pieces) if index not in hidden]


def _without_emphasis(pieces: list[_Char]) -> list[_Char]:
    """Without the stars and underscores around words; marks inside code stay."""
    if not any(char in "*_" and not fixed for char, _, fixed in pieces):
        return pieces
    for pattern in (*_EMPHASIS, _EMPHASIS[0]):
        text = "".join("\0" if fixed and char in "*_" else char for char, _, fixed in pieces)
        hidden: set[int] = set()
        for match in pattern.finditer(text):
            size = len(match["mark"])
            hidden.update(range(match.start(), match.start() + size), range(match.end() - size, match.end()))
        pieces = [piece for index, piece in enumerate(pieces) if index not in hidden]
    return pieces


def _one_line(pieces: list[_Char]) -> Reading:
    """Runs of white space become one blank; what is quoted or bracketed becomes solid."""
    chars: list[str] = []
    offsets: list[int] = []
    solid: list[str] = []
    for char, offset, fixed in pieces:
        if char.isspace() and (not chars or chars[-1] == " "):
            continue
        chars.append(" " if char.isspace() else char)
        offsets.append(offset)
        solid.append("1" if fixed else "0")
    reading = Reading(text="".join(chars), offsets=tuple(offsets), solid=_closed("".join(chars), "".join(solid)))
    return reading.cut(0, len(reading.text))


_BRACKETS = re.compile(r"\((?:[^()]|\([^()]*\)){1,300}\)|\"[^\"]{1,160}\"|“[^”]{1,160}”|«[^»]{1,160}»")


def _closed(text: str, solid: str) -> str:
    """`solid` with quotes and brackets added."""
    for match in _BRACKETS.finditer(text):
        solid = solid[: match.start()] + "1" * (match.end() - match.start()) + solid[match.end() :]
    return solid
