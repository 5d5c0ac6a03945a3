"""Start claimdiff and git as a user does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "golden_set"
PROGRAM = Path(sys.executable).with_name("claimdiff")
"""The command as pip installed it beside the Python that runs the tests."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """What a finished program left: exit code, stdout and stderr."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Return stdout read as JSON."""
        return json.loads(self.out)

    def lines(self) -> list[Any]:
        """Return stdout read as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def claimdiff(*args: str | Path, cwd: Path, stdin: str = "", env: Mapping[str, str] | None = None) -> Run:
    """Run the command in a process of its own; never raises for an exit code."""
    command = [str(PROGRAM), *map(str, args)]
    done = subprocess.run(
        command, cwd=cwd, input=stdin, capture_output=True, encoding="utf-8", env=env, timeout=120, check=False
    )
    return Run(code=done.returncode, out=done.stdout, err=done.stderr)


def unmeasured() -> dict[str, str]:
    """The environment without coverage's variables: where a process may not write, coverage could not either."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}


def git(*args: str, cwd: Path) -> str:
    """Run git and return what it prints, without blanks at the ends."""
    return subprocess.run(["git", *args], cwd=cwd, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def commit(repo: Path, message: str = "change") -> str:
    """Commit everything in the repository and return the commit's id."""
    git("add", "--all", cwd=repo)
    git("commit", "--quiet", "--allow-empty", "--message", message, cwd=repo)
    return git("rev-parse", "HEAD", cwd=repo)


def sample_repository(folder: Path, name: str, *, without: Iterable[str] = ()) -> Path:
    """Make a git repository of a sample product on its default branch, everything committed."""
    shutil.copytree(GOLDEN / name, folder, ignore=shutil.ignore_patterns(".claimdiff", *without))
    git("init", "--quiet", "--initial-branch=main", cwd=folder)
    commit(folder, "start")
    return folder


def replace(path: Path, old: str, new: str) -> None:
    """Edit a file by one exact replacement; the old text must be there once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")
