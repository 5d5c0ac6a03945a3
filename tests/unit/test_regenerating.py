from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.pipeline.regenerating import FIRST, NAME, begun, ended

if TYPE_CHECKING:
    from pathlib import Path


def test_a_round_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    """After a kill the same answers are asked for, so that those that were paid for are found."""
    assert [begun(tmp_path), begun(tmp_path)] == [FIRST + 1, FIRST + 1]


def test_after_a_round_that_ended_other_answers_are_asked_for(tmp_path: Path) -> None:
    """What a person did not want to have again is not what the store gives."""
    first = begun(tmp_path)
    ended(tmp_path)
    assert begun(tmp_path) == first + 1


@pytest.mark.parametrize("content", ["", "[]", '{"round": "x", "open": true}', '{"round": -1, "open": true}'])
def test_a_broken_note_begins_anew(tmp_path: Path, content: str) -> None:
    """Whatever stands there, a round begins."""
    (tmp_path / NAME).write_text(content, encoding="utf-8")
    assert begun(tmp_path) == FIRST + 1
