"""Links, references and other inline macros of AsciiDoc: what a reader sees of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc import macros

if TYPE_CHECKING:
    from claimdiff.passages.asciidoc.inline import Reader
    from claimdiff.passages.rst.inline import Named

_URL = re.compile(
    r"(?:https?|ftp|irc)://(?:[^\s\[\]<>]{1,2000}(?=\[)|[^\s\[\]<>]*[^\s.,;:!?)\]<>\[\"'`*])", re.IGNORECASE
)
_URL_NAME = re.compile(r"(?:.*-)?(?:url|uri|link|href|base|root|docs?|site|api|javadoc|path)s?(?:-.*)?")
_PATH = re.compile(r"[^\s\[\]<>]{0,1000}(?=\[)")
_TEXT = re.compile(r"\[((?:[^\]\\]|\\.){0,2000})\]", re.DOTALL)
_XREF = re.compile(r"<<#?(?P<id>[^\s<>,][^<>,\n]{0,200})(?:,\s*(?P<text>[^<>]{0,500}))?>>")


def linked(reader: Reader, match: re.Match[str], named: Named | None) -> re.Match[str] | None:
    """The text of a link whose address begins with an attribute, be it set or not."""
    is_url = _URL.match(named.text) if named else _URL_NAME.fullmatch(match.group("name"))
    path = _PATH.match(reader.content, match.end()) if is_url else None
    return _TEXT.match(reader.content, path.end()) if path else None


def angle(reader: Reader, at: int) -> int:
    """A reference, or an address between angle brackets."""
    match = _XREF.match(reader.content, at)
    if not match:
        link = _URL.match(reader.content, at + 1)
        if link and reader.content.startswith(">", link.end()):
            reader.plain(link.start(), link.end())
            return link.end() + 1
        return reader.literal(at, at + 1)
    if match.group("text"):
        reader.inner(match.start("text"), match.end("text"))
    else:
        reference(reader, match.group("id"), at, match.end())
    return match.end()


def reference(reader: Reader, target: str, at: int, end: int) -> None:
    """What a reference without a text shows: the title that it leads to, else the name."""
    path, _, fragment = target.rpartition("#")
    named = reader.labels.get(fragment.strip()) if not path else None
    if named:
        reader.put(named.text, at, end, named.place)
    else:
        reader.put(macros.shown_target(target), at, end)


def labelled(reader: Reader, match: re.Match[str], at: int, target: str = "") -> int:
    """The text of a link without its options; its target where there is none."""
    start, end = macros.label_span(match.group(1))
    if end > start:
        reader.inner(match.start(1) + start, match.start(1) + end)
    elif target:
        reader.put(target, at, match.end())
    return match.end()


def macro(reader: Reader, at: int, after: int) -> int:
    """A web address, with its text if it has one, or a macro; anything else that ends in a colon is text."""
    before = reader.content[at - 1 : at]
    if before.isalnum() or before == "_":
        return reader.literal(at, after)
    if url := _URL.match(reader.content, at):
        label = _TEXT.match(reader.content, url.end())
        return labelled(reader, label, at, url.group()) if label else reader.literal(at, url.end())
    found = macros.MACRO.match(reader.content, at)
    label = _TEXT.match(reader.content, found.end()) if found else None
    if not found or not label:
        return reader.literal(at, after)
    target = reader.attributes.filled(found.group("target") or "")
    return shown(reader, macros.kind_of(found.group("name").lower(), target), target, at, label) or reader.literal(
        at, after
    )


def shown(reader: Reader, kind: macros.Kind, target: str, at: int, label: re.Match[str]) -> int:
    """Put what a macro shows; where it ends, or 0 if it is none."""
    if kind == "none":
        return 0
    if kind == "link":
        return labelled(reader, label, at, target)
    start, end = macros.label_span(label.group(1))
    if kind == "text":
        reader.plain(label.start(1), label.end(1))
    elif kind == "icon" and not (reader.content[:at] + reader.content[label.end() :]).strip():
        reader.put(macros.sign(target), at, label.end())
    elif kind == "menu":
        reader.put(" > ".join(filter(None, [target, label.group(1)])), at, label.end())
    elif kind == "note":
        reader.put(" ", at, label.start(1))
        reader.inner(label.start(1), label.end(1))
    elif kind == "xref" and end > start:
        return labelled(reader, label, at)
    elif kind == "xref":
        reference(reader, target, at, label.end())
    return label.end()
