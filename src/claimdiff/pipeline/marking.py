"""How far an answer fits its question and its reference, in a check: by Claude where Claude judges, else by words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff import scoring
from claimdiff.generation import recorded
from claimdiff.passages import from_text
from claimdiff.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.claims.marking import Marks
    from claimdiff.claude.messages import Request
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.model import Model
    from claimdiff.pipeline.session import Session
    from claimdiff.records import Answer, Judgement


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """Relevance and correctness of an answer, 0 to 1 each; None where nobody can tell."""

    relevance: float | None = None
    correctness: float | None = None


def reference_of(question: GoldenQuestion, answer: str | None) -> tuple[str, ...]:
    """The claims of the reference that an answer is to be held against; none where it is the reference itself."""
    reference = recorded.replay(question, None)
    if reference is None or reference.answer.state != "answered" or reference.answer.text == answer:
        return ()
    return tuple(dict.fromkeys(claim.text for claim in reference.claims))


def likely_reference(model: Model | None, question: GoldenQuestion) -> tuple[str, ...] | None:
    """Much like `wanted` for an answer that nobody knows yet, by sentences: taking a reference apart takes longer."""
    if model is None or model.judge is None:
        return None
    text = question.answer or ""
    claims = [claim.text for claim in question.claims]
    return tuple(claims or (text[start:end].strip() for start, end in sentence_spans(text)))


def wanted(model: Model | None, question: GoldenQuestion, answer: str | None) -> tuple[str, ...] | None:
    """The claims that are marked together with the claims of an answer; None where its marks are not Claude's to give."""
    return reference_of(question, answer) if model is not None and model.judge is not None else None


def apart(model: Model | None, question: GoldenQuestion, answer: Answer) -> Request | None:
    """The call for the marks of an answer that no call takes apart as a whole; None where there will be none."""
    if model is None or model.judge is None or answer.state != "answered":
        return None
    from claimdiff.judging import marking  # noqa: PLC0415 -- only where a model judges

    judge, reference = model.judge, reference_of(question, answer.text)
    return marking.request(question.question, answer.text, reference, model=judge.model, provider=judge.provider)


def figures(session: Session, question: GoldenQuestion, answer: Answer, marks: Marks | None) -> Figures:
    """Relevance and correctness of a head answer; `marks` None: no call that took it apart marked it.

    Raises:
        KeyRefusedError, InterruptedRunError: no further call can be made.
    """
    if answer.state != "answered":
        return Figures()
    if session.model is None or session.model.judge is None:
        return Figures(correctness=_by_words(session, question, answer))
    from claimdiff.judging import marking  # noqa: PLC0415 -- only where a model judges

    judge, reference = session.model.judge, reference_of(question, answer.text)
    if marks is None:
        marks = marking.asked(
            question.question, answer.text, reference, caller=judge.caller, model=judge.model, provider=judge.provider
        )
    found = marking.judgements(answer.text, question.question, reference, marks)
    return Figures(relevance=marks.relevance, correctness=_share(question, answer, found))


def _by_words(session: Session, question: GoldenQuestion, answer: Answer) -> float | None:
    passage = from_text(question.id, answer.text)
    found = {
        claim: session.engines.judged(claim, (passage,), question.question)
        for claim in reference_of(question, answer.text)
    }
    return _share(question, answer, found)


def share(found: Mapping[str, Judgement]) -> float | None:
    """Correctness by what an answer says of the claims of its reference; None where one of them could not be judged."""
    if any(judgement.verdict is None for judgement in found.values()):
        return None
    return scoring.correctness(tuple(found), found.__getitem__)


def _share(question: GoldenQuestion, answer: Answer, found: Mapping[str, Judgement]) -> float | None:
    """As `share`; an answer that is the reference is correct."""
    return 1.0 if question.answer is not None and answer.text == question.answer else share(found)
