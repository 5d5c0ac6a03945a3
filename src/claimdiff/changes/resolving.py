"""From the command line and the environment to a `Change`: gathers the facts, lets `base` decide, opens the trees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.changes import base as bases
from claimdiff.changes.base import Facts, Plan, Request
from claimdiff.changes.change import Change
from claimdiff.changes.comparing import Comparison
from claimdiff.changes.event import Event, read_event
from claimdiff.changes.lines import LineChanges
from claimdiff.changes.repository import Repository, open_repository
from claimdiff.changes.trees import CommitTree, EmptyTree, IndexTree, Tree, WorkingTree
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHOWN_REFS = 12


def resolve_change(
    start: Path,
    *,
    base: str | None = None,
    no_base: bool = False,
    staged: bool = False,
    env: Mapping[str, str],
) -> Change:
    """Find base and head for a run in `start`, and what changed between them.

    `env` is the environment: the GitHub event, and the index file of a commit hook.

    Raises:
        UsageError: no repository, no base that could be trusted; the message says why and the hint what to type.
    """
    request = Request(base=base or None, no_base=no_base, staged=staged)
    repository = open_repository(start, env)
    try:
        return _change(repository, request, env)
    except BaseException:
        repository.close()
        raise


def _change(repository: Repository, request: Request, env: Mapping[str, str]) -> Change:
    event = read_event(env)
    facts = _facts(repository, request, event)
    try:
        plan = bases.resolve(request, event, facts)
    except UsageError as error:
        raise _with_refs(repository, request, facts, error) from error
    base_sha = _base_sha(repository, plan, facts)
    head = _head(repository, request, plan, env)
    tree = _base_tree(repository, plan, base_sha)
    comparison = None
    if tree is not None:
        comparison = Comparison(
            repository=head.repository if isinstance(head, IndexTree) else repository,
            base=tree,
            base_id=base_sha or repository.empty_tree,
            head=head,
        )
    files = comparison.files() if comparison else ()
    return Change(
        repository=repository,
        event=event,
        base=tree,
        head=head,
        base_ref=plan.ref,
        base_sha=base_sha,
        head_ref=facts.branch,
        head_sha=head.sha or facts.head,
        dirty=_dirty(repository, head, facts, known=bool(files) if facts.head and base_sha == facts.head else None),
        why=plan.why,
        files=files,
        compare_lines=comparison.lines if comparison else _nothing,
    )


def _facts(repository: Repository, request: Request, event: Event | None) -> Facts:
    names = [name for name in bases.wanted(request, event) if not name.startswith("-") and "\n" not in name]
    head, *found = repository.objects.find(["HEAD^{commit}", *(f"{name}^{{commit}}" for name in names)])
    known = {name: item.id for name, item in zip(names, found, strict=True) if item}
    parents = _parents(head.data) if head else ()
    known |= {sha: sha for sha in parents if len(parents) > 1 and repository.objects.one(sha)}
    default = next((ref for ref in bases.default_refs(event) if ref in known), None)
    if default == "refs/remotes/origin/HEAD":
        outcome = repository.git.attempt("symbolic-ref", "-q", default)
        real = outcome.out.decode("utf-8", "surrogateescape").strip()
        known |= {real: known[default]} if real else {}
        default = real or default
    elif default is None and not request.base:
        default, known = _last_default(repository, known)
    return Facts(
        head=head.id if head else None,
        parents=parents,
        branch=repository.branch,
        known=known,
        default=default,
        shallow=repository.shallow,
    )


def _last_default(repository: Repository, known: dict[str, str]) -> tuple[str | None, dict[str, str]]:
    """Where nothing has a usual name: the branch that `git init` was told to make, else the only branch there is."""
    name = repository.git.attempt("config", "--get", "init.defaultBranch").out.decode("utf-8", "replace").strip()
    for ref in bases.branch_refs(name) if name else ():
        sha = repository.commit(ref)
        if sha:
            return ref, {**known, ref: sha}
    listed = repository.git.run("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes")
    refs = [line.split(" ", 1) for line in listed.decode("utf-8", "surrogateescape").splitlines()]
    if len(refs) == 1:
        [[sha, ref]] = refs
        return ref, {**known, ref: sha}
    return None, known


def _parents(commit: bytes) -> tuple[str, ...]:
    header = commit.partition(b"\n\n")[0].decode("utf-8", "replace")
    return tuple(line.removeprefix("parent ") for line in header.splitlines() if line.startswith("parent "))


def _base_sha(repository: Repository, plan: Plan, facts: Facts) -> str | None:
    if plan.kind != "merge_base":
        return plan.sha
    head = plan.head or facts.head
    assert plan.sha is not None
    assert head is not None
    sha = plan.sha
    if sha != head or repository.merging:
        sides = [head, *(["MERGE_HEAD"] if repository.merging and not plan.head else [])]
        outcome = repository.git.attempt("merge-base", plan.sha, *sides)
        sha = outcome.out.decode("ascii").strip()
        if outcome.code or not sha:
            raise _no_merge_base(plan, facts, outcome.err)
    if sha == head and plan.not_itself is not None:
        raise plan.not_itself
    return sha


def _no_merge_base(plan: Plan, facts: Facts, words: str) -> UsageError:
    if facts.shallow:
        return UsageError(
            f"this clone is shallow and does not reach the merge base of HEAD and {plan.ref}",
            hint="git fetch --unshallow, or git fetch --deepen=100 (in a workflow: actions/checkout with fetch-depth: 0)",
        )
    told = f": {words.strip()}" if words.strip() else ""
    return UsageError(
        f"HEAD and {plan.ref} have no commit in common{told}",
        hint="name another base with --base REF, or check everything with --no-base",
    )


def _with_refs(repository: Repository, request: Request, facts: Facts, error: UsageError) -> UsageError:
    """The error with what exists in this clone, where the base was not found."""
    if error.hint or not request.base:
        return error
    listed = repository.git.attempt(
        "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags"
    )
    names = [name for name in listed.out.decode("utf-8", "replace").splitlines() if name]
    shown = ", ".join(names[:_SHOWN_REFS]) + (
        f" and {len(names) - _SHOWN_REFS} more" if len(names) > _SHOWN_REFS else ""
    )
    fetch = f"git fetch origin {request.base.removeprefix('origin/')}"
    deep = " (this clone is shallow; in a workflow: actions/checkout with fetch-depth: 0)" if facts.shallow else ""
    return UsageError(f"{error}; there are: {shown or 'none'}", hint=f"pass one of these, or {fetch}{deep}")


def _head(repository: Repository, request: Request, plan: Plan, env: Mapping[str, str]) -> Tree:
    if plan.head is not None:
        return CommitTree(repository, plan.head)
    if not request.staged:
        return WorkingTree(repository)
    index = _callers_index(repository, env)
    if index is None:
        return IndexTree(repository)
    git = repository.git.with_variables({"GIT_INDEX_FILE": str(index)})
    return IndexTree(replace(repository, git=git))


def _callers_index(repository: Repository, env: Mapping[str, str]) -> Path | None:
    """The temporary index that `git commit -a` and `git commit PATH` show to a hook; only one inside the .git folder."""
    named = env.get("GIT_INDEX_FILE")
    if not named:
        return None
    path = (repository.root / named).resolve()
    return path if path.is_relative_to(repository.git_dir.resolve()) and path.is_file() else None


def _base_tree(repository: Repository, plan: Plan, sha: str | None) -> Tree | None:
    if plan.kind == "none":
        return None
    return CommitTree(repository, sha) if sha else EmptyTree()


def _dirty(repository: Repository, head: Tree, facts: Facts, *, known: bool | None) -> bool:
    """Whether head differs from the commit that is checked out."""
    if head.sha is not None:
        return False
    if known is not None:
        return known
    if facts.head is None or (isinstance(head, WorkingTree) and head.untracked):
        return True
    cached = ("--cached",) if isinstance(head, IndexTree) else ()
    outcome = repository.git.attempt("diff", "--quiet", "--ignore-submodules=all", *cached, "HEAD", "--")
    return outcome.code != 0


def _nothing(path_old: str, path_new: str) -> LineChanges:
    del path_old, path_new
    return LineChanges()
