"""What changed: base and head of a run, through git. Start with `resolve_change`."""

from __future__ import annotations

from claimdiff.changes.change import Change, FileChange
from claimdiff.changes.event import Event, read_event
from claimdiff.changes.folders import FolderTree
from claimdiff.changes.lines import LineChanges
from claimdiff.changes.repository import Repository, committer, open_repository
from claimdiff.changes.resolving import resolve_change
from claimdiff.changes.trees import CommitTree, Tree, select
from claimdiff.changes.untouched import is_plain, paths_since
from claimdiff.changes.working import WorkingTree

__all__ = [
    "Change",
    "CommitTree",
    "Event",
    "FileChange",
    "FolderTree",
    "LineChanges",
    "Repository",
    "Tree",
    "WorkingTree",
    "committer",
    "is_plain",
    "open_repository",
    "paths_since",
    "read_event",
    "resolve_change",
    "select",
]
