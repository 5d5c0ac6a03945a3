"""The only place that knows every stage: what changed → passages → retrieval → generation → claims → judging → compare."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from claimdiff import gate, statefolder
from claimdiff.comparison.results import QuestionResult, RunResult
from claimdiff.errors import IncompleteError, UsageError
from claimdiff.pipeline import fragments
from claimdiff.pipeline.engines import choose, embeds, refuse_programs
from claimdiff.pipeline.options import NOT_SELECTED, UNCHANGED, Options
from claimdiff.pipeline.watching import glob_test, golden_questions, is_watched, refuse_no_page
from claimdiff.records import Judgement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from claimdiff.changes import Change
    from claimdiff.claude.connection import Connection
    from claimdiff.comparison.results import Finding
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.loading import Memo, SideState
    from claimdiff.pipeline.model import Model
    from claimdiff.pipeline.session import Session
    from claimdiff.records import Passage, Side
    from claimdiff.settings import Settings

__all__ = ["Options", "Outcome", "load", "run"]

HEAVY = "judge, retrieval and passages take longer to import than a check with nothing to do takes as a whole"
"""Why some modules are imported when the first question is replayed."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A finished run with everything that reports and accept need.

    `session` is None where nothing changed, since nothing was read then.
    """

    result: RunResult
    decision: gate.Decision
    engines: Engines
    session: Session | None
    passages: Mapping[str, str] = field(default_factory=dict)

    def rejudge(self, question_id: str, text: str) -> Judgement:
        """Judge a text as a claim of a question, against what both of them find at head; unscored if that fails."""
        if self.session is None:
            raise AssertionError("nothing was read, so nothing can be judged")
        question = self.session.head.questions[question_id]
        hits = (*self.session.at_head.hits(question), *self.session.at_head.search(text, question))
        passages = tuple(dict.fromkeys(hit.passage for hit in hits))
        try:
            return self.session.judged([text], passages, question.question)[0]
        except IncompleteError as problem:
            return Judgement(verdict=None, reason=str(problem), rule="unscored")

    def pages(self, side: Side) -> Mapping[str, Sequence[Passage]]:
        """The passages of every page of a side by path; nothing where the run did not read that side."""
        if self.session is None:
            return {}
        found = self.session.head if side == "head" else self.session.base
        return found.pages() if found is not None else {}

    def close(self) -> None:
        """Close what is open to a model."""
        if self.session is not None and self.session.model is not None:
            self.session.model.close()


def _nobody(text: str) -> None:
    """Tell nobody."""


def run(
    change: Change,
    config: Settings,
    options: Options,
    *,
    env: Mapping[str, str] | None = None,
    progress: Callable[[Sequence[str]], Iterable[str]] = iter,
    say: Callable[[str], None] = _nobody,
) -> Outcome:
    """Compare head with base.

    Args:
        change: base and head.
        config: head's settings.
        options: what the command asks for.
        env: the environment, for key and address of a model; None where no model may be asked.
        progress: wraps the ids of the questions while they are replayed.
        say: tells a person what asking a model will cost, and how far its batches are.

    Raises:
        FileProblems: what is wrong with head's files, all at once.
        UsageError: a question that does not exist, an engine that cannot be started.
        IncompleteError: the team's own retriever did not answer.
    """
    root = _root(change, config)
    if change.restricted:
        refuse_programs(config)
        options = replace(options, offline=True, has_key=False)
    engines, told = choose(config, options)
    if embeds(engines.retriever):
        from claimdiff.retrieval import minilm  # noqa: PLC0415 -- only who turns it on pays for looking

        minilm.find()
    if not options.force and not _touched(change, config, root):
        return _nothing_changed(change, config, options, engines, root)
    if engines.offline:
        return _replayed(change, config, options, engines, told, lambda: None, progress, say)
    from claimdiff.pipeline import again, warming  # noqa: PLC0415 -- what asks no model needs none of it

    check = again.identity(change, config, options)
    begun = warming.begun(change, config, engines, root, env or {}, force=options.force, check=check)
    opened = partial(open_model, change, config, options, engines, env or {}, begun)
    try:
        outcome = _replayed(change, config, options, engines, told, opened, progress, say)
    except BaseException:
        if begun is not None:
            begun.close()
        raise
    if outcome.session is not None and outcome.session.model is not None:
        again.settle(check, outcome.session.model.caller, outcome.result.questions)
    return outcome


def _replayed(
    change: Change,
    config: Settings,
    options: Options,
    engines: Engines,
    told: tuple[Finding, ...],
    opened: Callable[[], Model | None],
    progress: Callable[[Sequence[str]], Iterable[str]],
    say: Callable[[str], None],
) -> Outcome:
    from claimdiff.approval.differences import baseline_changes  # noqa: PLC0415 -- see HEAVY
    from claimdiff.pipeline import faults, findings  # noqa: PLC0415 -- see HEAVY
    from claimdiff.pipeline.questions import replay_all  # noqa: PLC0415 -- see HEAVY
    from claimdiff.pipeline.session import prepare  # noqa: PLC0415 -- see HEAVY

    head, base, notes = load(change, config)
    model = opened()
    try:
        session = prepare(change, options, engines, head, base, model, say)
        faults.refuse_unread(session)
        questions = replay_all(session, progress, say)
        found = faults.find(session, questions)
        result = RunResult(
            questions=questions,
            findings=told + findings.of_run(questions, session),
            baseline_changes=baseline_changes(base.entries, head.entries) if base else (),
            notes=(*notes, *session.notes),
            warnings=tuple(map(str, found.warnings)),
            doubts=found.doubts,
            lost=model.caller.budget.doubts if model is not None else "",
        )
    except BaseException:
        if model is not None:
            model.close()
        raise
    return Outcome(
        result=result,
        decision=gate.decide(result, config.gate),
        engines=engines,
        session=session,
        passages=_texts(questions),
    )


def open_model(
    change: Change,
    config: Settings,
    options: Options,
    engines: Engines,
    env: Mapping[str, str],
    begun: Connection | None = None,
) -> Model:
    """The model side of a run, to be closed. A run without base reads no stored reply: a drift of the model must show.

    `begun` is a connection that was opened before.

    Raises:
        UsageError, KeyRefusedError: what the provider needs is missing; the store is in git.
    """
    from claimdiff.pipeline.model import build  # noqa: PLC0415 -- see HEAVY

    reading = change.base is not None or options.rescore
    if statefolder.is_foreign(_root(change, config), change.head.files()):
        name = statefolder.NAME
        raise UsageError(
            f"{name}/ is in git, so the stored replies came with a commit, and nobody was asked for them",
            hint=f"git rm -r --cached {name}, and commit; the folder ignores itself",
        )
    root = _root(change, config)
    return build(engines, config.limits, env, root, reading=reading, regenerate=options.regenerate, begun=begun)


def load(change: Change, config: Settings) -> tuple[SideState, SideState | None, tuple[str, ...]]:
    """Head, base (None for a run without base) and notes on what could not be read at base.

    Raises:
        FileProblems: what is wrong with head's files, all at once.
    """
    from claimdiff.pipeline.loading import load_base, load_head  # noqa: PLC0415 -- see HEAVY

    root = _root(change, config)
    head = load_head(change.head, change.head_docs, config, root, _memo(change, root))
    if change.base is None or change.base_docs is None:
        return head, None, ()
    base, notes = load_base(change.base, change.base_docs, head, root)
    return head, base, notes


def _memo(change: Change, root: Path) -> Memo:
    """What is known of pages before any is read; nothing where a commit may have brought it."""
    from claimdiff.passages.keeping import Keeper  # noqa: PLC0415 -- see HEAVY
    from claimdiff.pipeline.loading import Memo  # noqa: PLC0415 -- see HEAVY

    if statefolder.is_foreign(root, change.head.files()):
        return Memo()
    folder = statefolder.ready(root)
    return Memo(pages=fragments.Readings(keeper=Keeper(folder=folder)), folder=folder)


def _root(change: Change, config: Settings) -> Path:
    return change.repository.root if change.repository else config.root_dir


def _touched(change: Change, config: Settings, root: Path) -> bool:
    """Whether the change touches any file that a run reads; without a base, or with built docs, it may."""
    if change.base is None or change.base_docs is not change.base:
        return True
    paths = [path for item in change.files for path in (item.old_path, item.new_path) if path]
    if not paths or any(map(is_watched(change.head, config, root), paths)):
        return bool(paths)
    docs = filter(glob_test(config.docs, config.prefix(root)), change.head.files())
    return fragments.touches(change.head, docs, paths)


def _nothing_changed(change: Change, config: Settings, options: Options, engines: Engines, root: Path) -> Outcome:
    refuse_no_page(change.head.files(), config, config.prefix(root))
    found = golden_questions(change.head, config, config.prefix(root))
    chosen = options.chosen(found)
    questions = tuple(
        QuestionResult(
            id=item.id,
            question=item.question,
            status="unchanged" if item.id in chosen else "skipped",
            why=UNCHANGED if item.id in chosen else NOT_SELECTED,
            draft=item.draft,
        )
        for item in found.values()
    )
    result = RunResult(questions=questions, nothing_changed=True)
    return Outcome(result=result, decision=gate.decide(result, config.gate), engines=engines, session=None)


def _texts(questions: Iterable[QuestionResult]) -> dict[str, str]:
    runs = [side for question in questions for side in (question.head, question.base) if side is not None]
    return {hit.passage.hash: hit.passage.text for side in runs for hit in side.hits}
