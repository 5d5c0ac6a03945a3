"""What a check that found nothing to do leaves for the next one: which files it looked at, and what it reported.

Reading settings and golden set takes most of the time of such a check. The next one need not read them where git says
that none of these files changed since. Every rule here errs on one side: a path that is not surely outside counts as
watched, and a note that does not fit in every point is none.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from claimdiff import __version__, statefolder
from claimdiff.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MAX_BYTES = 20_000_000
SHORT = 10
"""Hex digits of a commit that are shown."""
_FOLDER = "unchanged"


@dataclass(frozen=True, kw_only=True, slots=True)
class Watch:
    """The files that a check looks at, in a form that needs no settings. Paths are relative to the repository.

    `paths` are files, `folders` end with a slash, `patterns` are regular expressions for paths below `prefix`. `names`
    are the last parts of file names that prompts include: such a file may come to lie where it is found first.
    `including`: pages of a kind that may show any other file.
    """

    prefix: str
    paths: tuple[str, ...]
    folders: tuple[str, ...]
    patterns: tuple[str, ...]
    names: tuple[str, ...]
    including: bool

    def may_see(self, paths: Sequence[str]) -> bool:
        """Whether any of the paths may be a file that a check looks at; false only where it surely is none."""
        if self.including and paths:
            return True
        start = f"{self.prefix}/" if self.prefix else ""
        inside = [path.removeprefix(start) for path in paths if path.startswith(start)]
        return (
            not {*self.paths}.isdisjoint(paths)
            or not {*self.names}.isdisjoint(PurePosixPath(path).name for path in paths)
            or any(path.startswith(self.folders) for path in paths)
            or any(re.search(pattern, path) for pattern in self.patterns for path in inside)
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What decides a check besides the trees: the config file (absolute), no network, a key in the environment."""

    config: Path
    offline: bool
    has_key: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """A check that found nothing to do: against the commit `base`, with these files watched, told like this.

    `report` is report.json as a value. `sentence`, `name` and `count` are the parts of what it told on a terminal.
    """

    base: str
    watch: Watch
    report: Mapping[str, Any]
    sentence: str
    name: str
    count: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """A tree as a person calls it: a ref, a commit, or both."""

    ref: str | None
    sha: str | None

    @property
    def is_plain(self) -> bool:
        """Whether the ref can be shown as it is."""
        return self.ref is None or (self.ref.isascii() and self.ref.isprintable() and " " not in self.ref)

    def __str__(self) -> str:
        sha = self.sha[:SHORT] if self.sha else ""
        return f"{self.ref} ({sha})" if self.ref and sha else self.ref or sha


def told(sentence: str, name: str, count: str, *, head: Named, base: Named | None, dirty: bool) -> str:
    """The two lines that a check with nothing to do tells; without a base it was compared with its own baseline."""
    against = f"compared with {base}" if base else "compared with its own baseline"
    edited = " with uncommitted changes" if dirty else ""
    return f"✓ {sentence}\n  {name}: {head}{edited}, {against}; {count} unchanged\n"


def keep(note: Note, asked: Asked, root: Path) -> None:
    """Leave a note in the state folder of the repository at `root`; where that does not work there is none."""
    try:
        value = {"for": _identity(asked), **asdict(note)}
        file = _file(asked, root)
        statefolder.ready(root)
        file.parent.mkdir(exist_ok=True)
        write_whole(file, json.dumps(value))
    except OSError:
        return


def is_kept(asked: Asked) -> bool:
    """Whether there may be a note, without asking git."""
    root = next((folder for folder in asked.config.parents if (folder / statefolder.NAME).exists()), None)
    return root is not None and _file(asked, root).is_file()


def kept(asked: Asked, root: Path) -> Note | None:
    """The note on such a check; None where program, config or place are others, or a link leads away."""
    if statefolder.leads_away(root):
        return None
    try:
        data = _file(asked, root).read_bytes()
        value = json.loads(data) if len(data) <= MAX_BYTES else None
        if not isinstance(value, dict) or value.pop("for", None) != _identity(asked):
            return None
        watch: dict[str, Any] = {
            key: tuple(item) if isinstance(item, list) else item for key, item in value.pop("watch").items()
        }
        return Note(watch=Watch(**watch), **value)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _file(asked: Asked, root: Path) -> Path:
    key = repr((os.path.relpath(asked.config, root), asked.offline, asked.has_key))
    return root / statefolder.NAME / _FOLDER / f"{hashlib.sha256(key.encode('utf-8', 'replace')).hexdigest()[:16]}.json"


def _identity(asked: Asked) -> list[str]:
    """Program, config file and place on disk; raises OSError where the config cannot be read."""
    config = hashlib.sha256(asked.config.read_bytes()).hexdigest()
    return [__version__, _program(), config, str(asked.config.resolve()), repr([item.name for item in fields(Note)])]


def _program() -> str:
    """A digest of names, sizes and times of this program's own files: another program may read and report otherwise."""
    seen = sorted(_files(os.path.dirname(__file__)))  # noqa: PTH120 -- pathlib takes longer than the whole look
    return hashlib.sha256(repr(seen).encode()).hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _files(entry.path)
        elif entry.name.endswith(".py"):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns
