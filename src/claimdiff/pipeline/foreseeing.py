"""The calls that a run will make, before it makes them: for the estimate, and to send them together as batches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.claims import rules
from claimdiff.claude.budget import Budget
from claimdiff.claude.estimate import Work
from claimdiff.generation import recorded
from claimdiff.pipeline import expected, marking
from claimdiff.pipeline.chain import USUAL, Chain, Stored
from claimdiff.pipeline.replaying import stands_in
from claimdiff.records import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.chain import Foreseen
    from claimdiff.pipeline.model import Model
    from claimdiff.pipeline.session import Session
    from claimdiff.records import Hit


@dataclass(frozen=True, kw_only=True)
class Foresight:
    """Looks ahead in one session, which has a model, with what is stored now."""

    session: Session
    model: Model
    stored: Stored = field(init=False)

    def __post_init__(self) -> None:
        caller = self.model.caller
        kept = replace(caller.store, reading=caller.store.holds_any)
        stored = Stored(connection=caller.connection, store=kept, budget=Budget())
        object.__setattr__(self, "stored", stored)

    def sides(self, id_: str) -> Iterator[Foreseen]:
        """The calls of a question, head first."""
        session = self.session
        question = session.head.questions[id_]
        head = self._marked(self._head(question), question)
        yield head
        if session.base is None or session.at_base is None:
            return
        old, entry = session.base.questions.get(id_), session.base.entries.get(id_)
        if old is None and entry is None:
            return
        asked = old or question
        hits = session.at_base.hits(asked)
        chain = self._chain(asked, hits, session.head.entries.get(id_))
        if entry is not None or session.engines.recorded:
            if entry is not None and stands_in(entry, hits, session):
                return
            before = recorded.replay(old, entry)
            if before is not None:
                yield chain.judged([claim.text for claim in before.claims], sure=True)
        elif self.model.generator is not None:
            yield chain.answered(session.template_at_base)
        else:
            yield chain.judged(head.claims, sure=False)

    def _chain(self, question: GoldenQuestion, hits: Sequence[Hit], entry: BaselineEntry | None) -> Chain:
        approved = self.session.approved(question.id)
        return Chain(model=self.model, stored=self.stored, question=question, hits=hits, entry=entry, approved=approved)

    def _head(self, question: GoldenQuestion) -> Foreseen:
        session, entry = self.session, self.session.head.entries.get(question.id)
        chain = self._chain(question, session.at_head.hits(question), entry)
        given = session.options.answers.get(question.id)
        if given is not None:
            return chain.taken_apart(Answer(text=given, state=rules.answer_state(given)))
        if self.model.generator is not None:
            return chain.answered(session.template, self.model.round)
        if session.engines.recorded:
            replayed = recorded.replay(question, entry)
            claims = [claim.text for claim in replayed.claims] if replayed is not None else []
            after = chain.judged(claims, sure=True)
            return replace(after, answer=replayed.answer if replayed is not None else None)
        return chain.guessed()

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
