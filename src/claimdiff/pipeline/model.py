"""Claude in a run: one caller for all workers, and the engines that ask it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.claims import claude as extraction
from claimdiff.claude.budget import Budget
from claimdiff.claude.caller import Caller
from claimdiff.claude.connection import connect
from claimdiff.claude.lifecycle import Lifecycles, lookup
from claimdiff.claude.store import Store
from claimdiff.generation import claude as generation
from claimdiff.judging.claude import PROMPT_HASH, ClaudeJudge
from claimdiff.records import JudgeIdentity
from claimdiff.settings import ClaudeExtractor, ClaudeGenerator
from claimdiff.settings import ClaudeJudge as JudgeSettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from claimdiff.claude.messages import Reply, Request, Usage
    from claimdiff.pipeline.engines import Engines
    from claimdiff.prompts import Rendered
    from claimdiff.records import Answer, Claim, Hit
    from claimdiff.settings import Limits

STATE = ".claimdiff"


@dataclass(kw_only=True)
class Tracked(Caller):
    """A caller that remembers as what the service resolved each model."""

    resolved: dict[str, str] = field(default_factory=dict)
    _names: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, request: Request) -> Reply:
        """See `Caller.ask`."""
        reply = super().ask(request)
        with self._names:
            self.resolved[request.model] = reply.model
        return reply


@dataclass(frozen=True, kw_only=True)
class Model:
    """The engines of a run that ask Claude; those that do not are None."""

    caller: Tracked
    judge: ClaudeJudge | None
    extractor: ClaudeExtractor | None
    generator: ClaudeGenerator | None
    lifecycles: Lifecycles

    def claims(self, answer: str, question: str, approved: Sequence[str]) -> tuple[Claim, ...]:
        """The claims of an answer, taken apart by Claude. Raises what `extraction.extract` raises."""
        if self.extractor is None:
            raise AssertionError("the extractor is not Claude")
        return extraction.extract(
            answer,
            question,
            approved,
            caller=self.caller,
            model=self.extractor.model,
            provider=self.extractor.provider,
        )

    def answer(self, question: str, hits: Sequence[Hit], rendered: Rendered, vote: int = 0) -> Answer:
        """An answer by Claude; `vote` 1 and up are further ones. Raises what `generation.generate` raises."""
        if self.generator is None:
            raise AssertionError("the generator is not Claude")
        return generation.generate(
            question,
            hits,
            rendered,
            caller=self.caller,
            model=self.generator.model,
            provider=self.generator.provider,
            vote=vote,
        )

    @property
    def models(self) -> tuple[str, ...]:
        """The models that are used, as the settings name them."""
        used = (self.judge, self.extractor, self.generator)
        return tuple(dict.fromkeys(one.model for one in used if one is not None))

    @property
    def usage(self) -> Usage:
        """Tokens of all calls so far."""
        return self.caller.budget.used

    def identity(self, engines: Engines) -> JudgeIdentity:
        """Who judges, with the model as the service resolved it, where a call was made."""
        extractor = "rules"
        if self.extractor is not None:
            name = self.caller.resolved.get(self.extractor.model, self.extractor.model)
            extractor = f"claude {name} {extraction.PROMPT_HASH}"
        if self.judge is None:
            offline = engines.identity
            return JudgeIdentity(
                use=offline.use, model=offline.model, entailment=offline.entailment, extractor=extractor
            )
        return JudgeIdentity(
            use="claude",
            model=self.caller.resolved.get(self.judge.model, self.judge.model),
            prompt_hash=PROMPT_HASH,
            entailment=self.judge.entailment,
            extractor=extractor,
        )


def build(engines: Engines, limits: Limits, env: Mapping[str, str], root: Path, *, reading: bool) -> Model | None:
    """The model side of a run, None where no engine asks a model.

    Args:
        engines: the engines of the run.
        limits: caps, concurrency and time of a call.
        env: the environment, for key, base URL and region.
        root: the repository's root; replies are stored in its `.claimdiff/`.
        reading: whether replies are read from the store.

    Raises:
        UsageError, KeyRefusedError: what the provider needs is missing.
    """
    judge = engines.judge if isinstance(engines.judge, JudgeSettings) else None
    extractor = engines.extractor if isinstance(engines.extractor, ClaudeExtractor) else None
    generator = engines.generator if isinstance(engines.generator, ClaudeGenerator) else None
    first = judge or extractor or generator
    if first is None:
        return None
    connection = connect(first.provider, env)
    folder = root / STATE / "responses"
    lifecycles = Lifecycles(look=lookup(connection.clients), folder=folder)
    caller = Tracked(
        connection=connection,
        store=Store(folder=folder, reading=reading),
        budget=Budget(max_usd=limits.max_usd, max_tokens=limits.max_tokens),
        timeout_s=limits.timeout_s,
        concurrency=limits.concurrency,
        lifecycles=lifecycles,
    )
    asked = None
    if judge is not None:
        asked = ClaudeJudge(
            caller=caller,
            model=judge.model,
            provider=judge.provider,
            entailment=judge.entailment,
            votes=judge.confirm,
        )
    return Model(caller=caller, judge=asked, extractor=extractor, generator=generator, lifecycles=lifecycles)
