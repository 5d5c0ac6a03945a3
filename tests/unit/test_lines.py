"""Changed lines are counted as a reader of the diff counts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff.changes.lines import LineChanges, between, from_patch

pages = st.lists(st.sampled_from([b"", b"a", b"b", b"c"]), max_size=12).map(b"\n".join)


@pytest.mark.parametrize(
    ("header", "removed", "added"),
    [
        (b"@@ -3 +4 @@ heading", {3}, {4}),
        (b"@@ -3,2 +4,3 @@", {3, 4}, {4, 5, 6}),
        (b"@@ -3,0 +4,2 @@", set(), {4, 5}),
        (b"@@ -3,2 +2,0 @@", {3, 4}, set()),
    ],
)
def test_hunk_headers_give_the_lines(header: bytes, removed: set[int], added: set[int]) -> None:
    """A count that is left out is one, a count of zero is none."""
    patch = b"--- a/x\n+++ b/x\n" + header + b"\n-@@ -90 +90 @@\n+@@ -91 +91 @@\n"

    assert from_patch(patch) == LineChanges(removed=frozenset(removed), added=frozenset(added))


def test_a_page_that_quotes_a_patch_is_not_read_as_one() -> None:
    """Lines of the page start with a sign in the patch, so a hunk header in a page is text."""
    assert from_patch(b"@@ -1 +1 @@\n-@@ -5,9 +5,9 @@\n+@@ -6,9 +6,9 @@\n") == LineChanges(
        removed=frozenset({1}), added=frozenset({1})
    )


def test_line_ends_do_not_count() -> None:
    """CRLF against LF, and a line end at the end of the page, are no change."""
    assert between(b"one\r\ntwo\r\n", b"one\ntwo") == LineChanges()


@given(pages, pages)
def test_what_is_left_when_changed_lines_are_taken_away_is_equal(old: bytes, new: bytes) -> None:
    """Without the removed lines the base page reads as the head page without the added ones."""
    changes = between(old, new)

    def left(page: bytes, gone: frozenset[int]) -> list[bytes]:
        return [line for number, line in enumerate(page.splitlines(), 1) if number not in gone]

    assert left(old, changes.removed) == left(new, changes.added)
    assert not changes.removed or min(changes.removed) >= 1
    assert len(changes.removed) <= len(old.splitlines())
    assert len(changes.added) <= len(new.splitlines())
