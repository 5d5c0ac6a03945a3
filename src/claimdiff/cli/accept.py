"""`claimdiff accept`: approve what the assistant says from now on."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from claimdiff.cli.running import (
    BaseOption,
    ConfigOption,
    NoBaseOption,
    OfflineOption,
    StagedOption,
    Trees,
    configs,
    finished,
    has_key,
    resolved,
)
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.cli.running import Done
    from claimdiff.pipeline.approving import Approval, Request
    from claimdiff.settings import Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asked:
    chosen: dict[str, frozenset[str]]
    everything: bool
    safe: bool
    moved: bool
    reason: str | None
    keep: bool
    answer: str | None


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
    config: ConfigOption = None,
    base: BaseOption = None,
    no_base: NoBaseOption = False,
    staged: StagedOption = False,
    offline: OfflineOption = False,
) -> int:
    """Write the approved state of questions into their baseline files, and nothing else.

    Where the docs now state another value of the same fact, the value in the recorded answer is replaced.
    """
    asked = _Asked(
        chosen=_chosen(ids or []), everything=everything, safe=safe, moved=moved,
        reason=reason, keep=keep_unsupported, answer=answer,
    )  # fmt: skip
    _check(asked)
    trees = Trees(base=base, no_base=no_base, staged=staged)
    loaded = configs(config)
    if len(loaded) == 1:
        return _accept(loaded[0], asked, trees, offline=offline)
    return max(_accept(item, one, trees, offline=offline) for item, one in _shared_out(loaded, asked))


def _shared_out(loaded: Sequence[Settings], asked: _Asked) -> list[tuple[Settings, _Asked]]:
    """Every config with the ids that are its own.

    Raises:
        UsageError: an id that no config knows.
    """
    if not asked.chosen:
        return [(item, asked) for item in loaded]
    known = {item.name: _known_ids(item) for item in loaded}
    lost = [id_ for id_ in asked.chosen if not any(id_ in ids for ids in known.values())]
    if lost:
        raise UsageError(f"there is no question {lost[0]!r} in {', '.join(known)}")
    own = {name: {id_: claims for id_, claims in asked.chosen.items() if id_ in ids} for name, ids in known.items()}
    return [(item, replace(asked, chosen=own[item.name])) for item in loaded if own[item.name]]


def _known_ids(item: Settings) -> frozenset[str]:
    """Questions of a golden set, and baseline files of deleted ones."""
    from claimdiff import golden, yamlfile

    path = item.root_dir / item.golden_set
    questions: frozenset[str] = frozenset()
    if path.is_file():
        text = yamlfile.decode(path.read_bytes(), path=item.golden_set)
        questions = frozenset(golden.parse(text, path=item.golden_set).by_id())
    return questions | {file.stem for file in (item.root_dir / item.baseline).glob("*.yml")}


def _chosen(ids: Sequence[str]) -> dict[str, frozenset[str]]:
    """Question ids with the claims that they are limited to; a whole question beside one of its claims wins."""
    found: dict[str, frozenset[str]] = {}
    for text in ids:
        question, _, claim = text.partition("/")
        whole = question in found and not found[question]
        found[question] = frozenset() if not claim or whole else found.get(question, frozenset()) | {claim}
    return found


def _check(asked: _Asked) -> None:
    groups = (("--all", asked.everything), ("--safe", asked.safe), ("--moved", asked.moved))
    named = [name for name, given in groups if given]
    if len(named) > 1 and asked.everything:
        raise UsageError(f"{' and '.join(named)} exclude each other", hint="--safe and --moved go together")
    if named and asked.chosen:
        raise UsageError(f"{named[0]} takes no ids", hint=f"claimdiff accept {' '.join(asked.chosen)}")
    if not named and not asked.chosen:
        raise UsageError("nothing was named to accept", hint="claimdiff accept ID, ID/CLAIM, --all, --safe or --moved")
    if asked.keep and not (asked.reason or "").strip():
        raise UsageError("--keep-unsupported needs a reason", hint='add --reason "why it stays"')
    if asked.answer is not None and (len(asked.chosen) != 1 or any(asked.chosen.values())):
        raise UsageError("--answer goes with exactly one question", hint='claimdiff accept ID --answer "…"')
    if asked.answer is not None and not asked.answer.strip():
        raise UsageError("--answer is empty")


def _accept(settings: Settings, asked: _Asked, trees: Trees, *, offline: bool) -> int:
    from claimdiff.pipeline import Options, approving

    if asked.moved and not asked.safe:
        return _accept_moved(settings, trees)
    options = Options(
        offline=offline,
        has_key=has_key(os.environ),
        force=True,
        rescore=True,
        gone=True,
        only=tuple(asked.chosen),
        answers=dict.fromkeys(asked.chosen, asked.answer) if asked.answer is not None else {},
    )
    with finished(settings, trees, options, os.environ) as done:
        approval = approving.approve(done.outcome, _request(asked, done))
        _write(approval, done)
    return _tell(approval)


def _request(asked: _Asked, done: Done) -> Request:
    from claimdiff.approval.proposing import Rules
    from claimdiff.pipeline import approving

    first = approving.is_first(done.outcome)
    rules = Rules(
        by=_person(done) if asked.keep or first else "",
        reason=(asked.reason or "").strip() or None,
        keep=asked.keep,
        everything=asked.everything,
        first=first,
    )
    return approving.Request(
        chosen=asked.chosen, everything=asked.everything, safe=asked.safe, moved=asked.moved, rules=rules
    )


def _person(done: Done) -> str:
    from claimdiff.changes import committer

    if done.change.repository is None:
        raise UsageError("accept needs a git repository", hint="leave out --base-docs and --head-docs")
    return committer(done.change.repository)


def _write(approval: Approval, done: Done) -> None:
    from claimdiff import baseline
    from claimdiff.pipeline import approving

    folder = done.config.root_dir / done.config.baseline
    if done.outcome.session is not None:
        head = done.outcome.session.head
        baseline.write(folder, [approving.stored(entry, head) for entry in approval.entries])
    for id_ in approval.deleted:
        baseline.delete(folder, id_)


def _tell(approval: Approval) -> int:
    lines = [f"accepted {entry.question_id}" for entry in approval.entries]
    lines += [f"deleted the baseline of {id_}" for id_ in approval.deleted]
    lines += [f"left: {text}" for text in approval.left]
    for line in lines or ([] if approval.refused else ["nothing to accept: the baseline says it already"]):
        sys.stdout.write(line + "\n")
    for text in approval.references:
        sys.stderr.write(f"note: {text}\n")
    for text in approval.refused:
        sys.stderr.write(f"refused: {text}\n")
    return 1 if approval.refused else 0


def _accept_moved(settings: Settings, trees: Trees) -> int:
    from claimdiff import baseline, pipeline
    from claimdiff.pipeline import approving

    with resolved(settings, trees, os.environ) as change:
        head, _, _ = pipeline.load(change, settings)
        entries = approving.moved(head, change.renames)
        baseline.write(settings.root_dir / settings.baseline, [approving.stored(entry, head) for entry in entries])
    return _tell(approving.Approval(entries=entries))
