"""Real git repositories for tests."""

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
    """A repository in `path`. Its git sees neither the configuration of this machine nor of the person."""

    path: Path

    def git(self, *arguments: str, env: Mapping[str, str] | None = None) -> str:
        """Run git in the repository and return what it prints, stripped."""
        return run_git(self.path, *arguments, env=env)

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


def run_git(folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> str:
    """Run git in a folder with a known person, and return what it prints, stripped."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    person = {"GIT_AUTHOR_NAME": "Robin", "GIT_AUTHOR_EMAIL": "robin@example.com"}
    person |= {"GIT_COMMITTER_NAME": "Robin", "GIT_COMMITTER_EMAIL": "robin@example.com"}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env={**known, **person, **alone, **(env or {})},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, f"git {' '.join(arguments)}: {done.stderr.decode('utf-8', 'replace')}"
    return done.stdout.decode("utf-8", "surrogateescape").strip()
