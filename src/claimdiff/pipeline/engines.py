"""Who retrieves, answers, takes apart and judges in this run, after `--offline` and a missing key have had their say."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.comparison.results import Finding
from claimdiff.errors import UsageError
from claimdiff.judging import LEXICAL
from claimdiff.records import JudgeIdentity
from claimdiff.settings import Bm25Retriever, ClaudeGenerator, LexicalJudge, RecordedGenerator, RulesExtractor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.pipeline.options import Options
    from claimdiff.records import Judgement, Passage
    from claimdiff.settings import Extractor, Generator, Judge, Retriever, Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Engines:
    """The engines of a run, as settings. Two runs with equal engines are comparable."""

    retriever: Retriever
    generator: Generator
    extractor: Extractor
    judge: Judge
    language: str
    reader: object
    _judged: dict[object, tuple[tuple[Passage, ...], Judgement]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def recorded(self) -> bool:
        """Whether answers are replayed from the baseline."""
        return self.generator.use == "recorded"

    @property
    def offline(self) -> bool:
        """Whether no engine of the run calls a model."""
        return "claude" not in (self.generator.use, self.extractor.use, self.judge.use)

    @property
    def identity(self) -> JudgeIdentity:
        """The offline judge, as baseline and report name it; for Claude see `Session.identity`."""
        return JudgeIdentity(
            use="lexical", model=LEXICAL, entailment=self.judge.entailment, extractor=self.extractor.use
        )

    def judged(self, claim: str, passages: Sequence[Passage], question: str | None) -> Judgement:
        """What the offline judge says of one claim against passages; the same question is put to it once.

        Both sides share the passages of unchanged pages, so they are told apart by being the same objects. They are
        kept with the judgement, since an object that is gone may leave its place to another.
        """
        key = (claim, question, *map(id, passages))
        if key not in self._judged:
            self._judged[key] = (tuple(passages), self._judge(claim, passages, question))
        return self._judged[key][1]

    def _judge(self, claim: str, passages: Sequence[Passage], question: str | None) -> Judgement:
        from claimdiff.judging import lexical  # noqa: PLC0415 -- a check with nothing to do needs no judge

        return lexical.judge(claim, passages, question=question, entailment=self.judge.entailment, weighed=False)


def refuse_programs(settings: Settings) -> None:
    """A run with rights on somebody else's change starts no program that a repository names.

    Raises:
        UsageError: the settings name one.
    """
    for key, engine in (("retriever", settings.retriever), ("generator", settings.generator)):
        if engine.use in {"python", "command"}:
            raise UsageError(
                f"`{key}: {{use: {engine.use}}}` runs code, which is refused for a pull_request_target event",
                hint="let the workflow run on: pull_request, which has no secrets and no rights",
            )


def retriever_of(settings: Settings, *, offline: bool) -> Retriever:
    """Who retrieves under these settings: offline no service is asked, and the words of the docs are searched."""
    if offline and settings.retriever.use == "http":
        return Bm25Retriever(passages=settings.retriever.passages)
    return settings.retriever


def embeds(retriever: Retriever) -> bool:
    """Whether questions are searched by meaning too."""
    return isinstance(retriever, Bm25Retriever) and retriever.embed


def choose(settings: Settings, options: Options) -> tuple[Engines, tuple[Finding, ...]]:
    """The engines of a run, and the finding `no_key` where a missing key decided.

    Raises:
        UsageError: the settings name an engine that this version does not have, or new answers cannot be had.
    """
    offline, has_key = options.offline, options.has_key
    if options.regenerate and isinstance(settings.generator, RecordedGenerator):
        settings = replace(settings, generator=ClaudeGenerator(use="claude"))
    models = [one for one in (settings.generator, settings.extractor, settings.judge) if one.use == "claude"]
    key_needed = any(one.provider == "anthropic" for one in models)
    without = bool(models) and (offline or (key_needed and not has_key))
    if options.regenerate and settings.generator.use == "claude" and without:
        raise UsageError("new answers need Claude", hint="set ANTHROPIC_API_KEY, and leave --offline out")
    if options.batch and not models:
        raise UsageError("--batch sends calls to Claude together, and no engine asks it", hint="add --regenerate")
    engines = Engines(
        retriever=retriever_of(settings, offline=offline),
        generator=RecordedGenerator()
        if (settings.generator.use == "claude" and without) or (offline and settings.generator.use == "http")
        else settings.generator,
        extractor=RulesExtractor() if without else settings.extractor,
        judge=LexicalJudge(entailment=settings.judge.entailment)
        if without and not isinstance(settings.judge, LexicalJudge)
        else settings.judge,
        language=settings.language,
        reader=settings.readers,
    )
    if not without or offline:
        return engines, ()
    message = "no key, so recorded answers were judged by the offline judge; nothing was generated"
    return engines, (Finding(kind="no_key", message=message),)
