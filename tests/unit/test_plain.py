from __future__ import annotations

import pytest

from claimdiff.passages import read_page


@pytest.mark.parametrize("path", ["a.txt", "a.unknown", "README"])
def test_other_formats_are_paragraphs_with_exact_lines(path: str) -> None:
    """Without a reader of its own, a page is its paragraphs; marks are left as they are."""
    (passage,) = read_page(path, b"\nTitle\n=====\n\nOne is *kept*\nfor 30 days. Two.\n \nThree.\n").passages
    assert passage.heading == ()
    assert [(segment.text, segment.line_start, segment.line_end) for segment in passage.segments] == [
        ("Title =====", 2, 3),
        ("One is *kept* for 30 days.", 5, 6),
        ("Two.", 6, 6),
        ("Three.", 8, 8),
    ]
    assert passage.segments[1].source == "One is *kept*\nfor 30 days."


def test_a_long_plain_page_is_cut_between_paragraphs() -> None:
    """Plain pages are retrieved in pieces too."""
    page = "\n\n".join(f"Paragraph {number} {'word ' * 40}." for number in range(30))
    found = read_page("a.txt", page.encode()).passages
    assert len(found) > 3
    assert max(len(passage.text) for passage in found) < 1_600
