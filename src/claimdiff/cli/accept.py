"""`claimdiff accept`: approve what the assistant says from now on."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimdiff.cli.asking import Asked, chosen_ids, shared_out
from claimdiff.cli.running import (
    BaseOption,
    ConfigOption,
    NoBaseOption,
    OfflineOption,
    StagedOption,
    Trees,
    configs,
    finished,
    resolved,
)
from claimdiff.cli.starting import has_key
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.baseline import BaselineEntry
    from claimdiff.changes import Change
    from claimdiff.cli.running import Done
    from claimdiff.pipeline.approving import Approval, Request
    from claimdiff.pipeline.loading import SideState
    from claimdiff.report.document import Report
    from claimdiff.settings import Settings


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID|ID/CLAIM]…", help="Questions, or single claims.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every question; keeps no claim that this change contradicts or drops.")
    ] = False,
    safe: Annotated[bool, typer.Option("--safe", help="Every question without a gated finding.")] = False,
    moved: Annotated[bool, typer.Option("--moved", help="Only update the paths of moved pages.")] = False,
    reason: Annotated[str | None, typer.Option("--reason", help="Why; goes into the baseline file.")] = None,
    keep_unsupported: Annotated[
        bool, typer.Option("--keep-unsupported", help="Keep claims that are not supported; needs --reason.")
    ] = False,
    answer: Annotated[str | None, typer.Option("--answer", help="The answer to record for the one ID given.")] = None,
    regenerate: Annotated[
        bool, typer.Option("--regenerate", help="Let Claude answer in place of the recorded answers; needs a key.")
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            "--from", help="report.json of a build of this commit: take what it proposes, judge nothing again."
        ),
    ] = None,
    batch: Annotated[
        bool, typer.Option("--batch", help="Send the calls together: half the price, up to 24 hours.")
    ] = False,
    config: ConfigOption = None,
    base: BaseOption = None,
    no_base: NoBaseOption = False,
    staged: StagedOption = False,
    offline: OfflineOption = False,
) -> int:
    """Write the approved state of questions into their baseline files, and nothing else.

    Where the docs now state another value of the same fact, the value in the recorded answer is replaced.
    """
    asked = Asked(
        chosen=chosen_ids(ids or []), everything=everything, safe=safe, moved=moved,
        reason=reason, keep=keep_unsupported, answer=answer, regenerate=regenerate, batch=batch,
        report=report,
    )  # fmt: skip
    asked.check()
    trees = Trees(base=base, no_base=no_base, staged=staged)
    loaded = configs(config)
    if len(loaded) == 1:
        return _accept(loaded[0], asked, trees, offline=offline)
    return max(_accept(item, one, trees, offline=offline) for item, one in shared_out(loaded, asked))


def _accept(settings: Settings, asked: Asked, trees: Trees, *, offline: bool) -> int:
    from claimdiff.pipeline import Options, approving

    if asked.moved and not asked.safe:
        return _accept_moved(settings, trees)
    if asked.report is not None:
        return _accept_reported(settings, asked, trees, offline=offline)
    options = Options(
        offline=offline,
        has_key=has_key(os.environ),
        force=True,
        rescore=True,
        gone=True,
        regenerate=asked.regenerate,
        batch=asked.batch,
        only=tuple(asked.chosen),
        answers=dict.fromkeys(asked.chosen, asked.answer) if asked.answer is not None else {},
    )
    with finished(settings, trees, options, os.environ) as done:
        approval = approving.approve(done.outcome, _request(asked, done))
        if done.outcome.session is not None:
            _write(approval, done.outcome.session.head)
    return _tell(approval)


def _request(asked: Asked, done: Done) -> Request:
    from claimdiff.approval.proposing import Rules
    from claimdiff.pipeline import approving

    first = approving.is_first(done.outcome)
    rules = Rules(
        by=_signed(done.change) if asked.keep or first else "",
        reason=(asked.reason or "").strip() or None,
        keep=asked.keep,
        everything=asked.everything,
        first=first,
    )
    return approving.Request(
        chosen=asked.chosen, everything=asked.everything, safe=asked.safe, moved=asked.moved, rules=rules
    )


def _signed(change: Change) -> str:
    """Who accepts. Raises UsageError: git does not know."""
    from claimdiff.changes import committer

    if change.repository is None:
        raise UsageError("accept needs a git repository", hint="leave out --base-docs and --head-docs")
    return committer(change.repository)


def _write(approval: Approval, head: SideState) -> None:
    from claimdiff import baseline
    from claimdiff.pipeline import approving

    folder = head.settings.root_dir / head.settings.baseline
    baseline.write(folder, [approving.stored(entry, head) for entry in approval.entries])
    for id_ in approval.deleted:
        baseline.delete(folder, id_)


def _tell(approval: Approval) -> int:
    from claimdiff.report.escape import visible

    lines = [line for entry in approval.entries for line in (f"accepted {entry.question_id}", *_kept(entry))]
    lines += [f"deleted the baseline of {id_}" for id_ in approval.deleted]
    lines += [f"left: {text}" for text in approval.left]
    for line in lines or ([] if approval.refused else ["nothing to accept: the baseline says it already"]):
        sys.stdout.write(visible(line) + "\n")
    for text in approval.references:
        sys.stderr.write(f"note: {visible(text)}\n")
    for text in approval.refused:
        sys.stderr.write(f"refused: {visible(text)}\n")
    return 1 if approval.refused else 0


def _kept(entry: BaselineEntry) -> Iterator[str]:
    """The claims of an entry that are approved although the docs do not support them: nobody should do that unawares."""
    from claimdiff.report.words import VERDICTS

    for claim in entry.claims:
        if claim.accepted is not None:
            yield f"    kept without support, {VERDICTS[claim.verdict]}: “{claim.text}”"


def _accept_reported(settings: Settings, asked: Asked, trees: Trees, *, offline: bool) -> int:
    from claimdiff import pipeline
    from claimdiff.approval.proposing import Rules
    from claimdiff.pipeline import Options, approving, engines
    from claimdiff.pipeline.reported import Here, approve_reported

    report = _report(asked)
    with resolved(settings, trees, os.environ) as change:
        head, _, _ = pipeline.load(change, settings)
        first = not head.entries
        rules = Rules(
            by=_signed(change) if asked.keep or first else "",
            reason=(asked.reason or "").strip() or None,
            keep=asked.keep,
        )
        request = approving.Request(chosen=asked.chosen, everything=asked.everything, safe=asked.safe, rules=rules)
        chosen, _ = engines.choose(settings, Options(offline=offline, has_key=True))
        approval = approve_reported(report, Here(head=head, sha=change.head_sha, engines=chosen), request)
        _write(approval, head)
    return _tell(approval)


def _report(asked: Asked) -> Report:
    """The report that --from names: a file, or a folder that holds report.json.

    Raises:
        FileProblems: it is no report; UsageError: it cannot be read.
    """
    from claimdiff.report import from_json
    from claimdiff.report.jsonform import MAX_BYTES

    path = asked.report or Path()
    path = path / "report.json" if path.is_dir() else path
    try:
        with path.open("rb") as file:
            return from_json(file.read(MAX_BYTES + 1), path=str(path))
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise UsageError(message, hint="name report.json of the build's artifact") from None


def _accept_moved(settings: Settings, trees: Trees) -> int:
    from claimdiff import pipeline
    from claimdiff.pipeline import approving

    with resolved(settings, trees, os.environ) as change:
        head, _, _ = pipeline.load(change, settings)
        approval = approving.Approval(entries=approving.moved(head, change.renames))
        _write(approval, head)
    return _tell(approval)
