"""Recorded statements that the words of the question do not find: their own words are searched for as well.

What an assistant says today was written from passages that nobody kept, often by another retriever than the words of
the docs. A statement that the docs hold elsewhere is watched like any other, and only what the question itself found
before, and finds no more, is a retrieval miss.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.comparison import statuses
from claimdiff.comparison.conditions import merely_conditional
from claimdiff.comparison.docsview import DocsView
from claimdiff.records import Hit
from claimdiff.settings import Bm25Retriever

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.baseline import BaselineEntry, BaselineEvidence
    from claimdiff.comparison.quotes import Quotes
    from claimdiff.comparison.results import SideRun
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.retrieving import Searcher
    from claimdiff.pipeline.session import Session
    from claimdiff.records import JudgedClaim, Judgement, Passage

NOTE = "It was found by the words of the claim, not by those of the question."


def applies(session: Session) -> bool:
    """Whether answers are recorded ones, passages those that words find, and asking the judge again costs nothing."""
    judged_here = session.model is None or session.model.judge is None
    return session.engines.recorded and judged_here and isinstance(session.engines.retriever, Bm25Retriever)


def base_widened(session: Session, question: GoldenQuestion, run: SideRun) -> SideRun:
    """The side before, its open claims judged with what their own words find."""
    searcher = session.at_base
    if searcher is None or not applies(session):
        return run
    claims = []
    for claim in run.claims:
        more = searcher.search(claim.claim.text, question) if _open(claim) else ()
        found = _elsewhere(session, question, claim, run.hits, more)
        claims.append(outright(session, searcher, question, found, (*run.hits, *more)))
    return replace(run, claims=tuple(claims))


def head_widened(session: Session, question: GoldenQuestion, pair: statuses.Pair) -> SideRun:
    """The side with the change, its open claims judged like those of base; not those that the question found there."""
    run = pair.head
    if not applies(session) or run.answer.state != "answered":
        return run
    pages = session.at_head.in_scope(question)
    claims = []
    for claim in run.claims:
        more: tuple[Hit, ...] = ()
        if _open(claim) and not statuses.found_before(pair, claim.claim.id):
            held = statuses.holders(pair, claim.claim.id, pages)
            more = (*held, *session.at_head.search(claim.claim.text, question))
        found = _elsewhere(session, question, claim, run.hits, more)
        claims.append(outright(session, session.at_head, question, found, (*run.hits, *more)))
    return replace(run, claims=tuple(claims))


def head_weighed(session: Session, question: GoldenQuestion, pair: statuses.Pair) -> SideRun:
    """The side with the change, after a look at what became of the support at base, and at what the change contradicts."""
    claims = []
    for claim in pair.head.claims:
        judgement = statuses.weighed(pair, claim)
        if judgement.supported and applies(session) and statuses.was_made(pair, claim.claim.id):
            judgement = _contested(session, question, claim, pair.head.hits) or judgement
        claims.append(claim if judgement is claim.judgement else replace(claim, judgement=judgement))
    return replace(pair.head, claims=tuple(claims))


def _contested(session: Session, question: GoldenQuestion, claim: JudgedClaim, hits: Sequence[Hit]) -> Judgement | None:
    """The judgement beside text that the change added where the claim's words find it, if that contradicts the claim."""
    found = beyond(hits, session.at_head.search(claim.claim.text, question))
    fresh = [hit for hit in found if session.docs.adds_to(hit.passage)]
    if not fresh:
        return None
    passages = tuple(hit.passage for hit in (*hits, *fresh))
    [judgement] = session.judged([claim.claim.text], passages, question.question)
    if judgement.verdict != "contradicted" or not judgement.evidence:
        return None
    return judgement if session.docs.added_at(judgement.evidence[0]) is not None else None


def _open(claim: JudgedClaim) -> bool:
    return claim.judgement.verdict in ("unverifiable", "partially_supported")


