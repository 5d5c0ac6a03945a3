"""A text of nothing but paragraphs, such as a retrieved context: no block rule of Markdown has to be tried on it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token


class _Line(NamedTuple):
    """As much of a token of markdown-it as a paragraph has."""

    type: str
    content: str = ""
    map: tuple[int, int] = (0, 0)


def paragraphs(lines: Sequence[str]) -> Sequence[Token] | None:
    """The tokens that markdown-it gives; None where it has to be asked.

    Every block that is no paragraph begins with a blank, a digit or a sign, or has a line that does. What a page of MDX
    imports begins with a word.
    """
    if not all(line[:1].isalpha() or not line.strip(" \t") for line in lines):
        return None
    if any(line.startswith(("import", "export")) or "\0" in line for line in lines):
        return None
    found: list[_Line] = []
    index = 0
    for filled, group in groupby(lines, key=lambda line: line[:1].isalpha()):
        block = list(group)
        if filled:
            content = "\n".join(block).strip()
            found += [
                _Line("paragraph_open"),
                _Line("inline", content, (index, index + len(block))),
                _Line("paragraph_close"),
            ]
        index += len(block)
    return cast("Sequence[Token]", found)
