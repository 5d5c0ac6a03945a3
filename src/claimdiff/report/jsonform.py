"""report.json in and out. Out: the same value gives the same bytes. In: the file is untrusted data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pydantic import ValidationError

from claimdiff import statefolder
from claimdiff.errors import FileProblems, Problem
from claimdiff.report.document import Report

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

MAX_BYTES = 64 * 1024 * 1024
_SHOWN_PROBLEMS = 10
_SHOWN_CHARACTERS = 80
_LINE_BREAKS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def to_json(report: Report, *, one_line: bool = False) -> str:
    """Return report.json as text: keys in the order of the schema, real code points, a line for each question.

    With `one_line` no character of the text is a line break to any reader, so that reports can stand one a line.
    """
    value = report.model_dump(mode="json")
    if not one_line:
        return statefolder.report_text(value)
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character, escape in _LINE_BREAKS.items():
        text = text.replace(character, escape)
    return text + "\n"


def from_json(data: str | bytes, *, path: str = "report.json", max_bytes: int = MAX_BYTES) -> Report:
    """Read a report that somebody else may have written.

    `path` is how the messages name it. Raises FileProblems: too large, no JSON, another schema version, a wrong field.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > max_bytes:
        raise _problem(path, f"{len(raw):,} bytes; a report is at most {max_bytes:,}")
    if not raw.strip():
        raise _problem(path, "is empty; expected a report.json", hint="claimdiff check --output DIR")
    try:
        return Report.model_validate_json(raw.removeprefix(b"\xef\xbb\xbf"), strict=True)
    except ValidationError as error:
        raise FileProblems(_problems(path, error)) from None


def _problem(path: str, message: str, *, hint: str | None = None) -> FileProblems:
    return FileProblems((Problem(path=path, message=message, hint=hint),))


def _problems(path: str, error: ValidationError) -> tuple[Problem, ...]:
    """Translate what pydantic found; a report of another version or a file that is no report gets one line."""
    errors = error.errors(include_url=False)
    for found in errors:
        if found["type"] == "json_invalid":
            return (Problem(path=path, message=f"is not valid JSON: {found['msg'].removeprefix('Invalid JSON: ')}"),)
        if found["loc"] == ("schema_version",):
            message = f"schema version {_shown(found['input'])} is not known; this claimdiff reads version 1"
            return (Problem(path=path, message=message, hint="run both checks with the same claimdiff"),)
    if any(found["type"] == "missing" and found["loc"] == ("totals",) for found in errors):
        message = "is JSON, but not a report of claimdiff (no `totals`)"
        return (Problem(path=path, message=message, hint="claimdiff check --output DIR writes DIR/report.json"),)
    shown = tuple(_field_problem(path, found) for found in errors[:_SHOWN_PROBLEMS])
    hidden = len(errors) - len(shown)
    more = (Problem(path=path, message=f"and {hidden} more"),) if hidden else ()
    return shown + more


def _field_problem(path: str, found: ErrorDetails) -> Problem:
    key = ".".join(str(part) for part in found["loc"]) or None
    if found["type"] == "extra_forbidden":
        return Problem(path=path, key=key, message="unknown key")
    if found["type"] == "missing":
        return Problem(path=path, key=key, message="is missing")
    return Problem(path=path, key=key, message=f"{found['msg']}; found {_shown(found['input'])}")


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
