"""Which reader reads a page: by the ending of its name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from claimdiff.passages import plain

if TYPE_CHECKING:
    from claimdiff.errors import Problem
    from claimdiff.passages.cutting import Section
    from claimdiff.passages.source import Page
    from claimdiff.passages.writing import Include

Format = Literal["markdown", "rst", "asciidoc", "html", "notebook", "plain"]
_FORMATS: dict[str, Format] = {
    **dict.fromkeys((".md", ".markdown", ".mdx", ".mdown", ".mkd"), "markdown"),
    **dict.fromkeys((".rst", ".rest"), "rst"),
    **dict.fromkeys((".adoc", ".asciidoc", ".asc"), "asciidoc"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    ".ipynb": "notebook",
    ".txt": "plain",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """What a reader is told besides the page: where fragments come from, whether outputs of notebooks are text."""

    include: Include | None = None
    notebook_outputs: bool = False
    flat: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Content:
    """The sections of a page, and what was wrong with its markup."""

    sections: tuple[Section, ...]
    problems: tuple[Problem, ...] = ()


def format_of(path: str) -> Format | None:
    """The format of a file by its ending; None if it is no page."""
    return _FORMATS.get(PurePosixPath(path).suffix.lower())


def content_of(page: Page, options: Options, *, unknown: Format = "plain") -> Content:
    """Read a page. Markup that is broken is a problem, and the page is read as plain text. Raises nothing."""
    found = format_of(page.path) or unknown
    if found == "markdown":
        from claimdiff.passages import markdown  # noqa: PLC0415 -- a run needs few of the readers

        return Content(sections=markdown.read(page, flat=options.flat))
    if found == "rst":
        from claimdiff.passages import rst  # noqa: PLC0415 -- same

        return Content(sections=rst.read(page, include=options.include, flat=options.flat))
    if found == "asciidoc":
        from claimdiff.passages import asciidoc  # noqa: PLC0415 -- same

        return Content(sections=asciidoc.read(page, include=options.include, flat=options.flat))
    if found == "html":
        from claimdiff.passages import html  # noqa: PLC0415 -- same

        return Content(sections=html.read(page, flat=options.flat))
    if found == "notebook":
        from claimdiff.passages import notebook  # noqa: PLC0415 -- same

        return notebook.read(page, options)
    return Content(sections=plain.read(page))
