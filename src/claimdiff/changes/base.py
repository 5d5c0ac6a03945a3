"""Which commit is the base: decided from facts alone, so that every case is one row of a test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.changes.event import Event

_DEFAULT_NAMES = ("main", "master")


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What the user asked for on the command line."""

    base: str | None = None
    no_base: bool = False
    staged: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What the repository says.

    `head` is the commit of HEAD (None before the first commit), `parents` its parents as written in the commit (a
    shallow clone may lack them), `branch` the branch that is checked out (None on a detached head), `known` maps the
    names of `wanted` that exist to their commits, `default` is the full ref name of the default branch.
    """

    head: str | None
    parents: tuple[str, ...] = ()
    branch: str | None = None
    known: Mapping[str, str] = field(default_factory=dict)
    default: str | None = None
    shallow: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """How to get the base.

    `kind`: `none` (no base), `empty` (a tree without files), `commit` (exactly `sha`), `merge_base` (of HEAD and `sha`).
    `ref` is how a person calls it, `why` a sentence for the reader. `head` is the commit to take as head instead of the
    working tree. `not_itself` is the complaint if the base turns out to be HEAD: then the comparison would prove nothing.
    """

    kind: Literal["none", "empty", "commit", "merge_base"]
    ref: str | None = None
    sha: str | None = None
    why: str
    head: str | None = None
    not_itself: UsageError | None = None


def short(ref: str) -> str:
    """A full ref name as people write it."""
    return ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")


def branch_refs(name: str) -> tuple[str, ...]:
    """Where a branch of that name may be, the server's view first."""
    return (f"refs/remotes/origin/{name}", f"refs/heads/{name}")


def default_refs(event: Event | None, configured: str | None = None) -> tuple[str, ...]:
    """Where the default branch may be, best first."""
    told = (event.default_branch,) if event and event.default_branch else ()
    named = [ref for name in told for ref in branch_refs(name)]
    remote = [f"refs/remotes/origin/{name}" for name in _DEFAULT_NAMES]
    local = [f"refs/heads/{name}" for name in _DEFAULT_NAMES]
    last = branch_refs(configured) if configured else ()
    return (*named, "refs/remotes/origin/HEAD", *remote, *local, *last)


def wanted(request: Request, event: Event | None) -> tuple[str, ...]:
    """The names whose commits `resolve` may need in `Facts.known`."""
    names = [request.base] if request.base else []
    if event:
        names += [sha for sha in (event.base_sha, event.head_sha, event.before) if sha]
        names += branch_refs(event.base_ref) if event.base_ref else ()
    return (*names, *default_refs(event))


def resolve(request: Request, event: Event | None, facts: Facts) -> Plan:
    """Decide what the base is.

    Raises:
        UsageError: contradicting options, an unknown ref, an event that cannot be placed; the hint says what to type.
    """
    if request.base is not None and request.no_base:
        raise UsageError("--base and --no-base exclude each other", hint="leave one of them out")
    if request.no_base:
        return Plan(kind="none", why="--no-base: nothing is compared, every question is replayed")
    if request.base is not None:
        return _of_ref(request.base, facts)
    if facts.head is None:
        return Plan(kind="empty", why="the repository has no commit yet: everything is new")
    if request.staged:
        return Plan(kind="commit", ref="HEAD", sha=facts.head, why="--staged: the index against HEAD")
    if event is not None and event.name in _EVENTS:
        return _EVENTS[event.name](event, facts, facts.head)
    return _of_default(facts, facts.head)


def _of_ref(ref: str, facts: Facts) -> Plan:
    if not ref.strip() or ref.startswith("-") or any(char in ref for char in "\n\r\0"):
        raise UsageError(f"--base {ref!r} is not a ref", hint="name a branch, a tag or a commit: --base main")
    if facts.head is None:
        raise UsageError(
            f"--base {ref}: the repository has no commit yet, so there is no merge base",
            hint="leave --base out: everything counts as new",
        )
    if ref not in facts.known:
        raise UsageError(f"--base {ref}: no such branch, tag or commit in this clone")
    return Plan(kind="merge_base", ref=ref, sha=facts.known[ref], why=f"merge base of HEAD and {ref}")


