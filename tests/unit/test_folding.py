"""When two texts say the same, whatever their typography and markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff.text.folding import content_hash, fold, fold_key, level


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  two\n words\t", "two words"),
        ("“It’s” – fine…", '"It\'s" - fine...'),
        ("no\u00a0break\u200b here", "no break here"),
        ("\uff21\uff22\uff23", "ABC"),
        ("10² m", "10^2 m"),
        ("", ""),
    ],
)
def test_fold_keeps_words_and_drops_typography(text: str, expected: str) -> None:
    """Quotes, dashes, invisible marks and white space are folded; a raised digit never joins the number before it."""
    assert fold(text) == expected


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    """A folded text is its own folding."""
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_level_keeps_every_character_at_its_place(text: str) -> None:
    """Offsets into the levelled text are offsets into the text."""
    assert len(level(text)) == len(text)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Set **the** limit", "set the limit"),
        ("Use `--fast` now", "Use --fast now"),
        ("See [the guide](../guide.md#x) first", "See the guide first"),
        ("an _important_ note", "an important note"),
    ],
)
def test_markup_does_not_make_another_text(one: str, two: str) -> None:
    """Emphasis, backticks, link targets and case are no part of what a text says."""
    assert fold_key(one) == fold_key(two)
    assert content_hash(one) == content_hash(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Set MY_PORT", "Set MYPORT"),
        ("`__init__`", "init"),
        ("/api/*/admin/*", "/api//admin/"),
        ("2 * 3 * 4", "2 3 4"),
        ("10 seconds", "100 seconds"),
        ("shown as '**********' in logs", "shown as '' in logs"),
        ("a*****b", "ab"),
    ],
)
def test_what_is_part_of_a_name_stays(one: str, two: str) -> None:
    """Underscores of identifiers, stars of globs and of products are no markup."""
    assert fold_key(one) != fold_key(two)
