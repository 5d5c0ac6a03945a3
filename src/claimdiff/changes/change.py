"""What changed: base tree, head tree, and the files and lines between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self

from claimdiff.changes.lines import LineChanges

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from claimdiff.changes.event import Event
    from claimdiff.changes.repository import Repository
    from claimdiff.changes.trees import Tree


@dataclass(frozen=True, kw_only=True, slots=True)
class FileChange:
    """A file that differs between base and head. `old_path` is None for an added file, `new_path` for a deleted one.

    A renamed file may be edited as well. A change of mode alone is no change.
    """

    kind: Literal["added", "deleted", "modified", "renamed"]
    old_path: str | None
    new_path: str | None


@dataclass(frozen=True, kw_only=True)
class Change:
    """Base and head of a run. Close it, or use it in a `with` statement.

    `base` is None where nothing is compared; then `files` is empty. `why` says how the base was found. `base_ref` is
    how a person calls the base, `base_sha` its commit. `head_ref` is the branch and `head_sha` the commit that is
    checked out; `dirty` says that head differs from that commit.

    Pages are read from `base_docs` and `head_docs`; all else (settings, golden set, baseline, prompts) from `base` and
    `head`. They are the same trees unless two built folders are compared. `files` is what differs between the docs
    trees, sorted by path, the head's first; `renames` and `changed_lines` go by the same paths.
    """

    repository: Repository | None
    event: Event | None = None
    base: Tree | None
    head: Tree
    base_docs: Tree | None
    head_docs: Tree
    base_ref: str | None
    base_sha: str | None
    head_ref: str | None
    head_sha: str | None
    dirty: bool
    why: str
    files: tuple[FileChange, ...]
    compare_lines: Callable[[str, str], LineChanges] = field(repr=False)

    @property
    def restricted(self) -> bool:
        """Whether head is untrusted and the run has rights: only docs pages are read of it, and nothing of it is run."""
        return self.event is not None and self.event.name == "pull_request_target"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End git's processes."""
        if self.repository is not None:
            self.repository.close()

    @cached_property
    def renames(self) -> Mapping[str, str]:
        """Path at base → path at head, of renamed files."""
        return {
            change.old_path: change.new_path
            for change in self.files
            if change.kind == "renamed" and change.old_path and change.new_path
        }

    @cached_property
    def _lines(self) -> dict[tuple[str | None, str | None], LineChanges]:
        return {}

    def changed_lines(self, path_old: str | None, path_new: str | None) -> LineChanges:
        """The lines that differ between a page at base and a page at head; None for a side that has no such page."""
        key = (path_old, path_new)
        if key not in self._lines:
            self._lines[key] = self._compared(path_old, path_new)
        return self._lines[key]

    def _compared(self, path_old: str | None, path_new: str | None) -> LineChanges:
        old = self.base_docs.files().get(path_old) if self.base_docs and path_old is not None else None
        new = self.head_docs.files().get(path_new) if path_new is not None else None
        if old == new:
            return LineChanges()
        if self.base_docs is None or old is None or path_old is None:
            return LineChanges(added=_every_line(self.head_docs.read(path_new or "")))
        if new is None or path_new is None:
            return LineChanges(removed=_every_line(self.base_docs.read(path_old)))
        return self.compare_lines(path_old, path_new)


def _every_line(data: bytes) -> frozenset[int]:
    count = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    return frozenset(range(1, count + 1))
