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
from claimdiff.pipeline.replaying import citation_state
from claimdiff.pipeline.scorers import OFFLINE
from claimdiff.records import Answer, Claim, Hit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    try:
        claims = _claims(case, state, scorer)
        per_run = _runs(claims, passages, case.question, entailment, runs, scorer)
        correct = _correctness(case, state, entailment, scorer)
        relevance = (
            scorer.relevance(case.question, case.answer)
            if case.question and case.answer and state == "answered"
            else None
        )
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
        correctness=correct,
        sources_found=found,
        diagnosis=scoring.diagnosis(
            any_unsupported=any(item.judgement.unsupported for item in judged),
            score=value,
            correct=correct,
            sources_expected=case.sources,
            sources_found=found,
        ),
        claims=tuple(judged),
        runs=tuple(_of_run(judged, run) if state == "answered" else None for run in range(runs)),
        relevance=relevance,
        incomplete=any(item.judgement.verdict is None for item in judged),
    )


def _state(case: Case) -> AnswerState:
    """The state of the answer; given claims without a text are an answer as well."""
    state = rules.answer_state(case.answer)
    return "answered" if case.claims and state == "empty" else state


def _of_run(judged: Sequence[ScoredClaim], run: int) -> float | None:
    return scoring.faithfulness_ratio([item.runs[run] for item in judged])


def _claims(case: Case, state: AnswerState, scorer: Scorer) -> tuple[Claim, ...]:
    if case.claims is not None:
        given = tuple(Claim(id=identity.claim_id(text), text=text) for text in case.claims)
        return located(case.answer, given, case.question)
    return scorer.claims(case.answer, case.question) if state == "answered" else ()


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


def _correctness(case: Case, state: AnswerState, entailment: Entailment, scorer: Scorer) -> float | None:
    if not case.reference or state != "answered":
        return None
    reference = [claim.text for claim in rules.extract(case.reference, question=case.question)]
    stated = (from_text(case.id, case.answer),)
    found = dict(zip(reference, scorer.judge(reference, stated, case.question, entailment, 0), strict=True))
    if any(judgement.verdict is None for judgement in found.values()):
        return None
    return scoring.correctness(reference, lambda claim: found[claim])
