"""The folder `.claimdiff/` in the repository's root: the last report, what was paid for, what need not be read again."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from claimdiff.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

NAME = ".claimdiff"


def ready(root: Path) -> Path:
    """The folder, which ignores itself before anything lies in it, since a run may be killed at any time.

    Where it cannot be made, nothing can be kept; whoever writes into it finds out.
    """
    folder = root / NAME
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists() or not ignore.stat().st_size:  # empty where the disk was full
            write_whole(ignore, "*\n")
    return folder


def report_text(value: Mapping[str, Any]) -> str:
    """The text of a report.json: a key a line, and of a list an item a line.

    Python writes the usual indented form five times as slowly, and what a check writes at its end is waited for.

    Raises:
        ValueError: a number that JSON does not have.
    """
    return "{\n" + ",\n".join(f"  {_dumped(key)}: {_rows(item)}" for key, item in value.items()) + "\n}\n"


def _rows(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return _dumped(value)
    return "[\n" + ",\n".join(f"    {_dumped(item)}" for item in value) + "\n  ]"


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def keep_report(root: Path, text: str, *, name: str | None = None) -> None:
    """Keep report.json for the commands that come after; `name` is the config's where a run has several.

    Raises:
        OSError: it cannot be written.
    """
    folder = last(root, name=name)
    ready(root)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "report.json", text)


def last(root: Path, *, name: str | None = None) -> Path:
    """The folder of the last report."""
    return root / NAME / "last" / name if name else root / NAME / "last"


def is_foreign(root: Path, paths: Iterable[str]) -> bool:
    """Whether a commit may have brought the folder, itself or as a link."""
    return is_tracked(paths) or leads_away(root)


def leads_away(root: Path) -> bool:
    """Whether the folder is a link: a commit may have brought it, and what is written there would land elsewhere."""
    return (root / NAME).is_symlink()


def is_tracked(paths: Iterable[str]) -> bool:
    """Whether a tree holds the folder: then it came with a commit, and nothing in it can be trusted.

    What git does not know of it is in no tree, not even in that of the files on disk.
    """
    return any(path == NAME or path.startswith(f"{NAME}/") for path in paths)
