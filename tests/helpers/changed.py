"""The repository that the tests of base and head start from, and short words for what changed in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.changes import FileChange, resolve_change
from claimdiff.errors import UsageError
from helpers.repos import Repo, new_repo

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "# Plans\n\nThe Pro plan costs 25 dollars.\n\nIt comes with support.\n"
LONG = "".join(f"Line {number} of a page that is long enough to be known again.\n" for number in range(30))


def three_pages(folder: Path) -> Repo:
    """Three pages on main, and a branch `edit` checked out."""
    made = new_repo(folder, {"docs/plans.md": PAGE, "docs/long.md": LONG, "docs/faq.md": "Questions.\n"})
    made.branch("edit")
    return made


def changed(place: Repo | Path, **options: Any) -> tuple[FileChange, ...]:
    """The files that a run in a repository sees as changed."""
    path = place.path if isinstance(place, Repo) else place
    with resolve_change(path, env=options.pop("env", {}), **options) as change:
        return change.files


def refused(place: Path, **options: Any) -> UsageError:
    """The error that a run in a folder ends with."""
    with pytest.raises(UsageError) as caught, resolve_change(place, env=options.pop("env", {}), **options):
        pass
    return caught.value


def modified(path: str) -> FileChange:
    """A page that was edited."""
    return FileChange(kind="modified", old_path=path, new_path=path)


def added(path: str) -> FileChange:
    """A page that is new."""
    return FileChange(kind="added", old_path=None, new_path=path)


def deleted(path: str) -> FileChange:
    """A page that is gone."""
    return FileChange(kind="deleted", old_path=path, new_path=None)


def renamed(old: str, new: str) -> FileChange:
    """A page that moved."""
    return FileChange(kind="renamed", old_path=old, new_path=new)
