"""Two plain folders instead of two points of history: docs that are generated from code."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.changes import lines, listing
from claimdiff.changes.change import FileChange
from claimdiff.changes.comparing import RAW, change_of
from claimdiff.changes.git import Git
from claimdiff.changes.listing import Entry
from claimdiff.changes.trees import ListedTree
from claimdiff.changes.working import HASHED_UP_TO, Folder, unreadable
from claimdiff.errors import Problem, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.changes.lines import LineChanges


class FolderTree(ListedTree):
    """Every file below a folder; `.git` folders are left out."""

    def __init__(self, root: Path, label: str) -> None:
        self.root = root.resolve()
        self.label = label

    def list_entries(self) -> Mapping[str, Entry]:
        """See `ListedTree`."""
        return dict(self._walk())

    def link_texts(self, paths: Sequence[str]) -> Mapping[str, str]:
        """See `ListedTree`."""
        return {path: str((self.root / path).readlink()) for path in paths}

    def load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        """See `ListedTree`."""
        contents: dict[str, bytes | Problem] = {}
        folder = Folder(self.root)
        for path in paths:
            try:
                contents[path] = folder.read(path)
            except OSError as error:
                contents[path] = unreadable(path, error)
        return contents

    def _walk(self) -> Iterator[tuple[str, Entry]]:
        for folder, names, files in os.walk(self.root):
            names[:] = sorted(name for name in names if name != ".git")
            for name in sorted({*files, *names}):
                place = Path(folder) / name
                path = place.relative_to(self.root).as_posix()
                if place.is_symlink():
                    yield path, Entry(mode=listing.LINK, id=None)
                elif place.is_file():
                    yield path, Entry(mode=listing.PLAIN, id=_identity(place))


@dataclass(frozen=True, kw_only=True, slots=True)
class FolderComparison:
    """Two folders, and what differs between them; paths are relative to each of them."""

    base: FolderTree
    head: FolderTree

    def files(self) -> tuple[FileChange, ...]:
        """What differs, sorted by path, the head's first."""
        return tuple(_changes(self.base, self.head))

    def lines(self, path_old: str, path_new: str) -> LineChanges:
        """The lines that differ between two pages that both exist."""
        return lines.between(self.base.read(path_old), self.head.read(path_new))


def compare_folders(base_docs: Path, head_docs: Path) -> FolderComparison:
    """Open two folders for comparison.

    Raises:
        UsageError: one of them is not a folder.
    """
    for option, folder in (("--base-docs", base_docs), ("--head-docs", head_docs)):
        if not folder.is_dir():
            raise UsageError(f"{option} {folder} is not a folder", hint="build the docs of each side into a folder")
    return FolderComparison(
        base=FolderTree(base_docs, f"folder {base_docs}"), head=FolderTree(head_docs, f"folder {head_docs}")
    )


def _changes(base: FolderTree, head: FolderTree) -> Iterator[FileChange]:
    old, new = base.files(), head.files()
    renamed = _renamed(base, head)
    moved = frozenset(renamed.values())
    for path in sorted({*old, *new}):
        change = change_of(path, old.get(path), new.get(path))
        if path in renamed:
            yield FileChange(kind="renamed", old_path=renamed[path], new_path=path)
        elif change is not None and (path in new or path not in moved):
            yield change


def _renamed(base: FolderTree, head: FolderTree) -> Mapping[str, str]:
    """Path at head → path at base of renamed files, as git pairs them."""
    git = Git(folder=head.root)
    out = git.run("diff", "--no-index", *RAW, "--", str(base.root), str(head.root), codes=(0, 1))
    return {
        row.new_path.removeprefix(f"{head.root}/"): row.old_path.removeprefix(f"{base.root}/")
        for row in listing.rows(out)
        if row.status == "R" and row.old and row.new and listing.LINK not in {row.old.mode, row.new.mode}
    }


def _identity(place: Path) -> str:
    try:
        status = place.stat()
        if status.st_size > HASHED_UP_TO:
            return f"size-{status.st_size}-time-{status.st_mtime_ns}"
        data = place.read_bytes()
    except OSError:
        return "unreadable"
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
