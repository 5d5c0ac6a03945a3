"""The keys of `claimdiff.yml`, as frozen models: types, defaults and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from claimdiff.records import Cause, Entailment  # noqa: TC001 -- pydantic reads the annotations
from claimdiff.settings.values import (  # noqa: TC001 -- pydantic reads the annotations
    Count,
    Function,
    Glob,
    Headers,
    Language,
    Name,
    RelativePath,
    Root,
    Share,
    Url,
    Votes,
)
from claimdiff.yamlfile import SOME, Flag, Model, Text, choose, fault, items, number, some_items, whole

DEFAULT_MODEL = "claude-haiku-4-5"
Provider = Literal["anthropic", "bedrock", "vertex"]
Sees = Literal["checkout", "merged"]
PromptFormat = Literal["jinja2", "fstring", "mustache", "plain"]


def _some_docs(value: tuple[str, ...]) -> tuple[str, ...]:
    """Several globs in one string, with a comma and a blank between them, are several globs."""
    value = tuple(glob for text in value for part in text.split(", ") if (glob := part.strip()))
    if all(glob.startswith("!") for glob in value):
        raise fault("every glob begins with !, so no page is ever read", "name the pages that are read first")
    return value


class Readers(Model):
    """How pages are read."""

    notebook_outputs: Flag = False


class _Retriever(Model):
    passages: Annotated[int, Field(ge=1, le=100), whole] = 4
    sees: Sees = "checkout"


class Bm25Retriever(_Retriever):
    """The embedded retriever over the docs of the side asked for."""

    use: Literal["bm25"] = "bm25"
    embed: Flag = False


class PythonRetriever(_Retriever):
    """The team's own retriever, a Python function."""

    use: Literal["python"]
    function: Function


class CommandRetriever(_Retriever):
    """The team's own retriever, a program that speaks JSON lines."""

    use: Literal["command"]
    command: Text


class HttpRetriever(_Retriever):
    """The team's own retriever behind a URL."""

    use: Literal["http"]
    url: Url
    headers: Headers = Field(default_factory=dict)


class RecordedGenerator(Model):
    """Replays the approved answer."""

    use: Literal["recorded"] = "recorded"


class ClaudeGenerator(Model):
    """Answers by Claude."""

    use: Literal["claude"]
    model: Text = DEFAULT_MODEL
    provider: Provider = "anthropic"


class PythonGenerator(Model):
    """The team's own generator, a Python function."""

    use: Literal["python"]
    function: Function


class CommandGenerator(Model):
    """The team's own generator, a program that speaks JSON lines."""

    use: Literal["command"]
    command: Text


class HttpGenerator(Model):
    """The team's own generator behind a URL."""

    use: Literal["http"]
    url: Url
    headers: Headers = Field(default_factory=dict)


class RulesExtractor(Model):
    """Sentences and clauses, by rules."""

    use: Literal["rules"] = "rules"


class ClaudeExtractor(Model):
    """Claims by Claude."""

    use: Literal["claude"]
    model: Text = DEFAULT_MODEL
    provider: Provider = "anthropic"


class LexicalJudge(Model):
    """The deterministic judge, without a model. `confirm` is the even number of further votes."""

    use: Literal["lexical"] = "lexical"
    entailment: Entailment = "implied"
    confirm: Votes = 0


class ClaudeJudge(Model):
    """Judgements by Claude. `confirm` is the even number of further votes."""

    use: Literal["claude"]
    model: Text = DEFAULT_MODEL
    provider: Provider = "anthropic"
    entailment: Entailment = "implied"
    confirm: Votes = 2


Retriever = Annotated[
    Annotated[Bm25Retriever, Tag("use: bm25")]
    | Annotated[PythonRetriever, Tag("use: python")]
    | Annotated[CommandRetriever, Tag("use: command")]
    | Annotated[HttpRetriever, Tag("use: http")],
    choose("bm25"),
]
Generator = Annotated[
    Annotated[RecordedGenerator, Tag("use: recorded")]
    | Annotated[ClaudeGenerator, Tag("use: claude")]
    | Annotated[PythonGenerator, Tag("use: python")]
    | Annotated[CommandGenerator, Tag("use: command")]
    | Annotated[HttpGenerator, Tag("use: http")],
    choose("recorded"),
]
Extractor = Annotated[
    Annotated[RulesExtractor, Tag("use: rules")] | Annotated[ClaudeExtractor, Tag("use: claude")], choose("rules")
]
Judge = Annotated[
    Annotated[LexicalJudge, Tag("use: lexical")] | Annotated[ClaudeJudge, Tag("use: claude")], choose("lexical")
]


