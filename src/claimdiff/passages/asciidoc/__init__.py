"""AsciiDoc pages as a reader of the built site reads them, with the exact lines of every piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc import labels
from claimdiff.passages.asciidoc.antora import site_of
from claimdiff.passages.asciidoc.attributes import Attributes
from claimdiff.passages.asciidoc.blocks import Blocks
from claimdiff.passages.asciidoc.preprocess import Preprocessor
from claimdiff.passages.source import Line
from claimdiff.passages.writing import Writer

if TYPE_CHECKING:
    from claimdiff.passages.cutting import Section
    from claimdiff.passages.source import Page
    from claimdiff.passages.writing import Absent, Include


def read(
    page: Page, *, include: Include | None = None, flat: bool = False, absent: Absent | None = None
) -> tuple[Section, ...]:
    """The sections of a page. Fragments and attributes of an Antora component come through `include`.

    `absent` is told of fragments that do not exist, unless they are optional or of another component. With `flat` there is one section at most, and headings in it are segments.
    """
    site = site_of(page.path, include)
    start = Attributes.of_site(site.values, site.locked)
    before = Preprocessor(site=site, include=include, attributes=start.copy(), absent=absent)
    before.run(Line.all_of(page), (page.path,))
    known = labels.collect(before.lines, before.attributes)
    writer = Writer(page=page, flat=flat)
    Blocks(writer=writer, attributes=start, labels=known, offsets=before.offsets).read(before.lines)
    writer.outline.finish()
    return tuple(writer.outline.sections)
