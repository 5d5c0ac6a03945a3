"""What can be said of a change without reading a single file of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff import statefolder
from claimdiff.changes import listing
from claimdiff.changes.trees import IndexTree
from claimdiff.changes.working import WorkingTree

if TYPE_CHECKING:
    from claimdiff.changes.change import Change


def is_plain(change: Change) -> bool:
    """Whether head is what is staged or on disk, and holds neither links nor our own state folder.

    Then every path stands for itself, and what lies in the state folder came with no commit.
    """
    repository, head = change.repository, change.head
    if repository is None or not isinstance(head, IndexTree | WorkingTree):
        return False
    git = head.git if isinstance(head, IndexTree) else repository.git
    listed = git.run("ls-files", "-s", "-z").split(b"\0")
    if any(record.startswith(listing.LINK.encode()) for record in listed):
        return False
    return not statefolder.is_tracked(listing.text(record.partition(b"\t")[2]) for record in listed)


def paths_since(change: Change, sha: str) -> tuple[str, ...] | None:
    """The paths that differ between the commit `sha` and the base; None where they cannot be told.

    Renames count as a file that goes and one that comes.
    """
    if change.repository is None or change.base_sha is None or not sha.isalnum():
        return None
    if sha == change.base_sha:
        return ()
    flags = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff")
    outcome = change.repository.git.attempt("diff", *flags, sha, change.base_sha, "--")
    return tuple(row.new_path for row in listing.rows(outcome.out)) if outcome.code == 0 else None
