"""Answers to somebody who asked from a comment, and what a commit of theirs says of itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.errors import RefusedError
from claimdiff.publishing.calls import GitHubError
from claimdiff.report import escape

if TYPE_CHECKING:
    from claimdiff.publishing.acceptance import Asked
    from claimdiff.publishing.github import GitHub
    from claimdiff.publishing.remaining import Remaining
    from claimdiff.report.document import Report

Say = Callable[[str], None]
_NAMED = 20
_MAX_REFUSALS = 30
_MAX_TEXT = 2_000


class PushRefusedError(RefusedError):
    """The server did not take the commit; the message is the server's own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """What was accepted, by the name of the assistant; what was not; the commit, if one was made; and notes."""

    questions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    sha: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The questions; with the name of the assistant where there are several."""
        several = len(self.questions) > 1
        return tuple(f"{name}:{id_}" if several else id_ for name, ids in self.questions.items() for id_ in ids)


def say(line: str) -> None:
    """Write a line of the log, in which nothing can be taken for a command of the runner."""
    sys.stdout.write(f"{escape.unlinked(escape.one_line(line))}\n")


def refuse(github: GitHub, asked: Asked, problem: Exception, say: Say, server_url: str) -> None:
    """Say why nothing was changed, in the log and under the comment."""
    del server_url
    hide = github.calls.masks.hide
    pushed = isinstance(problem, PushRefusedError)
    reason = "the push was refused" if pushed else hide(str(problem.args[0] if problem.args else problem))
    if isinstance(problem, GitHubError):
        reason = hide(str(problem))
    hint = hide(str(getattr(problem, "hint", None) or "")) if not isinstance(problem, GitHubError) else ""
    words = hide(str(problem.args[0])) if pushed else ""
    say(f"accept refused: {reason}; nothing was changed")
    for line in words.splitlines():
        say(f"  {line}")
    if hint:
        say(f"→ {hint}")
    parts = [f"Nothing was accepted: {escape.prose(escape.clipped(reason, _MAX_TEXT))}."]
    parts += [escape.fenced(escape.clipped(words, _MAX_TEXT))] if words else []
    parts += (
        [escape.prose("Nothing was changed. Instead:"), escape.fenced(escape.clipped(hint, _MAX_TEXT))] if hint else []
    )
    _answer(github, asked, "\n\n".join(parts), "-1", say)


def confirm(github: GitHub, asked: Asked, done: Done, say: Say) -> None:
    """Say what was accepted, in the log and under the comment."""
    what = ", ".join(done.ids[:_NAMED]) + (f" and {len(done.ids) - _NAMED} more" if len(done.ids) > _NAMED else "")
    parts = []
    if done.sha is not None:
        parts.append(f"Accepted {escape.prose(what)} in {done.sha}.")
        say(f"accepted {what} in {done.sha}")
    elif done.ids or not done.refused:
        parts.append("There was nothing to write: the baseline says it already.")
        say("nothing to write: the baseline says it already")
    shown = done.refused[:_MAX_REFUSALS]
    if shown:
        more = len(done.refused) - len(shown)
        rows = [f"- {escape.prose(escape.clipped(line, _MAX_TEXT))}" for line in shown]
        parts += ["Not accepted:", "\n".join([*rows, *([f"- and {more} more"] if more else [])])]
    for line in done.refused:
        say(f"refused: {line}")
    for note in done.notes:
        say(f"note: {github.calls.masks.hide(note)}")
    if done.sha is not None:
        parts.append(
            "If no check starts for the new commit, it was pushed with the workflow's own token: "
            "close and reopen the pull request, or push another commit, before accepting more."
        )
    _answer(github, asked, github.calls.masks.hide("\n\n".join(parts)), "-1" if done.refused else "+1", say)


def _answer(github: GitHub, asked: Asked, body: str, reaction: str, say: Say) -> None:
    try:
        github.react(asked.comment, "+1" if reaction == "+1" else "-1")
        github.create_comment(asked.number, body)
    except GitHubError as problem:
        say(f"note: the answer could not be posted: {github.calls.masks.hide(str(problem))}")


def local(asked: Asked, rest: str) -> str:
    """How to do the same in a checkout."""
    return f"gh pr checkout {asked.number} && {asked.request.local}\n# {rest}"


def message(asked: Asked, done: Done, head: str) -> str:
    """The message of the commit. A bracket in a reason could tell a service to skip its checks."""
    ids = done.ids
    some = ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")  # noqa: PLR2004 -- fits a subject
    lines = [f"Accept what the assistant says: {some}", ""]
    lines += [f"{id_}" for id_ in ids] if len(ids) > 3 else []  # noqa: PLR2004 -- as above
    lines += [f"Checked at {head}; accepted by {asked.login} in comment {asked.comment}."]
    reason = (asked.request.reason or "").replace("[", "(").replace("]", ")")
    lines += [f"Reason: {reason}"] if reason else []
    return "\n".join(lines) + "\n"


def status_text(report: Report, questions: tuple[str, ...], left: Remaining) -> str:
    """One sentence for the status of the new commit."""
    accepted = f"Accepted {len(questions)} answer{'s' if len(questions) != 1 else ''}"
    if not questions:
        return f"As checked on the commit before: {report.conclusion}"
    if left.conclusion in {"pass", "neutral"}:
        return f"{accepted}; nothing else that gates is left"
    if left.claims:
        return f"{accepted}; {left.claims} newly unsupported claim{'s' if left.claims != 1 else ''} left"
    return f"{accepted}; still open: {left.reasons[0] if left.reasons else left.conclusion}"