def _elsewhere(
    session: Session, question: GoldenQuestion, claim: JudgedClaim, hits: Sequence[Hit], more: Sequence[Hit]
) -> JudgedClaim:
    """The claim with its support from elsewhere; as it was where there is none, or only a disputed one."""
    found = beyond(hits, more)
    if not found:
        return claim
    passages = tuple(hit.passage for hit in (*hits, *found))
    [judgement] = session.judged([claim.claim.text], passages, question.question)
    if not judgement.supported:
        return claim
    return replace(claim, judgement=replace(judgement, reason=f"{judgement.reason} {NOTE}"), elsewhere=True)


def outright(
    session: Session, searcher: Searcher, question: GoldenQuestion, claim: JudgedClaim, hits: Sequence[Hit]
) -> JudgedClaim:
    """The claim with what says it outright as its evidence, where a judge took a sentence that says it under a condition.

    Words alone make "If a project has no lock file, …" support for "The project has no lock file." The sentence that
    says so is the one whose fate matters; it is looked for on the pages that were found. As it was where there is none.
    """
    if not applies(session) or not claim.judgement.supported or not _conditional(claim.judgement, claim.claim.text):
        return claim
    taken = {quote.quote for quote in claim.judgement.evidence}
    pages = searcher.in_scope(question)
    rest = [
        passage
        for path in dict.fromkeys(hit.passage.path for hit in hits)
        for passage in pages.get(path, ())
        if not any(piece.source in taken for piece in passage.segments)
    ]
    if not rest:
        return claim
    [other] = session.judged([claim.claim.text], rest, question.question)
    if not other.supported or _conditional(other, claim.claim.text):
        return claim
    return replace(claim, judgement=replace(other, reason=f"{other.reason} {NOTE}") if claim.elsewhere else other)


def _conditional(judgement: Judgement, claim: str) -> bool:
    return bool(judgement.evidence) and all(merely_conditional(quote.quote, claim, "") for quote in judgement.evidence)


def beyond(hits: Sequence[Hit], more: Sequence[Hit]) -> tuple[Hit, ...]:
    """Those of `more` that are not among `hits`, each once."""
    seen = {hit.passage.identity for hit in hits}
    fresh = {hit.passage.identity: hit for hit in more}
    return tuple(hit for key, hit in fresh.items() if key not in seen)


def watched(
    session: Session, searcher: Searcher, question: GoldenQuestion, entry: BaselineEntry | None
) -> tuple[Hit, ...]:
    """Everything of one side that decides about a question: what it finds, and the passages with the approved quotes."""
    hits = searcher.hits(question)
    if entry is None or not applies(session) or not isinstance(session.docs, DocsView):
        return hits
    quotes = session.docs.base if searcher.name == "base" else session.docs.head
    pages = searcher.in_scope(question)
    found = frozenset(segment.source for hit in hits for segment in hit.passage.segments)
    missing = [item for claim in entry.claims for item in claim.evidence if item.quote not in found]
    more = [Hit(passage=passage, score=None) for passage in _holders(missing, quotes, pages)]
    return (*hits, *beyond(hits, more))


def _holders(
    evidence: Sequence[BaselineEvidence], quotes: Quotes, pages: Mapping[str, Sequence[Passage]]
) -> Iterator[Passage]:
    for item in evidence:
        place = quotes.holding(item.quote, item.path)
        passage = quotes.passage(place) if place is not None else None
        if passage is not None and passage.path in pages:
            yield passage


def approved_widened(session: Session, question: GoldenQuestion, entry: BaselineEntry, run: SideRun) -> SideRun:
    """A baseline as a side, with a mark on the claims whose quotes stood in none of the passages that were approved."""
    if not applies(session):
        return run
    known = {(passage.path, passage.heading) for passage in entry.passages}
    pages = session.at_head.in_scope(question)
    held = {
        claim.id: {(found.path, found.heading) for found in _holders(claim.evidence, session.docs.head, pages)}
        for claim in entry.claims
    }
    claims = tuple(
        replace(claim, elsewhere=bool(held[claim.claim.id]) and not held[claim.claim.id] & known)
        for claim in run.claims
    )
    return replace(run, claims=claims)
