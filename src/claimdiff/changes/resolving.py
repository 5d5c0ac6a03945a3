"""From the command line and the environment to a `Change`: gathers the facts, lets `base` decide, opens the trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.changes import base as bases
from claimdiff.changes.base import CommitBase, EmptyBase, Facts, MergeBase, NoBase, Plan, Request
from claimdiff.changes.change import Change
from claimdiff.changes.comparing import Comparison
from claimdiff.changes.event import read_event
from claimdiff.changes.lines import LineChanges
from claimdiff.changes.repository import Repository, open_repository
from claimdiff.changes.trees import CommitTree, EmptyTree, IndexTree, Tree
from claimdiff.changes.working import WorkingTree
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from claimdiff.changes.event import Event

_SHOWN_REFS = 12


def resolve_change(
    start: Path,
    *,
    base: str | None = None,
    no_base: bool = False,
    staged: bool = False,
    env: Mapping[str, str],
) -> Change:
    """Find base and head for a run in `start`, and what changed between them. Close the result.

    `env` is the environment as the program got it: the GitHub event, and the index file of a commit hook.

    Raises:
        UsageError: no repository, no base that could be trusted; the message says why and the hint what to type.
    """
    request = Request(base=base, no_base=no_base, staged=staged)
    repository = open_repository(start, env)
    try:
        return _change(repository, request, env)
    except BaseException:
        repository.close()
        raise


def _change(repository: Repository, request: Request, env: Mapping[str, str]) -> Change:
    event = _event(request, env)
    facts = _facts(repository, request, event)
    try:
        plan = bases.resolve(request, event, facts)
    except UsageError as error:
        raise _with_refs(repository, request, error) from error
    sha = _base_sha(repository, plan)
    base = _base_tree(repository, plan, sha)
    head = _head_tree(repository, request, plan, env)
    comparison = None
    if base is not None:
        comparison = Comparison(repository=repository, base=base, base_id=sha or repository.empty_tree, head=head)
    files = comparison.files() if comparison else ()
    against_head = sha is not None and sha == facts.head
    return Change(
        repository=repository,
        event=event,
        base=base,
        head=head,
        base_ref=plan.ref if isinstance(plan, CommitBase | MergeBase) else None,
        base_sha=sha,
        head_ref=facts.branch,
        head_sha=head.sha or facts.head,
        dirty=bool(files) if against_head else _dirty(repository, head, facts),
        why=plan.why,
        files=files,
        compare_lines=comparison.lines if comparison else _no_lines,
    )


def _event(request: Request, env: Mapping[str, str]) -> Event | None:
    """The event; a broken one does not matter to a user who says what to compare."""
    try:
        return read_event(env)
    except UsageError:
        if request.base is None and not request.no_base and not request.staged:
            raise
        return None


def _facts(repository: Repository, request: Request, event: Event | None) -> Facts:
    names = bases.wanted(request, event)
    head, *found = repository.objects.find([f"{name}^{{commit}}" for name in ("HEAD", *names)])
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


def _base_sha(repository: Repository, plan: Plan) -> str | None:
    if isinstance(plan, NoBase | EmptyBase):
        return None
    sha = plan.sha if isinstance(plan, CommitBase) else _merge_base(repository, plan)
    head = plan.head if isinstance(plan, MergeBase) else repository.commit("HEAD")
    if sha == head and plan.not_itself is not None:
        raise plan.not_itself
    return sha


def _merge_base(repository: Repository, plan: MergeBase) -> str:
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


def _with_refs(repository: Repository, request: Request, error: UsageError) -> UsageError:
    """The error, with what exists in this clone where a ref was not found."""
    if error.hint or request.base is None:
        return error
    names = [
        bases.short(ref).removeprefix("refs/tags/")
        for ref in _refs(repository, "refs/heads", "refs/remotes", "refs/tags")
    ]
    more = f" and {len(names) - _SHOWN_REFS} more" if len(names) > _SHOWN_REFS else ""
    shown = ", ".join(names[:_SHOWN_REFS]) + more
    fetch = f"git fetch origin {request.base.removeprefix('origin/')}"
    deep = " (in a workflow: actions/checkout with fetch-depth: 0)" if repository.shallow else ""
    return UsageError(f"{error}; there are: {shown or 'none'}", hint=f"pass one of these, or {fetch}{deep}")


def _base_tree(repository: Repository, plan: Plan, sha: str | None) -> Tree | None:
    if sha is not None:
        return CommitTree(repository, sha)
    return EmptyTree() if isinstance(plan, EmptyBase) else None


def _head_tree(repository: Repository, request: Request, plan: Plan, env: Mapping[str, str]) -> Tree:
    if isinstance(plan, MergeBase) and plan.detached_head:
        return CommitTree(repository, plan.head)
    if request.staged:
        return IndexTree(repository, _callers_index(repository, env))
    return WorkingTree(repository)


def _callers_index(repository: Repository, env: Mapping[str, str]) -> str | None:
    """The temporary index that `git commit -a` and `git commit PATH` show to a hook; only one inside the .git folder."""
    named = env.get("GIT_INDEX_FILE")
    if not named:
        return None
    path = (repository.root / named).resolve()
    return str(path) if path.is_relative_to(repository.git_dir.resolve()) and path.is_file() else None


def _dirty(repository: Repository, head: Tree, facts: Facts) -> bool:
    """Whether head differs from the commit that is checked out."""
    if head.sha is not None:
        return False
    if facts.head is None or (isinstance(head, WorkingTree) and head.untracked):
        return True
    index = isinstance(head, IndexTree)
    git = head.git if isinstance(head, IndexTree) else repository.git
    outcome = git.attempt("diff", "--quiet", "--ignore-submodules=all", *(("--cached",) if index else ()), "HEAD", "--")
    return outcome.code != 0


def _no_lines(path_old: str, path_new: str) -> LineChanges:
    del path_old, path_new
    return LineChanges()
