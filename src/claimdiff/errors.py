"""The exception tree. Each class carries the exit code and says who can mend it.

```
ClaimdiffError
├── UsageError            2   the user can mend it: settings, golden set, baseline, arguments
│   └── FileProblems      2   several problems of files, all told at once
├── RefusedError          1   accept refused something; the message says why and what to type
├── IncompleteError       4   the world did not answer: API, budget, network, an adapter
└── InterruptedRunError 130   Ctrl-C
```
Anything else that escapes is a bug of ours and ends with 3 and a paste-ready report.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One thing that is wrong with one file.

    `path` is shown as the user knows it; `line` is 1-based or None; `key` is a dotted key or None;
    `message` says what was found and what is allowed; `hint` is the next thing to do or type.
    """

    path: str
    line: int | None = None
    key: str | None = None
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        """`path:line: key: message (hint)`."""
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        key = f" {self.key}:" if self.key else ""
        hint = f"\n    → {self.hint}" if self.hint else ""
        return f"{where}:{key} {self.message}{hint}"


class ClaimdiffError(Exception):
    """Base of all errors that are shown to a user without a traceback."""

    exit_code = 3

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(ClaimdiffError):
    """Wrong settings, files or arguments. Raised by settings, golden, baseline, changes and the commands."""

    exit_code = 2


class FileProblems(UsageError):  # noqa: N818 -- it is a list of problems, each of them an error
    """Every problem that was found in the files, told at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class RefusedError(ClaimdiffError):
    """An acceptance that must not be written. Raised by accept."""

    exit_code = 1


class IncompleteError(ClaimdiffError):
    """The world did not answer: an adapter, the network, a budget."""

    exit_code = 4


class InterruptedRunError(ClaimdiffError):
    """The user pressed Ctrl-C."""

    exit_code = 130
