"""HTML pages as a browser shows them, with the exact lines of every piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.passages.html.reader import Reader

if TYPE_CHECKING:
    from claimdiff.passages.cutting import Section
    from claimdiff.passages.source import Page


def read(page: Page, *, flat: bool = False) -> tuple[Section, ...]:
    """The sections of a page: of its `<main>` where it has one. With `flat` headings begin no section."""
    return Reader.of(page, flat=flat).run()
