"""What the action does in each mode, once inputs and event are read."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.cli.check import RANK, parsed_shard
from claimdiff.cli.running import Trees, configs, finished
from claimdiff.cli.starting import KEY
from claimdiff.cli.telling import say, tell
from claimdiff.errors import ClaimdiffError, IncompleteError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.changes import Change
    from claimdiff.cli.running import Done
    from claimdiff.masks import Masks
    from claimdiff.pipeline import Options
    from claimdiff.publishing.context import Context
    from claimdiff.publishing.github import GitHub
    from claimdiff.publishing.inputs import Inputs
    from claimdiff.records import Conclusion
    from claimdiff.report.document import Report
    from claimdiff.settings import Settings

FOLDER = "claimdiff-report"
"""Where the reports of a run lie, in the workspace. Not hidden: hidden files are left out of an artifact."""
FORK = "A fork's pull request has no key: recorded answers were judged offline, in the fork's own run."
_MAX_TEMPLATE = 100_000
_WORST: tuple[Conclusion, ...] = ("fail", "error", "neutral", "pass")


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """One config's run: exit code, conclusion, the report where there is one, and whether its files were written."""

    code: int
    conclusion: Conclusion
    report: Report | None = None
    kept: bool = False


@contextmanager
def connected(given: Inputs, context: Context, masks: Masks) -> Iterator[GitHub | None]:
    """The repository on GitHub, its connection closed at the end; None without a token.

    Also for a part of the questions: a part that passes would overwrite comment and status of one that fails.
    """
    from claimdiff.publishing.calls import Calls
    from claimdiff.publishing.github import GitHub

    if not given.token or not context.repository or given.shard is not None:
        yield None
        return
    with closing(Calls(token=given.token, api_url=context.api_url, masks=masks)) as calls:
        yield GitHub(calls=calls, repository=context.repository)


def check(env: Mapping[str, str], given: Inputs, context: Context, masks: Masks) -> int:
    """Run every config, publish each report, write the outputs; the exit code of the worst."""
    ran: list[Ran] = []
    if given.shard is not None:
        tell(
            f"note: part {given.shard} of the questions writes no comment and no status; its exit code and outputs count"
        )
    try:
        loaded = configs([Path(path) for path in given.configs] or None)
        _fetch_untrusted(env, given, context, loaded)
        several = len(loaded) > 1
        with connected(given, context, masks) as github:
            ran.extend(_one(item, env, given, context, masks, github, several=several) for item in loaded)
    except BaseException:
        ran.append(Ran(code=2, conclusion="error"))
        raise
    finally:
        _write_outputs(context, ran)
    return next((code for code in RANK if code in {item.code for item in ran}), 0)


def _one(
    config: Settings,
    env: Mapping[str, str],
    given: Inputs,
    context: Context,
    masks: Masks,
    github: GitHub | None,
    *,
    several: bool,
) -> Ran:
    folder = context.workspace / FOLDER / config.name if several else context.workspace / FOLDER
    options = _options(given, context)
    keyed = {**env, KEY: given.key} if options.has_key and given.key else {**env, KEY: ""}
    try:
        with finished(config, Trees(base=given.base), options, keyed) as done:
            return _published(done, given, context, masks, github, folder, several=several)
    except ClaimdiffError as problem:
        say(problem, about=config.name if several else None)
        return _failed(problem, config, given, context, masks, github)


def _failed(
    problem: ClaimdiffError, config: Settings, given: Inputs, context: Context, masks: Masks, github: GitHub | None
) -> Ran:
    """A run without a report: its status says so, whatever else GitHub answers."""
    from claimdiff.publishing.publish import say_status
    from claimdiff.report.escape import one_line

    if github is not None and context.status_sha:
        told = masks.hide(one_line(str(problem)))
        trouble = say_status(github, context, context.status_sha, config.name, "error", told)
        if trouble:
            tell(f"note: {trouble}")
    tolerated = isinstance(problem, IncompleteError) and (
        given.fail_on == "never" or config.gate.on_incomplete == "neutral"
    )
    return Ran(code=0 if tolerated else problem.exit_code, conclusion="error")


def _options(given: Inputs, context: Context) -> Options:
    from claimdiff.pipeline import Options
    from claimdiff.publishing import routing

    return Options(
        offline=given.offline or (context.is_fork and not given.key),
        has_key=bool(given.key),
        force=given.everything or routing.forces_all(context),
        shard=parsed_shard(given.shard),
    )


