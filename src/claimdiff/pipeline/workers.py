"""Questions that are put to Claude: several at a time, each on its own, in the order of the golden set afterwards."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from claimdiff.claude.messages import BudgetReachedError, CallFailedError, KeyRefusedError
from claimdiff.comparison.results import QuestionResult
from claimdiff.errors import InterruptedRunError
from claimdiff.gate import BUDGET
from claimdiff.pipeline.answering import answers, generated
from claimdiff.pipeline.bothsides import replayed
from claimdiff.pipeline.warming import read_ahead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.session import Session

WORKERS = 2
"""Workers for each call that may run at a time: while some read replies, others have the next call ready, and the last
questions, each with calls one after the other, share the places until all of them end."""


def asked(
    session: Session, ids: Sequence[str], progress: Callable[[Sequence[str]], Iterable[str]]
) -> dict[str, QuestionResult]:
    """The results of questions that need Claude. What failed for one question is that question's result.

    Raises:
        InterruptedRunError: Ctrl-C; calls that were running have ended and are stored.
    """
    if session.model is None:
        raise AssertionError("there is no model in this run")
    _warm(session, ids)
    concurrency = session.model.caller.concurrency
    with ThreadPoolExecutor(max_workers=WORKERS * concurrency) as pool:
        running = {id_: pool.submit(_one, session, id_) for id_ in ids[:concurrency]}
        for id_ in ids[:1]:
            pool.submit(read_ahead, session, id_)
        running |= {id_: pool.submit(_one, session, id_) for id_ in ids[concurrency:]}
        try:
            return {id_: running[id_].result() for id_ in progress(ids)}
        except BaseException as problem:
            session.model.caller.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            if isinstance(problem, KeyboardInterrupt):
                raise InterruptedRunError(
                    "interrupted; what was paid for is kept", hint="run again: only the rest is asked"
                ) from None
            raise


def _warm(session: Session, ids: Sequence[str]) -> None:
    """Build what the workers share before they start: two that build the same at once take twice as long."""
    for id_ in ids[:1]:
        question = session.head.questions[id_]
        session.at_head.hits(question)
        if session.at_base is not None:
            session.at_base.hits(question)


def _one(session: Session, id_: str) -> QuestionResult:
    question = session.head.questions[id_]
    try:
        if id_ in session.options.answers or session.engines.generator.use != "claude":
            made = answers(session, [id_])[id_]
        else:
            again = session.model.round if session.model is not None else 0
            made = generated(session, question, session.at_head.hits(question), session.template, vote=again)
        return replayed(session, question, made)
    except BudgetReachedError:
        return _missing(question, "not_evaluated", BUDGET)
    except (CallFailedError, KeyRefusedError) as problem:
        return _missing(question, "error", str(problem))


def _missing(question: GoldenQuestion, status: str, why: str) -> QuestionResult:
    return QuestionResult(
        id=question.id,
        question=question.question,
        status="error" if status == "error" else "not_evaluated",
        why=why,
        draft=question.draft,
        state="error" if status == "error" else None,
    )
