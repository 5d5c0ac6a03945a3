"""Answers without a golden set: each with its own context, scored claim by claim."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff import scoring
from claimdiff.claims import identity, rules
from claimdiff.errors import IncompleteError
from claimdiff.generation.recorded import located
from claimdiff.passages import from_text
from claimdiff.pipeline.marking import Figures, share
from claimdiff.pipeline.replaying import citation_state
from claimdiff.pipeline.scorers import OFFLINE, Taken
from claimdiff.records import Answer, Claim, Hit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.claims.marking import Marks
    from claimdiff.pipeline.scorers import Scorer
    from claimdiff.records import (
        AnswerState,
        Citation,
        CitationState,
        Diagnosis,
        Entailment,
        Judgement,
        Passage,
        Verdict,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """An answer to be scored. `context` is None where none was given, which is an error and not an empty retrieval.

    `context` holds (path, text) pairs; without a path of its own a text is called by its place, `context[0]`.
    `claims` None: they are extracted.
    """

    id: str
    answer: str
    context: tuple[tuple[str, str], ...] | None
    question: str | None = None
    claims: tuple[str, ...] | None = None
    reference: str | None = None
    sources: tuple[str, ...] = ()
    citations: tuple[Citation, ...] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoredClaim:
    """A claim of a scored answer. `indices` name the context texts that hold the evidence."""

    claim: Claim
    judgement: Judgement
    citation: CitationState | None
    indices: tuple[int, ...]
    runs: tuple[Verdict | None, ...] = ()
    """The verdict of every run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scored:
    """A scored answer. `runs` holds the faithfulness of every run."""

    id: str
    state: AnswerState
    faithfulness: float | None = None
    correctness: float | None = None
    sources_found: tuple[str, ...] = ()
    diagnosis: Diagnosis | None = None
    claims: tuple[ScoredClaim, ...] = ()
    runs: tuple[float | None, ...] = field(default=())
    reason: str | None = None
    relevance: float | None = None
    incomplete: bool = False
    """A model did not answer, so that something of it is not known."""


def score(case: Case, *, entailment: Entailment = "implied", runs: int = 1, scorer: Scorer = OFFLINE) -> Scored:
    """Score one answer.

    Args:
        case: answer and context.
        entailment: how strictly a passage must state a claim.
        runs: how often it is judged; the votes of all runs are kept.
        scorer: who takes the answer apart and judges.
    """
    if case.context is None:
        return Scored(id=case.id, state="error", reason="there is no `context`; an empty retrieval is written as []")
    passages = tuple(from_text(path, text) for path, text in case.context)
    state = _state(case)
    reference = _reference(case)
    try:
        taken = _claims(case, state, reference, scorer)
        claims = taken.claims
        per_run = _runs(claims, passages, case.question, entailment, runs, scorer)
        fit = _fit(case, state, reference, taken.marks, entailment, scorer)
    except IncompleteError as problem:
        return Scored(id=case.id, state="error", reason=str(problem), incomplete=True)
    answer = Answer(text=case.answer, state=state, citations=_citations(case, len(passages)))
    cited = _cited(answer, passages, case.question, entailment)
    judged = [_judged(claim, votes, cited, passages) for claim, votes in zip(claims, per_run, strict=True)]
    value = scoring.faithfulness_ratio(item.judgement for item in judged) if state == "answered" else None
    found = tuple(path for path in case.sources if path in {name for name, _ in case.context})
    return Scored(
        id=case.id,
        state=state,
        faithfulness=value,
        correctness=fit.correctness,
        sources_found=found,
        diagnosis=scoring.diagnosis(
            any_unsupported=any(item.judgement.unsupported for item in judged),
            score=value,
            correct=fit.correctness,
            sources_expected=case.sources,
            sources_found=found,
        ),
        claims=tuple(judged),
        runs=tuple(_of_run(judged, run) if state == "answered" else None for run in range(runs)),
        relevance=fit.relevance,
        incomplete=any(item.judgement.verdict is None for item in judged),
    )


