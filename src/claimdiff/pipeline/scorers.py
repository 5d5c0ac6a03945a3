"""Who takes answers apart and judges them where there is no golden set: the offline engines, or Claude."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from claimdiff.claims import rules
from claimdiff.judging import lexical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from claimdiff.claims.marking import Marks
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.model import Model
    from claimdiff.records import Claim, Entailment, Judgement, Passage
    from claimdiff.settings import Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """The claims of an answer; `marks` None: the call that found them did not mark it, or there was none."""

    claims: tuple[Claim, ...] = ()
    marks: Marks | None = None


class Scorer(Protocol):
    """The engines of `score`."""

    @property
    def steady(self) -> bool:
        """Whether the judge says the same every time."""

    def claims(self, answer: str, question: str | None, reference: Sequence[str]) -> Taken:
        """The claims of an answer, marked where one call does both; `reference` as in `marks`. Raises IncompleteError."""

    def judge(
        self,
        claims: Sequence[str],
        passages: Sequence[Passage],
        question: str | None,
        entailment: Entailment,
        run: int,
    ) -> tuple[Judgement, ...]:
        """Judgements of claims, in their order; `run` counts repetitions from 0. Raises IncompleteError."""

    def marks(self, question: str | None, answer: str, reference: Sequence[str]) -> Marks | None:
        """How far an answer fits its question and the claims of its reference; None: nobody rates here, words compare.

        Raises IncompleteError.
        """


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflineScorer:
    """Rules and the lexical judge: every run is the same."""

    @property
    def steady(self) -> bool:
        """It is."""
        return True

    def claims(self, answer: str, question: str | None, reference: Sequence[str]) -> Taken:
        """See `Scorer`. Raises nothing."""
        del reference
        return Taken(claims=rules.extract(answer, question=question))

    def judge(
        self,
        claims: Sequence[str],
        passages: Sequence[Passage],
        question: str | None,
        entailment: Entailment,
        run: int,
    ) -> tuple[Judgement, ...]:
        """See `Scorer`. Raises nothing."""
        del run
        return tuple(lexical.judge(claim, passages, question=question, entailment=entailment) for claim in claims)

    def marks(self, question: str | None, answer: str, reference: Sequence[str]) -> None:
        """Words alone cannot tell."""
        del question, answer, reference


OFFLINE = OfflineScorer()


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelScorer:
    """Claude where the settings name it, the offline engines for the rest."""

    model: Model

    @property
    def steady(self) -> bool:
        """A model is not."""
        return self.model.judge is None

    def claims(self, answer: str, question: str | None, reference: Sequence[str]) -> Taken:
        """See `Scorer`."""
        if self.model.extractor is None:
            return OFFLINE.claims(answer, question, reference)
        wanted = reference if self.model.judge is not None and (question or reference) else None
        found = self.model.taken_apart(answer, question or "", (), wanted)
        return Taken(claims=found.claims, marks=found.marks)

    def judge(
        self,
        claims: Sequence[str],
        passages: Sequence[Passage],
        question: str | None,
        entailment: Entailment,
        run: int,
    ) -> tuple[Judgement, ...]:
        """See `Scorer`. A repetition is asked anew, with the passages in another order."""
        if self.model.judge is None:
            return OFFLINE.judge(claims, passages, question, entailment, run)
        judge = replace(self.model.judge, entailment=entailment, run=run)
        return judge.judge(claims, passages, question=question)

    def marks(self, question: str | None, answer: str, reference: Sequence[str]) -> Marks | None:
        """See `Scorer`."""
        judge = self.model.judge
        if judge is None:
            return None
        from claimdiff.judging import marking  # noqa: PLC0415 -- only where a model judges

        return marking.asked(
            question or "", answer, reference, caller=judge.caller, model=judge.model, provider=judge.provider
        )


@contextmanager
def opened(config: Settings, engines: Engines, env: Mapping[str, str], root: Path) -> Iterator[Scorer]:
    """The scorer of these engines, closed at the end.

    Args:
        config: the settings, for their limits.
        engines: who judges and takes answers apart.
        env: the environment, for key and address of a model.
        root: the folder whose `.claimdiff/` keeps replies.

    Raises:
        UsageError, KeyRefusedError: what the provider needs is missing.
    """
    if engines.judge.use != "claude" and engines.extractor.use != "claude":
        yield OFFLINE
        return
    from claimdiff.pipeline.model import build  # noqa: PLC0415 -- only where a model judges

    model = build(engines, config.limits, env, root, reading=True)
    try:
        model.look_up()
        yield ModelScorer(model=model)
    finally:
        model.close()
