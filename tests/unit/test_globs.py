"""A folder that is taken away goes with its pages."""

from __future__ import annotations

import pytest

from claimdiff.retrieval.scope import in_scope

PAGES = ("docs/a.md", "docs/old/b.md", "docs/new/old/c.md", "docs/old.md", "older/d.md")


@pytest.mark.parametrize(
    ("globs", "expected"),
    [
        (("docs/**/*.md", "!docs/old/"), {"docs/a.md", "docs/new/old/c.md", "docs/old.md"}),
        (("docs/**/*.md", "!docs/old"), {"docs/a.md", "docs/new/old/c.md", "docs/old.md"}),
        (("docs/**/*.md", "!old/"), {"docs/a.md", "docs/old.md"}),
        (("docs/**/*.md", "!docs/old/**"), {"docs/a.md", "docs/new/old/c.md", "docs/old.md"}),
        (("docs/**/*.md", "!docs/old/", "docs/old/b.md"), {*PAGES} - {"older/d.md"}),
        (("**/*.md", "!docs/old.md"), {*PAGES} - {"docs/old.md"}),
        (("docs/", "!old/"), {"docs/a.md", "docs/old.md"}),
    ],
)
def test_a_folder_that_is_taken_away_goes_with_its_pages(globs: tuple[str, ...], expected: set[str]) -> None:
    """`!docs/old/` means its pages, also after `docs/**/*.md`; a later glob may bring one back."""
    assert in_scope(PAGES, globs) == expected
