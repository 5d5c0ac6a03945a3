"""Commits beside the working tree, and pushes to a real bare repository with real hooks."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from claimdiff.changes import committing, open_repository
from claimdiff.errors import UsageError
from helpers.repos import Repo, clone, new_repo, run_git

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from claimdiff.changes import Repository

WREN = committing.Person(name="wren", email="7+wren@users.noreply.github.com")
PLANTED = "planted-token-1"
ROBOT = committing.Person(name="github-actions[bot]", email="bot@users.noreply.github.com")


@dataclass(frozen=True)
class Work:
    """A clone with its server."""

    repo: Repo
    server: Repo
    opened: Repository

    def commit(self, files: dict[str, bytes | None], parent: str = "") -> str:
        """A commit beside the working tree."""
        return committing.commit(
            self.opened, parent or self.repo.git("rev-parse", "topic"), files, message="Accept\n", author=WREN,
            committer=ROBOT,
        )  # fmt: skip

    def hook(self, name: str, text: str) -> None:
        """Put a hook into the server."""
        file = self.server.path / "hooks" / name
        file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        file.chmod(0o755)


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Work]:
    """A clone on main whose server also has the branch topic, one commit ahead."""
    first = new_repo(tmp_path / "first", {"docs/a.md": "one\n", "base/q.yml": "old\n", "run.sh": "#!/bin/sh\n"})
    first.branch("topic")
    first.commit({"docs/a.md": "two\n"})
    first.switch("main")
    run_git(tmp_path, "clone", "-q", "--bare", str(first.path), str(tmp_path / "server.git"))
    server = Repo(tmp_path / "server.git")
    repo = clone(server, tmp_path / "work")
    repo.git("branch", "-q", "topic", "origin/topic")
    with open_repository(repo.path) as opened:
        yield Work(repo=repo, server=server, opened=opened)


def test_a_commit_has_its_parent_its_people_and_only_its_files(work: Work) -> None:
    """The new commit differs from its parent in the files given, and in nothing else."""
    parent = work.repo.git("rev-parse", "topic")
    made = work.commit({"base/q.yml": b"new\n", "base/r.yml": "ü\n".encode()})
    assert work.repo.git("rev-parse", f"{made}^@") == parent
    assert work.repo.git("diff-tree", "-r", "--name-status", parent, made).splitlines() == [
        "M\tbase/q.yml",
        "A\tbase/r.yml",
    ]
    people = work.repo.git("show", "-s", "--format=%an <%ae> %cn <%ce>", made)
    assert people == f"wren <{WREN.email}> github-actions[bot] <{ROBOT.email}>"


def test_a_commit_takes_files_away(work: Work) -> None:
    """None deletes the file."""
    made = work.commit({"base/q.yml": None})
    assert work.repo.git("ls-tree", "-r", "--name-only", made).splitlines() == ["docs/a.md", "run.sh"]


def test_a_commit_changes_nothing_on_disk(work: Work) -> None:
    """Working tree, index, branches and HEAD are as before, with a change that was staged and one that was not."""
    work.repo.write("docs/a.md", "staged\n")
    work.repo.git("add", "-A")
    work.repo.write("docs/a.md", "edited\n")
    before = (work.repo.git("status", "--porcelain=v2", "--branch"), work.repo.git("for-each-ref"))
    work.commit({"docs/a.md": b"other\n"})
    assert (work.repo.git("status", "--porcelain=v2", "--branch"), work.repo.git("for-each-ref")) == before


@pytest.mark.parametrize(
    "path", ["../out.yml", "/etc/x.yml", ".git/config", "a/../../b.yml", "a\nb.yml", "docs/a.md/q.yml"]
)
def test_a_commit_refuses_a_path_that_is_none(work: Work, path: str) -> None:
    """A path that leaves the tree, names git's own folder or runs through a file is refused."""
    with pytest.raises(UsageError):
        work.commit({path: b"x\n"})


def test_a_commit_does_not_follow_links(work: Work) -> None:
    """A folder that is a link at the parent is not written through, nor replaced."""
    work.repo.switch("topic")
    (work.repo.path / "linked").symlink_to("docs")
    parent = work.repo.commit()
    with pytest.raises(UsageError, match="link"):
        work.commit({"linked/q.yml": b"x\n"}, parent)


def test_a_push_moves_the_branch_of_the_server(work: Work) -> None:
    """A commit on the head that the server has goes there."""
    parent = work.repo.git("rev-parse", "topic")
    made = work.commit({"base/q.yml": b"new\n"})
    assert committing.push(work.opened, made, "topic", expected=parent).done
    assert work.server.git("rev-parse", "topic") == made


@pytest.mark.parametrize("step", ["ahead", "back"])
def test_a_push_is_refused_where_the_branch_moved(work: Work, step: str) -> None:
    """A branch that went on, and one that was set back, are both left alone."""
    parent = work.repo.git("rev-parse", "topic")
    made = work.commit({"base/q.yml": b"new\n"})
    moved = work.commit({"docs/b.md": b"b\n"}) if step == "ahead" else work.repo.git("rev-parse", "main")
    work.repo.git("push", "-q", "--force", "origin", f"{moved}:refs/heads/topic")
    pushed = committing.push(work.opened, made, "topic", expected=parent)
    assert not pushed.done
    assert work.server.git("rev-parse", "topic") == moved


