"""When two texts say the same: typography, white space and markup folded away."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

_ZERO_WIDTH = dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF))
_TYPOGRAPHY = _ZERO_WIDTH | {
    **dict.fromkeys(map(ord, "‘’‚‛′ʼ"), "'"),
    **dict.fromkeys(map(ord, "“”„‟″«»"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—―−"), "-"),
}
# NFKC would turn 10² into 102, which is another number.
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPTS = {ord(raised): f"^{digit}" for digit, raised in enumerate(_RAISED)}

_CODE = re.compile(r"`+([^`]*)`+")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_STARS = re.compile(
    r"(?<![\w*])(\*{1,3})(?=[^\s*/])(.+?)(?<=[^\s*/])\1(?![\w*])|(?<=\w)\*\*(.+?)\*\*|\*\*(.+?)\*\*(?=\w)"
)
_UNDERSCORE = re.compile(r"(?<!\w)_(?=[^\s_])([^_]+?)(?<=[^\s_])_(?!\w)|(?<!\w)__(?=[^\s_])([^_]* [^_]*)__(?!\w)")


def fold(text: str) -> str:
    """One line of plain typography: NFKC, straight quotes, hyphens for dashes, no invisible marks, single blanks.

    Case is kept. `fold(fold(x)) == fold(x)`.
    """
    if text.isascii():
        return " ".join(text.split())
    if any(raised in text for raised in _RAISED):
        text = text.translate(_SUPERSCRIPTS)
    text = unicodedata.normalize("NFKC", text)
    return " ".join(text.translate(_TYPOGRAPHY).split())


def level(text: str) -> str:
    """Plain typography with every character at its place: offsets into the result are offsets into `text`."""
    return text if text.isascii() else _levelled(text)


@lru_cache(maxsize=8192)
def _levelled(text: str) -> str:
    return "".join(map(_level, text))


@lru_cache(maxsize=8192)
def fold_key(text: str) -> str:
    """The text without typography, case and Markdown marks: equal keys say the same text.

    Emphasis, backticks and link targets are dropped; the words of a link stay. What stands in backticks is taken as
    it is (`__init__` keeps its underscores).
    """
    pieces = _CODE.split(_LINK.sub(r"\1", fold(text)))
    for index in range(0, len(pieces), 2):
        pieces[index] = _UNDERSCORE.sub(_inner, _STARS.sub(_inner, pieces[index]))
    return " ".join(_STARS.sub(_inner, "".join(pieces)).casefold().split())


def content_hash(text: str) -> str:
    """12 hex digits that are equal for texts with equal `fold_key`."""
    return hashlib.sha256(fold_key(text).encode("utf-8", "surrogatepass")).hexdigest()[:12]


@lru_cache(maxsize=4096)
def _level(mark: str) -> str:
    plain = unicodedata.normalize("NFKC", mark).translate(_TYPOGRAPHY)
    return plain if len(plain) == 1 else "\u200b" if not plain else mark


def _inner(match: re.Match[str]) -> str:
    """What is emphasised; stars around stars emphasise nothing, they are a masked secret (`'**********'`)."""
    inside = [group for group in match.groups() if group is not None and not set(group) <= {"*"}]
    return inside[-1] if inside else match[0]
