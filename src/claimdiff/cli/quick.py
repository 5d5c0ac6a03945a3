"""A check that has nothing to do, answered from the note that the last such check left.

This is what a commit hook does most of the time. What changed is found as always; only settings, golden set and report
are not read and built again. Whatever is not plain is left to the command, which reads everything.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimdiff import statefolder, unchanged
from claimdiff.cli.starting import default_config, has_key
from claimdiff.errors import ClaimdiffError
from claimdiff.unchanged import Asked, Named, Note

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.changes import Change
    from claimdiff.cli.running import Done
    from claimdiff.pipeline.options import Options


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """The few options of `check` that a quick answer knows."""

    offline: bool = False
    staged: bool = False
    base: str | None = None
    config: str | None = None


def line_of(arguments: Sequence[str]) -> Line | None:
    """The options of a command line; None where it asks for anything else."""
    if not arguments or arguments[0] != "check":
        return None
    rest = list(arguments[1:])
    found: dict[str, Any] = {}
    while rest:
        option = rest.pop(0)
        if option in {"--offline", "--staged"}:
            found[option[2:]] = True
        elif option == "--fail-on" and rest and rest[0] in {"gate", "never"}:
            rest.pop(0)  # a check that passes ends with 0 by either
        elif option in {"--base", "--config"} and option[2:] not in found and rest and not rest[0].startswith("-"):
            found[option[2:]] = rest.pop(0)
        else:
            return None
    return Line(**found)


def answer(arguments: Sequence[str], env: Mapping[str, str]) -> str | None:
    """What the check tells, its report kept as always; None where the command has to run.

    Raises nothing of its own: what is wrong is told by the command.
    """
    line = line_of(arguments)
    if line is None or env.get("GITHUB_EVENT_NAME"):
        return None
    config = Path(os.path.abspath(line.config or default_config()))  # noqa: PTH100 -- links stay as in the settings
    asked = Asked(config=config, offline=line.offline, has_key=has_key(env))
    if not unchanged.is_kept(asked):
        return None
    try:
        return _answered(asked, line, env)
    except (ClaimdiffError, OSError):
        return None


def _answered(asked: Asked, line: Line, env: Mapping[str, str]) -> str | None:
    from claimdiff.changes import resolve_change

    started = time.perf_counter()
    with resolve_change(asked.config.parent, base=line.base, staged=line.staged, env=env) as change:
        root = change.repository.root if change.repository else None
        note = unchanged.kept(asked, root) if root is not None else None
        if root is None or note is None or not _proven(change, note):
            return None
        head = Named(ref=change.head_ref, sha=None if change.dirty else change.head_sha)
        base = Named(ref=change.base_ref, sha=change.base_sha)
        if not head.is_plain or not base.is_plain:
            return None
        report = {
            **note.report,
            "base": {"ref": base.ref, "sha": base.sha},
            "head": {"ref": head.ref, "sha": head.sha, "pr_head_sha": None, "dirty": change.dirty},
            "usage": {**note.report["usage"], "wall_s": round(time.perf_counter() - started, 3)},
        }
        statefolder.keep_report(root, statefolder.report_text(report))
        return unchanged.told(note.sentence, note.name, note.count, head=head, base=base, dirty=change.dirty)


def _proven(change: Change, note: Note) -> bool:
    """Whether nothing that the note's check looked at differs between base and head, nor between base and that of then."""
    from claimdiff.changes import is_plain, paths_since

    if change.base is None or change.base_docs is not change.base or change.event is not None:
        return False
    paths = [path for item in change.files for path in (item.old_path, item.new_path) if path]
    if note.watch.may_see(paths) or not is_plain(change):
        return False
    since = paths_since(change, note.base)
    return since is not None and not note.watch.may_see(since)


def keep_note(done: Done, options: Options) -> None:
    """Leave what the next check needs to prove that it has nothing to do, if this one had nothing to do."""
    from claimdiff.changes import is_plain
    from claimdiff.pipeline.noting import watch
    from claimdiff.report.escape import one_line
    from claimdiff.report.headline import headline
    from claimdiff.report.words import counted

    change, report, config = done.change, done.report, done.config
    usual = options == type(options)(offline=options.offline, has_key=options.has_key)
    if not done.outcome.result.nothing_changed or not usual or change.repository is None or change.base_sha is None:
        return
    if change.event is not None or not is_plain(change):
        return
    root = change.repository.root
    if statefolder.leads_away(root):
        return
    note = Note(
        base=change.base_sha,
        watch=watch(change.head, config, root),
        report=report.model_dump(mode="json"),
        sentence=headline(report),
        name=one_line(report.name),
        count=counted(report.totals.questions, "question"),
    )
    asked = Asked(config=config.config_path, offline=options.offline, has_key=options.has_key)
    unchanged.keep(note, asked, root)
