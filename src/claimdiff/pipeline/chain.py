"""The calls that one answer will likely need, one after the other: it is given, taken apart, and judged.

What is stored already tells what comes next: the answer of a stored reply is the one that will be taken apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.claims import claude as extraction
from claimdiff.claims import rules
from claimdiff.claude.caller import Caller
from claimdiff.claude.estimate import Work
from claimdiff.claude.messages import CallFailedError
from claimdiff.generation import claude as generation
from claimdiff.pipeline import expected, marking
from claimdiff.pipeline.answering import rendered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.claude.messages import Reply, Request
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.model import Model
    from claimdiff.prompts import Template
    from claimdiff.records import Answer, Hit

USUAL = ("It does one thing under a condition.", "It does another thing with a value.") * 2
"""Stands for the claims of an answer that nobody knows yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Foreseen:
    """Calls of one side of one question. Those in `sure` will be made as they stand, those in `likely` much like that."""

    sure: tuple[Work, ...] = ()
    likely: tuple[Work, ...] = ()
    again: tuple[Work, ...] = ()
    """An answer and its claims once more, as they are asked for to confirm a claim."""
    claims: tuple[str, ...] = ()
    answer: Answer | None = None
    """None where nobody knows it yet."""
    marked: bool = False
    """Whether a call that takes the answer apart marks it."""

    @property
    def works(self) -> tuple[Work, ...]:
        """All calls that are expected."""
        return self.sure + self.likely


@dataclass(kw_only=True)
class Stored(Caller):
    """A caller that knows what was paid for, and asks nobody."""

    def ask(self, request: Request) -> Reply:
        """A stored reply.

        Raises:
            CallFailedError: there is none.
        """
        reply = self.store.get(request)
        if reply is None:
            raise CallFailedError("missing", "it is not stored")
        return reply

    def discard(self, request: Request) -> None:
        """Leave the store as it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Chain:
    """The calls for one question on one side, with what is retrieved and what was approved there."""

    model: Model
    stored: Stored
    question: GoldenQuestion
    hits: Sequence[Hit]
    entry: BaselineEntry | None
    approved: tuple[Sequence[str], Sequence[str]] = ((), ())
    """The claims that are approved at head and at base."""

    def answered(self, template: Template | None, vote: int = 0) -> Foreseen:
        """Those of an answer by Claude under a prompt: what is stored of it says what follows."""
        if self.model.generator is None:
            raise AssertionError("the generator is not Claude")
        request = generation.request(
            self.question.question,
            self.hits,
            rendered(self.question, self.hits, template),
            model=self.model.generator.model,
            provider=self.model.generator.provider,
            vote=vote,
        )
        approved = self.entry.answer if self.entry is not None else self.question.answer
        work = Work(request=request, output_tokens=expected.answering(approved))
        try:
            answer = generation.answer(self.stored.ask(request), self.hits)
            after = self.taken_apart(answer)
        except CallFailedError:
            after = self.guessed()
        return replace(after, sure=(work, *after.sure), again=(work, *after.again))

    def guessed(self) -> Foreseen:
        """The calls after an answer that nobody knows: much like those for what was approved."""
        claims = [claim.text for claim in (self.entry or self.question).claims]
        if not claims and self.question.answer:
            claims = [claim.text for claim in rules.extract(self.question.answer, question=self.question.question)]
        claims = claims or list(USUAL)
        works: tuple[Work, ...] = ()
        extractor = self.model.extractor
        reference = marking.likely_reference(self.model, self.question)
        if extractor is not None:
            calls = extraction.foreseen(
                claims,
                self.question.question,
                self.approved[0],
                model=extractor.model,
                provider=extractor.provider,
                reference=reference,
            )
            more = _marks(reference, calls)
            works = tuple(Work(request=one, output_tokens=expected.extracting(texts) + more) for one, texts in calls)
        after = self.judged(claims, sure=False)
        return replace(
            after, likely=works + after.likely, again=works, marked=reference is not None and len(works) == 1
        )

    def _extracting(self, text: str, approved: Sequence[str], reference: Sequence[str] | None) -> tuple[Work, ...]:
        """The calls that take an answer apart."""
        if self.model.extractor is None:
            return ()
        requests = extraction.requests(
            text,
            self.question.question,
            approved,
            model=self.model.extractor.model,
            provider=self.model.extractor.provider,
            reference=reference,
        )
        tokens = expected.extracting([text]) // max(1, len(requests)) + _marks(reference, requests)
        return tuple(Work(request=request, output_tokens=tokens) for request in requests)

    def taken_apart(self, answer: Answer) -> Foreseen:
        """Those that follow an answer that is known."""
        if answer.state != "answered":
            return Foreseen(answer=answer)
        extractor = self.model.extractor
        if extractor is None:
            found = rules.extract(answer.text, question=self.question.question)
            after = self.judged([claim.text for claim in found], sure=True)
            return replace(after, answer=answer)
        reference = marking.wanted(self.model, self.question, answer.text)
        sure = True
        try:
            approved = self.model.offered(
                answer.text, self.question.question, *self.approved, reference, self.stored.store
            )
            works = self._extracting(answer.text, approved, reference)
            found = extraction.taken_apart(
                answer.text,
                self.question.question,
                approved,
                caller=self.stored,
                model=extractor.model,
                provider=extractor.provider,
                reference=reference,
            ).claims
        except CallFailedError as problem:
            if problem.kind == "too_long":
                return Foreseen(answer=answer, marked=True)
            found, sure = rules.extract(answer.text, question=self.question.question), False
        after = self.judged([claim.text for claim in found], sure=sure)
        told = reference is not None and len(works) == 1
        return replace(after, sure=works + after.sure, again=works, answer=answer, marked=told)

    def judged(self, claims: Sequence[str], *, sure: bool) -> Foreseen:
        """Those that judge these claims; `sure` says whether they are the ones that will be judged."""
        judge = self.model.judge
        if judge is None or not claims:
            return Foreseen(claims=tuple(claims))
        passages = [hit.passage for hit in self.hits]
        requests = judge.requests(claims, passages, question=self.question.question)
        each = expected.judging(claims) // max(1, len(requests))
        works = tuple(Work(request=request, output_tokens=each) for request in requests)
        return Foreseen(sure=works if sure else (), likely=() if sure else works, claims=tuple(claims))


def _marks(reference: Sequence[str] | None, calls: Sequence[object]) -> int:
    """Tokens of the marks in a reply that takes an answer apart; only one that sees all of it has any."""
    return expected.marking(reference) if reference is not None and len(calls) == 1 else 0
