"""Which commit is the base: decided from facts alone, so that every case is one row of a test."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.changes.plans import CommitBase, EmptyBase, MergeBase, NoBase, Plan
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from claimdiff.changes.event import Event

_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_DEFAULT_NAMES = ("main", "master")
_ALL_HISTORY = "(in a workflow: actions/checkout with fetch-depth: 0)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What the user asked for on the command line. `head` names a commit that is read instead of what is on disk.

    With `first_push` the head goes to a remote that has none of its history.
    """

    base: str | None = None
    no_base: bool = False
    staged: bool = False
    head: str | None = None
    first_push: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What the repository says.

    `head` is the commit of HEAD (None before the first commit), `parents` its parents as written in the commit (a
    shallow clone may lack them), `branch` the branch that is checked out (None on a detached head). `known` maps those
    names of `wanted` that exist to their commits. `default` is the full ref name of the default branch, a key of `known`.
    """

    head: str | None
    parents: tuple[str, ...] = ()
    branch: str | None = None
    known: Mapping[str, str] = field(default_factory=dict)
    default: str | None = None


def short(ref: str) -> str:
    """A full ref name as people write it."""
    return ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")


def branch_refs(name: str) -> tuple[str, ...]:
    """Where a branch of that name may be, the server's view first."""
    return (f"refs/remotes/origin/{name}", f"refs/heads/{name}")


def fetch(name: str) -> str:
    """The command that brings a branch or a commit, and that works in a clone of one branch too.

    There git fetches another branch without giving it a name, and nothing would find it.
    """
    plain = name.removeprefix("origin/")
    named = "" if _COMMIT.fullmatch(plain) else f":refs/remotes/origin/{plain}"
    return f"git fetch origin {shlex.quote(plain + named)}"


def default_refs(event: Event | None) -> tuple[str, ...]:
    """Where the default branch may be, best first: as the event says, as the server said at clone time, by its name."""
    told = branch_refs(event.default_branch) if event and event.default_branch else ()
    remote = (f"refs/remotes/origin/{name}" for name in _DEFAULT_NAMES)
    local = (f"refs/heads/{name}" for name in _DEFAULT_NAMES)
    return (*told, "refs/remotes/origin/HEAD", *remote, *local)


def wanted(request: Request, event: Event | None) -> tuple[str, ...]:
    """The names whose commits `resolve` may need in `Facts.known`."""
    names: list[str] = []
    if request.base is not None and _is_ref(request.base):
        names += (request.base, f"refs/remotes/origin/{request.base}")
    if event:
        names += (sha for sha in (event.base_sha, event.head_sha, event.before) if sha)
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
        return NoBase(why="--no-base: nothing is compared, every question is replayed")
    if request.base is not None:
        return _named(request.base, facts)
    if facts.head is None or request.first_push:
        who = "remote has nothing of it" if request.first_push else "repository has no commit"
        return EmptyBase(why=f"the {who} yet: everything is new")
    if request.staged:
        return CommitBase(ref="HEAD", sha=facts.head, why="--staged: the index against HEAD")
    if event is not None and event.name in _EVENTS:
        return _EVENTS[event.name](event, facts, facts.head)
    return _default(facts, facts.head)


def _is_ref(name: str) -> bool:
    """Whether git can be asked for it: not an option, on one line."""
    return bool(name.strip()) and not name.startswith("-") and not any(char in name for char in "\n\r\0")


def _named(ref: str, facts: Facts) -> Plan:
    if not _is_ref(ref):
        raise UsageError(f"--base {ref!r} is not a ref", hint="name a branch, a tag or a commit: --base main")
    if facts.head is None:
        raise UsageError(
            f"--base {ref}: the repository has no commit yet, so there is no merge base",
            hint="leave --base out: everything counts as new",
        )
    for name, shown in ((ref, ref), (f"refs/remotes/origin/{ref}", f"origin/{ref}")):
        if name in facts.known:
            return MergeBase(ref=shown, sha=facts.known[name], head=facts.head, why=f"merge base of HEAD and {shown}")
    raise UsageError(f"--base {ref}: no such branch, tag or commit in this clone")


def _default(facts: Facts, head: str) -> MergeBase:
    if facts.default is None:
        raise UsageError(
            "no default branch was found (looked for origin/HEAD, main, master and init.defaultBranch)",
            hint=f"name what to compare with: --base BRANCH; where it is not in this clone, {fetch('BRANCH')}",
        )
    name = short(facts.default)
    sha = facts.known[facts.default]
    why = f"merge base of HEAD and {name}"
    if sha == head:
        why = f"HEAD is the tip of the default branch {name}: only what is not committed yet is compared"
    return MergeBase(ref=name, sha=sha, head=head, why=why)


