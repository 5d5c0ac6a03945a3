"""The baseline folder: read whole, written atomically."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from claimdiff import yamlfile
from claimdiff.baseline.form import parse, render
from claimdiff.errors import FileProblems, Problem, UsageError
from claimdiff.golden import is_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from claimdiff.baseline.entries import BaselineEntry

SYNCING = 16
"""Files that are forced to disk at the same time. A journaling file system then writes its journal once for many."""


def load(read: Callable[[str], bytes], paths: Iterable[str]) -> dict[str, BaselineEntry]:
    """All baseline files of a tree by question id. Paths that do not end in `.yml` are passed over.

    Raises:
        FileProblems: every problem of every file at once.
    """
    entries: dict[str, BaselineEntry] = {}
    problems: list[Problem] = []
    for path in sorted(paths):
        name = PurePosixPath(path)
        if name.suffix == ".yaml":
            problems.append(
                Problem(path=path, message="a baseline file ends in .yml", hint=f"rename it to {name.stem}.yml")
            )
        if name.suffix != ".yml" or name.name.startswith("."):
            continue
        try:
            entry = parse(yamlfile.decode(read(path), path=path), path=path)
        except FileProblems as found:
            problems += found.problems
        else:
            entries[entry.question_id] = entry
    if problems:
        raise FileProblems(tuple(problems))
    return entries


def write(folder: Path, entries: Sequence[BaselineEntry]) -> None:
    """Write the entries' files into the folder, which is made where it is missing.

    All files are written beside the old ones and forced to disk before the first old one is replaced, so a full disk or
    a read-only folder leaves the old baseline whole.

    Raises:
        UsageError: a file could not be written, with its name and the reason; or an id is none.
    """
    _replace(folder, {_file(folder, entry.question_id): render(entry).encode() for entry in entries})


def stored(folder: Path, question_id: str) -> bytes | None:
    """The bytes of a question's baseline file as it lies on disk; None where there is none.

    Raises:
        UsageError: the file cannot be read, or the id is none.
    """
    target = _file(folder, question_id)
    try:
        return target.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{target} could not be read: {error.strerror or error}") from None


def restore(folder: Path, question_id: str, data: bytes | None) -> None:
    """Put a question's baseline file back as `stored` found it.

    Raises:
        UsageError: as `write` and `delete`.
    """
    if data is None:
        delete(folder, question_id)
    else:
        _replace(folder, {_file(folder, question_id): data})


def _replace(folder: Path, texts: Mapping[Path, bytes]) -> None:
    pending = {target: folder / f".{target.stem}.{os.getpid()}.tmp" for target in texts}
    target, replaced = folder, 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for target, temporary in pending.items():
            _write_new(temporary, texts[target])
        with ThreadPoolExecutor(SYNCING) as threads:
            forced = {target: threads.submit(_sync, temporary) for target, temporary in pending.items()}
        for target in pending:
            forced[target].result()
        for target, temporary in pending.items():
            temporary.replace(target)
            replaced += 1
        _sync_folder(folder)
    except OSError as error:
        raise _not_written(target, error, replaced) from None
    finally:
        for temporary in pending.values():
            with suppress(OSError):
                temporary.unlink()


def delete(folder: Path, question_id: str) -> bool:
    """Delete a question's baseline file; whether there was one.

    Raises:
        UsageError: the file could not be deleted, with its name and the reason.
    """
    target = _file(folder, question_id)
    try:
        target.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        message = f"{target} could not be deleted: {error.strerror or error}"
        raise UsageError(message, hint="check the permissions of the folder") from None
    return True


def _file(folder: Path, question_id: str) -> Path:
    """The file of a question. An id may come from a report that somebody else made, so it is looked at again."""
    if not is_id(question_id):
        raise UsageError(f'"{question_id}" is no question id, so no baseline file is named after it')
    return folder / f"{question_id}.yml"


def _write_new(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)  # left behind by a process that was killed
    with path.open("xb") as file:
        file.write(data)


def _sync(path: Path) -> None:
    """Force what was written to disk, through a handle that may write: Windows refuses any other."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Force the new names to disk; not every system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _not_written(target: Path, error: OSError, replaced: int) -> UsageError:
    state = f"the {replaced} files before it are written" if replaced else "the old baseline is unchanged"
    message = f"{target} could not be written: {error.strerror or error}; {state}"
    return UsageError(
        message, hint="free some space or check the permissions of the folder, then run the same command again"
    )
