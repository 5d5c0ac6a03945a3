"""A file is written whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(path: Path, text: str, *, unfinished: Path | None = None, lasting: bool = False) -> None:
    """Write a text as UTF-8 in place of what is there: whoever reads the file finds the old one or the new one.

    `unfinished` is the folder on the same disk for the time between, else the file's own. With `lasting` the text has
    reached the disk before the old one goes, so that it outlives a loss of power.

    Raises:
        OSError: it cannot be written; the old file is as it was, and nothing is left of the new one.
    """
    # Not `tempfile`: its files are for one user alone, and a container writes what the runner's own user keeps.
    temporary = (unfinished or path.parent) / f".{path.name}.{os.urandom(8).hex()}.tmp"
    try:
        with temporary.open("x", encoding="utf-8") as file:
            file.write(text)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
