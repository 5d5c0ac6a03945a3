"""A tree of files at one point: a commit, the index, the working tree, nothing, or a plain folder.

Paths are posix and relative to the top folder. A content id is git's blob id (of a working tree file as git would store
it), so equal ids mean equal pages. Links inside the tree are resolved, submodules are left out.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from claimdiff.changes import links, listing
from claimdiff.changes.listing import Entry
from claimdiff.errors import FileProblems, Problem, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.changes.repository import Repository

_POINTER = b"version https://git-lfs.github.com/spec/"
_LONGEST_POINTER = 1024
_HASHED_UP_TO = 50_000_000
"""Bytes. A bigger file that git has not hashed is known by its size and time; no page is that big."""


class Tree(Protocol):
    """The files of one side."""

    @property
    def label(self) -> str:
        """What a person calls it: `commit 1a2b3c4`, `working tree`, `index`, `folder site/`."""

    @property
    def sha(self) -> str | None:
        """Full commit id; None for anything but a commit."""

    @property
    def problems(self) -> Mapping[str, Problem]:
        """Paths that are in the tree and cannot be read, with the reason; shown only where a path is asked for."""

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
    """The paths of a tree that match, sorted. A file that is reached by several of them is taken once, by its own path first."""
    chosen = [path for path in sorted(tree.files()) if matches(path)]
    taken: dict[str, str] = {}
    for path in sorted(chosen, key=lambda path: (tree.real(path) != path, path)):
        taken.setdefault(tree.real(path), path)
    return tuple(sorted(taken.values()))


class _Listed:
    """What all trees share once their entries are known: links, ids, reading through `_load`."""

    label: str
    sha: str | None = None

    def _entries(self) -> Mapping[str, Entry]:
        raise NotImplementedError

    def _targets(self, paths: Sequence[str]) -> Mapping[str, str]:
        raise NotImplementedError

    def _load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        raise NotImplementedError

    @cached_property
    def _all(self) -> Mapping[str, Entry]:
        return self._entries()

    @cached_property
    def _links(self) -> links.Links:
        linked = [path for path, entry in self._all.items() if entry.mode == listing.LINK]
        plain = [path for path, entry in self._all.items() if entry.mode not in {listing.LINK, listing.SUBMODULE}]
        return links.resolve(plain, self._targets(linked) if linked else {})

    @cached_property
    def _files(self) -> Mapping[str, str]:
        special = {listing.LINK, listing.SUBMODULE}
        plain = {path: entry.id or "" for path, entry in self._all.items() if entry.mode not in special}
        return plain | {path: plain[real] for path, real in self._links.real.items() if real in plain}

    @property
    def problems(self) -> Mapping[str, Problem]:
        return self._links.problems

    @cached_property
    def submodules(self) -> tuple[str, ...]:
        return tuple(sorted(path for path, entry in self._all.items() if entry.mode == listing.SUBMODULE))

    def files(self) -> Mapping[str, str]:
        return self._files

    def real(self, path: str) -> str:
        return self._links.real.get(path, path)

    def read(self, path: str) -> bytes:
        return self.read_many((path,))[path]

    def read_many(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        known = self.files()
        problems = [self.problems[path] for path in paths if path in self.problems]
        absent = [path for path in paths if path not in known and path not in self.problems]
        if absent:
            raise UsageError(f"{absent[0]} is not in the {self.label}")
        read = [path for path in paths if path in known]
        loaded = self._load([self.real(path) for path in read])
        contents: dict[str, bytes] = {}
        for path in read:
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


class CommitTree(_Listed):
    """The tree of a commit."""

    def __init__(self, repository: Repository, sha: str) -> None:
        self.repository = repository
        self.sha = sha
        self.label = f"commit {sha[:7]}"

    def _entries(self) -> Mapping[str, Entry]:
        assert self.sha is not None
        return listing.tree(self.repository.git.run("ls-tree", "-r", "-z", "--full-tree", self.sha))

    def _targets(self, paths: Sequence[str]) -> Mapping[str, str]:
        return {path: listing.text(data) for path, data in self._blobs(paths).items() if isinstance(data, bytes)}

    def _load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        return self._blobs(paths)

    def _blobs(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        return blobs(self.repository, {path: self._all[path].id for path in paths})


class EmptyTree(_Listed):
    """No files: what the first commit of a repository is compared with."""

    label = "empty tree"

    def _entries(self) -> Mapping[str, Entry]:
        return {}

    def _load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        del paths
        return {}


class IndexTree(CommitTree):
    """The index: what the next commit will hold."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository, "")
        self.sha = None
        self.label = "index"

    def _entries(self) -> Mapping[str, Entry]:
        return listing.index(self.repository.git.run("ls-files", "-s", "-z"))


