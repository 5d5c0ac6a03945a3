"""Rounds of `accept --regenerate`: each asks for other answers, and one that was cut off goes on with what it has paid for.

A stored answer to the same request is what the person did not want to have again. The number of the round sets its
answers apart in the store; only a round that left nothing open is followed by another.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from claimdiff.claude.store import UNFINISHED, write_whole

if TYPE_CHECKING:
    from pathlib import Path

NAME = "regenerating.json"
FIRST = 1_000
"""Number of the first round as a vote: below it are the votes that confirm a claim."""


def begun(folder: Path) -> int:
    """The vote of the round that runs now: one that was cut off, else the next."""
    number, is_open = _state(folder)
    number = number if is_open else number + 1
    _write(folder, number, is_open=True)
    return FIRST + number


def ended(folder: Path) -> None:
    """Close the round: every answer of it was used."""
    number, _ = _state(folder)
    _write(folder, number, is_open=False)


def _state(folder: Path) -> tuple[int, bool]:
    try:
        value = json.loads((folder / NAME).read_bytes())
        number, is_open = value["round"], value["open"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return 0, False
    return (number, is_open is True) if type(number) is int and number >= 0 else (0, False)


def _write(folder: Path, number: int, *, is_open: bool) -> None:
    write_whole(folder / NAME, json.dumps({"round": number, "open": is_open}), folder / UNFINISHED)
