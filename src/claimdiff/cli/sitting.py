"""A review of one finished run: takes commands, and writes a question's file when the last thing of it is decided."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff import baseline
from claimdiff.approval import reviewing
from claimdiff.approval.reviewing import Decision, Reopened
from claimdiff.cli import editors
from claimdiff.cli.keyboard import Keys
from claimdiff.cli.remembering import open_decisions
from claimdiff.cli.screens import refusal
from claimdiff.errors import ClaimdiffError, RefusedError, UsageError
from claimdiff.pipeline import approving
from claimdiff.pipeline.reviewing import settled, tree_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from claimdiff.approval.proposing import Proposal
    from claimdiff.approval.reviewing import Item, Review
    from claimdiff.cli.keyboard import Command, Commands
    from claimdiff.cli.remembering import Memory
    from claimdiff.cli.running import Done
    from claimdiff.cli.sheets import Sheets
    from claimdiff.pipeline.loading import SideState
    from claimdiff.pipeline.reviewing import Pending

KINDS: dict[str, reviewing.Kind] = {"a": "accept", "k": "keep", "e": "edit", "r": "reject", "s": "skip"}

HELP = """\
a  accept: write what stands behind "accept", approved from now on
e  edit the answer yourself; it is taken apart and judged, and decides the whole question
k  keep the claim although the docs do not support it; asks for a reason, which goes into the baseline file
r  reject: nothing is approved; mend the docs. It is not asked again for as long as the tree stays as it is
s  skip for now; the next review asks again
u  undo the last decision, also where its file was written
o  open the page at the line, in $VISUAL or $EDITOR; what you change there is looked at again
v  view the whole screen, also where it is longer than the terminal
q  quit; what was decided stays, and `claimdiff review` goes on from here"""


class TreeChangedError(Exception):
    """A file that the findings come from was edited meanwhile: everything is to be looked at again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """What stood in a question's file before and after it was written; None: there was no file."""

    before: bytes | None
    after: bytes | None


