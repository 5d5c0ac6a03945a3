"""Front matter: what a page tells its generator, above its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.passages.source import Page

_MATTER = {"---": re.compile(r"---\s*$|\.\.\.\s*$"), "+++": re.compile(r"\+\+\+\s*$")}
# A plain scalar holds no ": ". What looks like one is a line that some formatter joined with the next.
_SECOND_KEY = re.compile(r"(?<=[^\s\"'])\s+[\w-]+:\s[^\"']*$|\s+#.*$")
_TITLE = re.compile(r"title\s*[:=]\s*(?P<value>\S.*)")


def front_matter(page: Page) -> tuple[int, str]:
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
