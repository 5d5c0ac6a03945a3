"""`mode: comment`: a report that a fork's run left behind, told on its pull request by a run that may write.

The fork's run has no secrets and may post nothing, and whoever opened the pull request decides what it leaves. So which
commit ran, in which repository and with which end comes from the API; the report is data that has to agree with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.errors import ClaimdiffError, RefusedError
from claimdiff.publishing import artifact, replying
from claimdiff.publishing.calls import GitHubError
from claimdiff.publishing.context import PullRequest, part
from claimdiff.publishing.publish import STATES, Told, publish

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from claimdiff.publishing.artifact import Artifact
    from claimdiff.publishing.comment import Mode
    from claimdiff.publishing.context import Context
    from claimdiff.publishing.github import GitHub, Pull, State, WorkflowRun
    from claimdiff.publishing.replying import Say
    from claimdiff.report.document import Report

REMARK = "Computed in the fork's run"
OWN_REMARK = "Computed in a run without the right to post"


def post(
    context: Context, github: GitHub | None, folder: Path | None, say: Say = replying.say, *, mode: Mode = "auto"
) -> int:
    """Post comment and status of the reports in `folder`. Returns the exit code.

    0: every report and the run itself say that it passed, or the run is none of a pull request. 1: one of them does not,
    or the artifact was rejected, and then nothing was posted.

    Args:
        context: the run, of a `workflow_run` event.
        github: the repository on GitHub; None where there is no token.
        folder: where the reports lie, relative to the workspace.
        say: takes a line of the log.
        mode: when a comment is written.
    """
    run_id = part(context.payload, "workflow_run").get("id")
    if context.event_name != "workflow_run" or not isinstance(run_id, int):
        say(f"nothing to post: the event {context.event_name} names no run of a workflow")
        return 0
    try:
        if github is None:
            raise RefusedError("there is no github-token, so nothing can be posted")
        run = github.run(run_id)
        if run.event not in {"pull_request", "pull_request_target"}:
            say(f"nothing to post: run {run_id} is of the event {run.event or 'unknown'}")
            return 0
        if folder is None:
            raise RefusedError("the workflow names no report-artifact-path")
        reports = artifact.read(context.workspace, folder)
        pull = _pull(github, run, reports)
    except (ClaimdiffError, GitHubError) as problem:
        say(f"rejected: {github.calls.masks.hide(str(problem)) if github else problem}; nothing was posted")
        hint = getattr(problem, "hint", None)
        if hint and isinstance(problem, ClaimdiffError):
            say(f"→ {hint}")
        return 1
    told = _told_as(context, run, pull)
    return max([_post(item.report, told, github, run, pull, say, mode) for item in reports])


def _pull(github: GitHub, run: WorkflowRun, reports: Sequence[Artifact]) -> Pull:
    """The pull request of the run, which every report has to name (coverage-comment-action/issues/730)."""
    names = [item.report.name for item in reports]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise artifact.RejectedArtifactError(f"the artifact holds two reports of {twice}")
    pulls = _pulls(github, run)
    numbers = {item.number for item in pulls}
    for item in reports:
        told = item.report.pull_request
        if told is None:
            raise artifact.RejectedArtifactError(f"{item.place} names no pull request")
        shas = {told.head_sha, item.report.head.pr_head_sha or told.head_sha}
        if shas != {run.head_sha}:
            other = min(shas - {run.head_sha})
            raise artifact.RejectedArtifactError(
                f"{item.place} is of commit {other[:10]}, and the run was of {run.head_sha[:10]}"
            )
        if told.number not in numbers:
            known = ", ".join(f"#{number}" for number in sorted(numbers)) or "none that is open"
            raise artifact.RejectedArtifactError(
                f"{item.place} names pull request {told.number}; of commit {run.head_sha[:10]} there is {known}"
            )
    chosen = {item.report.pull_request.number for item in reports if item.report.pull_request is not None}
    if len(chosen) > 1:
        raise artifact.RejectedArtifactError("the reports of the artifact name several pull requests")
    return next(item for item in pulls if item.number in chosen)


def _pulls(github: GitHub, run: WorkflowRun) -> tuple[Pull, ...]:
    """Open pull requests whose head is the run's commit on the run's repository."""

    def fits(item: Pull) -> bool:
        same = item.head_repository.casefold() == run.head_repository.casefold()
        return item.state == "open" and item.head_sha == run.head_sha and same and bool(run.head_repository)

    found = tuple(filter(fits, github.pulls_for(run.head_sha)))
    if found or not run.head_branch:
        return found
    # The commit of a fork is not always known under the base repository; its branch is.
    owner = run.head_repository.partition("/")[0]
    return tuple(filter(fits, github.pulls(head=f"{owner}:{run.head_branch}")))


def _told_as(context: Context, run: WorkflowRun, pull: Pull) -> Context:
    """The context of the fork's run: its number, so that an older one never overwrites a newer, and its commit."""
    told = PullRequest(
        number=pull.number,
        head_sha=run.head_sha,
        head_ref=pull.head_ref,
        head_repository=pull.head_repository,
        base_ref=pull.base_ref,
        base_sha=pull.base_sha,
        fork=pull.fork,
    )
    return replace(context, pull_request=told, run_id=run.id, run_number=run.run_number)


def _post(report: Report, context: Context, github: GitHub, run: WorkflowRun, pull: Pull, say: Say, mode: Mode) -> int:
    trusted = run.conclusion == "success"
    state = _state(report, run)
    remark = REMARK if pull.fork else OWN_REMARK
    if not trusted and report.conclusion in {"pass", "neutral"}:
        remark += f", which ended as {_ended(run)}: its report alone is no pass"
    told = Told(number=pull.number, mode=mode, remark=f"{remark}.", commands=not pull.fork, state=state)
    published = publish(report, context, github, told)
    for note in published.notes:
        say(f"note: {github.calls.masks.hide(note)}")
    say(f"{report.name}: {report.conclusion} in the fork's run, which ended as {_ended(run)}; the status is {state}")
    return 0 if state == "success" else 1


def _state(report: Report, run: WorkflowRun) -> State:
    """`success` only if the run and its report both say so; a report alone may have been written by anybody."""
    state = STATES[report.conclusion]
    if state == "success" and run.conclusion != "success":
        return "failure" if run.conclusion == "failure" else "error"
    return state


def _ended(run: WorkflowRun) -> str:
    return run.conclusion or run.status or "unknown"
