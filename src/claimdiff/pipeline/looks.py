"""The second look: before a claim is reported, it is judged with everything that the head docs hold about it.

With a model judge it is then put to the vote, on both sides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.comparison import statuses
from claimdiff.comparison.results import SecondLook
from claimdiff.pipeline.repeats import Repeats
from claimdiff.pipeline.widening import beyond, outright

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.session import Session
    from claimdiff.records import Claim, Hit, JudgedClaim, Passage


def second_looks(session: Session, question: GoldenQuestion, pair: statuses.Pair) -> dict[str, SecondLook]:
    """Second looks, by claim id, at the suspects among the head claims and at the approved claims that went.

    Raises what `Session.judged` raises.
    """
    looks = {}
    repeats = Repeats(session=session, question=question, pair=pair)
    for claim in statuses.suspects(pair):
        found = beyond(pair.head.hits, _more(session, question, pair, claim.claim))
        look = SecondLook(judgement=claim.judgement)
        if found:
            hits = (*pair.head.hits, *found)
            again = replace(claim, judgement=_judged(session, question, claim.claim, hits).judgement)
            again = outright(session, session.at_head, question, again, hits)
            look = SecondLook(judgement=statuses.weighed(pair, again))
        looks[claim.claim.id] = _confirmed(session, question, pair, claim, look, repeats, found)
    for claim in statuses.dropped(pair):
        found = beyond(pair.head.hits, session.at_head.search(claim.claim.text, question))
        looks[claim.claim.id] = _judged(session, question, claim.claim, (*pair.head.hits, *found))
    return looks


def _confirmed(
    session: Session,
    question: GoldenQuestion,
    pair: statuses.Pair,
    claim: JudgedClaim,
    look: SecondLook,
    repeats: Repeats,
    found: Sequence[Hit],
) -> SecondLook:
    """A look after the votes of both sides; offline there are none."""
    judge = session.model.judge if session.model is not None else None
    if judge is None or not look.judgement.unsupported:
        return look
    passages = tuple(hit.passage for hit in (*pair.head.hits, *found))
    [settled] = judge.confirm([claim.claim.text], [look.judgement], passages, question=question.question)
    wobbly = settled.uncertain or not _holds_at_base(session, question, pair, claim)
    if wobbly or not settled.judgement.unsupported or statuses.was_made(pair, claim.claim.id):
        return SecondLook(judgement=settled.judgement, uncertain=wobbly)
    if repeats.rare_at_head(claim.claim.text):
        return SecondLook(judgement=settled.judgement, uncertain=True)
    return SecondLook(judgement=settled.judgement, pre_existing=repeats.unsupported_at_base(claim.claim.text))


def _holds_at_base(session: Session, question: GoldenQuestion, pair: statuses.Pair, claim: JudgedClaim) -> bool:
    """Whether as many votes at base still find the claim supported there; true where base did not make it."""
    before = statuses.supported_before(pair, claim.claim.id)
    judge = session.model.judge if session.model is not None else None
    if before is None or judge is None or pair.base is None:
        return True
    passages: tuple[Passage, ...] = tuple(hit.passage for hit in pair.base.hits)
    [settled] = judge.confirm([before.claim.text], [before.judgement], passages, question=question.question)
    return settled.judgement.supported


def _judged(session: Session, question: GoldenQuestion, claim: Claim, hits: Sequence[Hit]) -> SecondLook:
    passages = tuple(hit.passage for hit in hits)
    [judgement] = session.judged([claim.text], passages, question.question)
    return SecondLook(judgement=judgement)


def _more(session: Session, question: GoldenQuestion, pair: statuses.Pair, claim: Claim) -> tuple[Hit, ...]:
    """What a query with the claim finds, and the passages in scope that still hold the evidence of base."""
    pages = session.at_head.in_scope(question)
    return (*statuses.holders(pair, claim.id, pages), *session.at_head.search(claim.text, question))
