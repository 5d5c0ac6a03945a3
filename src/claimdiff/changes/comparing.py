"""The files between two trees of a repository, by git's own diff with its renames."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.changes import lines, listing
from claimdiff.changes.change import FileChange
from claimdiff.changes.trees import IndexTree
from claimdiff.changes.working import WorkingTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.changes.git import Git
    from claimdiff.changes.lines import LineChanges
    from claimdiff.changes.listing import Row
    from claimdiff.changes.repository import Repository
    from claimdiff.changes.trees import Tree

RAW = ("--raw", "-z", "--no-abbrev", "--no-ext-diff", "--ignore-submodules=all", "-M", "-l3000")
"""A list of files with renames; `-l` is how many candidates git compares with each other before it gives up."""
_PATCH = ("-p", "-U0", "--inter-hunk-context=0", "--text", "--no-color", "--no-ext-diff", "--no-textconv", "-M")


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """A base (commit or tree id) and a head tree of one repository."""

    repository: Repository
    base: Tree
    base_id: str
    head: Tree

    def files(self) -> tuple[FileChange, ...]:
        """What differs, sorted by path, the head's first."""
        rows = self._rows()
        changes = tuple(_changes(rows, self.head))
        if changes and (self.head.linked or any(_is_link(row.old) for row in rows)):
            changes = _with_linked(changes, self.base, self.head)
        return tuple(sorted(changes, key=lambda change: (change.new_path or change.old_path or "", change.kind)))

    def lines(self, path_old: str, path_new: str) -> LineChanges:
        """The lines that differ between two pages that both exist."""
        old, new = self.base.real(path_old), self.head.real(path_new)
        if isinstance(self.head, WorkingTree) and new in self.head.untracked:
            return lines.between(self.base.read(old), self.head.read(new))
        return lines.from_patch(self._git.run("diff", *_PATCH, *self._sides, "--", *dict.fromkeys((old, new))))

    @property
    def _git(self) -> Git:
        return self.head.git if isinstance(self.head, IndexTree) else self.repository.git

    @property
    def _sides(self) -> tuple[str, ...]:
        if isinstance(self.head, IndexTree):
            return ("--cached", self.base_id)
        return (self.base_id, self.head.sha) if self.head.sha else (self.base_id,)

    def _rows(self) -> Sequence[Row]:
        rows = listing.rows(self._git.run("diff", *RAW, *self._sides, "--"))
        if not isinstance(self.head, WorkingTree) or not self.head.untracked:
            return rows
        plain = (*rows, *(_added(path) for path in self.head.untracked))
        if any(row.status == "D" for row in rows):
            return _rows_with_untracked(self.repository, self._sides, self.head.untracked) or plain
        return plain


def _rows_with_untracked(repository: Repository, sides: Sequence[str], untracked: Sequence[str]) -> Sequence[Row]:
    """The diff with untracked files in it, so that a page moved without `git mv` is a rename.

    They are put into a copy of the index; the repository itself stays as it is. Nothing is returned where git does not
    take them (outside of a sparse checkout).
    """
    with tempfile.TemporaryDirectory(prefix="claimdiff-") as name:
        index = Path(name) / "index"
        original = repository.git_dir / "index"
        if original.exists():
            shutil.copyfile(original, index)
        variables = {
            "GIT_INDEX_FILE": str(index),
            "GIT_OBJECT_DIRECTORY": name,
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": _in_list(repository.common_dir / "objects"),
        }
        git = repository.git.with_variables(variables)
        names = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in untracked)
        added = git.attempt("add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul", stdin=names)
        if added.code:
            return ()
        return listing.rows(git.run("diff", *RAW, *sides, "--"))


def _in_list(path: Path) -> str:
    """A path for a list that git splits at colons."""
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if ":" in escaped or escaped.startswith('"') else escaped


def _added(path: str) -> Row:
    entry = listing.Entry(mode=listing.PLAIN, id=None)
    return listing.Row(status="A", old_path=path, new_path=path, old=None, new=entry)


def _changes(rows: Sequence[Row], head: Tree) -> Iterator[FileChange]:
    same = _unchanged(rows, head)
    for row in rows:
        old = row.old if row.old and row.old.mode != listing.SUBMODULE else None
        new = row.new if row.new and row.new.mode != listing.SUBMODULE else None
        if row.new_path in same:
            continue
        if old and new and row.status == "R":
            yield FileChange(kind="renamed", old_path=row.old_path, new_path=row.new_path)
        elif old and (new or row.status == "U"):
            yield FileChange(kind="modified", old_path=row.old_path, new_path=row.new_path)
        elif new or row.status == "U":
            yield FileChange(kind="added", old_path=None, new_path=row.new_path)
        elif old:
            yield FileChange(kind="deleted", old_path=row.old_path, new_path=None)


def _is_link(entry: listing.Entry | None) -> bool:
    return entry is not None and entry.mode == listing.LINK


def _with_linked(changes: Sequence[FileChange], base: Tree, head: Tree) -> tuple[FileChange, ...]:
    """The changes with those of pages behind links: git compares what is written in a link, readers what it leads to."""
    names = {*base.linked, *head.linked}
    behind = (change_of(name, base.files().get(name), head.files().get(name)) for name in sorted(names))
    plain = (change for change in changes if change.old_path not in names and change.new_path not in names)
    return (*plain, *(change for change in behind if change is not None))


def change_of(path: str, old: str | None, new: str | None) -> FileChange | None:
    """How a path changed whose content ids are `old` at base and `new` at head; None if it did not."""
    if old == new:
        return None
    if old is None:
        return FileChange(kind="added", old_path=None, new_path=path)
    if new is None:
        return FileChange(kind="deleted", old_path=path, new_path=None)
    return FileChange(kind="modified", old_path=path, new_path=path)


def _unchanged(rows: Sequence[Row], head: Tree) -> frozenset[str]:
    """Paths whose rows tell of a mode alone, or of an edit that was taken back after it had been staged."""
    both = {row.new_path: row for row in rows if row.status == "M" and row.old and row.new}
    unknown = [path for path, row in both.items() if row.new and row.new.id is None]
    ids: Mapping[str, str] = head.ids(unknown) if isinstance(head, WorkingTree) and unknown else {}
    return frozenset(
        path for path, row in both.items() if row.old and row.new and row.old.id == (row.new.id or ids.get(path))
    )
