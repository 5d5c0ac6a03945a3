"""How many items of each section of the comment are shown, so that it keeps within a limit in whole blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.report import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.report.parts import ReportView

SECTIONS = ("unsupported", "outdated", "lost", "misses", "unscored", "findings", "baseline", "left")
"""In the order of the comment, which is the order of importance: what stands last goes first."""

OPEN = 3
"""So many newly unsupported claims stand in sight; the others are folded away."""


FIRST_TRY = 64
"""So many items are tried first: more than most reports have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """What of a section is shown: the first `open` items in sight, `shown` in all; `hidden` are left out."""

    open: int
    shown: int
    hidden: int

    @property
    def folded_words(self) -> str:
        """How many are folded away, in words."""
        folded = self.shown - self.open
        return words.counted(folded, "more claim") if self.open else words.counted(folded, "claim")

    @property
    def hidden_words(self) -> str:
        """How many are left out, in words."""
        return f"{self.hidden:,} more {'is' if self.hidden == 1 else 'are'} not shown here"


def sections(view: ReportView, items: int) -> dict[str, Section]:
    """Share out a number of items over the sections, the important ones first."""
    left, in_sight = items, OPEN
    shared: dict[str, Section] = {}
    for name in SECTIONS:
        count = len(getattr(view, name))
        shown = min(count, left)
        left -= shown
        opened = min(shown, in_sight) if name in {"unsupported", "outdated"} else shown
        if name in {"unsupported", "outdated"}:
            in_sight -= opened
        shared[name] = Section(open=opened, shown=shown, hidden=count - shown)
    return shared


def total(view: ReportView) -> int:
    """Count the items of all sections."""
    return sum(len(getattr(view, name)) for name in SECTIONS)


def fitting(write: Callable[[int], str], items: int, fits: Callable[[str], bool]) -> str | None:
    """Return the text with the most items that fits, or None where even none of them does.

    `write` makes the text with a number of items; a text with more items is longer. The number is doubled until the text
    no longer fits, so that a report with thousands of items is never written as a whole.
    """
    best: str | None = None
    low, high, tried = 0, items, min(items, FIRST_TRY)
    while low <= high:
        text = write(tried)
        if fits(text):
            best, low = text, tried + 1
        else:
            high = tried - 1
        tried = min(items, tried * 2) if best == text and high == items else (low + high) // 2
    return best
