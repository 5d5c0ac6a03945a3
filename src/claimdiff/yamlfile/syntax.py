"""What is wrong with the text of a YAML file, in the words of the person who wrote it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.errors import Problem

if TYPE_CHECKING:
    import yaml

_CONFLICT = re.compile(r"^(<<<<<<<|>>>>>>>|\|\|\|\|\|\|\|)( |$)", re.MULTILINE)
_TAB = re.compile(r"^ *\t", re.MULTILINE)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_HALF = re.compile("[\\ud800-\\udfff]")
_PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_WORDS = (
    ("mapping values are not allowed", "no colon is expected here", 'put a text that holds ": " in quotes; if the line above lacks its colon, add it'),
    ("maximum nesting depth", "nested too deep", None),
    ("scanning a directive", "% begins a directive", "put a text that begins with % in quotes"),
    ("block mapping", "this line does not fit the mapping above it", "check the indentation, and quotes that close too early"),
    ("block collection", "this line does not fit the list above it", "start each entry with - and the same indentation"),
    ("flow sequence", "a list [ … ] is not closed, or a comma is missing", None),
    ("flow mapping", "a mapping { … } is not closed, or a comma is missing", None),
    ("could not find expected ':'", "a key without a colon", "write key: value; indent text that goes on over several lines"),
    ("unexpected end of stream", "a quote is opened and never closed", None),
    ("unexpected document indicator", "a quote is opened and never closed", None),
    ("unknown escape character", "an unknown escape in double quotes", "write \\\\ for a backslash, or use single quotes"),
    ("hexdecimal", "an unknown escape in double quotes", "write \\\\ for a backslash, or use single quotes"),
    ("undefined alias", "an alias without an anchor", "put a text that begins with * in quotes"),
    ("did not find expected alphabetic or numeric", "* and & begin an alias or anchor", "put a text that begins with * or & in quotes"),
    ("cannot start any token", "no value may begin with this character", "put a text that begins with @, ` or % in quotes"),
    ("undefined tag handle", "! begins a tag", "put a text that begins with ! in quotes"),
)  # fmt: skip


def too_large(path: str, size: int, limit: int) -> Problem:
    """A file over the size limit."""
    message = f"the file has {size / 1e6:.1f} MB; at most {limit / 1e6:.0f} MB are read"
    return Problem(path=path, message=message, hint="split it, or check that this is the right file")


def not_utf8(path: str, data: bytes, at: int) -> Problem:
    """Bytes that are no UTF-8, with the line of the first."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return Problem(path=path, line=1, message="the file is UTF-16; UTF-8 is needed", hint="save it as UTF-8")
    line = data.count(b"\n", 0, at) + 1
    message = f"the byte 0x{data[at]:02x} is no UTF-8"
    return Problem(path=path, line=line, message=message, hint="save the file as UTF-8")


def conflict_marker(path: str, text: str, hint: str | None) -> Problem | None:
    """The first line that git left in a merge that was not finished."""
    found = _CONFLICT.search(text)
    if not found:
        return None
    message = f"a merge conflict was left in this file (the line begins with {found[1]})"
    return Problem(path=path, line=_line(text, found.start()), message=message, hint=hint or "resolve the conflict")


def forbidden(path: str, text: str) -> Problem | None:
    """The first character that no YAML file may hold, or that YAML takes for a line break though no editor shows one."""
    found = _FORBIDDEN.search(text)
    if not found:
        return None
    message = f"the character U+{ord(found[0]):04X} is not allowed"
    return Problem(
        path=path, line=_line(text, found.start()), message=message, hint="delete it; most editors do not show it"
    )


def half_character(value: str) -> str | None:
    """What is wrong with a scalar that holds half of a surrogate pair, or None."""
    return "half of a surrogate pair (\\ud800 to \\udfff) is no character" if _HALF.search(value) else None


def explain(path: str, text: str, error: yaml.YAMLError) -> Problem:
    """A parser's complaint in plain words, with its line."""
    line = _place(error)
    said = " ".join(str(part) for part in (getattr(error, "context", None), getattr(error, "problem", None)) if part)
    if tabs := [_line(text, found.start()) for found in _TAB.finditer(text)]:
        others = ", ".join(str(number) for number in tabs[1:5]) + (", …" if len(tabs) > 5 else "")  # noqa: PLR2004 -- five lines tell enough
        more = f" (and so are {others})" if others else ""
        message = f"the line is indented with a tab{more}; YAML takes only blanks"
        return Problem(path=path, line=tabs[0], message=message, hint="replace each tab by two blanks")
    if "invalid Unicode character escape" in said or "escape code" in said:
        return _surrogate(path, text, line)
    for words, message, hint in _WORDS:
        if words in said:
            return Problem(path=path, line=line, message=f"not valid YAML: {message} ({said})", hint=hint)
    return Problem(path=path, line=line, message=f"not valid YAML: {said or error}")


def _place(error: yaml.YAMLError) -> int | None:
    """The line of a complaint; for what is never closed, the line where it was opened."""
    marks = [getattr(error, name, None) for name in ("problem_mark", "context_mark")]
    opened = marks[1] is not None and any(word in str(getattr(error, "context", "")) for word in ("quoted", "flow"))
    mark = marks[1] if opened else marks[0] or marks[1]
    return mark.line + 1 if mark else None


def _surrogate(path: str, text: str, line: int | None) -> Problem:
    found = _SURROGATE.search(text)
    at = _line(text, found.start()) if found else line
    pair = _PAIR.search(text)
    if pair and found and pair.start() == found.start():
        high, low = int(pair[1], 16), int(pair[2], 16)
        char = chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        message = f"{pair[0]} is a surrogate pair, which JSON knows and YAML does not"
        return Problem(path=path, line=at, message=message, hint=f"write {char} itself, or \\U{ord(char):08X}")
    shown = found[0] if found else "this escape"
    return Problem(path=path, line=at, message=f"{shown} is half of a surrogate pair, which is no character")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
