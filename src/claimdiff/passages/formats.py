"""Which reader reads a page: by the ending of its name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from claimdiff.passages import plain

if TYPE_CHECKING:
    from claimdiff.errors import Problem
    from claimdiff.passages.cutting import Section
    from claimdiff.passages.source import Line, Page
    from claimdiff.passages.writing import Include

Format = Literal["markdown", "rst", "asciidoc", "html", "notebook", "plain"]
_FORMATS: dict[str, Format] = {
    **dict.fromkeys((".md", ".markdown", ".mdx", ".mdown", ".mkd", ".qmd", ".rmd"), "markdown"),
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
    """The sections of a page, what was wrong with its markup, and the fragments that it includes and that do not exist."""

    sections: tuple[Section, ...]
    problems: tuple[Problem, ...] = ()
    missing: tuple[Problem, ...] = ()


@lru_cache(maxsize=16384)
def format_of(path: str) -> Format | None:
    """The format of a file by its ending; None if it is no page."""
    return _FORMATS.get(PurePosixPath(path).suffix.lower())


def content_of(page: Page, options: Options, *, unknown: Format = "plain") -> Content:
    """Read a page. Markup that is broken is a problem, and the page is read as plain text. Raises nothing."""
    found = format_of(page.path) or unknown
    missing: list[Problem] = []

    def absent(line: Line, target: str) -> None:
        missing.append(_absent(line, target))

    if found == "markdown":
        from claimdiff.passages import markdown  # noqa: PLC0415 -- a run needs few of the readers

        sections = markdown.read(page, include=options.include, flat=options.flat, absent=absent)
        return Content(sections=sections, missing=tuple(missing))
    if found == "rst":
        from claimdiff.passages import rst  # noqa: PLC0415 -- same

        sections = rst.read(page, include=options.include, flat=options.flat, absent=absent)
        return Content(sections=sections, missing=tuple(missing))
    if found == "asciidoc":
        from claimdiff.passages import asciidoc  # noqa: PLC0415 -- same

        sections = asciidoc.read(page, include=options.include, flat=options.flat, absent=absent)
        return Content(sections=sections, missing=tuple(missing))
    if found == "html":
        from claimdiff.passages import html  # noqa: PLC0415 -- same

        return Content(sections=html.read(page, flat=options.flat))
    if found == "notebook":
        from claimdiff.passages import notebook  # noqa: PLC0415 -- same

        return notebook.read(page, options)
    return Content(sections=plain.read(page))


def _absent(line: Line, target: str) -> Problem:
    from claimdiff.errors import Problem  # noqa: PLC0415 -- few pages include what is not there

    return Problem(
        path=line.page.path,
        line=line.page.first_line + line.index,
        message=f"includes {target}, which does not exist; nothing is read in its place",
        hint="Mend the name, or take the line out.",
    )
