"""Checks whose replies are all stored: who runs the very same check again asks nobody, and nothing is made ready for it."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from claimdiff import __version__
from claimdiff.claude.store import UNFINISHED, write_whole
from claimdiff.errors import FileProblems
from claimdiff.gate import BUDGET

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from claimdiff.changes import Change
    from claimdiff.claude.caller import Caller
    from claimdiff.comparison.results import QuestionResult
    from claimdiff.pipeline.options import Options
    from claimdiff.settings import Settings

NAME = "settled.json"
KEPT = 20
"""Checks that are remembered, the latest ones."""
MANY = 50
"""Files of a change from which on it is not looked at: reading them would take as long as what it saves."""


def identity(change: Change, config: Settings, options: Options) -> str | None:
    """A name for what decides which calls a check makes; None where it cannot be told without much reading."""
    base, head = change.base_sha, change.head
    if base is None or change.head_docs is not head or options.regenerate:
        return None
    paths = [item.new_path for item in change.files if item.new_path is not None]
    if len(paths) > MANY:
        return None
    try:
        contents = head.read_many(paths)
    except FileProblems:
        return None
    files = [
        (item.old_path, item.new_path, hashlib.sha256(contents.get(item.new_path or "", b"")).hexdigest())
        for item in change.files
    ]
    value = [__version__, base, str(config.config_path), repr(options), files]
    return hashlib.sha256(json.dumps(value).encode("utf-8", "surrogatepass")).hexdigest()


def is_settled(folder: Path, name: str | None) -> bool:
    """Whether the replies of a check lie in the store in `folder`. No promise: somebody may have taken them away."""
    return name is not None and name in _names(folder)


def settle(name: str | None, caller: Caller, questions: Iterable[QuestionResult]) -> None:
    """Note that every reply of a check is stored, if that is so."""
    open_ = any(item.status == "error" or item.why == BUDGET for item in questions)
    folder, kept = caller.store.folder, _names(caller.store.folder)
    if name is None or open_ or caller.unkept or name in kept:
        return
    write_whole(folder / NAME, json.dumps([*kept, name][-KEPT:]), folder / UNFINISHED)


def _names(folder: Path) -> list[str]:
    try:
        value = json.loads((folder / NAME).read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []
