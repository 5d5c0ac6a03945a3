"""Types of single values: each says what was found where something else is expected."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from claimdiff.yamlfile import scalars
from claimdiff.yamlfile.scalars import Plain, describe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def fault(message: str, hint: str | None = None) -> PydanticCustomError:
    """The error that a validator raises: what was found and what is allowed, and what to do."""
    return PydanticCustomError("fault", "{message}", {"message": message, "hint": hint or ""})


def closest(word: str, options: Iterable[str]) -> str | None:
    """The option that was probably meant, or None."""
    by_folded = {option.casefold().replace("-", "_"): option for option in options}
    near = difflib.get_close_matches(word.casefold().replace("-", "_"), sorted(by_folded), n=1, cutoff=0.6)
    return by_folded[near[0]] if near else None


def _text(value: object) -> str:
    if not isinstance(value, str):
        hint = "put it in quotes if it is the word null or begins with #" if value is None else None
        raise fault(f"a text is expected, found {describe(value)}", hint)
    if not value.strip():
        raise fault(f"a text is expected, found {describe(str(value))}")
    return str(value)


def _any_text(value: object) -> str:
    if not isinstance(value, str):
        raise fault(f"a text is expected, found {describe(value)}")
    return str(value)


def _loose_text(value: object) -> str | None:
    return None if value is None or (isinstance(value, str) and not value.strip()) else _text(value)


def _flag(value: object) -> bool:
    meant = scalars.flag(value)
    if meant is None:
        raise fault(f"true or false is expected, found {describe(value)}", _unquote(value, scalars.flag))
    return meant


def _whole(value: object) -> int:
    meant = scalars.whole(value)
    if meant is None:
        raise fault(f"a whole number is expected, found {describe(value)}", _unquote(value, scalars.whole))
    return meant


def _number(value: object) -> float:
    meant = scalars.number(value)
    if meant is None:
        raise fault(f"a number is expected, found {describe(value)}", _unquote(value, scalars.number))
    return meant


def _unquote(value: object, reader: Callable[[object], object]) -> str | None:
    quoted = isinstance(value, str) and not isinstance(value, Plain) and reader(Plain(value)) is not None
    return "write it without quotes" if quoted else None


def _items(value: object) -> object:
    if isinstance(value, list | tuple):
        return tuple(value)
    hint = f"write [{value}]" if isinstance(value, str) and value.strip() and "\n" not in value else None
    raise fault(f"a list is expected, found {describe(value)}", hint)


def _some_items(value: object) -> object:
    listed = _items(value)
    if not listed:
        raise fault("at least one entry is needed, found an empty list")
    return listed


Text = Annotated[str, BeforeValidator(_text), Field(min_length=1)]
"""A text that is not blank. An unquoted number, boolean or date is the text that stands in the file."""
AnyText = Annotated[str, BeforeValidator(_any_text)]
"""A text, which may be blank."""
LooseText = Annotated[str | None, BeforeValidator(_loose_text)]
"""A text, or None where nothing or only blanks are given."""
Flag = Annotated[bool, BeforeValidator(_flag)]
"""A boolean: unquoted true, false, yes, no, on, off."""
whole = BeforeValidator(_whole)
"""A whole number, unquoted. It stands last in `Annotated`, so that a limit before it shows in the JSON Schema."""
number = BeforeValidator(_number)
"""A number, unquoted; never infinite, never NaN. It stands last, as `whole` does."""
items = BeforeValidator(_items)
"""A list; a single text is refused with the spelling that is meant. It stands last, as `whole` does."""


some_items = BeforeValidator(_some_items)
"""A list that is not empty."""
SOME = Field(json_schema_extra={"minItems": 1})
"""The same for the JSON Schema: pydantic's own limit would count only the entries that are right."""
