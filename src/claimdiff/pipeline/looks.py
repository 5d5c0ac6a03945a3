"""The second look: before a claim is reported, it is judged with everything that the head docs hold about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.comparison import statuses
from claimdiff.comparison.results import SecondLook

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.session import Session
    from claimdiff.records import Claim, Hit


def second_looks(session: Session, question: GoldenQuestion, pair: statuses.Pair) -> dict[str, SecondLook]:
    """Second looks, by claim id, at the suspects among the head claims and at the approved claims that went."""
    looks = {}
    for claim in statuses.suspects(pair):
        found = _beyond(pair.head.hits, _more(session, question, pair, claim.claim))
        looks[claim.claim.id] = _judged(session, question, claim.claim, (*pair.head.hits, *found))
    for claim in statuses.dropped(pair):
        found = _beyond(pair.head.hits, session.at_head.search(claim.claim.text, question))
        looks[claim.claim.id] = _judged(session, question, claim.claim, (*pair.head.hits, *found))
    return looks


def _judged(session: Session, question: GoldenQuestion, claim: Claim, hits: Sequence[Hit]) -> SecondLook:
    passages = tuple(hit.passage for hit in hits)
    return SecondLook(judgement=session.engines.judged(claim.text, passages, question.question))


def _more(session: Session, question: GoldenQuestion, pair: statuses.Pair, claim: Claim) -> tuple[Hit, ...]:
    """What a query with the claim finds, and the passages in scope that still hold the evidence of base."""
    pages = session.at_head.in_scope(question)
    return (*statuses.holders(pair, claim.id, pages), *session.at_head.search(claim.text, question))


def _beyond(hits: Sequence[Hit], more: Sequence[Hit]) -> tuple[Hit, ...]:
    """Those of `more` that are not among `hits`, each once."""
    seen = {(hit.passage.path, hit.passage.line_start) for hit in hits}
    fresh = {(hit.passage.path, hit.passage.line_start): hit for hit in more}
    return tuple(hit for key, hit in fresh.items() if key not in seen)
