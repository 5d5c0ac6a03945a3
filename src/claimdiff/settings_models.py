"""The keys of `claimdiff.yml`, as frozen models: types, defaults and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from claimdiff.records import Cause, Entailment  # noqa: TC001 -- pydantic reads the annotations
from claimdiff.yamlfile import Flag, Model, Number, Text, Whole, choose, fault, items

DEFAULT_MODEL = "claude-haiku-4-5"
Provider = Literal["anthropic", "bedrock", "vertex"]
Sees = Literal["checkout", "merged"]
PromptFormat = Literal["jinja2", "fstring", "mustache", "plain"]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_LANGUAGE = re.compile(r"auto|[a-z]{2,3}(-[A-Za-z]{2,4})?")
_FUNCTION = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_ENV = re.compile(r"env:CLAIMDIFF_[A-Z0-9_]+")


def relative_path(value: str) -> str:
    """A path below root, normalised.

    Raises:
        PydanticCustomError: absolute, with backslashes, or leaving root.
    """
    if "\\" in value or "\0" in value or "\n" in value:
        raise fault(f'a path with / is expected, found the text "{value}"')
    if value.startswith(("/", "~")) or re.match(r"[A-Za-z]:", value):
        raise fault(f'a path relative to root is expected, found the text "{value}"')
    if ".." in PurePosixPath(value).parts:
        raise fault(f'a path inside root is expected, found the text "{value}"', "set root to the folder that holds it")
    return PurePosixPath(value).as_posix()


def _glob(value: str) -> str:
    body = value.removeprefix("!")
    relative_path(body.removeprefix("/"))
    return value


def _some_docs(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise fault("at least one glob is expected, found an empty list", 'for example ["docs/**/*.md"]')
    if all(glob.startswith("!") for glob in value):
        raise fault("every glob begins with !, so no page is ever read", "name the pages that are read first")
    return value


def _root(value: str) -> str:
    if "\\" in value or value.startswith("~"):
        raise fault(f'a folder relative to the config file is expected, found the text "{value}"')
    return value


def _name(value: str) -> str:
    if not _NAME.fullmatch(value):
        raise fault(f'letters, digits, . _ and - are expected (at most 64), found the text "{value}"')
    return value


def _language(value: str) -> str:
    if not _LANGUAGE.fullmatch(value):
        raise fault(f'auto or a language code such as en, de, pt-BR is expected, found the text "{value}"')
    return value


def _function(value: str) -> str:
    if not _FUNCTION.fullmatch(value):
        raise fault(f'package.module:function is expected, found the text "{value}"')
    return value


def _url(value: str) -> str:
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.hostname or re.search(r"\s", value):
        raise fault(f'a URL with http:// or https:// is expected, found the text "{value}"')
    if parts.username or parts.password:
        raise fault("the URL holds a user name or password", 'use headers: {Authorization: "env:CLAIMDIFF_TOKEN"}')
    return value


def _headers(value: dict[str, str]) -> dict[str, str]:
    for name, content in value.items():
        if not _HEADER.fullmatch(name):
            raise fault(f'the name of a header is expected, found the text "{name}"')
        if re.search(r"[\r\n\0]", content):
            raise fault(f"the header {name} has a line break")
        if ("env:" in content or "${" in content) and not _ENV.fullmatch(content):
            message = f'the header {name} names the environment as "{content}"; only "env:CLAIMDIFF_…" is read, alone and whole'
            raise fault(message, f'{name}: "env:CLAIMDIFF_TOKEN", with the whole value in that variable')
    return value


def _even(value: int) -> int:
    if value % 2:
        raise fault(f"an even number is expected (0, 2, 4, …), found the number {value}", "a tie of votes is uncertain")
    return value


RelativePath = Annotated[Text, AfterValidator(relative_path)]
Glob = Annotated[Text, AfterValidator(_glob)]
Function = Annotated[Text, AfterValidator(_function)]
Url = Annotated[Text, AfterValidator(_url)]
Headers = Annotated[dict[str, Text], AfterValidator(_headers)]
Votes = Annotated[Whole, Field(ge=0, le=20), AfterValidator(_even)]
Count = Annotated[Whole, Field(ge=0)]
Share = Annotated[Number, Field(ge=0, le=1)]


class Readers(Model):
    """How pages are read."""

    notebook_outputs: Flag = False


class _Retriever(Model):
    passages: Annotated[Whole, Field(ge=1, le=100)] = 4
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

    max_usd: Annotated[Number, Field(ge=0)] | None = 1.0
    max_tokens: Annotated[Whole, Field(ge=1)] | None = None
    concurrency: Annotated[Whole, Field(ge=1, le=256)] = 8
    timeout_s: Annotated[Number, Field(gt=0, le=3600)] = 60.0


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

    name: Annotated[Text, AfterValidator(_name)] = "docs"
    root: Annotated[Text, AfterValidator(_root)] = "."
    docs: Annotated[tuple[Glob, ...], items, AfterValidator(_some_docs)] = ("docs/**/*.md",)
    prompts: Annotated[
        tuple[Annotated[PromptFile, BeforeValidator(_prompt, json_schema_input_type=str | PromptFile)], ...],
        items,
        AfterValidator(_first_is_rendered),
    ] = Field(default_factory=tuple)
    golden_set: RelativePath = "golden_set/questions.yml"
    baseline: RelativePath | None = None
    language: Annotated[Text, AfterValidator(_language)] = "en"
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
