"""A finished report brought to its pull request. Whatever GitHub answers is a note: the verdict stands before this begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.publishing import annotating, comment, runner
from claimdiff.publishing.calls import GitHubError
from claimdiff.publishing.comment import Edit, Nothing, Replace
from claimdiff.report import headline
from claimdiff.report.links import links_of
from claimdiff.report.marker import marker_of
from claimdiff.report.posting import Posting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.publishing.comment import Mode, Step
    from claimdiff.publishing.context import Context
    from claimdiff.publishing.github import GitHub, State
    from claimdiff.records import Conclusion
    from claimdiff.report.document import Report
    from claimdiff.report.marker import Marker

STATES: Mapping[Conclusion, State] = {"pass": "success", "neutral": "success", "fail": "failure", "error": "error"}
_SHRINKING = 0.6
_SMALLEST = 600
"""UTF-16 units below which no comment is tried: marker and headline need that."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Published:
    """What came of it: the address of the comment where one was written, and what is to be said in the log."""

    comment: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """How a report is told: on which pull request, by which mode, with which remark and template of the base branch.

    `state` is the status where something else than the report decides it too.
    """

    number: int | None
    mode: Mode = "auto"
    remark: str = ""
    template: str | None = None
    commands: bool = True
    state: State | None = None


def publish(report: Report, context: Context, github: GitHub | None, told: Told) -> Published:
    """Post comment and status, and write the job summary. Raises nothing that GitHub or the runner's disk causes.

    Args:
        report: the report.
        context: the run.
        github: the repository; None where there is no token, and nothing is posted.
        told: how it is told.
    """
    notes: list[str] = []
    posting = _posting(report, context, told)
    written: str | None = None
    if github is not None and told.number is not None:
        try:
            written, note = post_comment(report, github, told, posting)
            notes += [note] if note else []
        except GitHubError as problem:
            notes.append(f"the comment was not posted: {problem}")
    if github is not None and context.status_sha is not None:
        problem_of_status = post_status(report, context, github, context.status_sha, told.state)
        notes += [problem_of_status] if problem_of_status else []
    note = runner.write_summary(context.summary_path, posting.within)
    notes += [*posting.notes(), *([note] if note else [])]
    return Published(comment=written, notes=tuple(dict.fromkeys(notes)))


def annotate(report: Report) -> str:
    """The workflow commands that mark the changed lines, for stdout."""
    return "".join(f"{line}\n" for line in annotating.lines(report))


def post_status(report: Report, context: Context, github: GitHub, sha: str, state: State | None = None) -> str | None:
    """Post the commit status; what went wrong, or None."""
    told = headline.headline(report)
    if state is not None and state != STATES[report.conclusion]:
        told = f"The run ended otherwise than its report says ({report.conclusion})"
    return say_status(github, context, sha, report.name, state or STATES[report.conclusion], told)


def say_status(github: GitHub, context: Context, sha: str, name: str, state: State, told: str) -> str | None:
    """Post a commit status of one assistant, with or without a report; what went wrong, or None."""
    try:
        github.set_status(sha, state, f"claimdiff/{name}", told, context.run_url)
    except GitHubError as problem:
        return f"the status was not posted: {problem}"
    return None


def post_comment(report: Report, github: GitHub, told: Told, posting: Posting) -> tuple[str | None, str | None]:
    """Bring the one comment up to date: its address, and a note.

    Raises:
        GitHubError: it could not be done.
    """
    if told.number is None or told.mode == "never":
        return None, None
    mine = comment.own(github.comments(told.number), github.me(), report.name)
    step = comment.decide(mine, report, posting.marker, told.mode)
    if isinstance(step, Nothing):
        return None, f"no comment: {step.why}"
    written = _written(step, told.number, github, posting)
    for older, _ in mine[:-1]:
        github.delete_comment(older.id)
    return written, None


def _written(step: Step, number: int, github: GitHub, posting: Posting) -> str:
    """Carry out a step, with a shorter text for as long as the server finds it too long."""
    limit = posting.limit
    while True:
        try:
            return _once(step, number, github, posting, limit)
        except GitHubError as problem:
            if problem.kind != "refused" or limit * _SHRINKING < _SMALLEST:
                raise
            limit = int(limit * _SHRINKING)


def _once(step: Step, number: int, github: GitHub, posting: Posting, limit: int) -> str:
    if isinstance(step, Edit):
        body = posting.body(limit, all_clear=step.all_clear)
        try:
            return github.edit_comment(step.id, body).url
        except GitHubError as problem:
            if problem.kind != "missing":
                raise
            return github.create_comment(number, body).url  # somebody deleted it meanwhile
    body = posting.body(limit)
    url = github.create_comment(number, body).url
    if isinstance(step, Replace):
        github.delete_comment(step.id)
    return url


def _posting(report: Report, context: Context, told: Told) -> Posting:
    made: Marker = marker_of(report, run=context.run_number, attempt=context.run_attempt)
    return Posting(
        report=report,
        marker=made,
        links=links_of(report, context.server_url, context.repository),
        remark=told.remark,
        commands=told.commands,
        template=told.template,
    )


__all__ = ["Published", "Told", "annotate", "post_comment", "post_status", "publish", "say_status"]
