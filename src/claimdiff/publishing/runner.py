"""The files of the runner: outputs for the steps that follow, and the summary of the job."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

SUMMARY_LIMIT = 1_048_576
"""Bytes of a step's summary; what is longer is dropped as a whole."""
_SPARE = 1_024


def write_outputs(path: Path | None, values: Mapping[str, str]) -> str | None:
    """Append outputs to the file of the runner; what went wrong, or None. A value may hold anything."""
    if path is None:
        return None
    text = ""
    for name, value in values.items():
        end = f"end-{uuid.uuid4().hex}"
        text += f"{name}<<{end}\n{value}\n{end}\n"
    return _append(path, text)


def write_summary(path: Path | None, write: Callable[[Callable[[str], bool]], str]) -> str | None:
    """Append a text to the summary of the job; what went wrong, or None.

    Args:
        path: the file of the runner; other steps may have written into it.
        write: makes the text, given a test whether a text still fits.
    """
    if path is None:
        return None
    try:
        room = SUMMARY_LIMIT - _SPARE - (path.stat().st_size if path.exists() else 0)
    except OSError as problem:
        return f"the job summary cannot be read: {problem.strerror}"
    text = write(lambda text: _size(text) <= room)
    if _size(text) > room:
        return "the job summary is full already; the report was not added"
    return _append(path, f"{text}\n")


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _append(path: Path, text: str) -> str | None:
    try:
        with path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError as problem:
        return f"{path} cannot be written: {problem.strerror}"
    return None
