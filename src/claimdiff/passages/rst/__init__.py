"""reStructuredText pages as a reader of the built site reads them, with the exact lines of every piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.passages.rst import configuration, names
from claimdiff.passages.rst.blocks import Blocks
from claimdiff.passages.rst.inline import Names
from claimdiff.passages.source import Line
from claimdiff.passages.writing import Writer

if TYPE_CHECKING:
    from claimdiff.passages.cutting import Section
    from claimdiff.passages.source import Page
    from claimdiff.passages.writing import Absent, Include


def read(
    page: Page, *, include: Include | None = None, flat: bool = False, absent: Absent | None = None
) -> tuple[Section, ...]:
    """The sections of a page, with fragments that `include` gives and the values of the nearest `conf.py` in their place.

    `absent` is told of those that do not exist. With `flat` there is one section at most, and headings in it are segments.
    """
    lines = Line.all_of(page)
    known = Names()
    names.collect(lines, known, include)
    configuration.lend(configuration.of_page(page.path, include), known, include)
    writer = Writer(page=page, flat=flat)
    Blocks(writer=writer, names=known, include=include, including=(page.path,), absent=absent).read(lines)
    writer.outline.finish()
    return tuple(writer.outline.sections)
