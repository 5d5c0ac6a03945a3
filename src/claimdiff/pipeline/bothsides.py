"""One golden question that is replayed: both sides judged, their claims compared, looked at twice, and gated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff import gate, scoring
from claimdiff.comparison import statuses
from claimdiff.comparison.results import QuestionResult
from claimdiff.generation import recorded
from claimdiff.pipeline import findings
from claimdiff.pipeline.answering import generated
from claimdiff.pipeline.looks import second_looks
from claimdiff.pipeline.marking import figures
from claimdiff.pipeline.replaying import approved_run, side_run, standing_run, stands_in
from claimdiff.pipeline.widening import approved_widened, base_widened, head_weighed, head_widened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.comparison.results import ComparedClaim, SideRun
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.marking import Figures
    from claimdiff.pipeline.replaying import Made
    from claimdiff.pipeline.session import Session
    from claimdiff.records import Claim, Hit


def replayed(session: Session, question: GoldenQuestion, made: Made) -> QuestionResult:
    """What became of the claims of a question, with the answer that was made at head.

    Raises what `Session.judged` raises.
    """
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
