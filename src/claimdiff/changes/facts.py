"""What the repository says of commits and branches: the facts that the base is decided from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.changes import base as bases
from claimdiff.changes.base import Facts, Request
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.changes.event import Event
    from claimdiff.changes.plans import MergeBase
    from claimdiff.changes.repository import Repository

_SHOWN_REFS = 12


def gather(repository: Repository, request: Request, event: Event | None) -> Facts:
    """The facts that `base.resolve` decides from: one look for all names, more only where no usual name exists."""
    names = bases.wanted(request, event)
    head, *found = repository.objects.find([f"{name}^{{commit}}" for name in ("HEAD", *names)])
    if head is None:
        _check_unborn(repository)
    known = {name: item.id for name, item in zip(names, found, strict=True) if item}
    parents = _parents(head.data) if head else ()
    if event is not None and len(parents) > 1:
        known |= {sha: sha for sha in parents if repository.commit(sha)}
    default = next((ref for ref in bases.default_refs(event) if ref in known), None)
    if default == "refs/remotes/origin/HEAD":
        outcome = repository.git.attempt("symbolic-ref", "-q", default)
        real = outcome.out.decode("utf-8", "surrogateescape").strip() or default
        known[real] = known[default]
        default = real
    elif default is None and event is None and request.base is None:
        last = _last_default(repository)
        known |= last
        default = next(iter(last), None)
    return Facts(
        head=head.id if head else None, parents=parents, branch=repository.branch, known=known, default=default
    )


def _check_unborn(repository: Repository) -> None:
    """A branch without a commit is no damage; a commit that is named and cannot be read is, and proves nothing.

    Raises:
        UsageError: HEAD names a commit that is not there.
    """
    named = repository.git.attempt("rev-parse", "-q", "--verify", "HEAD")
    sha = named.out.decode("ascii", "replace").strip()
    if named.code == 0 and sha:
        raise UsageError(
            f"HEAD is the commit {sha[:10]}, and it cannot be read from this clone",
            hint="git fsck says what is missing; git fetch may bring it, else clone again",
        )


def _last_default(repository: Repository) -> Mapping[str, str]:
    """Where nothing has a usual name: the branch that `git init` is told to make, else the only branch there is."""
    name = repository.git.attempt("config", "--get", "init.defaultBranch").out.decode("utf-8", "replace").strip()
    for ref in bases.branch_refs(name) if name else ():
        sha = repository.commit(ref)
        if sha:
            return {ref: sha}
    refs = _refs(repository, "refs/heads", "refs/remotes")
    only = f"refs/heads/{repository.branch}"
    sha = repository.commit(only) if refs == (only,) else None
    return {only: sha} if sha else {}


def _refs(repository: Repository, *places: str) -> tuple[str, ...]:
    listed = repository.git.run("for-each-ref", "--format=%(refname)", *places)
    return tuple(listed.decode("utf-8", "surrogateescape").splitlines())


def _parents(commit: bytes) -> tuple[str, ...]:
    header = commit.partition(b"\n\n")[0].decode("utf-8", "replace")
    return tuple(line.removeprefix("parent ") for line in header.splitlines() if line.startswith("parent "))


def merge_base(repository: Repository, plan: MergeBase) -> str:
    """The commit id of a planned merge base.

    Raises:
        UsageError: there is none, or a shallow clone does not reach it.
    """
    merged = ("MERGE_HEAD",) if repository.merging and not plan.detached_head else ()
    if plan.sha == plan.head and not merged:
        return plan.sha
    # With a merge in progress: the merge base of REF and what HEAD will be, so that what is merged in is not a change.
    outcome = repository.git.attempt("merge-base", plan.sha, plan.head, *merged)
    sha = outcome.out.decode("ascii").strip()
    if not outcome.code and sha:
        return sha
    if repository.shallow:
        raise UsageError(
            f"this clone is shallow: its history ends before the merge base of HEAD and {plan.ref}",
            hint="git fetch --unshallow, or git fetch --deepen=100 (in a workflow: actions/checkout with fetch-depth: 0)",
        )
    told = f": {outcome.err.strip()}" if outcome.err.strip() else ""
    raise UsageError(
        f"HEAD and {plan.ref} have no commit in common{told}",
        hint="name another base with --base REF, or check everything with --no-base",
    )


def with_refs(repository: Repository, request: Request, error: UsageError) -> UsageError:
    """The error, with what exists in this clone where a ref was not found."""
    if error.hint or request.base is None:
        return error
    refs = _refs(repository, "refs/heads", "refs/remotes", "refs/tags")
    names = [bases.short(ref).removeprefix("refs/tags/") for ref in refs if not ref.endswith("/HEAD")]
    more = f" and {len(names) - _SHOWN_REFS} more" if len(names) > _SHOWN_REFS else ""
    shown = ", ".join(names[:_SHOWN_REFS]) + more
    fetch = bases.fetch(request.base)
    if any(sign in request.base for sign in "~^:@"):  # HEAD~3 and its like are no names that a server knows
        fetch = "git fetch --deepen=100" if repository.shallow else "a commit that git log shows"
    deep = " (in a workflow: actions/checkout with fetch-depth: 0)" if repository.shallow else ""
    return UsageError(f"{error}; there are: {shown or 'none'}", hint=f"pass one of these, or {fetch}{deep}")
