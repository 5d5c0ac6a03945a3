"""HTML as a run of tags, entities and text between them; what nobody sees is left out."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    r"<!--|<!\[CDATA\[|<[!?][^<>]{0,2000}>|<(?P<close>/?)(?P<name>[a-zA-Z][\w:-]{0,60})"
    r"(?P<rest>(?:[^<>\"']|\"[^\"]{0,20000}\"|'[^']{0,20000}'){0,500})>"
    r"|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});"
)
_ATTRIBUTE = re.compile(
    r"(?P<name>[\w:@.-]+)(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'>]+)))?"
)
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_UNSEEN = frozenset(
    [
        "script",
        "style",
        "template",
        "svg",
        "noscript",
        "iframe",
        "nav",
        "object",
        "canvas",
        "textarea",
        "select",
        "button",
        "head",
        "dialog",
        "del",
        "s",
        "strike",
        "audio",
        "video",
        "datalist",
        "map",
        "math-renderer",
    ]
)
_RAW = frozenset({"script", "style", "textarea", "title"})
_TEMPLATES = frozenset(
    {"text/x-handlebars-template", "text/x-handlebars", "text/template", "text/x-template", "text/html"}
)
"""Types of a script that is no code: the site puts it into the page."""


@dataclass(frozen=True, slots=True)
class Token:
    """A tag (with its name and attributes) or a run of text between two offsets. `value` is the text as it is read."""

    start: int
    end: int
    name: str = ""
    closes: bool = False
    rest: str = ""
    value: str | None = None

    def attribute(self, wanted: str) -> str | None:
        """The value of an attribute; empty where it has none, None where it is not there."""
        if wanted not in self.rest.lower():
            return None
        for match in _ATTRIBUTE.finditer(self.rest):
            if match.group("name").lower() == wanted:
                return html.unescape(match.group("double") or match.group("single") or match.group("bare") or "")
        return None

    def has_class(self, *wanted: str) -> bool:
        """Whether it is of one of these classes."""
        return not set((self.attribute("class") or "").split()).isdisjoint(wanted)


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens that a reader sees, in their order. Linear in the length of the text."""
    stop = len(text) if end is None else end
    position = start
    skipping, depth = "", 0
    while match := _TOKEN.search(text, position, stop):
        if match.start() > position and not skipping:
            yield Token(position, match.start(), value=text[position : match.start()])
        position = match.end()
        name = (match.group("name") or "").lower()
        if not name:
            position = _after(text, match, stop)
            if not skipping and match.group()[0] == "&":
                yield Token(match.start(), match.end(), value=html.unescape(match.group()))
            continue
        token = Token(match.start(), match.end(), name, bool(match.group("close")), match.group("rest"))
        if skipping:
            depth += (name == skipping) * (-1 if token.closes else 1)
            skipping = skipping if depth > 0 else ""
        elif not token.closes and not match.group("rest").endswith("/") and name not in VOID and _unseen(token):
            skipping, depth = name, 1
            if name in _RAW:
                close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, position, stop)
                position, skipping = (close.end() if close else stop), ""
        else:
            yield token
    if position < stop and not skipping:
        yield Token(position, stop, value=text[position:stop])


def _after(text: str, match: re.Match[str], stop: int) -> int:
    """Where a comment, a section of data or an entity ends."""
    closing = {"<!--": "-->", "<![CDATA[": "]]>"}.get(match.group())
    if closing is None:
        return match.end()
    at = text.find(closing, match.start() + 2, stop)
    return at + len(closing) if at >= 0 else stop


def _unseen(token: Token) -> bool:
    if token.name == "script" and (token.attribute("type") or "").strip().lower() in _TEMPLATES:
        return False
    if token.name in _UNSEEN:
        return token.name != "dialog" or token.attribute("open") is None
    if not token.rest.strip():
        return False
    hidden = token.attribute("hidden") is not None or token.attribute("role") in {"navigation", "search", "banner"}
    return (
        hidden
        or token.has_class("headerlink", "toctree-wrapper")
        or bool(_HIDING.search(token.attribute("style") or ""))
    )