def _published(
    done: Done, given: Inputs, context: Context, masks: Masks, github: GitHub | None, folder: Path, *, several: bool
) -> Ran:
    from claimdiff.cli.check import FailOn, exit_code
    from claimdiff.cli.publishing import keep_last, say_notes, show
    from claimdiff.masks import hidden
    from claimdiff.publishing.publish import Told, annotate, publish
    from claimdiff.report import from_json, to_json

    say_notes(done)
    done = replace(done, report=from_json(hidden(to_json(done.report), masks)))
    report = done.report
    show(done, "text")
    keep_last(done, several=several)
    kept = _kept(done, context.workspace, folder, masks)
    print(annotate(report), end="")  # noqa: T201 -- commands for the runner go to stdout
    pull = context.pull_request
    told = Told(
        number=pull.number if pull is not None else None,
        mode=given.comment,
        remark=FORK if context.is_fork and not given.key else "",
        template=_template(done.change),
        commands=not context.is_fork,
    )
    for note in publish(report, context, github, told).notes:
        tell(f"note: {note}")
    code = exit_code(done, FailOn(given.fail_on))
    return Ran(code=code, conclusion=report.conclusion, report=report, kept=kept)


def _kept(done: Done, workspace: Path, folder: Path, masks: Masks) -> bool:
    """Write the report's files; whether they lie there. No verdict hangs on a disk, and no link is followed out."""
    from claimdiff.cli.publishing import write_all

    def page(text: str) -> str:
        # The report is masked already, and JSON has to stay JSON; the page also shows passages.
        return text if text.startswith("{") else masks.hide(text)

    try:
        link = next((part for part in (workspace / FOLDER, folder) if part.is_symlink()), None)
        if link is not None:
            tell(f"note: {link} is a link, so the report was not written")
            return False
        write_all(done, folder, hide=page)
        ignore = workspace / FOLDER / ".gitignore"
        ignore.unlink(missing_ok=True)
        ignore.write_text("*\n", encoding="utf-8")
    except (OSError, UsageError) as problem:
        tell(f"note: the report was not written: {problem}")
        return False
    return True


def _template(change: Change) -> str | None:
    """The team's own template as it is on the base branch: a pull request cannot bring its own."""
    from claimdiff.report.render import OWN_TEMPLATE

    base = change.base
    if base is None or OWN_TEMPLATE not in base.files():
        return None
    try:
        return base.read(OWN_TEMPLATE)[:_MAX_TEMPLATE].decode("utf-8", "replace")
    except ClaimdiffError as problem:
        tell(f"note: {problem}")
        return None


def _fetch_untrusted(env: Mapping[str, str], given: Inputs, context: Context, loaded: Sequence[Settings]) -> None:
    """Under pull_request_target the base is checked out; the head comes into git's store and is never checked out."""
    pull = context.pull_request
    if context.event_name != "pull_request_target" or pull is None or not loaded:
        return
    from claimdiff.changes import open_repository
    from claimdiff.changes.committing import Credential, bring

    credential = Credential(server=context.server_url, token=given.token) if given.token else None
    with open_repository(loaded[0].config_path.parent, env) as repository:
        if not bring(repository, pull.head_sha, credential):
            tell(f"note: the head {pull.head_sha} of pull request {pull.number} could not be fetched from origin")


def _write_outputs(context: Context, ran: Sequence[Ran]) -> None:
    """The outputs for the steps that follow: of several configs the worst conclusion and the sum, and no scores."""
    from claimdiff.publishing.runner import write_outputs

    conclusions = [item.conclusion for item in ran] or ["error"]
    reports = [item.report for item in ran if item.report is not None]
    only = reports[0] if len(ran) == 1 and reports else None
    kept = any(item.kept for item in ran)
    values = {
        "conclusion": next(word for word in _WORST if word in conclusions),
        "newly-unsupported": str(sum(report.totals.newly_unsupported for report in reports)),
        "faithfulness": _score(only.totals.faithfulness if only else None),
        "baseline-faithfulness": _score(only.totals.baseline_faithfulness if only else None),
        "report-path": (f"{FOLDER}/report.json" if only else FOLDER) if kept else "",
        "html-path": (f"{FOLDER}/report.html" if only else FOLDER) if kept else "",
    }
    note = write_outputs(context.output_path, values)
    if note:
        tell(f"note: {note}")


def _score(value: float | None) -> str:
    return "" if value is None else str(value)
