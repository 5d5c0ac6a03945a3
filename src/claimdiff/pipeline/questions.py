"""The golden questions of a run: which are replayed, what they are answered, and what became of their claims."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff import gate, scoring
from claimdiff.comparison import statuses
from claimdiff.comparison.results import QuestionResult
from claimdiff.errors import UsageError
from claimdiff.generation import recorded
from claimdiff.pipeline import findings, planning
from claimdiff.pipeline.affected import plan_of
from claimdiff.pipeline.answering import answers, generated
from claimdiff.pipeline.looks import second_looks
from claimdiff.pipeline.marking import figures
from claimdiff.pipeline.options import NOT_SELECTED, UNCHANGED
from claimdiff.pipeline.replaying import approved_run, side_run, standing_run, stands_in
from claimdiff.pipeline.widening import approved_widened, base_widened, head_weighed, head_widened
from claimdiff.pipeline.workers import asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from claimdiff.comparison.results import ComparedClaim, SideRun
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.marking import Figures
    from claimdiff.pipeline.replaying import Made
    from claimdiff.pipeline.session import Session
    from claimdiff.records import Claim, Hit, QuestionStatus

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
        done = {id_: _replayed(session, questions[id_], made[id_]) for id_ in progress(plan.replays)}
    else:
        _announce(session, plan.replays, say)
        done = asked(session, plan.replays, progress, _replayed)
        if doubts := session.model.caller.budget.doubts:
            say(f"note: {doubts}")
    return tuple(
        done.get(id_) or not_replayed(session, question, plan.plans.get(id_)) for id_, question in questions.items()
    )


def _announce(session: Session, replays: Sequence[str], say: Callable[[str], None]) -> None:
    """Say what is going to be spent; send what can be sent as batches."""
    from claimdiff.pipeline import batched, costing  # noqa: PLC0415 -- what asks no model needs none of it

    if replays:
        say(f"estimate: {costing.foresee(session, replays, batch=session.options.batch)}")
    if replays and session.options.batch:
        batched.prefetch(session, replays, say)


def _replayed(session: Session, question: GoldenQuestion, made: Made) -> QuestionResult:
    answer, claims = made.answer, made.claims
    if answer.state == "error":
        return QuestionResult(
            id=question.id,
            question=question.question,
            status="error",
            why=answer.reason,
            draft=question.draft,
            state="error",
        )
    entry = session.head.entries.get(question.id)
    hits = session.at_head.hits(question)
    head = side_run(answer, claims, hits, session, question=question.question, entry=entry)
    base = _base_run(session, question, claims)
    pair = statuses.Pair(
        base=base,
        head=head,
        docs=session.docs,
        prompt_changed=session.prompt_changed,
        offline=session.model is None or session.model.judge is None,
    )
    pair = replace(pair, head=head_widened(session, question, pair))
    head = head_weighed(session, question, pair)
    pair = replace(pair, head=head)
    compared = statuses.compare(replace(pair, looks=second_looks(session, question, pair)))
    known = entry is not None or (session.base is not None and question.id in session.base.questions)
    gated = tuple(
        replace(claim, gated=known and gate.is_gated(claim, session.head.settings.gate, draft=question.draft))
        for claim in compared
    )
    return _result(session, question, head, base, gated, figures(session, question, answer, made.marks))


def _comparable(session: Session, question: GoldenQuestion) -> bool:
    """Whether a run without base has something to compare with; that is known before anything is asked."""
    entry = session.head.entries.get(question.id)
    return session.base is not None or entry is None or session.options.rescore or session.comparable(entry)


def _base_run(session: Session, question: GoldenQuestion, head_claims: Sequence[Claim]) -> SideRun | None:
    """The side before: base's approved answer.

    Without one Claude answers at base, too; of the team's own generator, head's claims are judged on base's passages.
    """
    if session.base is None or session.at_base is None:
        entry = session.head.entries.get(question.id)
        if entry is None:
            return None
        return approved_widened(session, question, entry, approved_run(entry, session.at_head.hits(question)))
    old = session.base.questions.get(question.id)
    entry = session.base.entries.get(question.id)
    if old is None and entry is None:
        return None
    asked = old or question
    hits = session.at_base.hits(asked)
    before = recorded.replay(old, entry) if entry is not None or session.engines.recorded else None
    if before is not None:
        if session.model is not None and entry is not None and stands_in(entry, hits, session):
            return standing_run(entry, before.claims, before.answer, hits)
        run = side_run(before.answer, before.claims, hits, session, question=asked.question, entry=entry)
        return base_widened(session, asked, run)
    return None if session.engines.recorded else _unrecorded(session, asked, hits, head_claims)


def _unrecorded(session: Session, asked: GoldenQuestion, hits: Sequence[Hit], head_claims: Sequence[Claim]) -> SideRun:
    """The side before, where nothing was approved for it."""
    if session.model is not None and session.model.generator is not None:
        made = generated(session, asked, hits, session.template_at_base)
        answer, claims = made.answer, made.claims
    else:
        answer, claims = recorded.claims_only(head_claims), tuple(head_claims)
    return side_run(answer, claims, hits, session, question=asked.question, entry=None)


def _result(
    session: Session,
    question: GoldenQuestion,
    head: SideRun,
    base: SideRun | None,
    compared: tuple[ComparedClaim, ...],
    fit: Figures,
) -> QuestionResult:
    expected = session.expected_sources(question)
    retrieved = {hit.passage.path for hit in head.hits}
    found = tuple(path for path in expected if path in retrieved)
    score = scoring.faithfulness(head.answer.state, head.claims)
    verdicts = [claim.judgement.verdict for claim in head.claims]
    result = QuestionResult(
        id=question.id,
        question=question.question,
        status="replayed",
        draft=question.draft,
        head=head,
        base=base,
        claims=compared,
        faithfulness=score,
        baseline_faithfulness=scoring.faithfulness(base.answer.state, base.claims) if base else None,
        counted=(len(verdicts), verdicts.count("supported"), verdicts.count(None)),
        state=head.answer.state,
        base_state=base.answer.state if base else None,
        correctness=fit.correctness,
        relevance=fit.relevance,
        diagnosis=scoring.diagnosis(
            any_unsupported=any(claim.judgement.unsupported for claim in head.claims),
            score=score,
            correct=fit.correctness,
            sources_expected=expected,
            sources_found=found,
        ),
        sources_expected=expected,
        sources_found=found,
    )
    return replace(result, findings=findings.of_question(result, question, session))


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
