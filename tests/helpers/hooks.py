"""The hooks as a team has them: pre-commit clones a tag of this repository and installs it into an environment of its own.

Nothing is downloaded: the packages that claimdiff needs are those of the environment in which the tests run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from helpers.program import PROGRAM, ROOT, Run
from helpers.repos import Repo, new_repo

if TYPE_CHECKING:
    from collections.abc import Mapping

TAG = "v1.0"
_PACKAGED = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".pre-commit-hooks.yaml", "src", "golden_set")


@dataclass(frozen=True, kw_only=True, slots=True)
class PreCommit:
    """pre-commit with its own folder, in which the hooks of `source` at `TAG` are installed once."""

    source: Repo
    folder: Path
    packages: Path

    @property
    def env(self) -> dict[str, str]:
        """The environment of a person who commits."""
        return {
            **os.environ,
            "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}",
            "PRE_COMMIT_HOME": str(self.folder),
            "PYTHONPATH": str(self.packages),
        }

    def config(self, *ids: str) -> str:
        """A .pre-commit-config.yaml with these hooks."""
        entry = {"repo": str(self.source.path), "rev": TAG, "hooks": [{"id": id_} for id_ in ids]}
        return yaml.safe_dump({"repos": [entry]}, sort_keys=False)

    def install(self, repo: Repo) -> None:
        """What a person types once in a clone, and the environment, which the first hook would make."""
        run(["pre-commit", "install", "--install-hooks"], repo, {**self.env, **self._offline})

    @property
    def _offline(self) -> dict[str, str]:
        return {
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_NO_CACHE_DIR": "1",
            "HOME": str(self.folder),  # pip asks for the version of Rust, and rustup makes itself a folder there
        }


def run(command: list[str], repo: Repo, env: Mapping[str, str]) -> Run:
    """Run a program in a repository, which must succeed."""
    done = screen(command, repo, env)
    assert done.code == 0, f"{command}: {done.out}"
    return done


def screen(command: list[str], repo: Repo, env: Mapping[str, str]) -> Run:
    """Run a program in a repository; stdout and stderr as they stand on the screen."""
    done = subprocess.run(
        command,
        cwd=repo.path,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return Run(code=done.returncode, out=done.stdout, err="")


def pre_commit(folder: Path) -> PreCommit:
    """A tagged copy of this checkout, and pre-commit's folder with nothing in it yet."""
    ignore = shutil.ignore_patterns("__pycache__", ".claimdiff")
    for name in _PACKAGED:
        origin, copy = ROOT / name, folder / "source" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, copy, ignore=ignore)
        else:
            shutil.copyfile(origin, copy)
    source = new_repo(folder / "source", {})
    source.git("tag", TAG)
    packages = folder / "packages"
    packages.mkdir()
    for item in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if "claimdiff" not in item.name and item.suffix != ".pth":
            (packages / item.name).symlink_to(item)
    return PreCommit(source=source, folder=folder / "pre-commit", packages=packages)
