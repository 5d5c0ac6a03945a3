"""The one place that starts git.

What asks the repository on this machine is started by ourselves, for GitPython takes longer to import than all these
questions take together. What talks to a server, and may hang, goes through GitPython's command wrapper.

Every command runs in the top folder of the repository, with literal pathspecs, without optional locks (a check never
writes, not even the index's cached times), without the variables that a hook's caller leaves behind, and with plain
English messages, because some of them decide what the user is told.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, Any

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

KEPT = (
    "GIT_ALLOW_PROTOCOL",
    "GIT_ASKPASS",
    "GIT_AUTHOR_",
    "GIT_CEILING_DIRECTORIES",
    "GIT_COMMITTER_",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_KEY_",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_VALUE_",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_EXEC_PATH",
    "GIT_HTTP_",
    "GIT_PYTHON_",
    "GIT_SSH",
    "GIT_SSL_",
    "GIT_TERMINAL_PROMPT",
)
"""Beginnings of the variables that say something of the user or the machine. All other GIT_* belong to the git command
that called us (a hook gets GIT_DIR, GIT_INDEX_FILE, GIT_PREFIX, GIT_CONFIG_PARAMETERS…) and would redirect ours."""

_FLAGS = (
    "--no-pager",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.safecrlf=false",
    # `git diff` rewrites the index where only times differ, optional locks or not.
    "-c",
    "diff.autoRefreshIndex=false",
    "-c",
    "core.quotePath=false",
)
_STARTING = threading.Lock()


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What a git command left: exit code, standard output as bytes, standard error as text."""

    code: int
    out: bytes
    err: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Git:
    """Starts git in one folder.

    `options` go before the command (`-c safe.directory=…`), `variables` into its environment (a hook's index file).
    """

    folder: Path
    options: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)

    def with_variables(self, variables: Mapping[str, str]) -> Git:
        """The same with more variables in the environment of each command."""
        return replace(self, variables={**self.variables, **variables})

    def run(self, *arguments: str, stdin: bytes = b"", codes: Sequence[int] = (0,)) -> bytes:
        """Standard output of `git ARGUMENTS`.

        Raises:
            UsageError: git is missing, or ended with a code that is not in `codes`; carries git's own words.
        """
        outcome = self.attempt(*arguments, stdin=stdin)
        if outcome.code not in codes:
            words = outcome.err.strip() or f"exit code {outcome.code}"
            raise UsageError(f"git {arguments[0]} failed in {self.folder}: {words}")
        return outcome.out

    def attempt(self, *arguments: str, stdin: bytes = b"") -> Outcome:
        """Run `git ARGUMENTS` and return whatever came of it. Raises UsageError where git is missing."""
        return _outcome(self.start(*arguments), stdin)

    def ask_server(self, *arguments: str) -> Outcome:
        """Run `git ARGUMENTS` that speak to a remote; GitPython ends the process when nobody waits for it any more."""
        try:
            from git.cmd import Git as Command  # noqa: PLC0415 -- 0.2 s that only a push or a fetch needs to pay
        except ImportError as error:
            raise _missing(error) from error
        with _without_callers_variables():
            process = Command(str(self.folder)).execute(
                self._line(arguments), istream=PIPE, as_process=True, env={"GIT_OPTIONAL_LOCKS": "0", **self.variables}
            )
        return _outcome(process, b"")

    def start(self, *arguments: str) -> Popen[bytes]:
        """Start `git ARGUMENTS` with pipes on all three streams.

        Raises:
            UsageError: git is missing.
        """
        try:
            return Popen(  # noqa: S603 -- git itself, no shell, and options end before what users name
                self._line(arguments), cwd=self.folder, env=self._environment(), stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
        except OSError as error:
            raise _missing(error) from error

    def _line(self, arguments: Sequence[str]) -> list[str]:
        # The variable is GitPython's; who has git in an unusual place says so once.
        git = os.environ.get("GIT_PYTHON_GIT_EXECUTABLE") or "git"
        return [git, *_FLAGS, *self.options, *arguments]

    def _environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not _is_callers(name)}
        return {**own, "LANGUAGE": "C", "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", **self.variables}


def _outcome(process: Any, stdin: bytes) -> Outcome:
    out, err = process.communicate(stdin)
    return Outcome(code=process.returncode, out=out, err=err.decode("utf-8", "replace"))


def _missing(error: Exception) -> UsageError:
    return UsageError(f"git cannot be started: {error}", hint="install git and put it on PATH")


def _is_callers(name: str) -> bool:
    """Whether a variable belongs to the git command that called us."""
    return name.startswith("GIT_") and not name.startswith(KEPT)


@contextmanager
def _without_callers_variables() -> Iterator[None]:
    """GitPython copies `os.environ` at each start and can only add to it, so what must not be seen steps aside."""
    with _STARTING:
        strange = {name: value for name, value in os.environ.items() if _is_callers(name)}
        for name in strange:
            del os.environ[name]
        try:
            yield
        finally:
            os.environ.update(strange)
