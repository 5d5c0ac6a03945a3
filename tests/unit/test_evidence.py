"""Quotes are evidence only to the letter."""

from __future__ import annotations

import pytest

from claimdiff.judging.evidence import find_quote
from claimdiff.passages import from_text

PAGE = "# Keys\n\nA key is shown once – at creation.\nIt can’t be recovered,\nonly “rotated”.\n\nRenaming is not possible in v1.\n"


def test_typography_and_white_space_are_folded_and_the_original_returned() -> None:
    """A quote with plain marks on one line is found, and comes back as the page has it, with its lines."""
    found = find_quote('It can\'t be recovered, only "rotated".', [from_text("docs/keys.md", PAGE)])
    assert found is not None
    assert found.quote == "It can’t be recovered,\nonly “rotated”."
    assert (found.path, found.line_start, found.line_end) == ("docs/keys.md", 4, 5)


def test_a_part_of_a_sentence_is_enough() -> None:
    """A model may quote the words that matter; exactly these come back."""
    found = find_quote("shown once - at creation", [from_text("docs/keys.md", PAGE)])
    assert found is not None
    assert found.quote == "shown once – at creation"
    assert found.line_start == 3


@pytest.mark.parametrize(
    "quote",
    ["Renaming is possible in v1.", "A key is shown twice", "renaming is not possible in v1", "", " "],
)
def test_nearly_is_not_found(quote: str) -> None:
    """A negated twin, another word, another case or an empty quote is no evidence (garrytan/gbrain/pull/4706)."""
    assert find_quote(quote, [from_text("docs/keys.md", PAGE)]) is None


def test_a_quote_over_two_sentences_is_whole() -> None:
    """A quote that runs over a sentence end returns the sentences it touches."""
    found = find_quote("at creation. It can't be recovered", [from_text("docs/keys.md", PAGE)])
    assert found is not None
    assert "at creation." in found.quote
    assert "recovered" in found.quote
    assert (found.line_start, found.line_end) == (3, 5)
