"""The calls that a run will make, before it makes them: for the estimate, and to send them together as batches.

What is stored already tells what comes next: the answer of a stored reply is the one that will be taken apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.claims import claude as extraction
from claimdiff.claims import rules
from claimdiff.claude.budget import Budget
from claimdiff.claude.caller import Caller
from claimdiff.claude.estimate import Work
from claimdiff.claude.messages import CallFailedError
from claimdiff.generation import claude as generation
from claimdiff.generation import recorded
from claimdiff.pipeline import expected, marking
from claimdiff.pipeline.answering import rendered
from claimdiff.pipeline.replaying import stands_in
from claimdiff.records import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.claude.messages import Reply, Request
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.model import Model
    from claimdiff.pipeline.session import Session
    from claimdiff.prompts import Template
    from claimdiff.records import Hit

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


@dataclass(frozen=True, kw_only=True)
class Foresight:
    """Looks ahead in one session, which has a model."""

    session: Session
    model: Model
    stored: Stored = field(init=False)

    def __post_init__(self) -> None:
        caller = self.model.caller
        stored = Stored(connection=caller.connection, store=caller.store, budget=Budget())
        object.__setattr__(self, "stored", stored)

    def sides(self, id_: str) -> Iterator[Foreseen]:
        """The calls of a question, head first."""
        session = self.session
        question = session.head.questions[id_]
        hits = session.at_head.hits(question)
        head = self._marked(self._head(question, hits), question)
        yield head
        if session.base is None or session.at_base is None:
            return
        old, entry = session.base.questions.get(id_), session.base.entries.get(id_)
        if old is None and entry is None:
            return
        asked = old or question
        hits = session.at_base.hits(asked)
        if entry is not None or session.engines.recorded:
            if entry is not None and stands_in(entry, hits, session):
                return
            before = recorded.replay(old, entry)
            if before is not None:
                yield self._judged([claim.text for claim in before.claims], asked, hits, sure=True)
        elif self.model.generator is not None:
            yield self._answered(asked, hits, session.template_at_base, None)
        else:
            yield self._judged(head.claims, asked, hits, sure=False)

    def _head(self, question: GoldenQuestion, hits: Sequence[Hit]) -> Foreseen:
        session, entry = self.session, self.session.head.entries.get(question.id)
        given = session.options.answers.get(question.id)
        if given is not None:
            return self._taken_apart(Answer(text=given, state=rules.answer_state(given)), question, hits, entry)
        if self.model.generator is not None:
            return self._answered(question, hits, session.template, entry, self.model.round)
        if session.engines.recorded:
            replayed = recorded.replay(question, entry)
            claims = [claim.text for claim in replayed.claims] if replayed is not None else []
            after = self._judged(claims, question, hits, sure=True)
            return replace(after, answer=replayed.answer if replayed is not None else None)
        return self._guessed(question, hits, entry)

    def _marked(self, head: Foreseen, question: GoldenQuestion) -> Foreseen:
        """With the call for the marks of an answer that no other call marks."""
        if head.marked:
            return head
        approved = self.session.head.entries.get(question.id)
        text = approved.answer if approved is not None else question.answer
        answer = head.answer or Answer(text=text or " ".join(USUAL), state="answered")
        request = marking.apart(self.model, question, answer)
        if request is None:
            return head
        tokens = expected.marking(marking.reference_of(question, head.answer.text if head.answer else None))
        work = Work(request=request, output_tokens=tokens)
        if head.answer is None:
            return replace(head, likely=(*head.likely, work))
        return replace(head, sure=(*head.sure, work))

    def _answered(
        self,
        question: GoldenQuestion,
        hits: Sequence[Hit],
        template: Template | None,
        entry: BaselineEntry | None,
        vote: int = 0,
    ) -> Foreseen:
        if self.model.generator is None:
            raise AssertionError("the generator is not Claude")
        request = generation.request(
            question.question,
            hits,
            rendered(question, hits, template),
            model=self.model.generator.model,
            provider=self.model.generator.provider,
            vote=vote,
        )
        approved = entry.answer if entry is not None else question.answer
        work = Work(request=request, output_tokens=expected.answering(approved))
        try:
            answer = generation.answer(self.stored.ask(request), hits)
            after = self._taken_apart(answer, question, hits, entry)
        except CallFailedError:
            after = self._guessed(question, hits, entry)
        return replace(after, sure=(work, *after.sure), again=(work, *after.again))

    def _guessed(self, question: GoldenQuestion, hits: Sequence[Hit], entry: BaselineEntry | None) -> Foreseen:
        """The calls after an answer that nobody knows: much like those for what was approved."""
        claims = [claim.text for claim in (entry or question).claims]
        if not claims and question.answer:
            claims = [claim.text for claim in rules.extract(question.answer, question=question.question)]
        claims = claims or list(USUAL)
        works: tuple[Work, ...] = ()
        extractor = self.model.extractor
        reference = marking.wanted(self.model, question, None)
        if extractor is not None:
            calls = extraction.foreseen(
                claims,
                question.question,
                [claim.text for claim in entry.claims] if entry else [],
                model=extractor.model,
                provider=extractor.provider,
                reference=reference,
            )
            more = _marks(reference, calls)
            works = tuple(Work(request=one, output_tokens=expected.extracting(texts) + more) for one, texts in calls)
        after = self._judged(claims, question, hits, sure=False)
        return replace(
            after, likely=works + after.likely, again=works, marked=reference is not None and len(works) == 1
        )

    def _extracting(
        self, text: str, question: GoldenQuestion, approved: Sequence[str], reference: Sequence[str] | None
    ) -> tuple[Work, ...]:
        """The calls that take an answer apart."""
        if self.model.extractor is None:
            return ()
        requests = extraction.requests(
            text,
            question.question,
            approved,
            model=self.model.extractor.model,
            provider=self.model.extractor.provider,
            reference=reference,
        )
        tokens = expected.extracting([text]) // max(1, len(requests)) + _marks(reference, requests)
        return tuple(Work(request=request, output_tokens=tokens) for request in requests)

    def _taken_apart(
        self, answer: Answer, question: GoldenQuestion, hits: Sequence[Hit], entry: BaselineEntry | None
    ) -> Foreseen:
        if answer.state != "answered":
            return Foreseen(answer=answer)
        extractor = self.model.extractor
        if extractor is None:
            found = rules.extract(answer.text, question=question.question)
            after = self._judged([claim.text for claim in found], question, hits, sure=True)
            return replace(after, answer=answer)
        approved = [claim.text for claim in entry.claims] if entry is not None else []
        reference = marking.wanted(self.model, question, answer.text)
        sure = True
        try:
            works = self._extracting(answer.text, question, approved, reference)
            found = extraction.taken_apart(
                answer.text,
                question.question,
                approved,
                caller=self.stored,
                model=extractor.model,
                provider=extractor.provider,
                reference=reference,
            ).claims
        except CallFailedError as problem:
            if problem.kind == "too_long":
                return Foreseen(answer=answer, marked=True)
            found, sure = rules.extract(answer.text, question=question.question), False
        after = self._judged([claim.text for claim in found], question, hits, sure=sure)
        told = reference is not None and len(works) == 1
        return replace(after, sure=works + after.sure, again=works, answer=answer, marked=told)

    def _judged(self, claims: Sequence[str], question: GoldenQuestion, hits: Sequence[Hit], *, sure: bool) -> Foreseen:
        judge = self.model.judge
        if judge is None or not claims:
            return Foreseen(claims=tuple(claims))
        passages = [hit.passage for hit in hits]
        requests = judge.requests(claims, passages, question=question.question)
        each = expected.judging(claims) // max(1, len(requests))
        works = tuple(Work(request=request, output_tokens=each) for request in requests)
        return Foreseen(sure=works if sure else (), likely=() if sure else works, claims=tuple(claims))


def _marks(reference: Sequence[str] | None, calls: Sequence[object]) -> int:
    """Tokens of the marks in a reply that takes an answer apart; only one that sees all of it has any."""
    return expected.marking(reference) if reference is not None and len(calls) == 1 else 0
