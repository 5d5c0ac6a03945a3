"""A text of several sentences, written so that two branches that edit two of its sentences merge.

Git merges two edits only where an unchanged line stands between them. So each sentence has a line of its own in double
quotes, and something stands between two lines: where the text breaks the line, an empty one (that is how YAML writes a
line break in quotes), and inside a line of the text one that holds a backslash alone, which YAML reads as nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SENTENCE_END = re.compile(
    r"""(?:(?<=[.!?…。！？])|(?<=[.!?…]["')\]*_”’]))[ ](?=\S)"""
    r"""|(?<=[。！？])(?=[^\s。！？」』”’)])"""
)
_NOTHING = "\\"


def is_prose(text: str) -> bool:
    """Whether a text has several sentences or lines."""
    return "\n" in text.strip("\n") or _SENTENCE_END.search(text) is not None


def quoted(text: str, escaped: Callable[[str], str]) -> Iterator[str]:
    r"""The lines of a text between its double quotes, not indented; the first stands behind the opening quote.

    Args:
        text: any text.
        escaped: how one character stands in double quotes; `\n` for a line break.
    """
    yield '"\\'
    core = text.strip("\n")
    before, after = text[: len(text) - len(text.lstrip("\n"))], text[len(text.rstrip("\n")) :] if core else ""
    written = list(_lines(core, escaped))
    written[0] = "\\n" * len(before) + written[0]
    written[-1] += "\\n" * len(after) + '"'
    yield from written


def _lines(text: str, escaped: Callable[[str], str]) -> Iterator[str]:
    for number, line in enumerate(text.split("\n")):
        if number:
            yield ""
        if line:
            yield from _sentences(line, escaped)


def _sentences(line: str, escaped: Callable[[str], str]) -> Iterator[str]:
    """One line of the text: its sentences, and a line that is read as nothing between two of them."""
    start = 0
    for end in _SENTENCE_END.finditer(line):
        # The break of a line is read as one blank; where the sentences touch, a backslash keeps it from being read.
        yield _one(line[start : end.start()], escaped) + ("" if end.group() else _NOTHING)
        yield _NOTHING
        start = end.end()
    yield _one(line[start:], escaped)


def _one(text: str, escaped: Callable[[str], str]) -> str:
    """A piece of a line; blanks at its ends are escaped, since they would be read as indentation."""
    core = text.strip(" ")
    before = text[: len(text) - len(text.lstrip(" "))]
    after = text[len(text.rstrip(" ")) :] if core else ""
    return "\\x20" * len(before) + "".join(map(escaped, core)) + "\\x20" * len(after)
