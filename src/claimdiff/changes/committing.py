"""Commits that are made beside the working tree, and the push that brings one to a server.

Nothing is checked out: the new tree is written into git's store through an index of its own, so the files on disk, the
user's index and every branch stay as they are, and no filter, hook or attribute of the commit's files is run. A refused
push leaves nothing behind but objects that git clears away by itself.
"""

from __future__ import annotations

import base64
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from claimdiff.changes.listing import LINK, SUBMODULE
from claimdiff.changes.trees import CommitTree
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.changes.repository import Repository

REMOTE = "origin"
_NO_HOOKS = ("-c", "core.hooksPath=/dev/null")
_ASK_NOBODY = {"GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "true", "SSH_ASKPASS": "true"}
_NOISE = ("To ", "Done", "hint:", "Pushing to", "Enumerating", "Counting", "Compressing", "Writing", "Total ", "Delta")
_LINES = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """A name and an address as a commit carries them."""

    name: str
    email: str

    def variables(self, role: str) -> dict[str, str]:
        """The variables that make git take this person as AUTHOR or COMMITTER."""
        return {f"GIT_{role}_NAME": _plain(self.name), f"GIT_{role}_EMAIL": _plain(self.email)}


ROBOT = Person(name="github-actions[bot]", email="41898282+github-actions[bot]@users.noreply.github.com")
"""Who makes commits for a workflow, under the account that GitHub keeps for its own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Credential:
    """The header that a server wants, for addresses that start with `server` only. It never stands in an argument."""

    server: str
    token: str = field(repr=False)

    def variables(self, already: int = 0) -> dict[str, str]:
        """Configuration through the environment. The empty value takes back a header that a checkout has stored.

        `already`: how many such settings the environment holds.
        """
        key = f"http.{self.server.rstrip('/')}/.extraheader"
        secret = base64.b64encode(f"x-access-token:{self.token}".encode()).decode()
        values = ("", f"AUTHORIZATION: basic {secret}")
        found = {"GIT_CONFIG_COUNT": str(already + len(values))}
        for at, value in enumerate(values, already):
            found |= {f"GIT_CONFIG_KEY_{at}": key, f"GIT_CONFIG_VALUE_{at}": value}
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Pushed:
    """What came of a push; `words` are the lines of the server (or of git) where it was refused."""

    done: bool
    words: str = ""


def commit(
    repository: Repository,
    parent: str,
    files: Mapping[str, bytes | None],
    *,
    message: str,
    author: Person,
    committer: Person,
) -> str:
    """The id of a new commit: `parent` with `files` put in their places (None: taken away), and nothing else changed.

    Raises:
        UsageError: a path leaves the tree, goes through a link or a submodule, or git could not write.
    """
    _check_places(repository, parent, files)
    with tempfile.TemporaryDirectory(prefix="claimdiff-") as folder:
        git = repository.git.with_variables(
            {
                "GIT_INDEX_FILE": str(Path(folder) / "index"),
                **author.variables("AUTHOR"),
                **committer.variables("COMMITTER"),
            }
        )
        git.run("read-tree", parent)
        lines = []
        for path, data in sorted(files.items()):
            if data is None:
                lines.append(f"0 {'0' * len(parent)}\t{path}")
                continue
            blob = git.run("hash-object", "-w", "--stdin", stdin=data).decode().strip()
            lines.append(f"100644 {blob}\t{path}")
        git.run("update-index", "-z", "--index-info", stdin="\0".join((*lines, "")).encode())
        tree = git.run("write-tree").decode().strip()
        made = git.run("commit-tree", tree, "-p", parent, "-F", "-", stdin=message.encode("utf-8", "replace"))
    return made.decode().strip()


def _check_places(repository: Repository, parent: str, files: Mapping[str, bytes | None]) -> None:
    entries = CommitTree(repository, parent).entries
    barred = {path for path, entry in entries.items() if entry.mode in {LINK, SUBMODULE}}
    for path in files:
        place = PurePosixPath(path)
        if (
            place.is_absolute()
            or path != place.as_posix()
            or {"..", ".git"} & set(place.parts)
            or not path.isprintable()
        ):
            raise UsageError(f"{path!r} is no path inside the repository")
        for whole in (place, *place.parents[:-1]):
            if whole.as_posix() in barred:
                raise UsageError(
                    f"{path}: {whole} is a link or a submodule at commit {parent[:7]}, and is not followed"
                )
        if any(over.as_posix() in entries for over in place.parents[:-1]):
            raise UsageError(f"{path}: a folder above it is a file at commit {parent[:7]}")


def bring(repository: Repository, sha: str, credential: Credential | None = None) -> bool:
    """Fetch a commit from the remote where it is not here yet; whether it is here now. No branch or tag is made."""
    if repository.objects.one(f"{sha}^{{tree}}") is not None:
        return True
    depth = ("--depth=1",) if repository.shallow else ()
    git = repository.git.with_variables(_remote_variables(repository, credential))
    options = ("--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", *depth)
    git.ask_server(*_NO_HOOKS, "fetch", *options, REMOTE, sha)
    return git.attempt("rev-parse", "--quiet", "--verify", f"{sha}^{{tree}}").code == 0


def remote_branch(repository: Repository, branch: str, credential: Credential | None = None) -> str | None:
    """The commit that a branch of the remote is at; None where there is no such branch.

    Raises:
        UsageError: the remote does not answer, with its words.
    """
    git = repository.git.with_variables(_remote_variables(repository, credential))
    reference = f"refs/heads/{branch}"
    outcome = git.ask_server("ls-remote", "--quiet", REMOTE, reference)
    if outcome.code:
        raise UsageError(f"the remote {REMOTE} does not answer: {_told(outcome.err)}")
    rows = (line.split("\t") for line in outcome.out.decode("utf-8", "replace").splitlines())
    return next((row[0] for row in rows if row[1:] == [reference]), None)


def push(
    repository: Repository, sha: str, branch: str, *, expected: str | None, credential: Credential | None = None
) -> Pushed:
    """Bring a commit to a branch of the remote, only if that branch is still at `expected` (None: does not exist).

    Hooks of the local clone are not run; those of the server decide. Where the answer was lost, the server is asked
    what it has.
    """
    git = repository.git.with_variables(_remote_variables(repository, credential))
    reference = f"refs/heads/{branch}"
    lease = f"--force-with-lease={reference}:{expected or ''}"
    outcome = git.ask_server(
        *_NO_HOOKS, "push", "--porcelain", "--no-verify", "--recurse-submodules=no", lease, REMOTE, f"{sha}:{reference}"
    )
    if outcome.code == 0:
        return Pushed(done=True)
    try:
        if remote_branch(repository, branch, credential) == sha:
            return Pushed(done=True)
    except UsageError:
        pass
    return Pushed(done=False, words=_told(outcome.err, outcome.out.decode("utf-8", "replace")))


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What a commit says of itself: its tree, its parents, and the address of who made it."""

    tree: str
    parents: tuple[str, ...]
    committer: str


def told(repository: Repository, sha: str) -> Told:
    """What a commit that is here says of itself; read from the object, so that a cut history hides no parent."""
    head = repository.git.run("cat-file", "commit", sha).decode("utf-8", "replace").partition("\n\n")[0]
    lines = [line.partition(" ") for line in head.splitlines()]
    committer = next((rest for key, _, rest in lines if key == "committer"), "")
    return Told(
        tree=next((rest for key, _, rest in lines if key == "tree"), ""),
        parents=tuple(rest for key, _, rest in lines if key == "parent"),
        committer=committer.rpartition("<")[2].partition(">")[0],
    )


def is_branch_name(repository: Repository, name: str) -> bool:
    """Whether git takes a text for the short name of a branch."""
    if name.startswith("-") or not name.isprintable():
        return False
    return repository.git.attempt("check-ref-format", f"refs/heads/{name}").code == 0


def _remote_variables(repository: Repository, credential: Credential | None) -> dict[str, str]:
    if credential is None or not _is_served_by(repository, credential.server):
        return dict(_ASK_NOBODY)
    held = os.environ.get("GIT_CONFIG_COUNT", "")
    return {**_ASK_NOBODY, **credential.variables(int(held) if held.isascii() and held.isdecimal() else 0)}


def _is_served_by(repository: Repository, server: str) -> bool:
    """Whether the remote is on the server that the token is for."""
    outcome = repository.git.attempt("remote", "get-url", "--push", REMOTE)
    address = outcome.out.decode("utf-8", "replace").strip()
    return address.startswith(f"{server.rstrip('/')}/")


def _told(*streams: str) -> str:
    """What the server said, and why git gave up; its counting of objects is left out."""
    lines: Sequence[str] = [line.strip() for text in streams for line in text.replace("\r", "\n").splitlines()]
    said = [line.removeprefix("remote:").strip() for line in lines if line.startswith("remote:")]
    rest = [line for line in lines if line and not line.startswith(("remote:", *_NOISE))]
    told = [line for line in (*said, *rest) if line]
    return "\n".join(told[:_LINES]) or "git gave no reason"


def _plain(text: str) -> str:
    return " ".join("".join(sign for sign in text if sign not in "<>" and sign.isprintable()).split()) or "unknown"
