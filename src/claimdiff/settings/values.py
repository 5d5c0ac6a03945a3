"""Types of single settings: what is allowed, said in words where something else was found."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from claimdiff.yamlfile import Text, fault, number, whole

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


def _root(value: str) -> str:
    if "\\" in value or value.startswith("~"):
        raise fault(f'a folder relative to the config file is expected, found the text "{value}"')
    return value


def is_name(value: str) -> bool:
    """Whether a text may be the name of an assistant: letters, digits, `.`, `_` and `-`, at most 64."""
    return _NAME.fullmatch(value) is not None


def _name(value: str) -> str:
    if not is_name(value):
        raise fault(f'letters (A-Z, a-z), digits, . _ and - are expected (at most 64), found the text "{value}"')
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
            # The value may hold a secret beside the name of the variable, so it is not shown.
            message = f'the header {name} names the environment; only "env:CLAIMDIFF_…" is read, alone and whole'
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
Votes = Annotated[int, Field(ge=0, le=20), whole, AfterValidator(_even)]
Count = Annotated[int, Field(ge=0), whole]
Name = Annotated[Text, AfterValidator(_name)]
Root = Annotated[Text, AfterValidator(_root)]
Language = Annotated[Text, AfterValidator(_language)]
Share = Annotated[float, Field(ge=0, le=1), number]
