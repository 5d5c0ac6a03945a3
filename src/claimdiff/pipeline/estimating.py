"""What a run would do and cost, before it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff import pipeline
from claimdiff.pipeline.affected import plan_of
from claimdiff.pipeline.engines import choose
from claimdiff.pipeline.session import prepare

if TYPE_CHECKING:
    from claimdiff.changes import Change
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.options import Options
    from claimdiff.settings import Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Estimate:
    """Questions of the golden set, those of them that would be replayed, and who would answer and judge."""

    questions: int
    replays: int
    engines: Engines

    def __str__(self) -> str:
        """One sentence for a person."""
        text = f"{self.replays} of {self.questions} questions would be replayed; "
        if self.engines.offline:
            judge = f"the {self.engines.judge.use} judge costs nothing"
            text += f"0 calls to a model, 0.00 dollars ({self._answers()}, {judge})"
        return text

    def _answers(self) -> str:
        if self.engines.recorded:
            return "answers are recorded"
        return f"{self.replays} answers come from your own generator, at its own cost"


def estimate(change: Change, config: Settings, options: Options) -> Estimate:
    """Plan a run without answering or judging anything.

    Raises:
        FileProblems: what is wrong with head's files, all at once.
        UsageError: a question that does not exist, an engine that cannot be started.
    """
    engines, _ = choose(config, offline=options.offline, has_key=options.has_key)
    head, base, _ = pipeline.load(change, config)
    session = prepare(change, options, engines, head, base)
    chosen = options.chosen(head.questions)
    plans = [plan_of(session, question) for id_, question in head.questions.items() if id_ in chosen]
    return Estimate(questions=len(head.questions), replays=plans.count("replay"), engines=engines)
