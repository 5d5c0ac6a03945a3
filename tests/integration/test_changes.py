"""What changed between base and head: files, renames, lines, the index."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from claimdiff.changes import LineChanges, resolve_change
from helpers.changed import LONG, PAGE, added, changed, deleted, modified, renamed, three_pages
from helpers.repos import Repo, new_repo, run_git

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Three pages on main, and a branch `edit` checked out."""
    return three_pages(tmp_path / "repo")


# What changed


def test_committed_staged_unstaged_and_untracked_pages_are_all_seen(repo: Repo) -> None:
    """Head is the working tree: whatever differs from the merge base on disk is a change, ignored files are none."""
    repo.commit({"docs/plans.md": PAGE.replace("25", "30"), ".gitignore": "build/\n"})
    repo.write("docs/staged.md", "Staged.\n")
    repo.git("add", "docs/staged.md")
    repo.write("docs/faq.md", "Other questions.\n")
    repo.write("docs/new.md", "New.\n")
    repo.write("build/out.md", "Built.\n")
    (repo.path / "docs/long.md").unlink()

    assert changed(repo) == (
        added(".gitignore"),
        modified("docs/faq.md"),
        deleted("docs/long.md"),
        added("docs/new.md"),
        modified("docs/plans.md"),
        added("docs/staged.md"),
    )


def test_what_main_did_meanwhile_is_no_change(repo: Repo) -> None:
    """The base is the merge base, so pages that only main edited stay out."""
    start = repo.git("rev-parse", "HEAD")
    repo.commit({"docs/plans.md": PAGE + "More.\n"})
    repo.switch("main")
    repo.commit({"docs/faq.md": "Edited on main.\n"})
    repo.switch("edit")

    with resolve_change(repo.path, env={}) as change:
        assert change.files == (modified("docs/plans.md"),)
        assert (change.base_ref, change.base_sha, change.head_ref) == ("main", start, "edit")
        assert change.head_sha == repo.git("rev-parse", "HEAD")
        assert not change.dirty


@pytest.mark.parametrize("how", ["committed", "staged", "moved without git"])
def test_a_moved_and_edited_page_is_renamed(repo: Repo, how: str) -> None:
    """A page is followed however it was moved, also when git has not been told yet."""
    (repo.path / "docs/guide").mkdir()
    (repo.path / "docs/long.md").rename(repo.path / "docs/guide/länger.md")
    repo.write("docs/guide/länger.md", LONG + "One more line.\n")
    if how != "moved without git":
        repo.git("add", "-A")
    if how == "committed":
        repo.commit()

    with resolve_change(repo.path, env={}) as change:
        assert change.files == (renamed("docs/long.md", "docs/guide/länger.md"),)
        assert change.renames == {"docs/long.md": "docs/guide/länger.md"}
        assert change.changed_lines("docs/long.md", "docs/guide/länger.md") == LineChanges(added=frozenset({31}))


def test_a_page_whose_name_changed_in_case_only_is_renamed(repo: Repo) -> None:
    """Readme.md and README.md are two names, whatever the disk thinks of them."""
    repo.git("mv", "docs/long.md", "docs/LONG.md")

    assert changed(repo) == (renamed("docs/long.md", "docs/LONG.md"),)


def test_changed_lines_are_those_of_the_diff(repo: Repo) -> None:
    """Lines are counted on their own side; an edit is in both, an insertion and a deletion in one."""
    repo.commit(
        {"docs/plans.md": "A new first line.\n" + PAGE.replace("25", "30").replace("\nIt comes with support.\n", "")}
    )

    with resolve_change(repo.path, env={}) as change:
        lines = change.changed_lines("docs/plans.md", "docs/plans.md")

    assert lines == LineChanges(removed=frozenset({3, 4, 5}), added=frozenset({1, 4}))


def test_every_line_of_a_new_or_deleted_page_is_changed(repo: Repo) -> None:
    """A page that one side lacks is changed from its first line to its last, with or without a line end there."""
    repo.write("docs/new.md", "One.\nTwo, without an end.")
    (repo.path / "docs/plans.md").unlink()

    with resolve_change(repo.path, env={}) as change:
        assert change.changed_lines(None, "docs/new.md") == LineChanges(added=frozenset({1, 2}))
        assert change.changed_lines("docs/plans.md", None) == LineChanges(removed=frozenset({1, 2, 3, 4, 5}))
        assert change.changed_lines("docs/faq.md", "docs/faq.md") == LineChanges()


def test_mode_time_and_an_edit_taken_back_are_no_change(repo: Repo) -> None:
    """Only content counts."""
    (repo.path / "docs/plans.md").chmod(0o755)
    os.utime(repo.path / "docs/long.md", (1, 1))
    repo.write("docs/faq.md", "Staged and taken back.\n")
    repo.git("add", "docs/faq.md")
    repo.write("docs/faq.md", "Questions.\n")

    assert changed(repo) == ()


