"""Repositories that cannot be used as they are, and what surrounds them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from claimdiff.changes import committer, open_repository, resolve_change
from claimdiff.errors import FileProblems, UsageError
from helpers.changed import PAGE, added, changed, modified, refused, renamed, three_pages
from helpers.repos import Repo, clone, new_repo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Three pages on main, and a branch `edit` checked out."""
    return three_pages(tmp_path / "repo")


# The caller's environment and configuration


def test_the_variables_of_a_hooks_caller_are_ignored(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hook's GIT_DIR and its like lead to another repository; ours is the one we were started in."""
    other = new_repo(tmp_path / "other", {"docs/theirs.md": "Theirs.\n"})
    repo.write("docs/plans.md", PAGE.replace("25", "30"))
    planted = {
        "GIT_DIR": str(other.path / ".git"),
        "GIT_WORK_TREE": str(other.path),
        "GIT_INDEX_FILE": str(other.path / ".git/index"),
        "GIT_OBJECT_DIRECTORY": str(other.path / ".git/objects"),
        "GIT_PREFIX": "docs/",
        "GIT_NAMESPACE": "elsewhere",
        "GIT_CONFIG_PARAMETERS": "'core.bare=true'",
        "GIT_EXTERNAL_DIFF": "false",
        "GIT_DIFF_OPTS": "-u9",
        "GIT_LITERAL_PATHSPECS": "0",
    }
    for name, value in planted.items():
        monkeypatch.setenv(name, value)

    with resolve_change(repo.path, env={}) as change:
        assert change.files == (modified("docs/plans.md"),)
        assert change.changed_lines("docs/plans.md", "docs/plans.md").added == {3}
        assert set(change.head.files()) == {"docs/plans.md", "docs/long.md", "docs/faq.md"}

    assert {name: os.environ.get(name) for name in planted} == planted


def test_the_users_taste_in_diffs_changes_nothing(repo: Repo) -> None:
    """Configuration that shapes what a person sees does not shape what we read."""
    for name, value in {
        "diff.renames": "false",
        "diff.noprefix": "true",
        "diff.external": "false",
        "diff.relative": "true",
        "diff.context": "9",
        "diff.interHunkContext": "9",
        "diff.wordRegex": ".",
        "diff.algorithm": "patience",
        "diff.submodule": "log",
        "color.ui": "always",
        "core.quotePath": "true",
        "core.pager": "false",
        "status.showUntrackedFiles": "no",
        "core.fsmonitor": "false",
    }.items():
        repo.git("config", name, value)
    repo.git("mv", "docs/long.md", "docs/löng.md")
    repo.write("docs/plans.md", PAGE.replace("25", "30").replace("support", "mail"))
    repo.write("docs/new.md", "New.\n")

    with resolve_change(repo.path / "docs", env={}) as change:
        assert change.files == (
            renamed("docs/long.md", "docs/löng.md"),
            added("docs/new.md"),
            modified("docs/plans.md"),
        )
        assert change.changed_lines("docs/plans.md", "docs/plans.md").added == {3, 5}


def test_nothing_is_written(repo: Repo) -> None:
    """A run leaves index, objects and working tree as they were, to the time stamps."""
    (repo.path / "docs/long.md").rename(repo.path / "docs/moved.md")
    repo.write("docs/plans.md", "Other.\n")
    os.utime(repo.path / "docs/faq.md", (1, 1))

    def state() -> dict[str, tuple[int, int]]:
        files = [path for path in repo.path.rglob("*") if path.is_file()]
        return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in files}

    before = state()
    with resolve_change(repo.path, env={}) as change:
        assert renamed("docs/long.md", "docs/moved.md") in change.files
        change.head.read_many(tuple(change.head.files()))
        change.changed_lines("docs/plans.md", "docs/plans.md")

    assert state() == before


@pytest.fixture
def counted_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `git` that writes each of its starts into a file first."""
    return _git_on_path(tmp_path, monkeypatch, 'echo "$*" >> "$LOG"')


def _git_on_path(folder: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> Path:
    real = shutil.which("git")
    tools = folder / "tools"
    tools.mkdir()
    (tools / "git").write_text(f'#!/bin/sh\n{line}\nexec {real} "$@"\n', encoding="utf-8")
    (tools / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setenv("LOG", str(folder / "log"))
    return folder / "log"


def test_a_run_starts_git_a_few_times(repo: Repo, counted_git: Path) -> None:
    """Each start costs five milliseconds: five prove that nothing changed, ten list both sides of a change."""

    def starts() -> int:
        lines = counted_git.read_text(encoding="utf-8").splitlines()
        counted_git.unlink()
        return len([line for line in lines if line != "version"])  # what GitPython asks once when it is imported

    with resolve_change(repo.path, base="main", env={}) as change:
        assert change.files == ()
    assert starts() <= 5

    repo.commit({"README.md": "Not in the docs.\n"})
    counted_git.unlink(missing_ok=True)
    with resolve_change(repo.path, base="main", env={}) as change:
        assert change.files == (added("README.md"),)
        assert change.base is not None
        change.base.read_many(tuple(change.base.files()))
        change.head.read_many(tuple(change.head.files()))
    assert starts() <= 10


# Repositories that cannot be used as they are


@pytest.fixture
def theirs(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository that git takes for somebody else's (by its own test switch)."""
    _git_on_path(tmp_path, monkeypatch, "export GIT_TEST_ASSUME_DIFFERENT_OWNER=1")
    return repo


