"""A tree of files at one point: a commit, the index, or nothing (`working` and `folders` have the two on disk).

Paths are posix and relative to the top folder. A content id is git's blob id (of a file on disk as git would store it),
so equal ids mean equal pages. Links inside the tree are resolved, submodules are left out.
"""

from __future__ import annotations

import shlex
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from claimdiff.changes import links, listing
from claimdiff.errors import FileProblems, Problem, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.changes.listing import Entry
    from claimdiff.changes.repository import Repository

_POINTER = b"version https://git-lfs.github.com/spec/"
_LONGEST_POINTER = 1024
"""Bytes; the LFS specification's own limit."""
_SPECIAL = frozenset({listing.LINK, listing.SUBMODULE})


class Tree(Protocol):
    """The files of one side."""

    @property
    def label(self) -> str:
        """What a person calls it: `commit 1a2b3c4`, `working tree`, `index`, `folder site`."""

    @property
    def sha(self) -> str | None:
        """Full commit id; None for anything but a commit."""

    @property
    def problems(self) -> Mapping[str, Problem]:
        """Paths that are in the tree and cannot be read, with the reason. Of interest only where somebody wants them."""

    @property
    def linked(self) -> Mapping[str, str]:
        """Path that is reached through a link → the file it stands for."""

    @property
    def submodules(self) -> tuple[str, ...]:
        """Folders that are repositories of their own and are not read."""

    def files(self) -> Mapping[str, str]:
        """Path → content id, for everything that can be read."""

    def real(self, path: str) -> str:
        """The file that a path stands for: itself, or what a link leads to."""

    def read(self, path: str) -> bytes:
        """Content of a file.

        Raises:
            FileProblems: it cannot be read, is a link that is not followed, or a Git LFS pointer.
            UsageError: there is no such file.
        """

    def read_many(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """Content of several files, read at once. Raises as `read`, all problems together."""


def select(tree: Tree, matches: Callable[[str], bool]) -> tuple[str, ...]:
    """The paths of a tree that match, sorted.

    A file that several of them lead to is taken once, by its own path rather than by a link.
    """
    chosen = sorted(filter(matches, tree.files()), key=lambda path: (tree.real(path) != path, path))
    taken: dict[str, str] = {}
    for path in chosen:
        taken.setdefault(tree.real(path), path)
    return tuple(sorted(taken.values()))


class ListedTree:
    """What all trees share: a list of entries made once, links resolved on paper, contents through `load`."""

    label: str
    sha: str | None = None

    def list_entries(self) -> Mapping[str, Entry]:
        """Every entry, links and submodules included."""
        raise NotImplementedError

    def link_texts(self, paths: Sequence[str]) -> Mapping[str, str]:
        """What is written in links."""
        raise NotImplementedError

    def load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        """Contents of plain files, or why there are none."""
        raise NotImplementedError

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """As `list_entries`, made once."""
        return self.list_entries()

    @cached_property
    def _links(self) -> links.Links:
        linked = [path for path, entry in self.entries.items() if entry.mode == listing.LINK]
        if not linked:
            return links.Links(real={}, problems={})
        plain = [path for path, entry in self.entries.items() if entry.mode not in _SPECIAL]
        return links.resolve(plain, self.link_texts(linked))

    @cached_property
    def _files(self) -> Mapping[str, str]:
        plain = {path: entry.id or "" for path, entry in self.entries.items() if entry.mode not in _SPECIAL}
        return plain | {path: plain[real] for path, real in self._links.real.items()}

    @property
    def problems(self) -> Mapping[str, Problem]:
        """See `Tree`."""
        return self._links.problems

    @property
    def linked(self) -> Mapping[str, str]:
        """See `Tree`."""
        return self._links.real

    @cached_property
    def submodules(self) -> tuple[str, ...]:
        """See `Tree`."""
        return tuple(sorted(path for path, entry in self.entries.items() if entry.mode == listing.SUBMODULE))

    def files(self) -> Mapping[str, str]:
        """See `Tree`."""
        return self._files

    def real(self, path: str) -> str:
        """See `Tree`."""
        return self.linked.get(path, path)

    def read(self, path: str) -> bytes:
        """See `Tree`."""
        return self.read_many((path,))[path]

    def read_many(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """See `Tree`."""
        known = self.files()
        absent = [path for path in paths if path not in known and path not in self.problems]
        if absent:
            raise UsageError(f"{absent[0]} is not in the {self.label}")
        problems = [self.problems[path] for path in paths if path in self.problems]
        readable = [path for path in paths if path in known]
        loaded = self.load([self.real(path) for path in readable])
        contents: dict[str, bytes] = {}
        for path in readable:
            data = loaded[self.real(path)]
            if isinstance(data, Problem):
                problems.append(data)
            elif len(data) <= _LONGEST_POINTER and data.startswith(_POINTER):
                problems.append(_pointer(path))
            else:
                contents[path] = data
        if problems:
            raise FileProblems(tuple(problems))
        return contents


class CommitTree(ListedTree):
    """The tree of a commit."""

    def __init__(self, repository: Repository, sha: str) -> None:
        self._repository = repository
        self._commit = sha
        self.sha = sha
        self.label = f"commit {sha[:7]}"

    def list_entries(self) -> Mapping[str, Entry]:
        """See `ListedTree`."""
        return listing.tree(self._repository.git.run("ls-tree", "-r", "-z", "--full-tree", self._commit))

    def link_texts(self, paths: Sequence[str]) -> Mapping[str, str]:
        """See `ListedTree`."""
        return stored_texts(self._repository, {path: self.entries[path].id for path in paths})

    def load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        """See `ListedTree`."""
        return stored(self._repository, {path: self.entries[path].id for path in paths})


class IndexTree(ListedTree):
    """The index: what the next commit will hold. `index_file` is a commit's temporary index, if it has one."""

    label = "index"

    def __init__(self, repository: Repository, index_file: str | None = None) -> None:
        variables = {"GIT_INDEX_FILE": index_file} if index_file else {}
        self._repository = repository
        self.git = repository.git.with_variables(variables)

    def list_entries(self) -> Mapping[str, Entry]:
        """See `ListedTree`."""
        return listing.index(self.git.run("ls-files", "-s", "-z"))

    def link_texts(self, paths: Sequence[str]) -> Mapping[str, str]:
        """See `ListedTree`."""
        return stored_texts(self._repository, {path: self.entries[path].id for path in paths})

    def load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        """See `ListedTree`."""
        return stored(self._repository, {path: self.entries[path].id for path in paths})


class EmptyTree(ListedTree):
    """No files: what the first commit of a repository is compared with."""

    label = "empty tree"

    def list_entries(self) -> Mapping[str, Entry]:
        """See `ListedTree`."""
        return {}

    def load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        """See `ListedTree`."""
        del paths
        return {}


def stored(repository: Repository, ids: Mapping[str, str | None]) -> Mapping[str, bytes | Problem]:
    """Contents by path, from the object store."""
    found = repository.objects.find([identity or "" for identity in ids.values()])
    return {
        path: item.data if item is not None else _lost(path) if identity else _conflict(path)
        for (path, identity), item in zip(ids.items(), found, strict=True)
    }


def stored_texts(repository: Repository, ids: Mapping[str, str | None]) -> Mapping[str, str]:
    """The same for what is written in links; a lost one leads nowhere."""
    contents = stored(repository, ids)
    return {path: listing.text(data) if isinstance(data, bytes) else "" for path, data in contents.items()}


def _pointer(path: str) -> Problem:
    return Problem(
        path=path,
        message="is a Git LFS pointer, not the page itself",
        hint="git lfs pull (in a workflow: actions/checkout with lfs: true)",
    )


def _conflict(path: str) -> Problem:
    return Problem(
        path=path,
        message="has a merge conflict that is not settled",
        hint=f"settle it, then: git add {shlex.quote(path)}",
    )


def _lost(path: str) -> Problem:
    return Problem(path=path, message="its content is not in this clone", hint="git fetch --refetch, or clone anew")
