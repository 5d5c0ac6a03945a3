"""Real git repositories for tests. Who commits is said by the home folder of `conftest.py`."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True)
class Repo:
    """A repository with its top folder in `path`."""

    path: Path

    def git(self, *arguments: str) -> str:
        """Run git in the repository and return what it prints, stripped."""
        return run_git(self.path, *arguments)

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file, folders included; text is written as it is, line ends too."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def commit(self, files: Mapping[str, str | bytes] | None = None, message: str = "change") -> str:
        """Write `files`, commit everything there is, and return the commit's id."""
        for name, content in (files or {}).items():
            self.write(name, content)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str) -> None:
        """Start a branch at HEAD and check it out."""
        self.git("checkout", "-q", "-b", name)

    def switch(self, name: str) -> None:
        """Check out a branch or a commit."""
        self.git("checkout", "-q", name)


def new_repo(path: Path, files: Mapping[str, str | bytes] | None = None, *, branch: str = "main") -> Repo:
    """A new repository; with `files` it has one commit that holds them."""
    path.mkdir(parents=True, exist_ok=True)
    repo = Repo(path)
    repo.git("init", "-q", "-b", branch)
    if files is not None:
        repo.commit(files, "first")
    return repo


def clone(source: Repo, path: Path, *options: str) -> Repo:
    """A clone through a file:// address, so that `--depth` works as from a server."""
    path.parent.mkdir(parents=True, exist_ok=True)
    run_git(path.parent, "clone", "-q", *options, f"file://{source.path}", str(path))
    return Repo(path)


def run_git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, without the GIT_* variables that a test plants for the program, and return what it prints."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env={**env, "GIT_CONFIG_NOSYSTEM": "1"}, capture_output=True, check=False
    )
    assert done.returncode == 0, f"git {' '.join(arguments)}: {done.stderr.decode('utf-8', 'replace')}"
    return done.stdout.decode("utf-8", "surrogateescape").strip()
