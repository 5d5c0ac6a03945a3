"""Scalars whose type the schema decides: an unquoted scalar is kept as the text that stands in the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

TRUE = frozenset({"true", "yes", "on"})
FALSE = frozenset({"false", "no", "off"})
NULL = frozenset({"", "~", "null", "Null", "NULL"})
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_SHOWN = 60


class Plain(str):
    """An unquoted scalar, as it stands in the file."""

    __slots__ = ()


def flag(value: object) -> bool | None:
    """The boolean that a value means, from the closed list true, false, yes, no, on, off (unquoted); None if it is none."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, Plain):
        return None
    word = value.lower()
    return True if word in TRUE else False if word in FALSE else None


def whole(value: object) -> int | None:
    """The whole number that a value means; None if it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, Plain) and _WHOLE.fullmatch(value) else None


def number(value: object) -> float | None:
    """The number that a value means; None if it is none. Infinity and NaN are no numbers here."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    return float(value) if isinstance(value, Plain) and _NUMBER.fullmatch(value) else None


def describe(value: object) -> str:
    """What was found, in words: `the number 3`, `the text "x"`, `a list of 2`, `nothing`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        keys = ", ".join(str(key) for key in list(value)[:3])
        return f"a mapping with the keys {keys}{', …' if len(value) > 3 else ''}" if value else "an empty mapping"  # noqa: PLR2004 -- three keys tell enough
    if isinstance(value, str):
        return _describe_text(value)
    if isinstance(value, Sequence):
        return f"a list of {len(value)}" if value else "an empty list"
    return f"the number {value:g}" if isinstance(value, float) else f"the number {value}"


def _describe_text(value: str) -> str:
    if flag(value) is not None:
        return str(value)
    if number(value) is not None:
        return f"the number {value}"
    shown: Any = value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"
    shown = " ".join(shown.split())
    return f'the text "{shown}"' if value.strip() else "an empty text"
