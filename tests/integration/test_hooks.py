"""What the hooks see of the range of commits that pre-commit names; tests/acceptance/test_pre_commit.py has the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from helpers.kestrel import Kestrel


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
