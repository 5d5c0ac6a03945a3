"""Votes: the same question again over passages in another order, and what the majority says."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Judgement, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """What came of a vote. `judgement` has all votes in it, the first judgement's own in front.

    `uncertain`: it is not supported, and yet at least half of the votes say so. Votes never turn what was judged
    unsupported into supported; they can take "supported" away.
    """

    judgement: Judgement
    uncertain: bool = False


def order(passages: int, vote: int) -> tuple[int, ...]:
    """The places (0-based) of this many passages in the order of a vote; vote 0 leaves them as they are.

    It hangs on the number of the vote alone, so a vote can be repeated. Two passages or more never stay in place in an
    odd vote.
    """
    places = range(passages)
    if vote == 0:
        return tuple(places)
    # Only `random()` itself is promised to stay the same over versions of Python.
    chance = random.Random(vote)  # noqa: S311 -- shuffles, guards nothing
    drawn = [chance.random() for _ in places]
    shuffled = tuple(sorted(places, key=drawn.__getitem__))
    return shuffled if vote % 2 == 0 or shuffled != tuple(places) else (*shuffled[1:], *shuffled[:1])


def settle(first: Judgement, votes: Sequence[Judgement]) -> Settled:
    """The majority of a judgement and the votes on it. Unscored votes do not count.

    Where votes were asked for and none could be scored, nothing was confirmed: the claim is unscored.
    """
    if first.verdict is None or not votes:
        return Settled(judgement=first)
    cast = [first, *(vote for vote in votes if vote.verdict is not None)]
    if len(cast) == 1:
        return Settled(judgement=replace(votes[0], evidence=(), reason=f"It could not be confirmed. {votes[0].reason}"))
    verdicts: tuple[Verdict, ...] = tuple(vote.verdict for vote in cast if vote.verdict is not None)
    supported = [vote for vote in cast if vote.supported]
    against = [vote for vote in cast if vote.unsupported]
    if first.supported and len(supported) > len(against):
        best, agreeing = first, supported
    else:
        best, agreeing = (_commonest(against) if len(against) > len(supported) or first.supported else first), against
    judgement = replace(best, votes=verdicts, confidence=round(len(agreeing) / len(cast), 2))
    return Settled(judgement=judgement, uncertain=uncertain(judgement))


def uncertain(judgement: Judgement) -> bool:
    """Whether the votes on what is not supported leave it open: at least half of them say supported."""
    supported = sum(verdict == "supported" for verdict in judgement.votes)
    return judgement.unsupported and bool(judgement.votes) and supported * 2 >= len(judgement.votes)


def _commonest(among: Sequence[Judgement]) -> Judgement:
    """The first judgement with the verdict that most of them have; of equally many the one that came first."""
    counted = Counter(vote.verdict for vote in among)
    most = max(counted.values())
    return next(vote for vote in among if counted[vote.verdict] == most)
