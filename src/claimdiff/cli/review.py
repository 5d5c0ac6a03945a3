"""`claimdiff review`: what waits for a decision, one screen each."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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
from claimdiff.cli.telling import tell
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from claimdiff.approval.proposing import Proposal
    from claimdiff.cli.keyboard import Command, Commands
    from claimdiff.cli.remembering import Remembered
    from claimdiff.cli.running import Done
    from claimdiff.cli.sitting import Sitting
    from claimdiff.pipeline import Options
    from claimdiff.pipeline.loading import SideState
    from claimdiff.settings import Settings

INTERRUPTED = 130


def command(
    config: ConfigOption = None,
    base: BaseOption = None,
    no_base: NoBaseOption = False,
    staged: StagedOption = False,
    offline: OfflineOption = False,
) -> int:
    """Go through what this change did to the answers, one finding a screen: accept, edit, keep, reject, skip, undo.

    Also driven by lines on stdin, such as "a" or "k page follows in May". Without a terminal the commands are printed
    that would accept it. Exit 1 as long as something is left that the gate counts.
    """
    from claimdiff.pipeline import Options

    trees = Trees(base=base, no_base=no_base, staged=staged)
    loaded = configs(config)
    options = Options(offline=offline, has_key=has_key(os.environ))
    given = _given(config, trees, offline=offline)
    codes = []
    source, first = _source()
    for item in loaded:
        run = _Run(config=item, trees=trees, options=options, given=given, several=len(loaded) > 1)
        if source is None:
            codes.append(run.listed())
            continue
        code, first = run.reviewed(source, first)
        codes.append(code)
        if code == INTERRUPTED:
            return code
    return max(codes)


def _source() -> tuple[Commands | None, Command | None]:
    """Where commands come from, with the first line of stdin where they come from there; None: nobody is there."""
    from claimdiff.cli.keyboard import Keys, Lines

    if sys.stdin is None or sys.stdin.closed:
        return None, None
    if sys.stdin.isatty():
        return (Keys(), None) if sys.stdout.isatty() else (None, None)
    first = Lines().next()
    return (Lines(), first) if first is not None else (None, None)


def _given(config: Sequence[Path] | None, trees: Trees, *, offline: bool) -> str:
    """The options of this call, as the printed commands repeat them."""
    words = [word for path in config or () for word in ("--config", str(path))]
    words += ["--base", trees.base] if trees.base is not None else []
    flags = (("--no-base", trees.no_base), ("--staged", trees.staged), ("--offline", offline))
    words += [name for name, on in flags if on]
    return "".join(f" {shlex.quote(word)}" for word in words)


@dataclass(frozen=True, kw_only=True)
class _Run:
    """One config's review. `given` are the options that the printed commands repeat."""

    config: Settings
    trees: Trees
    options: Options
    given: str
    several: bool

    def listed(self) -> int:
        """Without anybody to ask: print what waits, and the command that accepts it."""
        from claimdiff.cli.listing import commands
        from claimdiff.pipeline.reviewing import pending

        with finished(self.config, self.trees, self.options, os.environ) as done:
            waiting = pending(done.outcome)
            for line in commands(done.report, waiting, self.given) or [_silent(done)]:
                sys.stdout.write(line + "\n")
            return int(any(one.gated for one in waiting))

    def reviewed(self, source: Commands, first: Command | None) -> tuple[int, Command | None]:
        """Review until everything is decided or a person quits; after an edit of the pages all is looked at again."""
        from claimdiff.cli.keyboard import ended_gently
        from claimdiff.cli.sitting import TreeChangedError

        carried: Remembered | None = None
        with ended_gently():
            while True:
                with finished(self.config, self.trees, self.options, os.environ) as done:
                    found = self._sitting(done, source, carried)
                    if found is None:
                        sys.stdout.write(_silent(done) + "\n")
                        return 0, first
                    sitting, note = found
                    try:
                        return self._through(sitting, first, note)
                    except TreeChangedError:
                        carried, first = _carried(sitting), None

    def _sitting(self, done: Done, source: Commands, carried: Remembered | None) -> tuple[Sitting, str] | None:
        from claimdiff.approval.reviewing import Decision, start
        from claimdiff.cli.remembering import Memory
        from claimdiff.cli.sheets import Sheets
        from claimdiff.cli.sitting import Sitting, digest
        from claimdiff.pipeline.reviewing import pending, settled
        from claimdiff.report.assemble import detail
        from claimdiff.statefolder import is_tracked

        waiting = {one.item.key: one for one in pending(done.outcome)}
        session = done.outcome.session
        if not waiting or session is None:
            return None
        if done.change.repository is None:
            raise UsageError("review needs a git repository")
        root = done.change.repository.root
        memory = Memory(root=root, name=done.config.name, tree=digest(done, session.head))
        before, void = memory.recall()
        if is_tracked(session.head.tree.files()):
            before, void = {}, False
        note = "the tree changed since the last review, so what was decided then is asked again" if void else ""
        if carried is not None:
            note = "files changed meanwhile, so everything was looked at again"
        sitting = Sitting(
            done=done,
            pending=waiting,
            sheets=Sheets(
                report=done.report,
                detail=detail(done.outcome.result, done.outcome.passages, done.outcome.pages),
                pending=waiting,
                root=root,
                beside=lambda one, decided: settled(done.outcome, {**decided, one: Decision(kind="accept")}, ""),
            ),
            source=source,
            memory=memory,
            review=start([one.item for one in waiting.values()], before if carried is None else carried),
            again=lambda id_, text: self._answered(done, id_, text),
            fresh=self._fresh,
            person=lambda: _person(done),
        )
        return sitting, note

    def _through(self, sitting: Sitting, first: Command | None, note: str) -> tuple[int, Command | None]:
        from claimdiff.approval.reviewing import start
        from claimdiff.cli.keyboard import REDRAW
        from claimdiff.cli.showing import Shower
        from claimdiff.cli.sitting import HELP

        shower = Shower(sitting=sitting, name=self.config.name if self.several else "")
        try:
            sitting.begin(start(sitting.review.items))
            shower.show(note)
            asked = first or sitting.source.next()
            while asked is not None and asked.key != "q":
                note = ("" if note is HELP else note) if asked.key == REDRAW else sitting.take(asked)
                shower.show(note)
                asked = sitting.source.next()
        except KeyboardInterrupt:
            shower.told("interrupted; what was decided is kept, `claimdiff review` goes on from there")
            return INTERRUPTED, None
        return shower.summed_up(), None

    def _answered(self, done: Done, id_: str, text: str) -> Proposal:
        """What accept would write for a question with an answer that a person wrote."""
        from claimdiff import pipeline
        from claimdiff.approval.proposing import Rules
        from claimdiff.pipeline import approving

        options = replace(self.options, force=True, rescore=True, only=(id_,), answers={id_: text})
        outcome = pipeline.run(done.change, done.config, options, env=os.environ, say=tell)
        try:
            item = next(one for one in outcome.result.questions if one.id == id_)
            return approving.proposed(outcome, item, Rules(by=""))
        finally:
            outcome.close()

    def _fresh(self) -> SideState:
        from claimdiff import pipeline

        with resolved(self.config, self.trees, os.environ) as change:
            head, _, _ = pipeline.load(change, self.config)
        return head


def _person(done: Done) -> str:
    from claimdiff.changes import committer

    if done.change.repository is None:
        raise UsageError("an acceptance needs a git repository")
    return committer(done.change.repository)


def _carried(sitting: Sitting) -> Remembered:
    """What was decided before files changed, and is not written yet; good where the screen still shows the same."""
    return {
        item.key: (item.shows, decision)
        for item, decision in sitting.review.pairs
        if decision is not None and item.question_id not in sitting.written
    }


def _silent(done: Done) -> str:
    """There is nothing to decide; and what there is that cannot be decided."""
    totals = done.report.totals
    open_ = [
        f"{count} {word}" for count, word in ((totals.uncertain, "uncertain"), (totals.unscored, "unscored")) if count
    ]
    also = f"; {' and '.join(open_)}: claimdiff check tells more" if open_ else ""
    return f"{done.report.name}: nothing waits for a decision{also}"