def _pull_request(event: Event, facts: Facts, head: str) -> Plan:
    if event.name == "pull_request_target":
        _refuse_checked_out(event, facts, head)
    if len(facts.parents) > 1 and event.head_sha in facts.parents:
        return _merged(event, facts)
    places = (*branch_refs(event.base_ref or ""), event.base_sha or "")
    tip = next((place for place in places if place in facts.known), None)
    if tip is None:
        raise UsageError(
            f"the base branch {event.base_ref} of pull request {event.number} is not in this clone",
            hint=f"{fetch(event.base_ref or 'BRANCH')} {_ALL_HISTORY}",
        )
    why = f"pull request {event.number}: merge base with {event.base_ref}"
    ref = short(tip) if tip.startswith("refs/") else event.base_ref or tip[:7]
    if event.name == "pull_request_target" and event.head_sha not in {None, head}:
        return _untrusted(event, facts, MergeBase(ref=ref, sha=facts.known[tip], head=event.head_sha or "", why=why))
    complaint = UsageError(
        f"the checked-out commit {head[:7]} is not the head of pull request {event.number}, and comparing it proves nothing",
        hint=f"git fetch origin pull/{event.number}/head && git checkout FETCH_HEAD (in a workflow: actions/checkout "
        "without ref)",
    )
    return MergeBase(
        ref=ref,
        sha=facts.known[tip],
        head=head,
        why=why,
        not_itself=None if head == event.head_sha else complaint,
    )


def _merged(event: Event, facts: Facts) -> CommitBase:
    """A checkout of what the pull request would be once merged: base and head are the parents of that commit."""
    other = next(parent for parent in facts.parents if parent != event.head_sha)
    if other not in facts.known:
        raise UsageError(
            f"the merge commit of pull request {event.number} is checked out without its parents",
            hint="git fetch --deepen=1 (in a workflow: actions/checkout with fetch-depth: 2)",
        )
    why = f"pull request {event.number}: the parent of its merge commit on {event.base_ref}"
    return CommitBase(ref=event.base_ref or other[:7], sha=other, why=why)


def _refuse_checked_out(event: Event, facts: Facts, head: str) -> None:
    """Settings, prompts and questions are read from the checkout, which must not be a stranger's where the run has rights."""
    if event.head_sha in {head, *facts.parents}:
        raise UsageError(
            f"the head of pull request {event.number} is checked out under pull_request_target, beside a token that may write",
            hint="take `ref` away from actions/checkout, so that it checks out the base branch",
        )


def _untrusted(event: Event, facts: Facts, plan: MergeBase) -> MergeBase:
    """pull_request_target checks out the base branch: the head is read from the object store and never checked out."""
    if plan.head not in facts.known:
        raise UsageError(
            f"the head {plan.head} of pull request {event.number} is not in this clone",
            hint=f"git fetch origin pull/{event.number}/head",
        )
    return MergeBase(ref=plan.ref, sha=plan.sha, head=plan.head, why=plan.why, detached_head=True)


def _merge_group(event: Event, facts: Facts, head: str) -> CommitBase:
    sha = event.base_sha
    if sha is None:
        raise UsageError("the event file of this merge_group event names no base_sha", hint="pass --base REF")
    if sha not in facts.known:
        raise UsageError(
            f"the base {sha} of this merge group is not in this clone", hint=f"git fetch origin {sha} {_ALL_HISTORY}"
        )
    complaint = UsageError(
        f"the checked-out commit {head[:7]} is the base of this merge group, not its head",
        hint="in a workflow: actions/checkout without ref",
    )
    ref = short(event.base_ref or sha[:7])
    return CommitBase(ref=ref, sha=sha, why="merge group: the commit it is queued on", not_itself=complaint)


def _push(event: Event, facts: Facts, head: str) -> CommitBase | MergeBase:
    if event.before is not None and event.before in facts.known:
        complaint = UsageError(
            f"the checked-out commit {head[:7]} is the one from before this push",
            hint="in a workflow: actions/checkout without ref",
        )
        why = "push: the commit before it"
        return CommitBase(ref=event.before[:7], sha=event.before, why=why, not_itself=complaint)
    lost = event.before is not None
    what = (
        f"the commit before this push, {event.before}, is not in this clone"
        if lost
        else "nothing was there before this push"
    )
    complaint = UsageError(
        f"{what}, and there is no other branch to compare with",
        hint=f"git fetch --depth=1 origin {event.before} {_ALL_HISTORY}"
        if lost
        else "pass --base REF, or check everything with --no-base",
    )
    if facts.default is None:
        raise complaint
    plan = _default(facts, head)
    own = event.ref in {f"refs/heads/{name}" for name in (plan.ref, plan.ref.removeprefix("origin/"))}
    return MergeBase(
        ref=plan.ref,
        sha=plan.sha,
        head=head,
        why=f"{what}: merge base of HEAD and {plan.ref}",
        not_itself=complaint if lost or own or event.ref is None else None,
    )


def _schedule(event: Event, facts: Facts, head: str) -> NoBase:
    del event, facts, head
    return NoBase(why="schedule: nothing is compared, every question is replayed")


_EVENTS: Mapping[str, Callable[[Event, Facts, str], Plan]] = {
    "pull_request": _pull_request,
    "pull_request_target": _pull_request,
    "merge_group": _merge_group,
    "push": _push,
    "schedule": _schedule,
}