@dataclass(kw_only=True)
class Sitting:
    """The state of a review while it goes on.

    `again` runs a question with an answer that a person wrote; `fresh` reads head as it is on disk by now; `person`
    names who signs. `drafts` are answers that a person wrote last, by question, also where they were not taken.
    """

    done: Done
    pending: Mapping[str, Pending]
    sheets: Sheets
    source: Commands
    memory: Memory
    review: Review
    again: Callable[[str, str], Proposal]
    fresh: Callable[[], SideState]
    person: Callable[[], str]
    written: dict[str, Written] = field(default_factory=dict)
    answers: dict[tuple[str, str], Proposal] = field(default_factory=dict)
    drafts: dict[str, str] = field(default_factory=dict)
    whole: bool = False

    def take(self, command: Command) -> str:
        """Do what a command says; what there is to tell of it, empty where the next screen says enough.

        Raises:
            TreeChangedError: nothing can be written before everything was looked at again.
        """
        self.whole = command.key == "v"
        try:
            if command.key in KINDS:
                return self._decide(KINDS[command.key], command)
            if command.key == "u":
                return self._undo()
            if command.key == "o":
                return self._open()
        except ClaimdiffError as problem:
            return f"{problem}" + (f" → {problem.hint}" if problem.hint else "")
        if command.key == "?":
            return HELP
        return "" if command.key == "v" else f"{command.key!r} is no key here; ? tells what there is"

    def _decide(self, kind: reviewing.Kind, command: Command) -> str:
        item = self.review.item
        if item is None:
            return "everything is decided; u takes the last decision back, q ends"
        open_to = reviewing.refusal(self.review, Decision(kind=kind, text="…"))
        if open_to is not None:
            return f"accept {refusal(item.key, _why(self.pending[item.key].proposal))}" if kind == "accept" else open_to
        text = self._text(item, kind, command)
        if text is None:
            return "nothing was changed"
        done = self._go(reviewing.decide(self.review, Decision(kind=kind, text=text)))
        return "; ".join((f"{reviewing.DID[kind]} {item.key}", *done))

    def _text(self, item: Item, kind: reviewing.Kind, command: Command) -> str | None:
        """The text that a decision needs; None where a person gave none."""
        if kind == "keep":
            return (command.text or self.source.ask("Reason: ")).strip() or None
        if kind != "edit":
            return ""
        text = command.text
        if text is None and isinstance(self.source, Keys):
            start = self.drafts.get(item.question_id, self.sheets.answer(item))
            text = editors.written(start, os.environ)
            if text in {"", self.sheets.answer(item).strip()}:
                return None
        text = (text or self.source.ask("Answer: ")).strip()
        self.drafts[item.question_id] = text
        proposal = self.again(item.question_id, text)
        if proposal.entry is None:
            hint = "e goes on with it" if isinstance(self.source, Keys) else None
            raise RefusedError("this answer is not taken: " + "; ".join(_why(proposal)), hint=hint)
        self.answers[item.question_id, text] = proposal
        return text

    def _undo(self) -> str:
        if not self.review.past:
            return "there is nothing to undo"
        return "; ".join(("undone", *self._go(reviewing.undo(self.review))))

    def _open(self) -> str:
        place = self.sheets.place(self.review.item) if self.review.item is not None else None
        if place is None:
            return "there is no page to open"
        editors.open_page(*place, os.environ)
        self._refuse_other_tree()
        return ""

    def _go(self, after: Review) -> list[str]:
        """Go to another moment, with everything written and taken back that lies between; only then it is the present.

        What was done to files is returned in words.
        """
        told = []
        for step in reviewing.steps(self.review, after):
            name = f"{step.question_id}.yml"
            if isinstance(step, Reopened):
                self._take_back(step.question_id)
                told.append(f"{name} is as it was before")
            else:
                self._refuse_other_tree(step.question_id)
                self._write(after, step.question_id)
                told.append(f"wrote {name}" if self.written[step.question_id].after is not None else f"deleted {name}")
        self.review = after
        if not self.memory.keep(open_decisions(after, self.written)):
            told.append("this cannot be kept for later: .claimdiff/ cannot be written")
        return told

    def begin(self, blank: Review) -> None:
        """Write what an earlier sitting had decided and not written, since it was ended in between."""
        review, self.review = self.review, blank
        self._go(review)

    def _write(self, after: Review, id_: str) -> None:
        decisions, folder = after.of(id_), self.done.config.root_dir / self.done.config.baseline
        before = baseline.stored(folder, id_)
        edited = next((one.text for one in decisions.values() if one.kind == "edit"), None)
        if any(self.pending[item.key].gone for item in decisions):
            baseline.delete(folder, id_)
            self.written[id_] = Written(before=before, after=None)
            return
        proposal = self.answers[id_, edited] if edited is not None else self._settled(decisions)
        if proposal.entry is None:
            raise RefusedError("; ".join(_why(proposal)), hint="decide otherwise, or u takes the last decision back")
        baseline.write(folder, [approving.stored(proposal.entry, self._head)])
        self.written[id_] = Written(before=before, after=baseline.stored(folder, id_))

    def _settled(self, decisions: Mapping[Item, Decision]) -> Proposal:
        signed = any(one.kind == "keep" for one in decisions.values()) or approving.is_first(self.done.outcome)
        return settled(self.done.outcome, decisions, self.person() if signed else "")

    def _take_back(self, id_: str) -> None:
        found, folder = self.written[id_], self.done.config.root_dir / self.done.config.baseline
        if baseline.stored(folder, id_) != found.after:
            raise UsageError(f"{folder / id_}.yml was changed meanwhile, so it stays", hint="git diff shows it")
        baseline.restore(folder, id_, found.before)
        del self.written[id_]

    def _refuse_other_tree(self, id_: str | None = None) -> None:
        """Nothing is written for what nobody has seen: neither over pages that changed, nor over a file that did."""
        fresh = self.fresh()
        untouched = id_ is None or id_ in self.written or fresh.entries.get(id_) == self._head.entries.get(id_)
        if digest(self.done, fresh) != self.memory.tree or not untouched:
            raise TreeChangedError

    @property
    def _head(self) -> SideState:
        if self.done.outcome.session is None:
            raise AssertionError("what waits for a decision was replayed")
        return self.done.outcome.session.head


def _why(proposal: Proposal) -> tuple[str, ...]:
    """Why a proposal has nothing to write, without commands: here there are keys."""
    return proposal.reasons or proposal.refused


def digest(done: Done, head: SideState) -> str:
    """A digest of all that the findings of a run come from."""
    session = done.outcome.session
    return tree_digest(head, done.change.base_sha, repr(session.identity if session else done.outcome.engines.identity))
