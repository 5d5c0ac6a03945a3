"""The answers at head: given by a person, recorded, or made by the team's own generator; each with its claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims import rules
from claimdiff.generation import external, recorded
from claimdiff.generation.claude import stand_ins
from claimdiff.pipeline.replaying import Made, extracted
from claimdiff.prompts import Rendered
from claimdiff.records import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.session import Session
    from claimdiff.prompts import Template
    from claimdiff.records import Hit


def answers(session: Session, ids: Sequence[str]) -> dict[str, Made]:
    """Answer and claims at head of every question that is replayed; an answer that failed has the state `error`.

    Raises:
        UsageError: the team's own generator cannot be started.
    """
    given = {id_: session.options.answers[id_] for id_ in ids if id_ in session.options.answers}
    made = {id_: _with_claims(session, id_, _given(text)) for id_, text in given.items()}
    rest = [id_ for id_ in ids if id_ not in given]
    if session.engines.recorded:
        return made | {id_: _recorded(session, id_) for id_ in rest}
    if not rest:
        return made
    if session.engines.generator.use == "claude":
        raise AssertionError("Claude answers question by question")
    config = session.head.settings
    fresh = external.generate(
        [_ask(session, session.head.questions[id_]) for id_ in rest],
        session.engines.generator,
        cwd=config.root_dir,
        limits=config.limits,
    )
    return made | {id_: _with_claims(session, id_, answer) for id_, answer in fresh.items()}


def repeated(session: Session, question: GoldenQuestion, times: int) -> list[Made]:
    """Further answers by the team's own generator at head, each with its claims; those that failed are left out.

    Raises:
        CallFailedError: the claims of one could not be had.
        KeyRefusedError, BudgetReachedError, InterruptedRunError: no further call can be made.
    """
    config = session.head.settings
    found = []
    for _ in range(times):
        answer = external.generate(
            [_ask(session, question)], session.engines.generator, cwd=config.root_dir, limits=config.limits
        )[question.id]
        if answer.state != "error":
            found.append(_with_claims(session, question.id, answer))
    return found


def _given(text: str) -> Answer:
    return Answer(text=text, state=rules.answer_state(text))


def _recorded(session: Session, id_: str) -> Made:
    replayed = recorded.replay(session.head.questions[id_], session.head.entries.get(id_))
    if replayed is None:
        raise AssertionError(f"{id_} was planned without a recorded answer")
    return Made(answer=replayed.answer, claims=replayed.claims)


def generated(
    session: Session, question: GoldenQuestion, hits: Sequence[Hit], template: Template | None, *, vote: int = 0
) -> Made:
    """One answer by Claude with its claims.

    Raises:
        CallFailedError: its claims could not be had.
        KeyRefusedError, BudgetReachedError, InterruptedRunError: no further call can be made.
    """
    if session.model is None:
        raise AssertionError("there is no model in this run")
    answer = session.model.answer(question.question, hits, rendered(question, hits, template), vote)
    return extracted(answer, question, session.head.entries.get(question.id), session)


def rendered(question: GoldenQuestion, hits: Sequence[Hit], template: Template | None) -> Rendered:
    """The prompt of a question as Claude gets it: with pointers to the search results in the place of their text.

    Raises:
        UsageError: the template names something that it does not get.
    """
    passages = stand_ins([hit.passage for hit in hits])
    return template.render(question.question, passages) if template else Rendered(system=None, user="")


def _with_claims(session: Session, id_: str, answer: Answer) -> Made:
    return extracted(answer, session.head.questions[id_], session.head.entries.get(id_), session)


def _ask(session: Session, question: GoldenQuestion) -> external.Ask:
    hits = session.at_head.hits(question)
    template = session.template
    prompt = template.render(question.question, [hit.passage for hit in hits]).text if template else ""
    return external.Ask(id=question.id, question=question.question, hits=hits, prompt=prompt, side="head")