@pytest.mark.parametrize("hook", ["pre-receive", "update"])
def test_a_push_that_a_hook_refuses_tells_the_servers_line(work: Work, hook: str) -> None:
    """The server's own words come back, and its branch stands (coverage-comment issues/561: signed commits required)."""
    work.hook(hook, "echo 'Commits must have verified signatures.' >&2; exit 1")
    parent = work.repo.git("rev-parse", "topic")
    pushed = committing.push(work.opened, work.commit({"base/q.yml": b"new\n"}), "topic", expected=parent)
    assert not pushed.done
    assert "Commits must have verified signatures." in pushed.words
    assert work.server.git("rev-parse", "topic") == parent


def test_a_push_runs_no_hook_of_the_clone(work: Work) -> None:
    """Hooks that lie in the clone are not started, nor those of a folder that its configuration names."""
    for folder in (".git/hooks", "hooks"):
        file = work.repo.write(f"{folder}/pre-push", "#!/bin/sh\ntouch ran\nexit 1\n")
        file.chmod(0o755)
    work.repo.git("config", "core.hooksPath", "hooks")
    parent = work.repo.git("rev-parse", "topic")
    assert committing.push(work.opened, work.commit({"base/q.yml": b"new\n"}), "topic", expected=parent).done
    assert not (work.repo.path / "ran").exists()


def test_a_push_makes_a_branch_only_where_none_is(work: Work) -> None:
    """`expected=None` is a branch that does not exist yet."""
    made = work.commit({"base/q.yml": b"new\n"})
    assert committing.push(work.opened, made, "claimdiff/baseline-docs", expected=None).done
    assert not committing.push(work.opened, work.commit({"x.yml": b"x"}), "topic", expected=None).done


def test_a_push_whose_answer_was_lost_is_looked_up(work: Work) -> None:
    """Where the server has the commit, the push is done, whatever the connection said."""
    parent = work.repo.git("rev-parse", "topic")
    made = work.commit({"base/q.yml": b"new\n"})
    work.repo.git("push", "-q", "origin", f"{made}:refs/heads/topic")
    assert committing.push(work.opened, made, "topic", expected=parent).done


def test_a_shallow_clone_gets_the_commit_it_lacks(work: Work, tmp_path: Path) -> None:
    """A clone of depth 1 of the default branch fetches the head, commits on it and pushes, and stays shallow."""
    shallow = clone(work.server, tmp_path / "shallow", "--depth", "1", "--single-branch")
    head = work.repo.git("rev-parse", "topic")
    with open_repository(shallow.path) as opened:
        assert committing.bring(opened, head)
        made = committing.commit(opened, head, {"base/q.yml": b"new\n"}, message="x", author=WREN, committer=ROBOT)
        assert committing.push(opened, made, "topic", expected=head).done
    assert work.server.git("rev-parse", "topic^") == head
    assert shallow.git("rev-parse", "--is-shallow-repository") == "true"


def test_a_whole_clone_stays_whole(work: Work, tmp_path: Path) -> None:
    """Bringing a commit into a clone with history does not cut its history off."""
    repo = clone(work.server, tmp_path / "whole", "--single-branch")
    with open_repository(repo.path) as opened:
        assert committing.bring(opened, work.repo.git("rev-parse", "topic"))
    assert repo.git("rev-parse", "--is-shallow-repository") == "false"
    assert repo.git("for-each-ref", "--format=%(refname)").splitlines() == clone(work.server, tmp_path / "x", "--single-branch").git("for-each-ref", "--format=%(refname)").splitlines()  # fmt: skip


def test_an_unknown_commit_is_not_brought(work: Work) -> None:
    """A commit that the server does not have is told, without an error."""
    assert not committing.bring(work.opened, "1" * 40)


def test_the_token_stands_in_the_environment_and_only_for_its_server(work: Work) -> None:
    """The header is added for the token's own server, takes back a stored one, and hides the token in its repr."""
    credential = committing.Credential(server="https://github.example", token=PLANTED)
    found = credential.variables(2)
    assert found["GIT_CONFIG_COUNT"] == "4"
    assert found["GIT_CONFIG_VALUE_2"] == ""
    assert found["GIT_CONFIG_KEY_3"] == "http.https://github.example/.extraheader"
    assert "planted" not in repr(credential)
    parent = work.repo.git("rev-parse", "topic")
    made = work.commit({"base/q.yml": b"new\n"})
    assert committing.push(work.opened, made, "topic", expected=parent, credential=credential).done
    assert not any("planted" in value for value in os.environ.values())


@pytest.mark.parametrize(("name", "good"), [("topic", True), ("a/b", True), ("-x", False), ("a..b", False), ("a b", False), ("a:b", False)])  # fmt: skip
def test_branch_names(work: Work, name: str, good: bool) -> None:
    """What git takes for a branch name."""
    assert committing.is_branch_name(work.opened, name) is good
