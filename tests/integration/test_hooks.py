"""The hook's entry line, read from .pre-commit-hooks.yaml and run by real git at a real commit."""

from __future__ import annotations

import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from helpers.program import PROGRAM, ROOT

if TYPE_CHECKING:
    from helpers.kestrel import Kestrel


@pytest.fixture
def hooked(repo: Kestrel) -> Kestrel:
    """Kestrel with the hook `claimdiff` installed into git."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    entry = next(hook["entry"] for hook in hooks if hook["id"] == "claimdiff").split()
    line = shlex.join([str(PROGRAM.with_name(entry[0])), *entry[1:]])
    file = repo.path / ".git/hooks/pre-commit"
    file.write_text(f"#!/bin/sh\nexec {line}\n", encoding="utf-8")
    file.chmod(0o755)
    return repo


def committed(repo: Kestrel) -> subprocess.CompletedProcess[str]:
    """`git commit` of what is staged; never raises."""
    command = ["git", "commit", "-m", "edit"]
    return subprocess.run(command, cwd=repo.path, capture_output=True, encoding="utf-8", check=False)


def test_a_block_names_the_page_line_and_the_command(hooked: Kestrel) -> None:
    """A staged price that no answer knows stops the commit, and says where and what to type."""
    hooked.edit("docs/plans.md", "25 dollars", "30 dollars")
    hooked.repo.git("add", "docs/plans.md")
    done = committed(hooked)
    assert done.returncode != 0
    assert "docs/plans.md:3" in done.stdout + done.stderr
    assert "claimdiff accept price" in done.stdout + done.stderr


def test_unstaged_work_is_neither_judged_nor_touched(hooked: Kestrel) -> None:
    """What is not staged stays as it is and blocks nothing."""
    hooked.edit("docs/plans.md", "25 dollars", "30 dollars")
    hooked.write("docs/new page ü.md", "# New\n\nNothing here is asked about.\n")
    hooked.repo.git("add", "docs/new page ü.md")
    done = committed(hooked)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30 dollars" in (hooked.path / "docs/plans.md").read_text(encoding="utf-8")


def test_a_commit_that_only_deletes_is_judged(hooked: Kestrel) -> None:
    """The page that an answer rests on cannot go unseen."""
    hooked.repo.git("rm", "-q", "docs/plans.md")
    done = committed(hooked)
    assert done.returncode != 0
    assert "price" in done.stdout + done.stderr


def test_a_rename_passes(hooked: Kestrel) -> None:
    """The same text under another name backs the same claims."""
    hooked.repo.git("mv", "docs/plans.md", "docs/our prices.md")
    done = committed(hooked)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_range_of_commits_is_judged_as_that_range(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --from-ref and --to-ref nothing is staged: the commits between the two are what is checked, not the disk."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    repo.commit()
    repo.edit("docs/plans.md", "30 dollars", "25 dollars")
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "main")
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "HEAD")

    done = repo.check("--staged", "--offline")

    assert (done.code, done.flagged) == (1, ["price"])


def test_a_range_that_is_not_there_is_no_pass(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit that this clone does not have is named, with what to type."""
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "main")
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "0123456789")

    done = repo.check("--staged", "--offline")

    assert done.code == 2
    assert "git fetch origin 0123456789" in done.err
