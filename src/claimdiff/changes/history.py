"""A folder's files at the commits that touched it: one `git log`, and the rest through the process that reads objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.changes.listing import LINK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.changes.repository import Repository

_FOLDER = "40000"
_SUBMODULE = "160000"


@dataclass(frozen=True, kw_only=True, slots=True)
class PastFolder:
    """A folder at a commit: `date` is the day of the commit (YYYY-MM-DD), `files` leads from a file's name to its id."""

    sha: str
    date: str
    files: Mapping[str, str]


def past_folders(repository: Repository, folder: str, *, limit: int) -> tuple[PastFolder, ...]:
    """The folder at the last `limit` commits of HEAD's first parents that touched it, oldest first; folders in it are left out.

    `folder` is relative to the repository's root. Nothing where there is no commit, or none touched it.

    Raises:
        UsageError: git stopped answering.
    """
    if "\n" in folder:  # a name that cannot be asked for in one line
        return ()
    outcome = repository.git.attempt("log", "--first-parent", f"-n{limit}", "--format=%H %cs", "HEAD", "--", folder)
    commits = [line.split(" ") for line in outcome.out.decode("ascii", "replace").splitlines()]
    trees = repository.objects.find([f"{sha}:{folder}" for sha, _ in commits])
    return tuple(
        PastFolder(sha=sha, date=date, files=dict(_files(tree.data, len(sha) // 2)))
        for (sha, date), tree in reversed(list(zip(commits, trees, strict=True)))
        if tree is not None and tree.type == "tree"
    )


def contents(repository: Repository, ids: Sequence[str]) -> Mapping[str, bytes]:
    """Content by id; ids that a partial clone does not hold are left out.

    Raises:
        UsageError: git stopped answering.
    """
    found = repository.objects.find(ids)
    return {id_: item.data for id_, item in zip(ids, found, strict=True) if item is not None}


def _files(tree: bytes, size: int) -> Iterator[tuple[str, str]]:
    """Take a tree object apart: mode, space, name, a zero byte and the id in `size` bytes, again and again."""
    start = 0
    while start < len(tree):
        end = tree.index(b"\0", start)
        mode, _, name = tree[start:end].decode("utf-8", "surrogateescape").partition(" ")
        start = end + 1 + size
        if mode not in {_FOLDER, _SUBMODULE, LINK}:
            yield name, tree[end + 1 : start].hex()
