"""The working tree: what git tracks or would track, as it is on disk."""

from __future__ import annotations

import errno
import os
import stat
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff import statefolder
from claimdiff.changes import listing
from claimdiff.changes.listing import Entry
from claimdiff.changes.trees import ListedTree, stored, stored_texts
from claimdiff.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from claimdiff.changes.repository import Repository

HASHED_UP_TO = 8_000_000
"""Bytes. A bigger file that git has not hashed yet is known by its size and time; no page is that big."""


_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class WorkingTree(ListedTree):
    """The files on disk: ignored ones are left out, deleted ones are gone, untracked ones are in."""

    label = "working tree"

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._ids: dict[str, str | None] = {}

    @cached_property
    def untracked(self) -> tuple[str, ...]:
        """Files that git neither tracks nor ignores, sorted; a repository inside this one is left out.

        So is our own state folder: what git does not know of it came with no commit, and is no change.
        """
        listed = self._repository.git.run("ls-files", "-z", "--others", "--exclude-standard")
        found = (path for path in listing.paths(listed) if not path.endswith("/"))
        return tuple(sorted(path for path in found if not statefolder.is_tracked((path,))))

    def ids(self, paths: Sequence[str]) -> Mapping[str, str]:
        """Content ids of files as they are on disk, after git's filters; what is no readable file is left out."""
        new = [path for path in paths if path not in self._ids]
        known = _hashed(self._repository, new)
        self._ids |= {path: known.get(path) for path in new}
        return {path: identity for path in paths if (identity := self._ids[path]) is not None}

    def list_entries(self) -> Mapping[str, Entry]:
        """See `ListedTree`. Only what differs from the index is hashed."""
        git = self._repository.git
        entries = listing.index(git.run("ls-files", "-s", "-z"))
        flags = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--ignore-submodules=all")
        for row in listing.rows(git.run("diff", *flags)):
            if row.new is not None:
                entries[row.new_path] = row.new
            elif row.status == "D":
                entries.pop(row.old_path, None)
        for path in self.untracked:
            linked = (self._repository.root / path).is_symlink()
            entries[path] = Entry(mode=listing.LINK if linked else listing.PLAIN, id=None)
        unknown = [path for path, entry in entries.items() if entry.id is None and entry.mode != listing.LINK]
        known = self.ids(unknown)
        hashed = {path: Entry(mode=entries[path].mode, id=known.get(path)) for path in unknown}
        return {path: entry for path, entry in (entries | hashed).items() if path not in hashed or path in known}

    def link_texts(self, paths: Sequence[str]) -> Mapping[str, str]:
        """See `ListedTree`."""
        texts: dict[str, str] = {}
        plain: dict[str, str | None] = {}
        for path in paths:
            try:
                texts[path] = str((self._repository.root / path).readlink())
            except OSError:  # core.symlinks=false writes what the link says into a plain file; sparse: not on disk
                plain[path] = self.entries[path].id
        return {**texts, **stored_texts(self._repository, plain)}

    def load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        """See `ListedTree`."""
        contents: dict[str, bytes | Problem] = {}
        absent: dict[str, str | None] = {}
        folder = Folder(self._repository.root)
        for path in paths:
            try:
                contents[path] = folder.read(path)
            except FileNotFoundError:  # sparse checkout: tracked, and not on disk
                absent[path] = self.entries[path].id
            except OSError as error:
                contents[path] = unreadable(path, error)
        return {**contents, **stored(self._repository, absent)}


class Folder:
    """Reads files below a folder and never outside of it, whatever became a link since the files were listed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._inside: dict[str, bool] = {}

    def read(self, path: str) -> bytes:
        """Content of a plain file.

        Raises:
            OSError: there is none, it cannot be read, or a link stands in its place or on the way.
        """
        parent = os.path.dirname(path)  # noqa: PTH120 -- ten thousand pages: pathlib costs more than the reading
        if parent not in self._inside:
            self._inside[parent] = (self._root / parent).resolve().is_relative_to(self._root)
        if not self._inside[parent]:
            raise PermissionError("a link on the way leaves the folder")
        # Without O_NONBLOCK a named pipe in the place of a page would be waited for.
        with open(os.open(f"{self._root}/{path}", _OPEN), "rb") as file:  # noqa: PTH123 -- pathlib takes no flags
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise PermissionError("it is not a plain file")
            return file.read()


def unreadable(path: str, error: OSError) -> Problem:
    """The problem of a file that is there and cannot be read."""
    reason = "a link stands in its place" if error.errno == errno.ELOOP else error.strerror or error
    return Problem(path=path, message=f"cannot be read: {reason}", hint="check its permissions")


def _hashed(repository: Repository, paths: Sequence[str]) -> Mapping[str, str]:
    small: list[str] = []
    ids: dict[str, str] = {}
    for path in paths:
        place = f"{repository.root}/{path}"
        try:
            status = os.lstat(place)
        except OSError:
            continue
        if not stat.S_ISREG(status.st_mode):
            continue
        if status.st_size <= HASHED_UP_TO and os.access(place, os.R_OK):
            small.append(path)
        else:
            ids[path] = f"size-{status.st_size}-time-{status.st_mtime_ns}"
    if small:
        names = b"".join(_quoted(path) + b"\n" for path in small)
        out = repository.git.run("hash-object", "--stdin-paths", stdin=names)
        ids |= dict(zip(small, out.decode("ascii").split(), strict=True))
    return ids


def _quoted(path: str) -> bytes:
    """A path for a list of lines: in C quotes where git would misread it."""
    raw = path.encode("utf-8", "surrogateescape")
    if not any(byte in raw for byte in b'\n\r"\\'):
        return raw
    escaped = raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n").replace(b"\r", b"\\r")
    return b'"' + escaped + b'"'
