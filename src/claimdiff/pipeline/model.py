"""Claude in a run: one caller for all workers, and the engines that ask it."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff import statefolder
from claimdiff.claims import claude as extraction
from claimdiff.claude.budget import Budget
from claimdiff.claude.opening import FOLDER, open_caller
from claimdiff.errors import UsageError
from claimdiff.generation import claude as generation
from claimdiff.judging.claude import PROMPT_HASH, ClaudeJudge
from claimdiff.pipeline import regenerating
from claimdiff.records import JudgeIdentity
from claimdiff.settings import ClaudeExtractor, ClaudeGenerator
from claimdiff.settings import ClaudeJudge as JudgeSettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from claimdiff.claude.caller import Caller
    from claimdiff.claude.connection import Connection
    from claimdiff.claude.messages import Usage
    from claimdiff.claude.store import Store
    from claimdiff.pipeline.engines import Engines
    from claimdiff.prompts import Rendered
    from claimdiff.records import Answer, Claim, Hit
    from claimdiff.settings import Limits


@dataclass(frozen=True, kw_only=True)
class Model:
    """The engines of a run that ask Claude; those that do not are None."""

    caller: Caller
    judge: ClaudeJudge | None
    extractor: ClaudeExtractor | None
    generator: ClaudeGenerator | None
    closing: contextlib.ExitStack
    team: threading.Lock = field(default_factory=threading.Lock)
    """Held while the team's own generator answers: it may be a function that cannot do two things at once."""
    round: int = 0
    """The vote of the answers at head: 0, or the round of `accept --regenerate`."""

    def close(self) -> None:
        """Close every connection. What is asked after that opens a new one."""
        self.closing.close()

    def claims(self, answer: str, question: str, approved: Sequence[str]) -> tuple[Claim, ...]:
        """The claims of an answer, taken apart by Claude. Raises what `extraction.taken_apart` raises."""
        return self.taken_apart(answer, question, approved).claims

    def offered(
        self,
        answer: str,
        question: str,
        approved: Sequence[str],
        earlier: Sequence[str],
        reference: Sequence[str] | None,
        store: Store | None = None,
    ) -> Sequence[str]:
        """Which approved claims are offered for an answer by what `store` holds (the run's own); see `extraction.offered`."""
        if self.extractor is None:
            raise AssertionError("the extractor is not Claude")
        return extraction.offered(
            answer,
            question,
            approved,
            earlier,
            store=store or self.caller.store,
            model=self.extractor.model,
            provider=self.extractor.provider,
            reference=reference,
        )

    def taken_apart(
        self, answer: str, question: str, approved: Sequence[str], reference: Sequence[str] | None = None
    ) -> extraction.TakenApart:
        """Claims and marks of an answer by Claude. Raises what `extraction.taken_apart` raises."""
        if self.extractor is None:
            raise AssertionError("the extractor is not Claude")
        return extraction.taken_apart(
            answer,
            question,
            approved,
            caller=self.caller,
            model=self.extractor.model,
            provider=self.extractor.provider,
            reference=reference,
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
        return tuple(dict.fromkeys(one.model for one in self._used))

    @property
    def usage(self) -> Usage:
        """Tokens of all calls so far."""
        return self.caller.budget.used

    @property
    def _used(self) -> tuple[ClaudeJudge | ClaudeExtractor | ClaudeGenerator, ...]:
        return tuple(one for one in (self.judge, self.extractor, self.generator) if one is not None)

    def identity(self, engines: Engines) -> JudgeIdentity:
        """Who judges, with the ids that the names of the models stand for where the service tells them.

        Replies are no source for them: what is compared must not depend on which of them came first.
        """
        extractor = "rules"
        if self.extractor is not None:
            extractor = f"claude {self._id(self.extractor)} {extraction.PROMPT_HASH}"
        if self.judge is None:
            offline = engines.identity
            return JudgeIdentity(
                use=offline.use, model=offline.model, entailment=offline.entailment, extractor=extractor
            )
        return JudgeIdentity(
            use="claude",
            model=self._id(self.judge),
            prompt_hash=PROMPT_HASH,
            entailment=self.judge.entailment,
            extractor=extractor,
        )

    def _id(self, engine: ClaudeJudge | ClaudeExtractor) -> str:
        if engine.provider != "anthropic" or self.caller.lifecycles is None:
            return engine.model
        return self.caller.lifecycles.resolved(engine.model) or engine.model

    def used_up(self) -> None:
        """Every answer of this round was used: the next `--regenerate` asks for other ones."""
        if self.round:
            regenerating.ended(self.caller.store.folder)

    def look_up(self) -> None:
        """Begin to learn what the names of the models stand for, beside other work; no call is made before it is known.

        The service is asked once a day at most.
        """
        if self.caller.lifecycles is not None:
            self.caller.lifecycles.begin(one.model for one in self._used if one.provider == "anthropic")

    def deprecations(self) -> tuple[str, ...]:
        """What a person should know of the models."""
        return self.caller.lifecycles.findings(self.models) if self.caller.lifecycles is not None else ()


def build(
    engines: Engines,
    limits: Limits,
    env: Mapping[str, str],
    root: Path,
    *,
    reading: bool,
    regenerate: bool = False,
    begun: Connection | None = None,
) -> Model:
    """The model side of a run, to be closed, where an engine asks one. Nothing is sent or loaded before a call.

    Args:
        engines: the engines of the run.
        limits: caps, concurrency and time of a call.
        env: the environment, for key, base URL and region.
        root: the repository's root; replies are stored in its `.claimdiff/`.
        reading: whether replies are read from the store.
        regenerate: whether the answers at head are to be other ones than those that are stored.
        begun: a connection that was opened before, which the model closes.

    Raises:
        UsageError, KeyRefusedError: what the provider needs is missing.
    """
    judge = engines.judge if isinstance(engines.judge, JudgeSettings) else None
    extractor = engines.extractor if isinstance(engines.extractor, ClaudeExtractor) else None
    generator = engines.generator if isinstance(engines.generator, ClaudeGenerator) else None
    used = [one for one in (judge, extractor, generator) if one is not None]
    if statefolder.leads_away(root):
        state = root / statefolder.NAME
        raise UsageError(
            f"{state} is a link, so the replies stored there came from elsewhere", hint=f"rm {state}, and run again"
        )
    folder = statefolder.ready(root)
    closing = contextlib.ExitStack()
    opening = open_caller(
        folder / FOLDER,
        env,
        providers=[one.provider for one in used],
        reading=reading,
        budget=Budget(max_usd=limits.max_usd, max_tokens=limits.max_tokens),
        timeout_s=limits.timeout_s,
        concurrency=limits.concurrency,
        begun=begun,
    )
    caller = closing.enter_context(opening)
    asked = None
    if judge is not None:
        asked = ClaudeJudge(
            caller=caller,
            model=judge.model,
            provider=judge.provider,
            entailment=judge.entailment,
            votes=judge.confirm,
        )
    again = regenerating.begun(caller.store.folder) if regenerate and generator is not None else 0
    return Model(caller=caller, judge=asked, extractor=extractor, generator=generator, closing=closing, round=again)
