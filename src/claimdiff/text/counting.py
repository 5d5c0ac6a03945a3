"""Numbers and lists in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 5
"""Names that fit a line."""


def counted(count: int, one: str, many: str | None = None) -> str:
    """Count and noun: `1 question`, `2 questions`; `many` is the plural where it is not `one` with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def some(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
