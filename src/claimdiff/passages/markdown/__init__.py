"""Markdown and MDX pages as a reader reads them, with the exact lines of every piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.passages.markdown.matter import front_matter
from claimdiff.passages.markdown.mdx import is_mdx
from claimdiff.passages.markdown.paragraphs import paragraphs
from claimdiff.passages.markdown.walk import walk

if TYPE_CHECKING:
    from claimdiff.passages.cutting import Section
    from claimdiff.passages.source import Page
    from claimdiff.passages.writing import Absent, Include


def read(
    page: Page, *, include: Include | None = None, flat: bool = False, absent: Absent | None = None
) -> tuple[Section, ...]:
    """The sections of a page. Fragments that `include` gives are read in their place; `absent` is told of missing ones.

    With `flat` there is at most one, and headings in it are segments.

    Front matter is no text; its `title` heads the trail of a page that has no heading of level 1.
    """
    if tokens := paragraphs(page.lines):
        return walk(page, tokens, frozenset(), parse=lambda _: (), flat=flat, include=include, absent=absent)
    from claimdiff.passages.markdown.parser import parser  # noqa: PLC0415 -- markdown-it takes 0.1 s to import

    length, title = front_matter(page)
    lines = [*[""] * length, *page.lines[length:]]
    blocks = parser(mdx=is_mdx(page.path, lines))
    env: dict[str, object] = {}
    tokens = blocks.parse("\n".join(lines).replace("\0", "\ufffd"), env)
    known = env.get("references")
    labels = known if isinstance(known, dict) else {}
    return walk(
        page,
        tokens,
        frozenset(" ".join(label.split()).casefold() for label in labels),
        parse=lambda text: blocks.parse(text, {}),
        title="" if flat else title,
        flat=flat,
        include=include,
        absent=absent,
    )
