from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from claimdiff.report.marking import Piece, line_by_line, mark


def told(pieces: tuple[Piece, ...]) -> str:
    """The text with its marks in brackets."""
    return "".join(f"[{piece.text}]" if piece.marked else piece.text for piece in pieces)


def test_only_what_differs_is_marked() -> None:
    """In a sentence and in a table row the changed value is marked, and nothing else."""
    before, now = mark("| Pro | $25 | 50 GB |", "| Pro | $30 | 50 GB |")
    left, right = mark("Kept for 7 days.", "Kept for 14 days, on request.")

    assert (told(before), told(now)) == ("| Pro | [$25] | 50 GB |", "| Pro | [$30] | 50 GB |")
    assert (told(left), told(right)) == ("Kept for [7] days.", "Kept for [14] days[, on request].")


def test_neighbouring_words_are_one_change() -> None:
    """Two changed words beside each other are marked as one stretch."""
    before, now = mark("It is kept for seven long days after that.", "It is kept for eight short days after that.")

    assert told(before) == "It is kept for [seven long] days after that."
    assert told(now) == "It is kept for [eight short] days after that."


def test_texts_without_common_ground_are_not_marked() -> None:
    """Marking everything would say nothing."""
    before, now = mark("Backups run daily.", "Choose a region first, please")

    assert told(before) == "Backups run daily."
    assert told(now) == "Choose a region first, please"


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_no_character_is_lost(before: str, now: str) -> None:
    """The pieces put together are the very texts that went in."""
    left, right = mark(before, now)

    assert "".join(piece.text for piece in left) == before
    assert "".join(piece.text for piece in right) == now


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b c", "d"]), max_size=6), st.lists(st.sampled_from(["a", "b x", "d"]), max_size=6)
)
def test_lines_give_both_texts_back(before: list[str], now: list[str]) -> None:
    """The lines with `-` or a blank are the old text, those with `+` or a blank the new one."""
    lines = line_by_line("\n".join(before), "\n".join(now))
    old = ["".join(piece.text for piece in line.pieces) for line in lines if line.sign != "+"]
    new = ["".join(piece.text for piece in line.pieces) for line in lines if line.sign != "-"]

    assert (old, new) == (before, now)
