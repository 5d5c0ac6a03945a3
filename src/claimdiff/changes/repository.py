"""Opening a repository: where it is, and every reason why it cannot be used, each with the line to type."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from claimdiff.changes.git import Git
from claimdiff.changes.objects import Objects
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

EMPTY_TREES = {
    "sha1": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "sha256": "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}
"""Ids of the tree without files; git knows them without having them stored."""


@dataclass(frozen=True, kw_only=True)
class Repository:
    """An open repository with a working tree. Close it, or use it in a `with` statement.

    `root` is the top folder (absolute, links resolved), `git_dir` the folder of its index and HEAD, `common_dir` that
    of its objects and refs (another one in a linked working tree), `shallow` whether
    history is cut off, `merging` whether a merge is in progress.
    """

    root: Path
    git_dir: Path
    common_dir: Path
    shallow: bool
    merging: bool
    empty_tree: str
    git: Git
    objects: Objects = field(repr=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process that reads objects."""
        self.objects.close()

    def commit(self, name: str) -> str | None:
        """Full id of the commit that `name` points to, tags peeled; None where there is none."""
        found = self.objects.one(f"{name}^{{commit}}")
        return found.id if found else None

    @cached_property
    def branch(self) -> str | None:
        """Short name of the branch that is checked out (it may have no commit yet); None on a detached head."""
        outcome = self.git.attempt("symbolic-ref", "-q", "HEAD")
        name = outcome.out.decode("utf-8", "surrogateescape").strip()
        return name.removeprefix("refs/heads/") or None


def open_repository(start: Path, env: Mapping[str, str] | None = None) -> Repository:
    """Open the repository that `start` lies in.

    A repository of another owner is trusted only inside the workspace of a GitHub runner (`GITHUB_WORKSPACE` in `env`),
    and only for our own commands: no configuration is written.

    Raises:
        UsageError: no repository, a bare one, one of another owner, a damaged one; the hint says what to type.
    """
    folder = start.resolve()
    if not folder.is_dir() or not os.access(folder, os.X_OK) or "\n" in str(folder):
        # Starting git there fails with words that say nothing of the folder.
        raise UsageError(
            f"{start} is not a folder that can be entered", hint="run claimdiff inside the repository of your docs"
        )
    git = Git(folder=folder)
    outcome = git.attempt(*_QUESTIONS)
    if outcome.code and any(words in outcome.err for words in _FOREIGN):
        git = Git(folder=folder, options=("-c", f"safe.directory={_trusted_top(folder, env or {})}"))
        outcome = git.attempt(*_QUESTIONS)
    answers = outcome.out.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n", len(_QUESTIONS) - 2)
    if outcome.code or len(answers) < len(_QUESTIONS) - 1:
        raise _unusable(folder, outcome.err, bare=answers[:1] == ["true"])
    _, shallow, kind, git_dir, common_dir, top = answers
    if kind not in EMPTY_TREES:
        raise UsageError("this git is too old: it does not tell its object format", hint="install git 2.30 or newer")
    root = Path(top)
    git = Git(folder=root, options=git.options)
    return Repository(
        root=root,
        git_dir=Path(git_dir),
        common_dir=(folder / common_dir).resolve(),
        shallow=shallow == "true",
        merging=(Path(git_dir) / "MERGE_HEAD").exists(),
        empty_tree=EMPTY_TREES[kind],
        git=git,
        objects=Objects(git),
    )


_FOREIGN = ("dubious ownership", "unsafe repository")
"""What git calls a repository of another owner, since 2.36 and before."""

_QUESTIONS = (
    "rev-parse",
    "--is-bare-repository",
    "--is-shallow-repository",
    "--show-object-format",
    "--absolute-git-dir",
    "--git-common-dir",
    "--show-toplevel",
)
"""One process for all; the top folder last, since it is what fails in a bare repository and may hold a line break."""


def committer(repository: Repository) -> str:
    """`Name <address>` of the person at work, as git would write it into a commit.

    Raises:
        UsageError: git knows no name or address; the hint says how to tell it.
    """
    outcome = repository.git.attempt("-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT")
    person, bracket, _ = outcome.out.decode("utf-8", "replace").partition(">")
    if outcome.code or not bracket:
        raise UsageError(
            "git does not know who you are, and an acceptance is signed with a name",
            hint='git config user.name "Your Name" && git config user.email you@example.com',
        )
    return person + bracket


def _trusted_top(folder: Path, env: Mapping[str, str]) -> Path:
    top = next((place for place in (folder, *folder.parents) if (place / ".git").exists()), folder)
    workspace = env.get("GITHUB_WORKSPACE")
    if not workspace or not top.is_relative_to(Path(workspace).resolve()):
        raise UsageError(
            f"the repository in {top} belongs to another user, and git does not read it",
            hint=f"if you trust it: git config --global --add safe.directory {shlex.quote(str(top))}",
        )
    return top


def _unusable(folder: Path, words: str, *, bare: bool) -> UsageError:
    if bare:
        return UsageError(
            f"{folder} is a bare repository: it has no working tree to check",
            hint="run claimdiff in a clone of it, or compare two folders with --base-docs DIR --head-docs DIR",
        )
    if "not a git repository" in words:
        return UsageError(
            f"{folder} is not inside a git repository, so there is nothing to compare with",
            hint="run claimdiff inside your clone (git init starts one), or compare two folders with "
            "--base-docs DIR --head-docs DIR",
        )
    if "must be run in a work tree" in words:
        return UsageError(
            f"{folder} lies inside a .git folder, not in a working tree",
            hint="run claimdiff in the folder that holds your docs",
        )
    return UsageError(f"git cannot read the repository in {folder}: {words.strip()}", hint="git fsck tells more")
