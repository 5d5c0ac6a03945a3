"""Further answers at head, for claims that the approved answer does not make: does it always say so, did it before?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff.claims import identity
from claimdiff.claude.messages import CallFailedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.comparison.statuses import Pair
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.model import Model
    from claimdiff.pipeline.session import Session
    from claimdiff.prompts import Template
    from claimdiff.records import Hit


@dataclass(frozen=True, kw_only=True)
class Repeats:
    """One question's further answers; nothing is generated before it is asked for. At base only Claude is asked again."""

    session: Session
    question: GoldenQuestion
    pair: Pair

    def rare_at_head(self, claim: str) -> bool:
        """Whether fewer than half of the head answers (the one that was judged among them) make the claim."""
        others = [answer for answer in self._head_answers if answer is not None]
        made = 1 + sum(any(identity.same(claim, text) for text in answer) for answer in others)
        return bool(others) and made * 2 < len(others) + 1

    def unsupported_at_base(self, claim: str) -> bool:
        """Whether the assistant made the claim before the change, too, and without support."""
        said = next((text for text in self._base_answer if identity.same(claim, text)), None)
        if said is None or self.pair.base is None:
            return False
        passages = tuple(hit.passage for hit in self.pair.base.hits)
        [judgement] = self.session.judged([said], passages, self.question.question)
        return judgement.unsupported

    @cached_property
    def _head_answers(self) -> list[tuple[str, ...] | None]:
        model = self.session.model
        if model is None or model.judge is None or self.session.engines.recorded:
            return []
        if model.generator is None:
            return self._by_team(model, model.judge.votes)
        hits = self.pair.head.hits
        return [self._said(hits, self.session.template, vote) for vote in range(1, model.judge.votes + 1)]

    def _by_team(self, model: Model, times: int) -> list[tuple[str, ...] | None]:
        """What the team's own generator says when it is asked again; a given answer is a person's and is not repeated."""
        from claimdiff.pipeline.answering import repeated  # noqa: PLC0415 -- as below

        if self.question.id in self.session.options.answers:
            return []
        try:
            with model.team:
                made = repeated(self.session, self.question, times)
        except CallFailedError:
            return []
        return [tuple(claim.text for claim in one.claims) for one in made]

    @cached_property
    def _base_answer(self) -> tuple[str, ...]:
        if self.session.model is None or self.session.model.generator is None or self.pair.base is None:
            return ()
        return self._said(self.pair.base.hits, self.session.template_at_base, 0) or ()

    def _said(self, hits: Sequence[Hit], template: Template | None, vote: int) -> tuple[str, ...] | None:
        """The claims of one more answer; None where a call failed, which says nothing about the claim."""
        from claimdiff.pipeline.answering import generated  # noqa: PLC0415 -- answering asks for looks in turn

        try:
            made = generated(self.session, self.question, hits, template, vote=vote)
        except CallFailedError:
            return None
        if made.answer.state == "error":
            return None
        return tuple(claim.text for claim in made.claims)
