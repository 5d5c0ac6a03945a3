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


def test_a_first_push_is_judged_as_what_is_pushed(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the remote has nothing yet, pre-commit names no range: every answer is held against the branch that is pushed."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    sha = repo.commit()
    repo.edit("docs/plans.md", "30 dollars", "25 dollars")
    monkeypatch.setenv("PRE_COMMIT_REMOTE_NAME", "origin")
    monkeypatch.setenv("PRE_COMMIT_LOCAL_BRANCH", "refs/heads/topic")

    done = repo.check("--staged", "--offline")

    assert (done.code, done.flagged) == (1, ["price"])
    assert (done.report["base"], done.report["head"]["sha"]) == ({"ref": "an empty tree", "sha": None}, sha)


def test_a_first_push_of_what_is_approved_passes(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first push of a set-up repository raises no alarm."""
    monkeypatch.setenv("PRE_COMMIT_REMOTE_NAME", "origin")
    monkeypatch.setenv("PRE_COMMIT_LOCAL_BRANCH", "HEAD")

    done = repo.run("check", "--staged", "--offline")

    assert (done.code, done.err) == (0, "")
    assert "compared with an empty tree" in done.out


def test_a_range_that_is_not_there_is_no_pass(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit that this clone does not have is named, with what to type."""
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "main")
    monkeypatch.setenv("PRE_COMMIT_TO_REF", "0123456789")

    done = repo.check("--staged", "--offline")

    assert done.code == 2
    assert "git fetch origin 0123456789" in done.err
