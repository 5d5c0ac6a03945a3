"""`questions.yml`: the golden set."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from claimdiff import yamlfile
from claimdiff.errors import FileProblems, Problem
from claimdiff.settings.values import Glob, RelativePath  # noqa: TC001 -- pydantic reads the annotations
from claimdiff.yamlfile import SOME, Flag, LooseText, Model, Text, YamlFile, dotted, fault, items, some_items

if TYPE_CHECKING:
    from collections.abc import Iterator

_ID = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?")
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))})


def checked_id(value: str) -> str:
    """An id that can be a file name on every system and an argument of `accept`.

    Raises:
        PydanticCustomError: other characters, too long, or a name that Windows keeps for itself.
    """
    if not is_id(value):
        allowed = "letters (A-Z, a-z), digits, . _ and - (at most 100; no . or - at the start, no . at the end)"
        raise fault(f'an id of {allowed} is expected, found the text "{value}"')
    if value.partition(".")[0].lower() in _RESERVED:
        raise fault(f'"{value}" cannot be a file name on Windows', "choose another id")
    return value


def is_id(value: str) -> bool:
    """Whether a text may be an id: letters, digits, `.`, `_` and `-`, at most 100, no leading or trailing dot."""
    return _ID.fullmatch(value) is not None


Id = Annotated[Text, AfterValidator(checked_id), Field(json_schema_extra={"pattern": f"^{_ID.pattern}$"})]


class ClaimFile(Model):
    """A claim of the reference answer."""

    id: Id | None = None
    text: Text


def _claim(value: object) -> object:
    return {"text": value} if value is None or isinstance(value, str) else value


class QuestionFile(Model):
    """A golden question."""

    id: Id
    question: Text
    answer: LooseText = None
    claims: Annotated[
        tuple[Annotated[ClaimFile, BeforeValidator(_claim, json_schema_input_type=str | ClaimFile)], ...], items
    ] = Field(default_factory=tuple)
    sources: Annotated[tuple[RelativePath, ...], items] = Field(default_factory=tuple)
    scope: Annotated[tuple[Glob, ...], items] = Field(default_factory=tuple)
    answerable: Flag | None = None
    tags: Annotated[tuple[Text, ...], items] = Field(default_factory=tuple)
    draft: Flag = False


class GoldenFile(Model):
    """The keys of `questions.yml`."""

    questions: Annotated[tuple[QuestionFile, ...], SOME, some_items]


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenClaim:
    """A claim of the reference answer; without an id of its own it gets one from its text. `line` is 1-based."""

    id: str | None
    text: str
    line: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenQuestion:
    """A golden question. `line` (of its id) and `answer_line` are 1-based lines of the golden set."""

    id: str
    question: str
    answer: str | None = None
    claims: tuple[GoldenClaim, ...] = ()
    sources: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    answerable: bool | None = None
    tags: tuple[str, ...] = ()
    draft: bool = False
    line: int | None = None
    answer_line: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenSet:
    """All golden questions of a file, in its order."""

    path: str
    questions: tuple[GoldenQuestion, ...]

    def by_id(self) -> dict[str, GoldenQuestion]:
        """The questions by their ids."""
        return {question.id: question for question in self.questions}


def parse(text: str, *, path: str) -> GoldenSet:
    """Read a golden set; `path` is how the file is called in messages.

    Raises:
        FileProblems: every problem of the file at once; no question at all is one.
    """
    file = yamlfile.load(text, path=path, conflict_hint="keep the questions of both sides, each id once")
    problems = list(_duplicates(file))
    read = None
    try:
        read = yamlfile.read_model(GoldenFile, file)
    except FileProblems as found:
        problems += found.problems
    if problems or read is None:
        raise FileProblems(tuple(sorted(problems, key=lambda problem: problem.line or 0)))
    return GoldenSet(path=path, questions=tuple(_question(file, at, q) for at, q in enumerate(read.questions)))


def _question(file: YamlFile, at: int, read: QuestionFile) -> GoldenQuestion:
    loc = ("questions", at)
    claims = tuple(
        GoldenClaim(id=claim.id, text=claim.text, line=file.line((*loc, "claims", n)))
        for n, claim in enumerate(read.claims)
    )
    return GoldenQuestion(
        id=read.id,
        question=read.question,
        answer=read.answer,
        claims=claims,
        sources=read.sources,
        scope=read.scope,
        answerable=read.answerable,
        tags=read.tags,
        draft=read.draft,
        line=file.line((*loc, "id")),
        answer_line=file.line((*loc, "answer")) if read.answer else None,
    )


def _duplicates(file: YamlFile) -> Iterator[Problem]:
    """Ids that stand twice; a baseline file is named after the id, so upper and lower case must not be all the difference."""
    questions = file.root.get("questions") if isinstance(file.root, dict) else None
    if not isinstance(questions, list):
        return
    yield from _twice(file, ("questions",), questions, "question")
    for at, question in enumerate(questions):
        claims = question.get("claims") if isinstance(question, dict) else None
        if isinstance(claims, list):
            yield from _twice(file, ("questions", at, "claims"), claims, "claim")


def _twice(file: YamlFile, loc: tuple[str | int, ...], entries: list[object], noun: str) -> Iterator[Problem]:
    first: dict[str, tuple[str, int | None]] = {}
    for at, entry in enumerate(entries):
        found = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(found, str) or not found.strip():
            continue
        here = (*loc, at, "id")
        line = file.line(here)
        other, other_line = first.setdefault(found.casefold(), (found, line))
        if first[found.casefold()][1] is line and other is found:
            continue
        message = f'two {noun}s have the id "{found}": on line {other_line} and on line {line}'
        if other != found:
            message = f'the {noun} ids "{other}" (line {other_line}) and "{found}" (line {line}) differ only in case'
        yield Problem(path=file.path, line=line, key=dotted(here), message=message, hint="give one of them another id")
