"""How an error is told: what is wrong, then the next step, on stderr."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.errors import ClaimdiffError

INTERRUPTED = 130


def say(problem: ClaimdiffError, *, about: str | None = None) -> None:
    """Tell an error with its hint; `about` names the config where there are several."""
    tell(f"error: {about}: {problem}" if about else f"error: {problem}")
    if problem.hint:
        tell(f"    → {problem.hint}")


def tell(text: str) -> None:
    """Write a line to stderr; half of a surrogate pair, as a file name may hold it, becomes a question mark."""
    sys.stderr.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")


def interrupted() -> int:
    """Tell that a person ended the run; its exit code."""
    tell("interrupted")
    return INTERRUPTED
