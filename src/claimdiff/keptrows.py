"""Tables of what need not be made anew, in SQLite files of the state folder.

Concurrent runs may share such a file, and a run that is killed leaves it whole. It holds nothing that cannot be made
again, so one that is broken is removed, and whatever else is wrong with it only costs the work.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

UNUSED_DAYS = 30
"""Rows that nobody asked for in this time go."""
RENEWED_DAYS = 7
"""Rows are said to be used seldom enough that a run which only reads hardly ever writes."""
_DAY = 86_400
_AT_ONCE = 500
_WAIT_S = 1


@contextlib.contextmanager
def opened(path: Path, schema: str, *, create: bool = False) -> Iterator[sqlite3.Connection]:
    """The file at `path`, with `create` made by `schema` where it is missing. One that is no database is removed.

    Raises:
        sqlite3.Error: it is missing, broken, locked for long or not to be written.
    """
    mode = "rwc" if create else "rw"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", timeout=_WAIT_S, uri=True)
    try:
        if create:
            connection.execute(schema)
        yield connection
    except sqlite3.DatabaseError as problem:
        connection.close()
        if not isinstance(problem, sqlite3.OperationalError):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
        raise
    finally:
        connection.close()


def slices(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    """The keys in parts that one statement can name."""
    return (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE))


def today() -> int:
    """The day, counted from 1970."""
    return int(time.time() // _DAY)
