"""The golden questions of a run: which are replayed, in which order, and why the others are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff import scoring
from claimdiff.comparison.results import QuestionResult
from claimdiff.errors import UsageError
from claimdiff.pipeline.affected import plan_of
from claimdiff.pipeline.answering import answers
from claimdiff.pipeline.bothsides import replayed
from claimdiff.pipeline.options import NOT_SELECTED, UNCHANGED
from claimdiff.pipeline.workers import asked
from claimdiff.text.counting import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from claimdiff.claude.caller import Caller
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline import planning
    from claimdiff.pipeline.session import Session
    from claimdiff.records import QuestionStatus

WHY: dict[planning.Plan | None, tuple[QuestionStatus, str]] = {
    None: ("skipped", NOT_SELECTED),
    "unchanged": ("unchanged", UNCHANGED),
    "recorded_answers": ("not_evaluated", "recorded_answers"),
    "no_recorded_answer": ("not_evaluated", "no_recorded_answer"),
    "not_comparable": ("not_evaluated", "not_comparable"),
}
"""Status and reason of a question that is not replayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Planned:
    """The plan of every question that is looked at, by id."""

    plans: Mapping[str, planning.Plan]

    @property
    def replays(self) -> tuple[str, ...]:
        """The questions that are replayed, in the order of the golden set."""
        return tuple(id_ for id_, plan in self.plans.items() if plan == "replay")


def planned(session: Session) -> Planned:
    """Which questions of head's golden set are replayed, and why the others are not."""
    questions = session.head.questions
    chosen = session.options.chosen(questions)
    plans: dict[str, planning.Plan] = {
        id_: plan_of(session, question) for id_, question in questions.items() if id_ in chosen
    }
    if session.model is not None and "replay" in plans.values():
        session.model.look_up()
    plans |= {
        id_: "not_comparable"
        for id_, plan in plans.items()
        if plan == "replay" and not _comparable(session, questions[id_])
    }
    return Planned(plans=plans)


def replay_all(
    session: Session, progress: Callable[[Sequence[str]], Iterable[str]], say: Callable[[str], None]
) -> tuple[QuestionResult, ...]:
    """The result of every question of head's golden set, in its order. What it will cost is told by `say` first."""
    questions = session.head.questions
    plan = planned(session)
    if session.model is None:
        made = answers(session, plan.replays)
        done = {id_: replayed(session, questions[id_], made[id_]) for id_ in progress(plan.replays)}
    else:
        _announce(session, plan.replays, say)
        done = asked(session, plan.replays, progress)
        for note in _notes(session.model.caller):
            say(f"note: {note}")
    return tuple(
        done.get(id_) or not_replayed(session, question, plan.plans.get(id_)) for id_, question in questions.items()
    )


def _notes(caller: Caller) -> Iterator[str]:
    """What a person should know of the calls of a run."""
    if doubts := caller.budget.doubts:
        yield doubts
    if caller.unkept:
        place = caller.store.folder
        yield f"{counted(caller.unkept, 'reply', 'replies')} could not be kept in {place}; the next run pays for them again"


def _announce(session: Session, replays: Sequence[str], say: Callable[[str], None]) -> None:
    """Say what is going to be spent; send what can be sent as batches."""
    from claimdiff.pipeline import batched, costing  # noqa: PLC0415 -- what asks no model needs none of it

    if replays:
        say(f"estimate: {costing.foresee(session, replays, batch=session.options.batch)}")
    if replays and session.options.batch:
        batched.prefetch(session, replays, say)


def _comparable(session: Session, question: GoldenQuestion) -> bool:
    """Whether a run without base has something to compare with; that is known before anything is asked."""
    entry = session.head.entries.get(question.id)
    return session.base is not None or entry is None or session.options.rescore or session.comparable(entry)


def not_replayed(session: Session, question: GoldenQuestion, plan: planning.Plan | None) -> QuestionResult:
    """A question that was left out, with its known score where judge and extractor are those of this run."""
    entry = session.head.entries.get(question.id)
    score, counted = None, (0, 0, 0)
    if entry is not None and session.comparable(entry):
        verdicts = [claim.verdict for claim in entry.claims]
        score = scoring.faithfulness_ratio(verdicts) if entry.state == "answered" else None
        counted = (len(verdicts), verdicts.count("supported"), 0)
    if plan == "replay":
        raise UsageError(f"{question.id} was planned to be replayed and was not")
    status, why = WHY[plan]
    return QuestionResult(
        id=question.id,
        question=question.question,
        status=status,
        why=why,
        draft=question.draft,
        faithfulness=score,
        baseline_faithfulness=score,
        counted=counted,
        state=entry.state if entry else None,
        base_state=entry.state if entry else None,
    )