ExternalRetriever = PythonRetriever | CommandRetriever | HttpRetriever
ExternalGenerator = PythonGenerator | CommandGenerator | HttpGenerator


def _number_or_mapping(value: object) -> str:
    return "use: causes" if isinstance(value, Mapping) else "use: number"


class GateSettings(Model):
    """What makes a check fail. None: not gated. Shares are 0 to 1.

    `max_newly_unsupported` is a number, or one for each cause; a cause that is not named may have none.
    """

    max_newly_unsupported: Annotated[
        Annotated[Count, Tag("use: number")] | Annotated[dict[Cause, Count], Tag("use: causes")],
        Discriminator(_number_or_mapping),
    ] = 0
    outdated: Literal["fail", "warn"] = "fail"
    max_lost: Count | None = None
    max_retrieval_misses: Count | None = None
    min_faithfulness: Share | None = None
    max_drop: Share | None = None
    on_incomplete: Literal["fail", "neutral"] = "fail"


class Limits(Model):
    """What a run may use up. Dollars, tokens, calls at a time, seconds a call."""

    max_usd: Annotated[float, Field(ge=0), number] | None = 1.0
    max_tokens: Annotated[int, Field(ge=1), whole] | None = None
    concurrency: Annotated[int, Field(ge=1, le=256), whole] = 8
    timeout_s: Annotated[float, Field(gt=0, le=3600), number] = 60.0


class PromptFile(Model):
    """A watched prompt. For the first, which is rendered: its format, its parts and the team's names for our variables.

    `system` and `user`: in a YAML prompt the names of the keys that hold these parts, else further prompt files.
    `key`: the dotted key of a YAML prompt under which they stand.
    `variables`: the team's name → ours (`question`, `passages`, `context`).
    """

    path: Glob
    format: PromptFormat | None = None
    system: Text | None = None
    user: Text | None = None
    key: Text | None = None
    variables: dict[str, Literal["question", "passages", "context"]] = Field(default_factory=dict)

    @property
    def rendered_options(self) -> bool:
        """Whether anything is set that only matters for the prompt that is rendered."""
        return bool(self.format or self.system or self.user or self.key or self.variables)


def _prompt(value: object) -> object:
    return {"path": value} if isinstance(value, str) else value


def _first_is_rendered(value: tuple[PromptFile, ...]) -> tuple[PromptFile, ...]:
    for prompt in value[1:]:
        if prompt.rendered_options:
            raise fault(
                f'only the first prompt is rendered; "{prompt.path}" is watched',
                "write its path alone, or put it first",
            )
    return value


class SettingsFile(Model):
    """The keys of `claimdiff.yml`. Paths are relative to `root`, `root` to the folder of the file."""

    name: Name = "docs"
    root: Root = "."
    docs: Annotated[tuple[Glob, ...], SOME, some_items, AfterValidator(_some_docs)] = ("docs/**/*.md",)
    prompts: Annotated[
        tuple[Annotated[PromptFile, BeforeValidator(_prompt, json_schema_input_type=str | PromptFile)], ...],
        items,
        AfterValidator(_first_is_rendered),
    ] = Field(default_factory=tuple)
    golden_set: RelativePath = "golden_set/questions.yml"
    baseline: RelativePath | None = None
    language: Language = "en"
    readers: Readers = Field(default_factory=Readers)
    retriever: Retriever = Field(default_factory=Bm25Retriever)
    generator: Generator = Field(default_factory=RecordedGenerator)
    extractor: Extractor = Field(default_factory=RulesExtractor)
    judge: Judge = Field(default_factory=LexicalJudge)
    gate: GateSettings = Field(default_factory=GateSettings)
    limits: Limits = Field(default_factory=Limits)

    @model_validator(mode="before")
    @classmethod
    def _extractor_follows_judge(cls, value: Any) -> Any:
        """A model that judges also extracts, unless something else is said."""
        judge = value.get("judge") if isinstance(value, Mapping) else None
        if not isinstance(judge, Mapping) or judge.get("use") != "claude" or value.get("extractor") is not None:
            return value
        same = {key: judge[key] for key in ("use", "model", "provider") if isinstance(judge.get(key), str)}
        return {**value, "extractor": same}
