"""Putting claims to Claude: calls of a few claims, what was not answered once more in a smaller call, then unscored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.claude.messages import CallFailedError
from claimdiff.judging.claude.checking import Checked, Checker
from claimdiff.judging.claude.joining import mixed_up
from claimdiff.judging.claude.reading import read
from claimdiff.judging.claude.request import Case, batches, named, request, smaller
from claimdiff.judging.votes import Settled, order, settle, uncertain
from claimdiff.records import Judgement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.claude.caller import Caller
    from claimdiff.claude.messages import Reply, Request
    from claimdiff.records import Entailment, Passage

_NO_PASSAGE = Judgement(
    verdict="unverifiable", reason="There is no passage to judge by.", rule="no-passage", confidence=1.0
)


@dataclass(frozen=True, kw_only=True)
class ClaudeJudge:
    """Judges by Claude. One for a run and safe for several threads; `model` and `provider` as in the settings.

    `votes` is the even number of further votes (setting `confirm`). `run` is 0, or the number of a repetition of
    everything, whose calls are calls of their own over passages in other orders.
    """

    caller: Caller
    model: str
    provider: str = "anthropic"
    entailment: Entailment = "implied"
    votes: int = 2
    run: int = 0

    def judge(
        self, claims: Sequence[str], passages: Sequence[Passage], *, question: str | None = None
    ) -> tuple[Judgement, ...]:
        """Judge claims against passages, in their order.

        What could not be judged (a failed call, a reply that gives no verdict twice) is unscored, with the reason.
        A "supported" that the offline judge doubts is put to the vote.

        Raises:
            KeyRefusedError, BudgetReachedError, UsageError, InterruptedRunError: see `Caller.ask`. Replies that came
                before are in the store, so the next run does not ask for them again.
        """
        checked = self._once(claims, passages, question, vote=0)
        doubtful = {claim: checked[claim].judgement for claim in checked if checked[claim].doubt}
        settled = dict(zip(doubtful, self._voted(doubtful, passages, question), strict=True))
        return tuple(
            _told(settled[claim].judgement, checked[claim].doubt) if claim in settled else checked[claim].judgement
            for claim in claims
        )

    def confirm(
        self,
        claims: Sequence[str],
        firsts: Sequence[Judgement],
        passages: Sequence[Passage],
        *,
        question: str | None = None,
    ) -> tuple[Settled, ...]:
        """Vote on claims that were judged before against the same passages; `firsts` are those judgements.

        What was put to the vote already, or is unscored, is not asked again. Raises what `judge` raises.
        """
        open_ = {claim: first for claim, first in zip(claims, firsts, strict=True) if first.verdict and not first.votes}
        settled = dict(zip(open_, self._voted(open_, passages, question), strict=True))
        return tuple(
            settled.get(claim) or Settled(judgement=first, uncertain=uncertain(first))
            for claim, first in zip(claims, firsts, strict=True)
        )

    def requests(
        self, claims: Sequence[str], passages: Sequence[Passage], *, question: str | None = None
    ) -> tuple[Request, ...]:
        """The calls that `judge` will make if all goes well. For an estimate, and for batches."""
        if not _readable(passages):
            return ()
        case, cut = self._case(passages, question, vote=self._number(0)), batches(named(claims))
        return tuple(request(case, batch, more_follow=len(cut) > 1) for batch in cut)

    def _number(self, vote: int) -> int:
        return self.run * (self.votes + 1) + vote

    def _case(self, passages: Sequence[Passage], question: str | None, *, vote: int) -> Case:
        return Case(
            passages=tuple(passages[at] for at in order(len(passages), vote)),
            model=self.model,
            provider=self.provider,
            question=question,
            entailment=self.entailment,
            vote=vote,
        )

    def _voted(
        self, firsts: dict[str, Judgement], passages: Sequence[Passage], question: str | None
    ) -> tuple[Settled, ...]:
        votes = [
            self._once(tuple(firsts), passages, question, vote=vote) if firsts else {}
            for vote in range(1, self.votes + 1)
        ]
        return tuple(settle(first, [vote[claim].judgement for vote in votes]) for claim, first in firsts.items())

    def _once(
        self, claims: Sequence[str], passages: Sequence[Passage], question: str | None, *, vote: int
    ) -> dict[str, Checked]:
        """Every claim judged once, equal ones together."""
        names = named(claims)
        if not _readable(passages):
            return {claim: Checked(judgement=_NO_PASSAGE) for claim in names.values()}
        case, cut = self._case(passages, question, vote=self._number(vote)), batches(names)
        found: dict[str, Checked] = {}
        for batch in cut:
            found |= self._batch(case, batch, more_follow=len(cut) > 1)
        return {claim: found[name] for name, claim in names.items()}

    def _batch(self, case: Case, claims: Mapping[str, str], *, more_follow: bool) -> dict[str, Checked]:
        """One call, and a second chance for the claims that it gave nothing usable for. By id."""
        try:
            found, missing = judged(self.caller.ask(request(case, claims, more_follow=more_follow)), claims, case)
        except CallFailedError as problem:
            return _unscored(dict.fromkeys(claims, str(problem)))
        for part in smaller({name: claims[name] for name in missing}, len(claims)):
            again = request(case, part, again=True)
            try:
                late, still = judged(self.caller.ask(again), part, case)
            except CallFailedError as problem:
                found |= _unscored({name: f"{missing[name]}; asked again: {problem}" for name in part})
                continue
            found |= late | _unscored({name: f"{why}, also when asked again" for name, why in still.items()})
            if still:
                self.caller.discard(again)
        return found


def judged(reply: Reply, claims: Mapping[str, str], case: Case) -> tuple[dict[str, Checked], dict[str, str]]:
    """A reply as judgements of the claims by their ids, and why there is none for the others. Pure."""
    reading = read(reply, tuple(claims))
    checker = Checker(passages=case.passages, question=case.question, entailment=case.entailment)
    strange = mixed_up(claims, reading.entries)
    found = {name: checker.check(claims[name], entry) for name, entry in reading.entries.items() if name not in strange}
    reasons = {**reading.missing, **dict.fromkeys(strange, "Claude's quotes for it belong to another claim")}
    return found, {name: reasons[name] for name in claims if name in reasons}


def _told(judgement: Judgement, doubt: str) -> Judgement:
    """A judgement that says why it was put to the vote."""
    if judgement.verdict is None:
        return judgement
    return replace(judgement, reason=f"{judgement.reason} (Put to the vote, since {doubt.rstrip('.')}.)".strip())


def _unscored(reasons: Mapping[str, str]) -> dict[str, Checked]:
    return {
        claim: Checked(judgement=Judgement(verdict=None, reason=f"Not judged: {why.rstrip('.')}.", rule="unscored"))
        for claim, why in reasons.items()
    }


def _readable(passages: Sequence[Passage]) -> bool:
    return any(passage.segments for passage in passages)
