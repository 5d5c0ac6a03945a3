"""From the command line and the environment to a `Change`: gathers the facts, lets `base` decide, opens the trees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.changes import base as bases
from claimdiff.changes.base import Facts, Request
from claimdiff.changes.change import Change
from claimdiff.changes.comparing import Comparison
from claimdiff.changes.event import read_event
from claimdiff.changes.facts import gather, merge_base, with_refs
from claimdiff.changes.folders import FolderComparison, FolderTree, compare_folders
from claimdiff.changes.lines import LineChanges
from claimdiff.changes.plans import CommitBase, EmptyBase, MergeBase, NoBase, Plan
from claimdiff.changes.repository import Repository, open_repository
from claimdiff.changes.trees import CommitTree, EmptyTree, IndexTree, Tree
from claimdiff.changes.working import WorkingTree
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from claimdiff.changes.event import Event


def resolve_change(
    start: Path,
    *,
    base: str | None = None,
    no_base: bool = False,
    staged: bool = False,
    base_docs: Path | None = None,
    head_docs: Path | None = None,
    env: Mapping[str, str],
) -> Change:
    """Find base and head for a run in `start`, and what changed between them. Close the result.

    `env` is the environment as the program got it: the GitHub event, and the index file of a commit hook. With
    `base_docs` and `head_docs` pages come from these two folders, and a repository is used if there is one.

    Raises:
        UsageError: no repository, no base that could be trusted; the message says why and the hint what to type.
    """
    request = Request(base=base, no_base=no_base, staged=staged)
    if base_docs is None and head_docs is None:
        return _resolved(start, request, env)
    if base_docs is None or head_docs is None or no_base:
        raise UsageError(
            "--base-docs and --head-docs go together, and not with --no-base",
            hint="--base-docs DIR --head-docs DIR",
        )
    return _with_folders(start, request, env, compare_folders(base_docs, head_docs))


def _resolved(start: Path, request: Request, env: Mapping[str, str]) -> Change:
    repository = open_repository(start, env)
    try:
        return _change(repository, request, env)
    except BaseException:
        repository.close()
        raise


def _with_folders(start: Path, request: Request, env: Mapping[str, str], folders: FolderComparison) -> Change:
    """Pages from the folders, all else as usual; where that has no base, both sides share what is on disk."""
    files = folders.files()
    try:
        change = _resolved(start, request, env)
    except UsageError:
        if request.base is not None or request.staged:
            raise
        change = _on_disk(start, env)
    return replace(
        change,
        base=change.base or change.head,
        base_docs=folders.base,
        head_docs=folders.head,
        why=f"{folders.head.label} against {folders.base.label}; golden set and baseline: {change.why}",
        files=files,
        compare_lines=folders.lines,
    )


def _on_disk(start: Path, env: Mapping[str, str]) -> Change:
    """Base and head are both what is on disk."""
    try:
        return _resolved(start, Request(no_base=True), env)
    except UsageError:
        tree = FolderTree(start, f"folder {start}")
        return Change(
            repository=None,
            base=tree,
            head=tree,
            base_docs=tree,
            head_docs=tree,
            base_ref=None,
            base_sha=None,
            head_ref=None,
            head_sha=None,
            dirty=False,
            why="both sides as they are on disk",
            files=(),
            compare_lines=_no_lines,
        )


def _change(repository: Repository, request: Request, env: Mapping[str, str]) -> Change:
    request = _of_a_range(request, env)
    event = _event(request, env)
    facts = gather(repository, request, event)
    if request.head is not None:
        facts = replace(facts, head=_known(repository, request.head), branch=None)
    try:
        plan = bases.resolve(request, event, facts)
    except UsageError as error:
        raise with_refs(repository, request, error) from error
    sha = _base_sha(repository, plan)
    base = _base_tree(repository, plan, sha)
    head = _head_tree(repository, request, plan, env)
    comparison = None
    if base is not None:
        comparison = Comparison(repository=repository, base=base, base_id=sha or repository.empty_tree, head=head)
    files = comparison.files() if comparison else ()
    against_head = sha is not None and sha == facts.head
    # What somebody else's branch says of settings, prompts and questions is not read where the run has rights.
    untrusted = isinstance(plan, MergeBase) and plan.detached_head and facts.head is not None
    trusted = CommitTree(repository, facts.head) if untrusted and facts.head is not None else None
    return Change(
        repository=repository,
        event=event,
        base=trusted or base,
        head=trusted or head,
        base_docs=base,
        head_docs=head,
        base_ref=None if isinstance(plan, NoBase) else plan.ref,
        base_sha=sha,
        head_ref=facts.branch,
        head_sha=head.sha or facts.head,
        dirty=False if untrusted else bool(files) if against_head else _dirty(repository, head, facts),
        why=plan.why,
        files=files,
        compare_lines=comparison.lines if comparison else _no_lines,
    )


def _of_a_range(request: Request, env: Mapping[str, str]) -> Request:
    """A hook that pre-commit runs for a range of commits (--from-ref, --to-ref, a push) sees that range, not the index.

    A push of a history that the remote has nothing of is no range: then pre-commit names the branch that is pushed alone.
    """
    if not request.staged:
        return request
    start, end = env.get("PRE_COMMIT_FROM_REF"), env.get("PRE_COMMIT_TO_REF")
    if start and end:
        return Request(base=start, head=end)
    pushed = env.get("PRE_COMMIT_LOCAL_BRANCH") if env.get("PRE_COMMIT_REMOTE_NAME") else None
    return Request(head=pushed, first_push=True) if pushed else request


def _known(repository: Repository, name: str) -> str:
    sha = repository.commit(name)
    if sha is None:
        raise UsageError(f"{name}, which pre-commit names, is no commit of this clone", hint=f"git fetch origin {name}")
    return sha


def _event(request: Request, env: Mapping[str, str]) -> Event | None:
    """The event; a broken one does not matter to a user who says what to compare."""
    try:
        return read_event(env)
    except UsageError:
        if request.base is None and not request.no_base and not request.staged:
            raise
        return None


def _base_sha(repository: Repository, plan: Plan) -> str | None:
    if isinstance(plan, NoBase | EmptyBase):
        return None
    sha = plan.sha if isinstance(plan, CommitBase) else merge_base(repository, plan)
    head = plan.head if isinstance(plan, MergeBase) else repository.commit("HEAD")
    if sha == head and plan.not_itself is not None:
        raise plan.not_itself
    return sha


def _base_tree(repository: Repository, plan: Plan, sha: str | None) -> Tree | None:
    if sha is not None:
        return CommitTree(repository, sha)
    return EmptyTree() if isinstance(plan, EmptyBase) else None


def _head_tree(repository: Repository, request: Request, plan: Plan, env: Mapping[str, str]) -> Tree:
    if isinstance(plan, MergeBase) and plan.detached_head:
        return CommitTree(repository, plan.head)
    if request.head is not None:
        return CommitTree(repository, _known(repository, request.head))
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
    commit = CommitTree(repository, facts.head)
    return bool(Comparison(repository=repository, base=commit, base_id=facts.head, head=head).files())


def _no_lines(path_old: str, path_new: str) -> LineChanges:
    del path_old, path_new
    return LineChanges()
