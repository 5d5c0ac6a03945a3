"""Which commit is compared with which: every case of the command line and of GitHub's events, without a repository."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.changes.base import Facts, Request, default_refs, resolve, wanted
from claimdiff.changes.event import Event, event_of, read_event
from claimdiff.changes.plans import CommitBase, EmptyBase, MergeBase, NoBase
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

HEAD, MAIN, OLD, TIP = ("1" * 40, "2" * 40, "3" * 40, "4" * 40)
ORIGIN_MAIN = "refs/remotes/origin/main"
LOCAL_MAIN = "refs/heads/main"


def facts(**changed: Any) -> Facts:
    """A clone on branch `edit` that has a default branch on its server."""
    usual: dict[str, Any] = {"head": HEAD, "branch": "edit", "known": {ORIGIN_MAIN: MAIN}, "default": ORIGIN_MAIN}
    return Facts(**(usual | changed))


def refusal(request: Request, event: Event | None, given: Facts) -> UsageError:
    """The error that `resolve` must raise."""
    with pytest.raises(UsageError) as caught:
        resolve(request, event, given)
    return caught.value


# The command line


def test_a_laptop_compares_with_the_merge_base_of_the_default_branch() -> None:
    """Without options and events the base is the merge base of HEAD with the default branch."""
    plan = resolve(Request(), None, facts())

    assert plan == MergeBase(ref="origin/main", sha=MAIN, head=HEAD, why="merge base of HEAD and origin/main")


def test_on_the_tip_of_the_default_branch_the_reader_is_told_what_is_compared() -> None:
    """On the default branch itself the base is its last commit, and the sentence says so."""
    plan = resolve(Request(), None, facts(branch="main", default=LOCAL_MAIN, known={LOCAL_MAIN: HEAD}))

    assert isinstance(plan, MergeBase)
    assert plan.sha == plan.head == HEAD
    assert "tip of the default branch main" in plan.why
    assert "not committed" in plan.why


def test_without_a_default_branch_the_user_is_asked_for_one() -> None:
    """Nothing to compare with is an error that says what was looked for and what to type."""
    error = refusal(Request(), None, facts(default=None, known={}))

    assert "origin/HEAD, main, master" in str(error)
    assert (error.hint or "").startswith("name what to compare with: --base BRANCH; ")


@pytest.mark.parametrize(
    ("known", "shown", "sha"),
    [
        ({"main": MAIN}, "main", MAIN),
        ({"main": MAIN, ORIGIN_MAIN: TIP}, "main", MAIN),
        ({ORIGIN_MAIN: TIP}, "origin/main", TIP),
    ],
    ids=["as written", "as written first", "on the server only"],
)
def test_base_ref_is_taken_as_written_else_from_the_server(known: dict[str, str], shown: str, sha: str) -> None:
    """--base main means the local main, and origin/main in a clone that has no local one."""
    plan = resolve(Request(base="main"), None, facts(known=known))

    assert plan == MergeBase(ref=shown, sha=sha, head=HEAD, why=f"merge base of HEAD and {shown}")


@pytest.mark.parametrize("ref", ["", "  ", "-x", "--upload-pack=touch x", "main\nHEAD", "main\0"])
def test_what_is_no_ref_is_refused_and_never_given_to_git(ref: str) -> None:
    """A value that git would read as an option or as two names never reaches it."""
    assert not any(ref in name for name in wanted(Request(base=ref), None) if ref.strip())
    assert "is not a ref" in str(refusal(Request(base=ref), None, facts(known={ref: MAIN})))


def test_an_unknown_ref_is_an_error() -> None:
    """A ref that does not exist is never replaced by another base."""
    assert "--base nope: no such branch" in str(refusal(Request(base="nope"), None, facts()))


def test_base_and_no_base_exclude_each_other() -> None:
    """Two contradicting options are an error."""
    assert "exclude each other" in str(refusal(Request(base="main", no_base=True), None, facts()))


def test_no_base_compares_nothing_even_in_a_pull_request() -> None:
    """--no-base wins over the event."""
    event = Event(name="pull_request", number=7, base_ref="main", head_sha=HEAD)

    assert isinstance(resolve(Request(no_base=True), event, facts()), NoBase)


def test_staged_compares_with_head() -> None:
    """--staged compares the index with HEAD."""
    plan = resolve(Request(staged=True), None, facts())

    assert plan == CommitBase(ref="HEAD", sha=HEAD, why="--staged: the index against HEAD")


@pytest.mark.parametrize("staged", [True, False])
def test_before_the_first_commit_everything_is_new(staged: bool) -> None:
    """The first commit of a repository is compared with a tree without files."""
    assert isinstance(resolve(Request(staged=staged), None, Facts(head=None)), EmptyBase)


def test_base_before_the_first_commit_is_an_error() -> None:
    """A base that was asked for is not dropped in silence."""
    assert "no commit yet" in str(refusal(Request(base="main"), None, Facts(head=None, known={"main": MAIN})))


def test_the_default_branch_is_looked_for_on_the_server_first() -> None:
    """What the event says comes first, then what the server said, then the usual names, remote before local."""
    assert default_refs(Event(name="push", default_branch="trunk")) == (
        "refs/remotes/origin/trunk",
        "refs/heads/trunk",
        "refs/remotes/origin/HEAD",
        ORIGIN_MAIN,
        "refs/remotes/origin/master",
        LOCAL_MAIN,
        "refs/heads/master",
    )


# Pull requests


def pull_request(**changed: Any) -> Event:
    """Pull request 7 into main."""
    usual: dict[str, Any] = {"name": "pull_request", "number": 7, "base_ref": "main", "head_sha": TIP}
    return Event(**(usual | changed))


def test_a_merge_commit_of_the_pull_request_is_compared_with_its_other_parent() -> None:
    """The checkout of refs/pull/7/merge needs a depth of two and no branch."""
    plan = resolve(Request(), pull_request(), facts(parents=(MAIN, TIP), known={MAIN: MAIN, TIP: TIP}, default=None))

    assert plan == CommitBase(ref="main", sha=MAIN, why="pull request 7: the parent of its merge commit on main")


def test_a_merge_commit_without_its_parents_says_how_to_fetch_them() -> None:
    """A depth of one cuts the parents off; the line to type is given."""
    error = refusal(Request(), pull_request(), facts(parents=(MAIN, TIP), known={}, default=None))

    assert "without its parents" in str(error)
    assert error.hint is not None
    assert "fetch-depth: 2" in error.hint


@pytest.mark.parametrize(
    ("known", "ref", "sha"),
    [
        ({ORIGIN_MAIN: MAIN, LOCAL_MAIN: OLD, OLD: OLD}, "origin/main", MAIN),
        ({LOCAL_MAIN: MAIN}, "main", MAIN),
        ({OLD: OLD}, "main", OLD),
    ],
    ids=["server's branch", "local branch", "commit of the event"],
)
def test_the_head_of_a_pull_request_is_compared_with_the_merge_base(known: dict[str, str], ref: str, sha: str) -> None:
    """With the head itself checked out the base is its merge base with the tip of the base branch."""
    plan = resolve(Request(), pull_request(head_sha=HEAD, base_sha=OLD), facts(known=known))

    assert plan == MergeBase(ref=ref, sha=sha, head=HEAD, why="pull request 7: merge base with main")


def test_a_pull_request_whose_base_is_not_here_says_how_to_fetch_it() -> None:
    """No base branch, no comparison, and never the default branch instead."""
    error = refusal(Request(), pull_request(head_sha=HEAD, base_ref="release"), facts())

    assert "base branch release of pull request 7 is not in this clone" in str(error)
    assert error.hint is not None
    assert error.hint.startswith("git fetch origin release")


def test_a_checkout_of_something_else_must_not_be_compared_with_itself() -> None:
    """In a pull request the base branch checked out by mistake would pass everything; the plan forbids it."""
    plan = resolve(Request(), pull_request(), facts())

    assert isinstance(plan, MergeBase)
    assert plan.not_itself is not None
    assert "is not the head of pull request 7" in str(plan.not_itself)


def test_pull_request_target_reads_the_head_without_a_checkout() -> None:
    """The base branch is checked out there, so the head side is the commit of the event."""
    event = pull_request(name="pull_request_target")
    plan = resolve(Request(), event, facts(known={ORIGIN_MAIN: HEAD, TIP: TIP}))

    assert isinstance(plan, MergeBase)
    assert (plan.sha, plan.head, plan.detached_head) == (HEAD, TIP, True)


def test_pull_request_target_without_the_head_says_how_to_fetch_it() -> None:
    """The base is never compared with itself because the head is missing."""
    error = refusal(Request(), pull_request(name="pull_request_target"), facts())

    assert error.hint == "git fetch origin pull/7/head"


# The other events


def test_a_merge_group_is_compared_with_the_commit_it_is_queued_on() -> None:
    """The base is what the event says, exactly."""
    event = Event(name="merge_group", base_sha=OLD, base_ref="main", head_sha=HEAD)
    plan = resolve(Request(), event, facts(known={OLD: OLD}))

    assert isinstance(plan, CommitBase)
    assert (plan.ref, plan.sha) == ("main", OLD)
    assert plan.not_itself is not None


@pytest.mark.parametrize("sha", [OLD, None])
def test_a_merge_group_without_its_base_is_an_error(sha: str | None) -> None:
    """No other base is taken for it."""
    assert "merge" in str(refusal(Request(), Event(name="merge_group", base_sha=sha), facts()))


def test_a_push_is_compared_with_what_was_there_before() -> None:
    """The base is `before`, also where a forced push left the old line of history."""
    plan = resolve(
        Request(), Event(name="push", before=OLD, ref=LOCAL_MAIN), facts(known={OLD: OLD, ORIGIN_MAIN: MAIN})
    )

    assert isinstance(plan, CommitBase)
    assert plan.sha == OLD


def test_a_new_branch_is_compared_with_the_merge_base_of_the_default_branch() -> None:
    """All zeros in `before` is a new branch; one without own commits is equal to main, which is no mistake."""
    plan = resolve(Request(), Event(name="push", before=None, ref="refs/heads/edit"), facts())

    assert isinstance(plan, MergeBase)
    assert (plan.sha, plan.not_itself) == (MAIN, None)


@pytest.mark.parametrize(
    "event",
    [
        Event(name="push", before=OLD, ref="refs/heads/edit"),
        Event(name="push", before=OLD, ref=LOCAL_MAIN),
        Event(name="push", before=None, ref=LOCAL_MAIN),
        Event(name="push", before=None, ref=None),
    ],
    ids=["forced", "forced on the default branch", "first of the default branch", "nothing said"],
)
def test_a_push_with_a_lost_before_is_never_compared_with_itself(event: Event) -> None:
    """Where the fallback could turn out to be HEAD, the plan carries the complaint."""
    plan = resolve(Request(), event, facts())

    assert isinstance(plan, MergeBase)
    assert plan.not_itself is not None
    assert plan.not_itself.exit_code == 2


@pytest.mark.parametrize("before", [OLD, None])
def test_a_push_with_nothing_to_fall_back_to_is_an_error(before: str | None) -> None:
    """Neither `before` nor a default branch: exit 2 with the line to type, never "nothing changed"."""
    error = refusal(Request(), Event(name="push", before=before, ref="refs/heads/edit"), facts(default=None, known={}))

    assert "no other branch to compare with" in str(error)
    assert error.hint


def test_a_schedule_compares_nothing() -> None:
    """A scheduled run replays everything."""
    assert isinstance(resolve(Request(), Event(name="schedule"), facts()), NoBase)


def test_an_unknown_event_is_as_a_laptop() -> None:
    """A manual run on a branch compares it with the default branch."""
    plan = resolve(Request(), Event(name="workflow_dispatch"), facts())

    assert isinstance(plan, MergeBase)
    assert plan.sha == MAIN


# The event itself


def test_a_pull_request_is_read_from_its_event_file(tmp_path: Path) -> None:
    """Number, base, head and default branch come from the file."""
    file = tmp_path / "event.json"
    file.write_text(
        '{"number": 7, "pull_request": {"number": 7, "base": {"ref": "main", "sha": "b0"}, "head": {"sha": "a1"}},'
        ' "repository": {"default_branch": "trunk"}}',
        encoding="utf-8",
    )

    event = read_event({"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": str(file)})

    assert event == Event(
        name="pull_request", number=7, base_ref="main", base_sha="b0", head_sha="a1", default_branch="trunk"
    )


def test_a_merge_group_is_read_from_its_event_file() -> None:
    """The base branch stands there as a full ref name."""
    group = {"base_sha": "b0", "head_sha": "a1", "base_ref": "refs/heads/main"}

    event = event_of("merge_group", {"merge_group": group}, {})

    assert (event.base_sha, event.head_sha, event.base_ref) == ("b0", "a1", "main")


def test_zeros_before_a_push_mean_that_nothing_was_there() -> None:
    """GitHub writes forty zeros for a branch that is new."""
    event = event_of("push", {"before": "0" * 40, "ref": "refs/heads/edit"}, {"GITHUB_REF": "refs/heads/other"})

    assert event.before is None
    assert event.ref == "refs/heads/edit"


def test_outside_of_a_runner_there_is_no_event() -> None:
    """An empty variable counts as not set."""
    assert read_event({"GITHUB_EVENT_NAME": ""}) is None


@pytest.mark.parametrize("name", ["pull_request", "pull_request_target", "push", "merge_group"])
@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b"[" * 100_000, None])
def test_a_broken_event_file_is_an_error(tmp_path: Path, name: str, content: bytes | None) -> None:
    """Exit 2 with the name of the file, for every event that cannot do without it."""
    file = tmp_path / "event.json"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(UsageError, match=r"event\.json"):
        read_event({"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(file)})


def test_an_event_without_a_path_is_an_error() -> None:
    """The variable itself may be missing."""
    with pytest.raises(UsageError, match="GITHUB_EVENT_PATH is not set"):
        read_event({"GITHUB_EVENT_NAME": "push"})


@pytest.mark.parametrize("number", [None, "7", True, 7.5])
def test_a_pull_request_without_a_number_is_an_error(number: object) -> None:
    """Without its number no report can be placed."""
    with pytest.raises(UsageError, match="names no pull request number"):
        event_of("pull_request", {"number": number, "pull_request": {}}, {})


def test_a_schedule_needs_no_event_file() -> None:
    """Events that say nothing we need are read leniently."""
    event = read_event({"GITHUB_EVENT_NAME": "schedule", "GITHUB_EVENT_PATH": "/nowhere/event.json"})

    assert event == Event(name="schedule")


@pytest.mark.parametrize("value", [None, 7, ["main"], "", "a\nb"])
def test_odd_values_in_an_event_count_as_not_given(value: object) -> None:
    """A payload of unexpected types never ends in a traceback."""
    event = event_of("push", {"before": value, "ref": value, "repository": value}, {})

    assert (event.before, event.ref, event.default_branch) == (None, None, None)
