"""`mode: refresh`: one pull request with what accept may take by itself, and no push to the default branch."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from claimdiff.cli import refreshing
from claimdiff.publishing.inputs import Inputs
from helpers.hub import SECRET, Hub, event
from helpers.repos import Repo, run_git

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.kestrel import Kestrel

BRANCH = "claimdiff/baseline-docs"
KEPT = "golden_set/baseline/uploads.yml"


@dataclass
class Scene:
    """The default branch with a page that was renamed, its server, and GitHub."""

    kestrel: Kestrel
    server: Repo
    hub: Hub
    tmp: Path

    def refresh(self, name: str = "schedule", **env: str) -> int:
        """The workflow runs on the default branch."""
        context = event(
            self.tmp / "event", name, {}, workspace=self.kestrel.path, **{"GITHUB_REF": "refs/heads/main", **env}
        )
        here = os.getcwd()  # noqa: PTH109 -- goes back to a folder, whatever it is
        os.chdir(self.kestrel.path)
        try:
            return refreshing.refresh(Inputs(mode="refresh"), context, self.hub.github)
        finally:
            os.chdir(here)

    def tip(self, branch: str = BRANCH) -> str:
        """Where a branch of the server is."""
        return self.server.git("rev-parse", branch)

    @property
    def branches(self) -> list[str]:
        """The branches of the server."""
        return self.server.git("for-each-ref", "--format=%(refname:short)", "refs/heads").splitlines()


@pytest.fixture
def scene(repo: Kestrel, tmp_path: Path) -> Scene:
    """The page of one question was renamed on main."""
    repo.repo.switch("main")
    (repo.path / "docs/uploads.md").rename(repo.path / "docs/files.md")
    repo.commit()
    run_git(tmp_path, "clone", "-q", "--bare", str(repo.path), str(tmp_path / "server.git"))
    repo.repo.git("remote", "add", "origin", str(tmp_path / "server.git"))
    return Scene(kestrel=repo, server=Repo(tmp_path / "server.git"), hub=Hub(), tmp=tmp_path)


def test_one_pull_request_is_opened(scene: Scene) -> None:
    """One commit on the default branch's tip with the moved path, on its own branch; the checkout stays as it is."""
    main = scene.tip("main")
    assert scene.refresh() == 0
    assert scene.tip("main") == main
    assert scene.server.git("rev-parse", f"{BRANCH}^@") == main
    assert scene.server.git("diff-tree", "-r", "--name-only", main, BRANCH) == KEPT
    assert "docs/files.md" in scene.server.git("show", f"{BRANCH}:{KEPT}")
    assert scene.hub.writes == ["create_pull"]
    assert scene.kestrel.repo.git("status", "--porcelain") == ""
    [pull] = scene.hub.pulls_held
    assert (pull.head_ref, pull.base_ref) == (BRANCH, "main")


def test_the_same_again_pushes_nothing(scene: Scene) -> None:
    """The branch stands, the pull request is not opened twice."""
    scene.refresh()
    tip = scene.tip()
    assert scene.refresh() == 0
    assert scene.tip() == tip
    assert scene.hub.writes == ["create_pull", "edit_pull"]


def test_it_is_brought_up_to_date(scene: Scene) -> None:
    """Another page is renamed: the branch is written anew on the new tip, in the same pull request."""
    scene.refresh()
    (scene.kestrel.path / "docs/export.md").rename(scene.kestrel.path / "docs/csv.md")
    main = scene.kestrel.commit()
    assert scene.refresh() == 0
    assert scene.server.git("rev-parse", f"{BRANCH}^@") == main
    assert len(scene.hub.pulls_held) == 1


def test_it_is_closed_where_nothing_is_left(scene: Scene) -> None:
    """The page is back: the pull request goes."""
    scene.refresh()
    (scene.kestrel.path / "docs/files.md").rename(scene.kestrel.path / "docs/uploads.md")
    scene.kestrel.commit()
    assert scene.refresh() == 0
    assert [pull.state for pull in scene.hub.pulls_held] == ["closed"]


def test_nothing_to_do(scene: Scene) -> None:
    """No branch, no pull request."""
    (scene.kestrel.path / "docs/files.md").rename(scene.kestrel.path / "docs/uploads.md")
    scene.kestrel.commit()
    assert scene.refresh() == 0
    assert (scene.hub.writes, BRANCH in scene.branches) == ([], False)


def test_a_claim_that_lost_its_support_is_not_taken(scene: Scene) -> None:
    """Only what needs no decision is offered."""
    scene.kestrel.edit("docs/plans.md", "25 dollars", "30 dollars")
    scene.kestrel.commit()
    assert scene.refresh() == 0
    assert scene.server.git("diff-tree", "-r", "--name-only", "HEAD", BRANCH).splitlines().count("golden_set/baseline/price.yml") == 0  # fmt: skip


def test_commits_of_somebody_else_are_kept(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    """A person who put a commit on the branch does not lose it."""
    scene.refresh()
    other = run_git(scene.tmp, "clone", "-q", "--branch", BRANCH, str(scene.server.path), str(scene.tmp / "other"))
    del other
    theirs = Repo(scene.tmp / "other").commit({"note.md": "mine\n"})
    run_git(scene.tmp / "other", "push", "-q", "origin", BRANCH)
    (scene.kestrel.path / "docs/export.md").rename(scene.kestrel.path / "docs/csv.md")
    scene.kestrel.commit()
    assert scene.refresh() == 1
    assert scene.tip() == theirs
    assert "left alone" in capsys.readouterr().out


def test_a_refused_push(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    """The server's line, the manual command, nothing changed, no pull request."""
    file = scene.server.path / "hooks/pre-receive"
    file.write_text(f"#!/bin/sh\necho 'protected branch hook declined {SECRET}' >&2\nexit 1\n", encoding="utf-8")
    file.chmod(0o755)
    assert scene.refresh() == 1
    said = capsys.readouterr().out
    assert "protected branch hook declined" in said
    assert "claimdiff accept --safe --moved" in said
    assert SECRET not in said
    assert (scene.hub.writes, BRANCH in scene.branches) == ([], False)


def test_a_pull_request_that_may_not_be_opened(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    """The setting that allows it is named, and the page where it is opened by hand."""
    scene.hub.broken = {"create_pull"}
    assert scene.refresh() == 1
    assert "/compare/main...claimdiff/baseline-docs" in capsys.readouterr().out


def test_another_branch_is_not_refreshed(scene: Scene) -> None:
    """A run by hand on another branch: one line, exit code 0, nothing done."""
    assert scene.refresh("workflow_dispatch", GITHUB_REF="refs/heads/topic") == 0
    assert scene.hub.called == []
