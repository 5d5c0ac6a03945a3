"""Pydantic models over YAML files: every problem of a file at once, in the words of the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Discriminator, ValidationError, ValidationInfo, model_validator

from claimdiff.errors import FileProblems, Problem
from claimdiff.yamlfile.fields import closest, fault
from claimdiff.yamlfile.nodes import dotted
from claimdiff.yamlfile.scalars import Plain, describe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic_core import ErrorDetails

    from claimdiff.yamlfile.nodes import Key, YamlFile

_TAG = "use: "
_LIMITS = {
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:g}",
}


def choose(default: str) -> Discriminator:
    """Which member of a union a mapping means, by its key `use`; members are tagged `Tag("use: NAME")`."""

    def tag(value: object) -> str | None:
        if isinstance(value, Mapping):
            use = value.get("use", default)
            return _TAG + use if isinstance(use, str) else None
        return _TAG + value.use if isinstance(value, BaseModel) and hasattr(value, "use") else None

    return Discriminator(tag)


@dataclass(kw_only=True, slots=True)
class _Unknown:
    """Unknown keys that the models met, in the order of reading."""

    found: list[tuple[Mapping[str, Any], str, tuple[str, ...]]] = field(default_factory=list)


class Model(BaseModel):
    """Base of the file models: frozen, no unknown keys; a section that is left empty means its defaults."""

    # A file has one outermost model; building those inside it for themselves too would take as long as reading it.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, cls):
            return value
        if not isinstance(value, Mapping):
            tight = isinstance(value, Plain) and re.match(r"[\w-]+:\S", value)
            hint = "write a blank after each colon" if tight else f"keys: {', '.join(cls.model_fields)}"
            raise fault(f"a mapping is expected, found {describe(value)}", hint)
        fields = cls.model_fields
        if isinstance(info.context, _Unknown):
            info.context.found += [(value, key, tuple(fields)) for key in value if key not in fields]
            value = {key: content for key, content in value.items() if key in fields}
        return {
            key: content
            for key, content in value.items()
            if content is not None or key not in fields or fields[key].default_factory is None
        }


ModelT = TypeVar("ModelT", bound=Model)


def read_model(model: type[ModelT], file: YamlFile) -> ModelT:
    """The file's values as a model.

    Raises:
        FileProblems: every problem of the file, in the order of its lines.
    """
    if file.root is None:
        keys = ", ".join(model.model_fields)
        empty = Problem(path=file.path, line=1, message="the file is empty", hint=f"keys: {keys}")
        raise FileProblems((*file.problems, empty))
    unknown = _Unknown()
    problems = list(file.problems)
    read = None
    try:
        read = model.model_validate(file.root, context=unknown)
    except ValidationError as error:
        problems += [_problem(file, details) for details in error.errors(include_url=False)]
    for holder, key, allowed in unknown.found:
        problems.append(_unknown_key(file, (*(_locate(file.root, holder) or ()), key), allowed))
    if problems or read is None:
        raise FileProblems(tuple(sorted(problems, key=lambda problem: problem.line or 0)))
    return read


def _unknown_key(file: YamlFile, loc: tuple[Key, ...], allowed: Iterable[str]) -> Problem:
    key = str(loc[-1])
    near = closest(key, allowed)
    hint = "write a blank after the -" if key.startswith("-") else f"did you mean {near}?" if near else None
    message = f"unknown key; allowed are {', '.join(allowed)}"
    return Problem(path=file.path, line=file.line(loc), key=dotted(loc), message=message, hint=hint)


def _locate(value: Any, wanted: object) -> tuple[Key, ...] | None:
    if value is wanted:
        return ()
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, content in inner:
        if (below := _locate(content, wanted)) is not None:
            return (key, *below)
    return None


def _problem(file: YamlFile, details: ErrorDetails) -> Problem:
    loc = _in_file(file.root, details["loc"])
    if details["loc"][-1:] == ("[key]",):
        return _unknown_key(file, loc, re.findall(r"'([^']*)'", str(details.get("ctx", {}).get("expected"))))
    kind, context = details["type"], details.get("ctx", {})
    message, hint = details["msg"], None
    if kind == "fault":
        message, hint = context["message"], context["hint"] or None
    elif kind == "missing":
        loc = (*loc, details["loc"][-1])
        message = "this key is needed and is not there"
    elif kind == "literal_error":
        message, hint = _not_allowed(details["input"], re.findall(r"'([^']*)'", str(context["expected"])))
    elif kind == "union_tag_invalid":
        loc = (*loc, "use")
        allowed = [tag.strip("' ").removeprefix(_TAG) for tag in str(context["expected_tags"]).split(",")]
        message, hint = _not_allowed(str(context["tag"]).removeprefix(_TAG), allowed)
    elif kind == "union_tag_not_found":
        message = f"a mapping with the key use is expected, found {describe(details['input'])}"
    elif kind in _LIMITS:
        message = f"{_LIMITS[kind].format(**context)} is expected, found {describe(details['input'])}"
    else:
        message = f"{message}, found {describe(details['input'])}"
    return Problem(path=file.path, line=file.line(loc), key=dotted(loc), message=message, hint=hint)


def _not_allowed(found: object, allowed: list[str]) -> tuple[str, str | None]:
    near = closest(found, allowed) if isinstance(found, str) else None
    words = f"one of {', '.join(allowed)}" if len(allowed) > 1 else allowed[0]
    return f"{words} is expected, found {describe(found)}", f"did you mean {near}?" if near else None


def _in_file(root: Any, loc: tuple[Key, ...]) -> tuple[Key, ...]:
    """The part of a model's location that stands in the file: tags of unions and inserted keys are left out."""
    found: list[Key] = []
    value = root
    for key in loc:
        inside = (isinstance(value, dict) and key in value) or (
            isinstance(value, list) and isinstance(key, int) and key < len(value)
        )
        if inside:
            found.append(key)
            value = value[key]
    return tuple(found)