@pytest.mark.parametrize(
    "name",
    ["a b.md", 'quo"te.md', "tab\there.md", "new\nline.md", "back\\slash.md", "ünï.md", ":(top)x.md", "*.md", "-n.md"],
)
@pytest.mark.parametrize("folder", ["", "docs/"])
def test_odd_names_are_names_like_others(repo: Repo, folder: str, name: str) -> None:
    """A page keeps its name through listing, hashing, reading and comparing, whatever is in it."""
    path = f"{folder}{name}"
    repo.commit({path: "One.\n", f"{folder}other.md": "1.\n2.\n3.\n"})
    repo.write(path, "Two.\n")
    repo.write(f"{folder}other.md", "4.\n5.\n6.\n")

    with resolve_change(repo.path, base="HEAD", env={}) as change:
        assert set(change.files) == {modified(path), modified(f"{folder}other.md")}
        assert change.head.read(path) == b"Two.\n"
        assert change.base is not None
        assert change.base.read(path) == b"One.\n"
        assert change.head.files()[path] == run_git(repo.path, "hash-object", "-t", "blob", "--", f"./{path}")
        assert change.changed_lines(path, path) == LineChanges(removed=frozenset({1}), added=frozenset({1}))


def test_a_name_that_is_not_utf8_does_not_stop_a_run(repo: Repo) -> None:
    """Old repositories have names in Latin-1."""
    name = b"docs/caf\xe9.md"
    (repo.path / os.fsdecode(name)).write_bytes(b"Coffee.\n")

    with resolve_change(repo.path, env={}) as change:
        assert change.files == (added(os.fsdecode(name)),)
        assert change.head.read(os.fsdecode(name)) == b"Coffee.\n"


# The index


def test_staged_compares_the_index_with_head(repo: Repo) -> None:
    """What is not staged does not count, what is staged is read from the index, deletions too."""
    repo.write("docs/plans.md", "Staged.\n")
    repo.git("rm", "-q", "docs/faq.md")
    repo.git("mv", "docs/long.md", "docs/moved.md")
    repo.git("add", "docs/plans.md")
    repo.write("docs/plans.md", "Not staged.\n")
    repo.write("docs/new.md", "Untracked.\n")

    with resolve_change(repo.path, staged=True, env={}) as change:
        assert change.files == (
            deleted("docs/faq.md"),
            renamed("docs/long.md", "docs/moved.md"),
            modified("docs/plans.md"),
        )
        assert change.head.read("docs/plans.md") == b"Staged.\n"
        assert (change.head.label, change.base_ref, change.dirty) == ("index", "HEAD", True)
        assert change.changed_lines("docs/plans.md", "docs/plans.md").added == {1}


@pytest.mark.parametrize("staged", [True, False])
def test_the_first_commit_is_compared_with_nothing(tmp_path: Path, staged: bool) -> None:
    """In a repository without a commit every page is new."""
    repo = new_repo(tmp_path / "repo")
    repo.write("docs/a.md", "One.\n")
    repo.git("add", "-A")

    with resolve_change(repo.path, staged=staged, env={}) as change:
        assert change.files == (added("docs/a.md"),)
        assert change.base is not None
        assert change.base.files() == {}
        assert change.changed_lines(None, "docs/a.md").added == {1}
        assert (change.head_sha, change.base_sha, change.head_ref) == (None, None, "main")


def test_an_empty_repository_has_no_files(tmp_path: Path) -> None:
    """Nothing at all is a state like others."""
    repo = new_repo(tmp_path / "repo")

    with resolve_change(repo.path, env={}) as change:
        assert (change.files, dict(change.head.files())) == ((), {})


HOOK = """#!{python}
import os, sys
from pathlib import Path
from claimdiff.changes import resolve_change
with resolve_change(Path.cwd(), staged=True, env=os.environ) as change:
    for file in change.files:
        print(file.kind, file.new_path, change.head.read(file.new_path).decode().strip(), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        (("-a",), ["modified docs/faq.md Unstaged.", "modified docs/plans.md Staged."]),
        (("docs/faq.md",), ["modified docs/faq.md Unstaged."]),
        ((), ["modified docs/plans.md Staged."]),
    ],
    ids=["commit -a", "commit PATH", "commit"],
)
def test_a_commit_hook_sees_what_will_be_committed(repo: Repo, arguments: tuple[str, ...], seen: list[str]) -> None:
    """`git commit -a` and `git commit PATH` work on an index of their own, and the hook is told where it is."""
    hook = repo.path / ".git/hooks/pre-commit"
    hook.write_text(HOOK.format(python=sys.executable), encoding="utf-8")
    hook.chmod(0o755)
    repo.write("docs/plans.md", "Staged.\n")
    repo.git("add", "docs/plans.md")
    repo.write("docs/faq.md", "Unstaged.\n")

    done = subprocess.run(
        ["git", "commit", "-q", "-m", "x", *arguments], cwd=repo.path, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr.splitlines()) == (0, seen)


def test_an_index_outside_of_the_repository_is_not_used(repo: Repo, tmp_path: Path) -> None:
    """GIT_INDEX_FILE is honoured only inside the .git folder."""
    repo.write("docs/plans.md", "Staged.\n")
    repo.git("add", "-A")
    foreign = tmp_path / "index"
    foreign.write_bytes(b"not an index")

    assert changed(repo, staged=True, env={"GIT_INDEX_FILE": str(foreign)}) == (modified("docs/plans.md"),)