class WorkingTree(_Listed):
    """The files on disk that git tracks or would track: ignored ones are left out, deleted ones are gone."""

    label = "working tree"

    def __init__(self, repository: Repository) -> None:
        self.repository = repository

    @cached_property
    def untracked(self) -> tuple[str, ...]:
        """Files that git does not track and does not ignore, sorted."""
        listed = self.repository.git.run("ls-files", "-z", "--others", "--exclude-standard")
        return tuple(sorted(path for path in listing.paths(listed) if not path.endswith("/")))

    def ids(self, paths: Sequence[str]) -> Mapping[str, str]:
        """Content ids of files as they are on disk, after git's filters."""
        return hashed(self.repository, paths)

    def _entries(self) -> Mapping[str, Entry]:
        git = self.repository.git
        entries = listing.index(git.run("ls-files", "-s", "-z"))
        for row in listing.rows(
            git.run("diff", "--raw", "-z", "--no-abbrev", "--no-ext-diff", "--ignore-submodules=all")
        ):
            if row.new is not None:
                entries[row.new_path] = row.new
            elif row.status == "D":
                entries.pop(row.old_path, None)
        root = self.repository.root
        for path in self.untracked:
            entries[path] = Entry(mode=listing.LINK if (root / path).is_symlink() else "100644", id=None)
        return self._with_ids(entries)

    def _with_ids(self, entries: dict[str, Entry]) -> Mapping[str, Entry]:
        unknown = [path for path, entry in entries.items() if entry.id is None and entry.mode != listing.LINK]
        known = self.ids(unknown)
        for path in unknown:
            if path in known:
                entries[path] = Entry(mode=entries[path].mode, id=known[path])
            else:
                del entries[path]
        return entries

    def _targets(self, paths: Sequence[str]) -> Mapping[str, str]:
        targets = {}
        for path in paths:
            try:
                targets[path] = os.fsdecode(os.readlink(os.fsencode(self.repository.root / path)))
            except OSError:  # core.symlinks=false: git writes the target into a plain file
                found = blobs(self.repository, {path: self._all[path].id})[path]
                targets[path] = listing.text(found) if isinstance(found, bytes) else ""
        return targets

    def _load(self, paths: Sequence[str]) -> Mapping[str, bytes | Problem]:
        contents: dict[str, bytes | Problem] = {}
        absent: dict[str, str | None] = {}
        for path in paths:
            try:
                contents[path] = _inside(self.repository.root, path).read_bytes()
            except FileNotFoundError:  # sparse checkout: tracked, and not on disk
                absent[path] = self._all[path].id
            except OSError as error:
                contents[path] = _unreadable(path, error)
        return contents | blobs(self.repository, absent)


def blobs(repository: Repository, ids: Mapping[str, str | None]) -> Mapping[str, bytes | Problem]:
    """Contents by path, from the object store."""
    found = repository.objects.find([identity or "" for identity in ids.values()])
    return {path: item.data if item is not None else _lost(path) for path, item in zip(ids, found, strict=True)}


def hashed(repository: Repository, paths: Sequence[str]) -> Mapping[str, str]:
    """Content ids of files on disk as git would store them; a path that is no readable file is left out."""
    small, ids = [], {}
    for path in paths:
        place = repository.root / path
        if not place.is_file() or place.is_symlink() or not os.access(place, os.R_OK):
            continue
        status = place.stat()
        if status.st_size <= _HASHED_UP_TO:
            small.append(path)
        else:
            ids[path] = f"size-{status.st_size}-time-{status.st_mtime_ns}"
    if small:
        names = b"".join(_quoted(path) + b"\n" for path in small)
        out = repository.git.run("hash-object", "--stdin-paths", stdin=names)
        ids |= dict(zip(small, out.decode("ascii").split(), strict=True))
    return ids


def _quoted(path: str) -> bytes:
    """A path for a line-based list: in C quotes where git would otherwise misread it."""
    raw = path.encode("utf-8", "surrogateescape")
    if not any(byte in b'\n\r"\\' for byte in raw):
        return raw
    escaped = raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n").replace(b"\r", b"\\r")
    return b'"' + escaped + b'"'


def _inside(root: Path, path: str) -> Path:
    place = root / path
    if not place.resolve().is_relative_to(root.resolve()):
        raise OSError("a folder on the way is a link that leaves the repository")
    return place


def _pointer(path: str) -> Problem:
    return Problem(
        path=path,
        message="is a Git LFS pointer, not the page itself",
        hint="git lfs pull (in a workflow: actions/checkout with lfs: true)",
    )


def _lost(path: str) -> Problem:
    return Problem(path=path, message="its content is not in this clone", hint="git fetch --refetch, or clone anew")


def _unreadable(path: str, error: OSError) -> Problem:
    return Problem(path=path, message=f"cannot be read: {error.strerror or error}", hint="check its permissions")
