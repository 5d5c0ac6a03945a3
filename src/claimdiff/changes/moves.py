"""Where a file went that somebody still names: git's renames, of the working tree and of the commits before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff.changes import listing
from claimdiff.changes.comparing import RAW, Comparison
from claimdiff.changes.trees import CommitTree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.changes.repository import Repository
    from claimdiff.changes.working import WorkingTree

_LONGEST = 20
"""How many renames of one file are followed."""


@dataclass(frozen=True, kw_only=True)
class Moves:
    """What git knows of files that are not in the working tree."""

    repository: Repository
    working: WorkingTree

    def target(self, path: str) -> str | None:
        """The path of the working tree that a file was renamed to, maybe in several steps; None where git sees no rename.

        Raises:
            UsageError: git stopped answering.
        """
        if path not in self._targets:
            self._targets[path] = self._followed(path)
        return self._targets[path]

    @cached_property
    def _targets(self) -> dict[str, str | None]:
        # Many questions name the same page, and each look into the history reads all of it.
        return {}

    def _followed(self, path: str) -> str | None:
        for _ in range(_LONGEST):
            renamed = self._uncommitted.get(path) or self._committed(path)
            if renamed is None or renamed in self.working.files():
                return renamed
            path = renamed
        return None

    def deleted(self, path: str) -> bool:
        """Whether git had the file once. Raises UsageError where git stopped answering."""
        return path in self._at_head or self._last_commit(path) is not None

    @cached_property
    def _head(self) -> str | None:
        return self.repository.commit("HEAD")

    @cached_property
    def _at_head(self) -> Mapping[str, str]:
        return CommitTree(self.repository, self._head).files() if self._head else {}

    @cached_property
    def _uncommitted(self) -> Mapping[str, str]:
        if self._head is None:
            return {}
        base = CommitTree(self.repository, self._head)
        files = Comparison(repository=self.repository, base=base, base_id=self._head, head=self.working).files()
        return {
            change.old_path: change.new_path
            for change in files
            if change.kind == "renamed" and change.old_path and change.new_path
        }

    @cached_property
    def _last_commits(self) -> dict[str, str | None]:
        return {}

    def _last_commit(self, path: str) -> str | None:
        """The last commit that took the file away."""
        if path not in self._last_commits:
            asked = ("log", "-n1", "--format=%H", "--no-renames", "--diff-filter=D", "HEAD", "--", path)
            outcome = self.repository.git.attempt(*asked)
            self._last_commits[path] = outcome.out.decode("ascii", "replace").strip() or None
        return self._last_commits[path]

    def _committed(self, path: str) -> str | None:
        commit = self._last_commit(path)
        if commit is None or path in self._at_head:
            return None
        # A shallow clone has no parent of its last commit: nothing is known there.
        outcome = self.repository.git.attempt("diff", *RAW, f"{commit}^", commit, "--")
        rows = listing.rows(outcome.out) if outcome.code == 0 else ()
        return next((row.new_path for row in rows if row.status == "R" and row.old_path == path), None)