def _of_default(facts: Facts, head: str) -> Plan:
    if facts.default is None:
        raise UsageError(
            "no default branch was found (looked for origin/HEAD, main, master and init.defaultBranch)",
            hint="name what to compare with: --base BRANCH",
        )
    name = short(facts.default)
    sha = facts.known[facts.default]
    why = f"merge base of HEAD and {name}"
    if facts.branch is not None and facts.default == f"refs/heads/{facts.branch}":
        why = f"on the default branch {name} itself: compared with its last commit"
    elif sha == head:
        why = f"HEAD is {name} itself: compared with its last commit"
    return Plan(kind="merge_base", ref=name, sha=sha, why=why)


def _pull_request(event: Event, facts: Facts, head: str) -> Plan:
    if event.name == "pull_request" and event.head_sha in facts.parents and len(facts.parents) > 1:
        return _merged_pull_request(event, facts)
    foreign = event.name == "pull_request_target" and event.head_sha not in {head, *facts.parents}
    tip = next((ref for ref in branch_refs(event.base_ref or "") if ref in facts.known), None) or event.base_sha
    if tip is None or tip not in facts.known:
        raise UsageError(
            f"the base branch {event.base_ref} of pull request {event.number} is not in this clone",
            hint=f"git fetch origin {event.base_ref} (in a workflow: actions/checkout with fetch-depth: 0)",
        )
    if foreign and event.head_sha not in facts.known:
        raise UsageError(
            f"the head {event.head_sha} of pull request {event.number} is not in this clone",
            hint=f"git fetch origin pull/{event.number}/head",
        )
    complaint = UsageError(
        f"the checked-out commit {head[:7]} is not the head of pull request {event.number}: "
        "comparing it would prove nothing",
        hint=f"check out the pull request: git fetch origin pull/{event.number}/merge && git checkout FETCH_HEAD",
    )
    return Plan(
        kind="merge_base",
        ref=short(tip) if tip.startswith("refs/") else event.base_ref,
        sha=facts.known[tip],
        why=f"pull request {event.number}: merge base with {event.base_ref}",
        head=event.head_sha if foreign else None,
        not_itself=None if head == event.head_sha or foreign else complaint,
    )


def _merged_pull_request(event: Event, facts: Facts) -> Plan:
    other = next(parent for parent in facts.parents if parent != event.head_sha)
    if other not in facts.known:
        raise UsageError(
            f"the merge commit of pull request {event.number} is checked out without its parents",
            hint="git fetch --deepen=1 (in a workflow: actions/checkout with fetch-depth: 2)",
        )
    return Plan(
        kind="commit",
        ref=event.base_ref,
        sha=other,
        why=f"pull request {event.number}: the base parent of the merge commit",
    )


def _merge_group(event: Event, facts: Facts, head: str) -> Plan:
    sha = event.base_sha
    if sha is None or sha not in facts.known:
        raise UsageError(
            f"the base {sha or '(none named)'} of this merge group is not in this clone",
            hint=f"git fetch origin {sha or 'BASE'} (in a workflow: actions/checkout with fetch-depth: 0)",
        )
    del head
    return Plan(kind="commit", ref=event.base_ref or sha[:7], sha=sha, why="merge group: the commit it is queued on")


def _push(event: Event, facts: Facts, head: str) -> Plan:
    if event.before in facts.known and event.before is not None:
        return Plan(kind="commit", ref=event.before[:7], sha=event.before, why="push: the commit before it")
    named = f"the commit before this push, {event.before}, is not in this clone" if event.before else "first push"
    complaint = UsageError(
        f"{named if event.before else 'this push names no commit before it'}, "
        "and there is no other branch to compare with",
        hint=f"git fetch origin {event.before} (in a workflow: actions/checkout with fetch-depth: 0)"
        if event.before
        else "pass --base REF, or --no-base to check everything",
    )
    if facts.default is None:
        raise complaint
    plan = _of_default(facts, head)
    pushed_default = event.ref is not None and event.ref in {f"refs/heads/{short(facts.default).split('/')[-1]}"}
    return Plan(
        kind="merge_base",
        ref=plan.ref,
        sha=plan.sha,
        why=f"{named}: merge base of HEAD and {plan.ref}",
        not_itself=complaint if event.before or pushed_default or event.ref is None else None,
    )


def _schedule(event: Event, facts: Facts, head: str) -> Plan:
    del event, facts, head
    return Plan(kind="none", why="schedule: nothing is compared, every question is replayed")


_EVENTS = {
    "pull_request": _pull_request,
    "pull_request_target": _pull_request,
    "merge_group": _merge_group,
    "push": _push,
    "schedule": _schedule,
}
