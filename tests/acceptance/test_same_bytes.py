"""The same input gives the same report, to the byte."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from helpers.program import claimdiff, commit, git, replace, sample_repository

if TYPE_CHECKING:
    from pathlib import Path


def without_times(text: str) -> Any:
    """A report without the time that it took."""
    report = json.loads(text)
    del report["usage"]["wall_s"]
    return json.dumps(report)


def test_two_processes_with_different_hash_seeds(tmp_path: Path) -> None:
    """Two runs in two processes, each with a hash seed of its own, write the same report.json and report.md."""
    repo = sample_repository(tmp_path / "repo", "meridian")
    git("checkout", "--quiet", "-b", "topic", cwd=repo)
    replace(repo / "docs" / "plans.md", "$25", "$30")
    replace(repo / "docs" / "backups.md", "It never overwrites the database that you have.\n", "")
    (repo / "docs" / "sdks.md").rename(repo / "docs" / "libraries.md")
    commit(repo)

    written = []
    for seed in ("1", "2", "3"):
        out = tmp_path / f"out-{seed}"
        done = claimdiff("check", "--all", "--output", out, cwd=repo, env={**os.environ, "PYTHONHASHSEED": seed})
        assert done.code == 1, done.err
        written.append((without_times((out / "report.json").read_text()), (out / "report.md").read_text(), done.out))

    assert written[0] == written[1] == written[2]
