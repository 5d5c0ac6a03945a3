"""Names that are compared letter by letter: URLs, addresses of mail, paths, flags, variables, files, error codes, versions."""

from __future__ import annotations

import re

from claimdiff.text.anchors.records import Anchor, AnchorKind
from claimdiff.text.words import STOPWORDS

_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s<>\"'`|]+", re.IGNORECASE)
_MAIL = re.compile(r"(?<![A-Za-z0-9._%+/@-])[A-Za-z0-9][A-Za-z0-9._%+-]*@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}(?![\w/:])")
_FLAG = re.compile(r"(?<![\w./-])(?:--[A-Za-z][\w-]*(?:\.[\w-]+)*|-[A-Za-z])(?=$|[\s=,.;:)\]`'\"?!/|]|\[=)")
_PATH = re.compile(
    r"(?<![\w/<.])(?:\.{0,2}/(?:[\w.*<>{}@:-]+/?)+|[\w.<>*{}-]+/(?:[\w.<>*{}-]+/)*[\w<>*{}-]+\.[a-z][a-z0-9]{0,4}\b|~/[\w./-]+)"
)
_FILE = re.compile(
    r"(?<![\w/.-])(?:\.[a-z][\w-]+(?:\.[\w-]+)*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.[a-z][a-z0-9]{1,4})(?![\w/]|\.\w)"
)
_DOTTED = re.compile(r"(?<![\w/.-])[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+(?:\(\))?(?![\w/])")
_CALL = re.compile(r"(?<![\w.])[A-Za-z_]\w*\(\)")
_SNAKE = re.compile(r"(?<![\w.-])(?:[A-Za-z0-9]+_[A-Za-z0-9_]*[A-Za-z0-9]|__\w+__)(?![\w-])")
_CAMEL = re.compile(r"(?<![\w.-])(?:[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?![\w-])")
_CODE = re.compile(r"(?<![\w-])(?:[A-Z]{2,}-\d+|[1-5]xx)(?![\w-])")
# In `x = load(1)` the value is what a call gives, and "the `limit=` option" gives none.
_SETTING = re.compile(r"(?<![\w-])[A-Za-z_][\w-]*(?:=|\s=\s?)(?:\"[^\"]*\"|'[^']*'|[\w./-]*\w(?![\w./-]*\())")
_DIMENSIONS = re.compile(r"(?<![\w.,/-])[1-9]\d*(?:[x×][1-9]\d*)+(?![\w/]|\.\w)")
_VERSION = re.compile(
    r"(?<![\w.,/-])[vV]?\d+(?:\.\d+){2,}(?:[-+.]?(?:alpha|beta|rc|dev|post|a|b)\.?\d*)?(?![\w-])"
    r"|(?<![\w.,/-])[vV]\d+(?:\.\d+)*(?![\w-])|(?<![\w.,/-])\d+(?:\.\d+)*\.x\b"
)
# One of these stands in every name that the patterns below can find. It begins with a set of characters, for which `re`
# looks much faster than for several alternatives.
_ANY = re.compile(
    r"[._=:@/(\-A-Z\d](?:(?<=[._=:@])(?=\S)|(?<=/)|(?<=-)(?=[A-Za-z\d])|(?<=\()\)|(?<=[a-z][A-Z])|(?<=\b[vV]\d)|(?<=\d)xx\b|(?<=\d)[x×]\d)"
)
# `NAME=15` is a name and a number; `nl=False` is one thing.
_NUMERIC = re.compile(r"[\d.,]+[A-Za-z]{0,3}")
_NO_FILE = re.compile(r"(?i:(?:[a-z]\.)+[a-z]|etc|vs|no)\.?$|.*\.(?:The|This|It|In|If|A)$")


def names(text: str) -> list[Anchor]:
    """Every such name with its place; longer readings win where two overlap. Flags of one letter keep their case."""
    found: list[Anchor] = []
    if not _ANY.search(text):
        return found
    for kind, pattern, mark, sign in _PATTERNS:
        if mark not in text or not sign.search(text):
            continue
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < other.end and end > other.start for other in found):
                continue
            surface = match[0].rstrip(".,;:!?)]}'\"") if kind in {"url", "path"} else match[0]
            if pattern is _SETTING and (_NUMERIC.fullmatch(surface.partition("=")[2].strip()) or _in_prose(surface)):
                continue
            if not surface or (pattern in {_FILE, _DOTTED} and _NO_FILE.fullmatch(surface)):
                continue
            found.append(
                Anchor(kind=kind, value=_value(kind, surface), surface=surface, start=start, end=start + len(surface))
            )
    return found


def _in_prose(setting: str) -> bool:
    """Whether the sign itself is spoken of: "a number with = in front" sets nothing."""
    name, _, value = setting.partition("=")
    return name.endswith(" ") and value.startswith(" ") and name.strip().lower() in STOPWORDS


def _value(kind: AnchorKind, surface: str) -> str:
    if kind == "url":
        return re.sub(r"#.*$", "", surface).rstrip("/").casefold().replace("http://", "https://")
    if kind == "version":
        return surface.lower().removeprefix("v")
    if kind == "flag" and not surface.startswith("--"):
        return surface
    if kind == "path":
        return (surface.rstrip("/") or "/").casefold()
    value = re.sub(r"\s*=\s*", "=", surface).casefold()
    return re.sub(r"[\"']", "", value).removesuffix("()").replace("×", "x")


# kind, pattern, and what else the pattern finds nothing without: a mark, and what stands at it. Rare characters come
# first in a sign, since `re` looks for its first character much faster than for the whole.
_PATTERNS: tuple[tuple[AnchorKind, re.Pattern[str], str, re.Pattern[str]], ...] = (
    ("url", _URL, "://", re.compile(r"://\S")),
    ("url", _MAIL, "@", re.compile(r"@[A-Za-z0-9]")),
    ("version", _VERSION, "", re.compile(r"\d(?:(?<=[vV]\d)|\.[\dx])")),
    ("flag", _FLAG, "-", re.compile(r"-(?<![\w./-]-)[A-Za-z-]")),
    ("path", _PATH, "/", re.compile(r"/")),
    ("identifier", _SETTING, "=", re.compile(r"=")),
    ("identifier", _CODE, "", re.compile(r"[\dx](?:(?<=-\d)|(?<=\dx)x)")),
    ("identifier", _DIMENSIONS, "", re.compile(r"[x×](?<=\d.)\d")),
    ("identifier", _FILE, ".", re.compile(r"\.[a-z]")),
    ("identifier", _DOTTED, "", re.compile(r"[.:][A-Za-z_]")),
    ("identifier", _CALL, "()", re.compile(r"\(\)")),
    ("identifier", _SNAKE, "_", re.compile(r"_")),
    ("identifier", _CAMEL, "", re.compile(r"[A-Z](?<=[a-z0-9][A-Z])")),
)