def test_a_foreign_owner_is_trusted_inside_the_runners_workspace(theirs: Repo, home: Path) -> None:
    """python-coverage-comment-action/issues/127: it works in the container, and no configuration is written."""
    (theirs.path / "docs/plans.md").write_text("Edited.\n", encoding="utf-8")
    config = (home / ".gitconfig").read_bytes()

    assert changed(theirs, base="HEAD", env={"GITHUB_WORKSPACE": str(theirs.path)}) == (modified("docs/plans.md"),)
    assert (home / ".gitconfig").read_bytes() == config


@pytest.mark.parametrize("workspace", [None, "elsewhere"])
def test_a_foreign_owner_elsewhere_is_told_what_to_type(theirs: Repo, tmp_path: Path, workspace: str | None) -> None:
    """Outside of a workspace only the user can say that the repository is trusted."""
    env = {"GITHUB_WORKSPACE": str(tmp_path / workspace)} if workspace else {}

    error = refused(theirs.path / "docs", env=env)

    assert "belongs to another user" in str(error)
    assert error.hint == f"if you trust it: git config --global --add safe.directory {theirs.path}"


def test_outside_of_a_repository_the_user_is_told_what_to_do(tmp_path: Path) -> None:
    """The message names the folder and both ways out."""
    error = refused(tmp_path)

    assert str(error).startswith(f"{tmp_path} is not inside a git repository")
    assert error.hint is not None
    assert "--base-docs DIR --head-docs DIR" in error.hint


def test_a_bare_repository_has_nothing_to_check(repo: Repo, tmp_path: Path) -> None:
    """Where there is no working tree, the message says so."""
    bare = clone(repo, tmp_path / "bare.git", "--bare")

    assert "is a bare repository" in str(refused(bare.path))


def test_inside_the_git_folder_is_no_place(repo: Repo) -> None:
    """Started in .git, the user is sent to the working tree."""
    assert "lies inside a .git folder" in str(refused(repo.path / ".git"))


def test_a_folder_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    """A wrong path is never replaced by the current folder."""
    assert "is not a folder that can be entered" in str(refused(tmp_path / "none"))


def test_a_damaged_repository_is_an_error(repo: Repo) -> None:
    """Git's own words are passed on."""
    (repo.path / ".git/config").write_text("[core\n", encoding="utf-8")

    assert "bad config" in str(refused(repo.path))


def test_content_that_is_lost_is_an_error(repo: Repo) -> None:
    """A missing object is never an empty page."""
    identity = repo.git("rev-parse", "main:docs/faq.md")
    (repo.path / ".git/objects" / identity[:2] / identity[2:]).unlink()

    with resolve_change(repo.path, env={}) as change:
        assert change.base is not None
        with pytest.raises(FileProblems, match=r"docs/faq\.md: its content is not in this clone"):
            change.base.read("docs/faq.md")


def test_without_git_the_user_is_told_to_install_it(tmp_path: Path) -> None:
    """A machine without git gets one line and no traceback."""
    code = (
        "from pathlib import Path\nfrom claimdiff.changes import resolve_change\nfrom claimdiff.errors import UsageError\n"
        "try:\n    resolve_change(Path('.'), env={})\nexcept UsageError as error:\n    print(error.hint)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.strip() == "install git and put it on PATH", done.stderr


# Who


def test_the_committer_is_who_git_says(repo: Repo) -> None:
    """Name and address come from git's configuration."""
    with open_repository(repo.path) as repository:
        assert committer(repository) == "Wren Writer <wren@example.org>"


def test_without_a_name_nothing_is_signed(repo: Repo, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git never makes up a name from the machine's for us."""
    (home / ".gitconfig").write_text("", encoding="utf-8")
    monkeypatch.setenv("EMAIL", "root@build-server.example")

    with open_repository(repo.path) as repository, pytest.raises(UsageError) as caught:
        committer(repository)

    assert caught.value.hint is not None
    assert "git config user.name" in caught.value.hint
