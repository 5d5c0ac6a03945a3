"""What goes to the team's own program and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

Request = dict[str, Any]
SHOWN = 300
"""Characters of a program's last words that are quoted in a message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What came back for one id: `data`, or `error` in plain words."""

    data: Mapping[str, Any] | None = None
    error: str | None = None
