"""Markdown and MDX pages as a reader reads them, with the exact lines of every piece."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.passages.markdown.walk import walk

if TYPE_CHECKING:
    from claimdiff.passages.cutting import Section
    from claimdiff.passages.source import Page
    from claimdiff.passages.writing import Absent, Include

_MATTER = {"---": re.compile(r"---\s*$|\.\.\.\s*$"), "+++": re.compile(r"\+\+\+\s*$")}
# A plain scalar holds no ": ". What looks like one is a line that some formatter joined with the next.
_SECOND_KEY = re.compile(r"(?<=[^\s\"'])\s+[\w-]+:\s[^\"']*$|\s+#.*$")
_TITLE = re.compile(r"title\s*[:=]\s*(?P<value>\S.*)")


def read(
    page: Page, *, include: Include | None = None, flat: bool = False, absent: Absent | None = None
) -> tuple[Section, ...]:
    """The sections of a page. Fragments that `include` gives are read in their place; `absent` is told of missing ones.

    With `flat` there is at most one, and headings in it are segments.

    Front matter is no text; its `title` heads the trail of a page that has no heading of level 1.
    """
    from claimdiff.passages.markdown.parser import parser  # noqa: PLC0415 -- markdown-it takes 0.1 s to import

    length, title = _front_matter(page)
    lines = [*[""] * length, *page.lines[length:]]
    blocks = parser(mdx=page.path.endswith(".mdx"))
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


def _front_matter(page: Page) -> tuple[int, str]:
    """How many lines of the page are front matter, and the title in it."""
    close = _MATTER.get(page.lines[0].rstrip())
    if close is None or page.first_line != 1:
        return 0, ""
    title = ""
    for index, line in enumerate(page.lines[1:], 1):
        if close.match(line):
            return index + 1, title
        if match := _TITLE.match(line):
            title = _SECOND_KEY.sub("", match.group("value")).strip().strip("\"'").strip()
    return 0, ""
