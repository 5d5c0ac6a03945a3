"""What a run will cost, before it spends anything: the calls that are foreseen, and those that may have to confirm."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.claude.estimate import CallEstimate, Work, estimate
from claimdiff.pipeline import expected
from claimdiff.pipeline.foreseeing import Foresight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from claimdiff.pipeline.chain import Foreseen
    from claimdiff.pipeline.session import Session


def foresee(session: Session, ids: Iterable[str], *, batch: bool = False) -> CallEstimate:
    """What replaying these questions will cost. A batch costs half; what confirms a claim is never sent in one.

    The most that it may cost holds for a run in which every claim has to be confirmed, and never exceeds the caps.
    A question whose calls are all stored was settled by an earlier run, and its confirmations are stored as well.
    """
    if session.model is None:
        return CallEstimate()
    ahead = Foresight(session=session, model=session.model)
    store = ahead.stored.store
    works: list[Work] = []
    more: list[Work] = []
    # What is asked at base depends on what the names of the models stand for, which is being looked up meanwhile.
    begun = [(id_, ahead.sides(id_)) for id_ in ids]
    heads = [next(sides) for _, sides in begun]
    for (id_, rest), head in zip(begun, heads, strict=True):
        wanted = [work for side in (head, *rest) for work in side.works]
        works += wanted
        if any(store.get(work.request) is None for work in wanted):
            more += _confirming(ahead, id_, head)
    likely, beside = estimate(works, store=store, batch=batch), estimate(more)
    limits = session.head.settings.limits
    usd = None if likely.most_usd is None or beside.most_usd is None else likely.most_usd + beside.most_usd
    tokens = likely.most_tokens + beside.most_tokens
    return replace(
        likely,
        most_tokens=tokens if limits.max_tokens is None else min(tokens, limits.max_tokens),
        most_usd=usd if usd is None or limits.max_usd is None else min(usd, limits.max_usd),
        assumed=expected.ASSUMED if likely.calls else "",
    )


def _confirming(ahead: Foresight, id_: str, head: Foreseen) -> Iterator[Work]:
    """What is asked besides, should every claim of an answer be new and without support."""
    judge = ahead.model.judge
    if judge is None:
        return
    question = ahead.session.head.questions[id_]
    passages = [hit.passage for hit in ahead.session.at_head.hits(question)]
    longest = max(head.claims, key=len, default="")
    times = len(head.claims) * (2 + 2 * judge.votes)
    for request in judge.requests([longest], passages, question=question.question) if longest else ():
        yield Work(request=request, output_tokens=expected.judging([longest]), times=times)
    for work in head.again:
        yield replace(work, times=judge.votes + 1)
