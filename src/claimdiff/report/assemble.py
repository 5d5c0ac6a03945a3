"""From the results of a run to the report: which number stands where, and nothing about how it looks."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from claimdiff import __version__
from claimdiff.report import document as doc
from claimdiff.report.detail import ClaimView, Detail
from claimdiff.report.evidence import beyond
from claimdiff.report.surroundings import nears, quotes, sentences
from claimdiff.scoring import mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.comparison.results import ComparedClaim, QuestionResult, RunResult
    from claimdiff.gate import Decision
    from claimdiff.records import Hit, Passage, Side


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """What a report says of the run itself."""

    name: str
    base: doc.BaseTree | None
    head: doc.HeadTree
    judge: doc.ReportJudge
    generator: doc.ReportGenerator
    retriever: doc.ReportRetriever
    extractor: doc.ReportExtractor
    prompt_hash: str | None
    usage: doc.Usage
    pull_request: doc.PullRequest | None = None


def assemble(
    heading: Heading,
    result: RunResult,
    decision: Decision,
    proposed: Callable[[QuestionResult], BaselineEntry | None],
    settles: Callable[[QuestionResult, ComparedClaim], bool] = lambda _item, claim: claim.outdated,
) -> doc.Report:
    """The report of a run.

    Args:
        heading: names, trees and engines.
        result: the compared questions.
        decision: the gate's conclusion.
        proposed: what accept would write for a replayed question, None where it would refuse.
        settles: whether accepting a newly unsupported claim works without further options.
    """
    questions = tuple(_question(item, proposed) for item in result.questions)
    return doc.Report(
        name=heading.name,
        tool=doc.Tool(version=__version__),
        conclusion=decision.conclusion,
        reasons=decision.reasons,
        base=heading.base,
        head=heading.head,
        pull_request=heading.pull_request,
        judge=heading.judge,
        generator=heading.generator,
        retriever=heading.retriever,
        extractor=heading.extractor,
        prompt_hash=heading.prompt_hash,
        totals=_totals(result),
        newly_unsupported=tuple(
            _newly(item, claim, settled=settles(item, claim))
            for item in result.questions
            for claim in item.newly_unsupported
        ),
        retrieval_misses=tuple(
            _miss(item, claim) for item in result.questions for claim in item.with_status("retrieval_miss")
        ),
        findings=tuple(doc.Finding(**asdict(found)) for found in result.all_findings),
        baseline_changes=tuple(doc.BaselineChange(**asdict(change)) for change in result.baseline_changes),
        questions=questions,
        usage=heading.usage,
    )


def _totals(result: RunResult) -> doc.Totals:
    questions = result.questions
    statuses = [item.status for item in questions]
    claims = [claim for item in questions for claim in item.claims]
    newly = [claim for claim in claims if claim.newly_unsupported]
    return doc.Totals(
        questions=len(questions),
        replayed=statuses.count("replayed"),
        unchanged=statuses.count("unchanged"),
        skipped=statuses.count("skipped"),
        not_evaluated=statuses.count("not_evaluated"),
        errors=statuses.count("error"),
        scored=sum(item.faithfulness is not None for item in questions),
        abstained=sum(item.state == "abstained" for item in questions),
        claims=sum(item.counted[0] for item in questions),
        supported=sum(item.counted[1] for item in questions),
        unscored=sum(item.counted[2] for item in questions),
        newly_unsupported=len(newly),
        outdated=sum(claim.outdated for claim in newly),
        lost=sum(claim.status == "lost" for claim in claims),
        retrieval_misses=sum(claim.status == "retrieval_miss" for claim in claims),
        pre_existing=sum(claim.status == "pre_existing" for claim in claims),
        uncertain=sum(claim.status == "uncertain" for claim in claims),
        faithfulness=_rounded(mean(item.faithfulness for item in questions)),
        baseline_faithfulness=_rounded(
            mean(item.baseline_faithfulness for item in questions if item.faithfulness is not None)
        ),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _newly(item: QuestionResult, claim: ComparedClaim, *, settled: bool) -> doc.NewlyUnsupported:
    verdict = claim.judgement.verdict
    if verdict is None or claim.cause is None:
        raise AssertionError(f"{item.id}/{claim.claim.id} is newly unsupported without verdict or cause")
    before = claim.was.judgement if claim.was is not None and claim.was.judgement.supported else None
    return doc.NewlyUnsupported(
        question_id=item.id,
        claim_id=claim.claim.id,
        claim=claim.claim.text,
        verdict=verdict,
        conflict=claim.judgement.conflict,
        outdated=claim.outdated,
        status=claim.status,
        cause=claim.cause,
        gated=claim.gated,
        was=doc.Was(verdict=claim.was.judgement.verdict, claim=claim.was.claim.text) if claim.was else None,
        evidence_before=quotes(before.evidence) if before else (),
        evidence_now=_now(claim, stood=before is not None),
        change=_change(claim),
        accept=accept_command(item.id, claim, settled=settled),
    )


def _now(claim: ComparedClaim, *, stood: bool) -> tuple[doc.Quote, ...]:
    """What was quoted at head, and what still stands of the support of before."""
    now = quotes(claim.judgement.evidence)
    return now + (beyond(quotes(claim.standing), now) if stood else ())


def _change(claim: ComparedClaim) -> doc.Change | None:
    if claim.change is None or claim.change.line is None:
        return None
    return doc.Change(path=claim.change.path, line=claim.change.line, side=claim.change.side)


def accept_command(question_id: str, claim: ComparedClaim, *, settled: bool) -> str:
    """The one command that settles a newly unsupported claim, if the change is meant.

    Where the docs state another value and it cannot be put into the recorded answer, the answer has to be written.
    """
    if settled:
        return f"claimdiff accept {question_id}/{claim.claim.id}"
    if claim.outdated:
        return f'claimdiff accept {question_id} --answer "…"'
    return f'claimdiff accept {question_id}/{claim.claim.id} --keep-unsupported --reason "…"'


def _miss(item: QuestionResult, claim: ComparedClaim) -> doc.RetrievalMiss:
    place = claim.found_at
    if place is None:
        raise AssertionError(f"{item.id}/{claim.claim.id} is a retrieval miss without a place")
    found = doc.Place(path=place.path, line_start=place.line_start, line_end=place.line_end)
    return doc.RetrievalMiss(question_id=item.id, claim_id=claim.claim.id, claim=claim.claim.text, found_at=found)


def _question(item: QuestionResult, proposed: Callable[[QuestionResult], BaselineEntry | None]) -> doc.ReportQuestion:
    entry = proposed(item)
    return doc.ReportQuestion(
        id=item.id,
        question=item.question,
        status=item.status,
        why=item.why,
        state=item.state,
        base_state=item.base_state,
        answer=item.head.answer.text if item.head else None,
        faithfulness=_rounded(item.faithfulness),
        baseline_faithfulness=_rounded(item.baseline_faithfulness),
        diagnosis=item.diagnosis,
        correctness=_rounded(item.correctness),
        relevance=_rounded(item.relevance),
        proposed=_proposed(entry) if entry is not None else None,
        retrieval=_retrieval(item),
        claims=tuple(_claim(claim) for claim in item.claims),
    )


def _claim(claim: ComparedClaim) -> doc.ReportClaim:
    return doc.ReportClaim(
        id=claim.claim.id,
        text=claim.claim.text,
        status=claim.status,
        verdict=claim.judgement.verdict,
        conflict=claim.judgement.conflict,
        cause=claim.cause,
        reason=claim.judgement.reason,
        evidence=quotes(claim.judgement.evidence),
        votes=claim.judgement.votes,
        citation=claim.citation,
    )


def _retrieval(item: QuestionResult) -> doc.Retrieval:
    hits = item.head.hits if item.head else ()
    before = {hit.passage.path for hit in item.base.hits} if item.base else set()
    now = {hit.passage.path for hit in hits}
    return doc.Retrieval(
        passages=_passages(hits),
        sources_expected=item.sources_expected,
        sources_found=item.sources_found,
        dropped=tuple(sorted(before - now)),
        added=tuple(sorted(now - before)) if item.base else (),
    )


def _passages(hits: Sequence[Hit]) -> tuple[doc.RetrievedPassage, ...]:
    return tuple(
        doc.RetrievedPassage(
            path=hit.passage.path,
            line_start=hit.passage.line_start,
            line_end=hit.passage.line_end,
            heading=hit.passage.heading,
            score=hit.score,
            hash=hit.passage.hash,
        )
        for hit in hits
    )


def _proposed(entry: BaselineEntry) -> doc.Proposed:
    return doc.Proposed(
        answer=entry.answer,
        state=entry.state,
        passages=tuple(doc.ProposedPassage(path=p.path, heading=p.heading, hash=p.hash) for p in entry.passages),
        claims=tuple(
            doc.ProposedClaim(
                id=claim.id,
                text=claim.text,
                verdict=claim.verdict,
                evidence=tuple(doc.BaselineQuote(path=e.path, quote=e.quote) for e in claim.evidence),
            )
            for claim in entry.claims
        ),
    )


def detail(
    result: RunResult,
    texts: Mapping[str, str],
    pages: Callable[[Side], Mapping[str, Sequence[Passage]]] = lambda _side: {},
) -> Detail:
    """What the page and `explain` show beyond the report.

    Args:
        result: the compared questions.
        texts: reading texts of passages by content hash.
        pages: the pages of a side by path, where evidence is looked up that was found beyond the retrieved passages.
    """
    both = [item for item in result.questions if item.base is not None]
    return Detail(
        passages=texts,
        base_answers={item.id: item.base.answer.text for item in both if item.base},
        base_claims={item.id: _base_claims(item) for item in both},
        base_passages={item.id: _passages(item.base.hits) for item in both if item.base},
        spans={
            (item.id, claim.claim.id): (claim.claim.start, claim.claim.end)
            for item in result.questions
            for claim in item.claims
            if claim.claim.start is not None and claim.claim.end is not None
        },
        rules={(item.id, claim.claim.id): claim.judgement.rule for item in result.questions for claim in item.claims},
        standing={
            (item.id, claim.claim.id): quotes(claim.standing)
            for item in result.questions
            for claim in item.claims
            if claim.standing
        },
        sentences=sentences(result),
        nears=nears(result, pages),
    )


def _base_claims(item: QuestionResult) -> tuple[ClaimView, ...]:
    return tuple(
        ClaimView(
            id=judged.claim.id,
            text=judged.claim.text,
            verdict=judged.judgement.verdict,
            reason=judged.judgement.reason,
            rule=judged.judgement.rule,
            evidence=quotes(judged.judgement.evidence),
            conflict=judged.judgement.conflict,
            start=judged.claim.start,
            end=judged.claim.end,
        )
        for judged in (item.base.claims if item.base else ())
    )
