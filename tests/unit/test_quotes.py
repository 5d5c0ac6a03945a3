from __future__ import annotations

from claimdiff.comparison.quotes import Quotes
from claimdiff.passages import read_page


def quotes(**pages: str) -> Quotes:
    """The quotes of AsciiDoc pages by name."""
    return Quotes(pages={name: read_page(f"{name}.adoc", text.encode()).passages for name, text in pages.items()})


def test_the_same_words_under_another_term_are_another_fact() -> None:
    """A short definition of one page does not stand for that of another."""
    found = quotes(a="port::\nDefault: 5.\n", b="cache::\nDefault: 5.\n")
    assert found.reading("Default: 5.", "a", "port")
    there = found.reading("Default: 5.", "gone", "cache")
    assert there
    assert there.path == "b"
    assert found.reading("Default: 5.", "gone", "size") is None
    assert found.reading("Default: 5.", "gone")
