"""What a run would do and cost, before it does."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff import pipeline
from claimdiff.pipeline.engines import choose
from claimdiff.pipeline.questions import planned
from claimdiff.pipeline.session import prepare

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.changes import Change
    from claimdiff.claude.estimate import CallEstimate
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.options import Options
    from claimdiff.pipeline.session import Session
    from claimdiff.settings import Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Estimate:
    """Questions of the golden set, those of them that would be replayed, and who would answer and judge.

    `calls` are those to a model, None where no engine asks one.
    """

    questions: int
    replays: int
    engines: Engines
    calls: CallEstimate | None = None

    def __str__(self) -> str:
        """One sentence for a person."""
        text = f"{self.replays} of {self.questions} questions would be replayed; "
        if self.calls is not None:
            return text + str(self.calls)
        judge = f"the {self.engines.judge.use} judge costs nothing"
        return text + f"0 calls to a model, 0.00 dollars ({self._answers()}, {judge})"

    def _answers(self) -> str:
        if self.engines.recorded:
            return "answers are recorded"
        return f"{self.replays} answers come from your own generator, at its own cost"


def estimate(change: Change, config: Settings, options: Options, env: Mapping[str, str] | None = None) -> Estimate:
    """Plan a run without answering or judging anything. `env` holds key and address of a model.

    Raises:
        FileProblems: what is wrong with head's files, all at once.
        UsageError: a question that does not exist, an engine that cannot be started.
    """
    engines, _ = choose(config, options)
    head, base, _ = pipeline.load(change, config)
    if engines.offline:
        return _planned(prepare(change, options, engines, head, base), engines)
    model = pipeline.open_model(change, config, options, engines, env or {})
    with closing(model):
        return _planned(prepare(change, options, engines, head, base, model), engines)


def _planned(session: Session, engines: Engines) -> Estimate:
    replays = planned(session).replays
    questions = len(session.head.questions)
    if session.model is None:
        return Estimate(questions=questions, replays=len(replays), engines=engines)
    from claimdiff.pipeline.costing import foresee  # noqa: PLC0415 -- what asks no model needs none of it

    calls = foresee(session, replays, batch=session.options.batch)
    return Estimate(questions=questions, replays=len(replays), engines=engines, calls=calls)