def _state(case: Case) -> AnswerState:
    """The state of the answer; given claims without a text are an answer as well."""
    state = rules.answer_state(case.answer)
    return "answered" if case.claims and state == "empty" else state


def _of_run(judged: Sequence[ScoredClaim], run: int) -> float | None:
    return scoring.faithfulness_ratio([item.runs[run] for item in judged])


def _claims(case: Case, state: AnswerState, reference: Sequence[str], scorer: Scorer) -> Taken:
    if case.claims is not None:
        given = tuple(Claim(id=identity.claim_id(text), text=text) for text in case.claims)
        return Taken(claims=located(case.answer, given, case.question))
    return scorer.claims(case.answer, case.question, reference) if state == "answered" else Taken()


def _citations(case: Case, passages: int) -> tuple[Citation, ...]:
    return case.citations if case.citations is not None else rules.citations(case.answer, passages)


def _runs(
    claims: Sequence[Claim],
    passages: Sequence[Passage],
    question: str | None,
    entailment: Entailment,
    runs: int,
    scorer: Scorer,
) -> list[tuple[Judgement, ...]]:
    """The judgements of every claim, one a run."""
    texts = [claim.text for claim in claims]
    every = [scorer.judge(texts, passages, question, entailment, run) for run in range(max(1, runs))]
    return [tuple(run[at] for run in every) for at in range(len(claims))]


def _cited(
    answer: Answer, passages: Sequence[Passage], question: str | None, entailment: Entailment
) -> Callable[[Claim], CitationState | None]:
    """Whether the passage that a claim cites holds it: a matter of words, with any judge."""
    hits = [Hit(passage=passage, score=None) for passage in passages]

    def judge(text: str, cited: Sequence[Passage], asked: str | None) -> Judgement:
        return OFFLINE.judge([text], cited, asked, entailment, 0)[0]

    return lambda claim: citation_state(claim, answer, hits, judge, question=question)


def _judged(
    claim: Claim,
    votes: Sequence[Judgement],
    cited: Callable[[Claim], CitationState | None],
    passages: Sequence[Passage],
) -> ScoredClaim:
    verdicts = tuple(vote.verdict for vote in votes)
    verdict = Counter(verdicts).most_common(1)[0][0]
    judgement = next(vote for vote in votes if vote.verdict == verdict)
    if len(votes) > 1:
        judgement = replace(judgement, votes=tuple(one for one in verdicts if one is not None))
    return ScoredClaim(
        claim=claim,
        judgement=judgement,
        citation=cited(claim),
        indices=tuple(_index(quote.path, quote.quote, passages) for quote in judgement.evidence),
        runs=verdicts,
    )


def _index(path: str, quote: str, passages: Sequence[Passage]) -> int:
    same = [at for at, passage in enumerate(passages) if passage.path == path]
    holding = [at for at in same if any(segment.source == quote for segment in passages[at].segments)]
    return (holding or same)[0]


def _reference(case: Case) -> tuple[str, ...]:
    """The claims of the reference, if there is one."""
    found = rules.extract(case.reference, question=case.question) if case.reference else ()
    return tuple(dict.fromkeys(claim.text for claim in found))


def _fit(
    case: Case,
    state: AnswerState,
    reference: Sequence[str],
    marks: Marks | None,
    entailment: Entailment,
    scorer: Scorer,
) -> Figures:
    """How far the answer fits question and reference; `marks`: those that came with its claims."""
    if state != "answered" or not case.answer or not (case.question or reference):
        return Figures()
    made = marks or scorer.marks(case.question, case.answer, reference)
    if made is None:
        stated = (from_text(case.id, case.answer),)
        judged = OFFLINE.judge(reference, stated, case.question, entailment, 0)
        return Figures(correctness=share(dict(zip(reference, judged, strict=True))))
    from claimdiff.judging import marking  # noqa: PLC0415 -- only where a model judges

    found = marking.judgements(case.answer, case.question, reference, made)
    return Figures(relevance=made.relevance if case.question else None, correctness=share(found))
