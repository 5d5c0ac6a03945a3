"""The titles behind the ids of a page: what a reference without a text shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc import inline
from claimdiff.passages.rst.inline import Named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.passages.asciidoc.attributes import Attributes
    from claimdiff.passages.source import Line

_SECTION = re.compile(r"={1,6}\s+(?P<title>\S.*)")
_ID = re.compile(r"\[\[(?P<anchor>[^\[\],]+)(?:,[^\[\]]*)?\]\]$|\[[^\[\]#]*#(?P<short>[\w:.-]+)[^\[\]]*\]$")
_NO_WORD = re.compile(r"[^\w\s.-]|[.](?=\s|$)")


def collect(lines: Sequence[Line], attributes: Attributes) -> dict[str, Named]:
    """Titles by id: ids that are written above them, and those that are made of their words."""
    found: dict[str, Named] = {}
    waiting: list[str] = []
    for line in lines:
        if match := _ID.match(line.text):
            waiting.append(match.group("anchor") or match.group("short"))
        elif section := _SECTION.match(line.text):
            text = inline.read(section.group("title"), attributes).line
            named = Named(text=text, place=(line.page.path, line.index + line.page.first_line))
            words = _NO_WORD.sub("", text.lower()).split()
            for name in (*waiting, "_" + "_".join(words), "-".join(words)):
                found.setdefault(name, named)
            waiting = []
        elif line.text and not line.text.startswith(("[", ".", "//")):
            waiting = []
    return found
