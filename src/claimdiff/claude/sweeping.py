"""Keeping the response store small: replies that nobody used for long go, and the oldest where there are too many."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

DAY_S = 86_400.0
UNUSED_S = 60 * DAY_S
"""Seconds without a use after which a reply goes."""
MOST_BYTES = 300_000_000
"""Of all replies; well below what `actions/cache` keeps for a repository."""
PARTS = ("replies", "votes")
MARK = "swept"


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A stored reply: where it lies, how large it is in bytes, and when it was last used (seconds since 1970)."""

    path: Path
    size: int
    used: float


def superfluous(kept: Iterable[Kept], now: float, *, most_bytes: int = MOST_BYTES) -> tuple[Path, ...]:
    """What goes: replies that were not used for long, then those used longest ago until the rest fits."""
    newest_first: Sequence[Kept] = sorted(kept, key=lambda item: (-item.used, str(item.path)))
    size = 0
    gone: list[Path] = []
    for item in newest_first:
        size += item.size
        if now - item.used > UNUSED_S or size > most_bytes:
            gone.append(item.path)
    return tuple(gone)


def sweep(folder: Path, *, most_bytes: int = MOST_BYTES) -> None:
    """Remove what is superfluous, at most once a day; a file that cannot be removed stays."""
    now = time.time()
    mark = folder / MARK
    with contextlib.suppress(OSError):
        if 0 <= now - mark.stat().st_mtime < DAY_S:
            return
    if not folder.is_dir():
        return
    for path in superfluous(_kept(folder), now, most_bytes=most_bytes):
        with contextlib.suppress(OSError):
            path.unlink()
    with contextlib.suppress(OSError):
        mark.write_text("", encoding="utf-8")


def _kept(folder: Path) -> list[Kept]:
    found = []
    for part in PARTS:
        for path in (folder / part).glob("*/*.json"):
            with contextlib.suppress(OSError):
                state = path.stat()
                found.append(Kept(path=path, size=state.st_size, used=state.st_mtime))
    return found
