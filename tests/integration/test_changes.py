"""Base and head, and what changed between them, in real repositories."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.changes import FileChange, LineChanges, committer, open_repository, resolve_change, select
from claimdiff.errors import FileProblems, UsageError
from helpers.repos import Repo, clone, new_repo, run_git

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "# Plans\n\nThe Pro plan costs 25 dollars.\n\nIt comes with support.\n"
LONG = "".join(f"Line {number} of a page that is long enough to be known again.\n" for number in range(30))


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Three pages on main, and a branch `edit` checked out."""
    made = new_repo(tmp_path / "repo", {"docs/plans.md": PAGE, "docs/long.md": LONG, "docs/faq.md": "Questions.\n"})
    made.branch("edit")
    return made


def changed(place: Repo | Path, **options: Any) -> tuple[FileChange, ...]:
    """The files that a run in a repository sees as changed."""
    path = place.path if isinstance(place, Repo) else place
    with resolve_change(path, env=options.pop("env", {}), **options) as change:
        return change.files


def refused(place: Path, **options: Any) -> UsageError:
    """The error that a run in a folder ends with."""
    with pytest.raises(UsageError) as caught, resolve_change(place, env=options.pop("env", {}), **options):
        pass
    return caught.value


def modified(path: str) -> FileChange:
    """A page that was edited."""
    return FileChange(kind="modified", old_path=path, new_path=path)


def added(path: str) -> FileChange:
    """A page that is new."""
    return FileChange(kind="added", old_path=None, new_path=path)


def deleted(path: str) -> FileChange:
    """A page that is gone."""
    return FileChange(kind="deleted", old_path=path, new_path=None)


def renamed(old: str, new: str) -> FileChange:
    """A page that moved."""
    return FileChange(kind="renamed", old_path=old, new_path=new)


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
def test_odd_names_are_names_like_others(repo: Repo, name: str) -> None:
    """A page keeps its name through listing, hashing, reading and comparing, whatever is in it."""
    path = f"docs/{name}"
    repo.commit({path: "One.\n"})
    repo.write(path, "Two.\n")

    with resolve_change(repo.path, base="HEAD", env={}) as change:
        assert change.files == (modified(path),)
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


# The trees


def test_both_sides_are_listed_and_read_by_content(repo: Repo) -> None:
    """Equal content has equal ids on both sides, on disk and in the commit."""
    repo.write("docs/plans.md", PAGE.replace("25", "30"))
    repo.write("docs/copy.md", PAGE)

    with resolve_change(repo.path, env={}) as change:
        assert change.base is not None
        base, head = change.base.files(), change.head.files()
        assert set(head) - set(base) == {"docs/copy.md"}
        assert head["docs/copy.md"] == base["docs/plans.md"]
        assert head["docs/plans.md"] != base["docs/plans.md"]
        assert head["docs/long.md"] == base["docs/long.md"]
        assert change.base.read_many(("docs/plans.md", "docs/faq.md")) == {
            "docs/plans.md": PAGE.encode(),
            "docs/faq.md": b"Questions.\n",
        }
        with pytest.raises(UsageError, match=r"docs/none\.md is not in the working tree"):
            change.head.read("docs/none.md")


def test_the_docs_trees_are_the_trees(repo: Repo) -> None:
    """Pages come from base and head themselves unless folders are given."""
    with resolve_change(repo.path, env={}) as change:
        assert change.base_docs is change.base
        assert change.head_docs is change.head


def test_many_large_pages_are_read_at_once(repo: Repo) -> None:
    """More content than a pipe holds, in both directions, ends in no standstill."""
    pages = {f"docs/many/{number:04}.md": f"{number} " * 200 for number in range(1500)}
    repo.commit(pages)

    with resolve_change(repo.path, base="HEAD", env={}) as change:
        assert change.base is not None
        read = change.base.read_many(tuple(pages))

    assert read == {path: text.encode() for path, text in pages.items()}


@pytest.mark.parametrize("attributes", ["", "*.md text eol=crlf\n", "*.md text=auto\n"])
def test_line_ends_are_compared_as_git_stores_them(repo: Repo, attributes: str) -> None:
    """CRLF on disk by core.autocrlf or .gitattributes is no change, and an edit there is one line."""
    repo.git("config", "core.autocrlf", "true")
    if attributes:
        repo.commit({".gitattributes": attributes})
    crlf = PAGE.replace("\n", "\r\n")
    repo.write("docs/plans.md", crlf)
    assert changed(repo, base="HEAD") == ()

    repo.write("docs/plans.md", crlf.replace("25", "30"))
    with resolve_change(repo.path, base="HEAD", env={}) as change:
        assert change.files == (modified("docs/plans.md"),)
        assert change.changed_lines("docs/plans.md", "docs/plans.md").added == {3}
        assert change.head.files()["docs/plans.md"] == repo.git("hash-object", "docs/plans.md")


def test_pages_outside_of_a_sparse_checkout_are_not_deleted(repo: Repo) -> None:
    """A page that is tracked and not on disk is read from the store."""
    repo.commit({"site/page.md": "Not on disk.\n"})
    repo.git("sparse-checkout", "set", "docs")
    assert not (repo.path / "site").exists()

    with resolve_change(repo.path, base="HEAD", env={}) as change:
        assert change.files == ()
        assert change.head.read("site/page.md") == b"Not on disk.\n"


def test_an_lfs_pointer_is_not_taken_for_the_page(repo: Repo) -> None:
    """A clone without the content is told what to type."""
    repo.commit({"docs/lfs.md": f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize 12\n"})

    with resolve_change(repo.path, env={}) as change, pytest.raises(FileProblems) as caught:
        change.head.read_many(("docs/faq.md", "docs/lfs.md"))

    [problem] = caught.value.problems
    assert problem.path == "docs/lfs.md"
    assert problem.hint is not None
    assert "git lfs pull" in problem.hint


def test_pages_that_cannot_be_read_are_told_all_at_once(repo: Repo) -> None:
    """Each is named with the reason of the system."""
    with resolve_change(repo.path, env={}) as change:
        assert "docs/faq.md" in change.head.files()
        for name in ("docs/faq.md", "docs/plans.md"):
            (repo.path / name).unlink()
            os.mkfifo(repo.path / name)
        with pytest.raises(FileProblems) as caught:
            change.head.read_many(("docs/faq.md", "docs/long.md", "docs/plans.md"))

    assert [(problem.path, problem.message) for problem in caught.value.problems] == [
        ("docs/faq.md", "cannot be read: it is not a plain file"),
        ("docs/plans.md", "cannot be read: it is not a plain file"),
    ]


def test_a_repository_inside_the_repository_is_left_out(repo: Repo, tmp_path: Path) -> None:
    """Submodules and clones in the working tree are other people's docs."""
    other = new_repo(tmp_path / "other", {"page.md": "Theirs.\n"})
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.path), "vendor")
    repo.commit()
    new_repo(repo.path / "inner", {"page.md": "Not ours.\n"})
    (repo.path / "vendor/page.md").write_text("Edited.\n", encoding="utf-8")

    with resolve_change(repo.path, env={}) as change:
        assert change.files == (added(".gitmodules"),)
        assert not any(path.startswith(("vendor", "inner")) for path in change.head.files())
        assert change.head.submodules == ("vendor",)


# Links


@pytest.fixture
def linked(repo: Repo, tmp_path: Path) -> Repo:
    """A repository with every kind of link."""
    (tmp_path / "secret.md").write_text("Not for the docs.\n", encoding="utf-8")
    repo.write("README.md", "Read me.\n")
    repo.write("guides/a.md", "Guide.\n")
    for name, target in {
        "docs/index.md": "../README.md",
        "docs/guides": "../guides",
        "docs/twice.md": "plans.md",
        "docs/out.md": "../../secret.md",
        "docs/absolute.md": str(tmp_path / "secret.md"),
        "docs/etc": "/etc",
        "docs/loop.md": "loop.md",
        "docs/gone.md": "nothing.md",
        "docs/through": "../docs/guides/../docs/plans.md",
    }.items():
        (repo.path / name).symlink_to(target)
    return repo


@pytest.mark.parametrize("side", ["working tree", "index", "commit"])
def test_links_inside_are_read_and_links_that_leave_are_not(linked: Repo, side: str) -> None:
    """A link stands for its page or folder; one that leaves the repository, loops or dangles is a problem."""
    if side == "commit":
        linked.commit()
    elif side == "index":
        linked.git("add", "-A")

    with resolve_change(linked.path, base="HEAD", staged=side == "index", env={}) as change:
        tree = change.base if side == "commit" else change.head
        assert tree is not None
        assert tree.label.startswith(side)
        assert tree.read("docs/index.md") == b"Read me.\n"
        assert tree.read("docs/guides/a.md") == b"Guide.\n"
        assert tree.read("docs/through") == PAGE.encode()
        assert tree.real("docs/guides/a.md") == "guides/a.md"
        assert tree.files()["docs/index.md"] == tree.files()["README.md"]
        assert sorted(tree.problems) == ["docs/absolute.md", "docs/etc", "docs/gone.md", "docs/loop.md", "docs/out.md"]
        assert "outside the repository" in str(tree.problems["docs/out.md"])
        assert not any(path.startswith("docs/etc/") for path in tree.files())
        with pytest.raises(FileProblems, match=r"docs/out\.md: is a symbolic link to .* outside the repository"):
            tree.read("docs/out.md")


def test_a_page_that_several_names_lead_to_is_taken_once(linked: Repo) -> None:
    """Docs by glob hold a page once, by its own name if that is asked for, else by the link's."""
    with resolve_change(linked.path, env={}) as change:
        chosen = select(change.head, lambda path: path.startswith("docs/"))

    assert chosen == ("docs/faq.md", "docs/guides/a.md", "docs/index.md", "docs/long.md", "docs/plans.md")


def test_a_link_put_in_the_place_of_a_folder_leads_nowhere_else(repo: Repo, tmp_path: Path) -> None:
    """A tracked folder that was swapped for a link to another place is deleted, and that place is not read."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "plans.md").write_text("Not ours.\n", encoding="utf-8")
    shutil.rmtree(repo.path / "docs")
    (repo.path / "docs").symlink_to(outside)

    with resolve_change(repo.path, env={}) as change:
        assert deleted("docs/plans.md") in change.files
        assert "docs/plans.md" not in change.head.files()


@pytest.mark.parametrize("swapped", ["page", "folder"])
def test_a_link_that_appears_after_the_listing_is_not_followed(repo: Repo, tmp_path: Path, swapped: str) -> None:
    """Also between listing and reading nothing outside is opened."""
    for name in ("secret.md", "faq.md"):
        (tmp_path / name).write_text("Not for the docs.\n", encoding="utf-8")
    with resolve_change(repo.path, env={}) as change:
        assert "docs/faq.md" in change.head.files()
        if swapped == "page":
            (repo.path / "docs/faq.md").unlink()
            (repo.path / "docs/faq.md").symlink_to(tmp_path / "secret.md")
        else:
            shutil.rmtree(repo.path / "docs")
            (repo.path / "docs").symlink_to(tmp_path)
        with pytest.raises(FileProblems, match="link"):
            change.head.read("docs/faq.md")


# Which base


def test_a_clone_compares_with_what_its_server_calls_default(tmp_path: Path) -> None:
    """origin/HEAD decides, whatever the branch is called, and unpushed commits count as changed."""
    server = new_repo(tmp_path / "server", {"docs/a.md": "One.\n"}, branch="trunk")
    copy = clone(server, tmp_path / "copy")
    copy.commit({"docs/a.md": "Two.\n"})

    with resolve_change(copy.path, env={}) as change:
        assert (change.base_ref, change.files) == ("origin/trunk", (modified("docs/a.md"),))


def test_a_dirty_default_branch_is_compared_with_its_last_commit(tmp_path: Path) -> None:
    """On main itself without a server the base is HEAD."""
    repo = new_repo(tmp_path / "repo", {"docs/a.md": "One.\n"})
    repo.write("docs/a.md", "Two.\n")

    with resolve_change(repo.path, env={}) as change:
        assert change.files == (modified("docs/a.md"),)
        assert change.base_sha == change.head_sha == repo.git("rev-parse", "HEAD")
        assert change.dirty
        assert "not committed" in change.why


@pytest.mark.parametrize("branch", ["docs-only", "develop"])
def test_a_repository_whose_only_branch_has_another_name(tmp_path: Path, branch: str) -> None:
    """The only branch there is is the default one."""
    repo = new_repo(tmp_path / "repo", {"docs/a.md": "One.\n"}, branch=branch)
    repo.write("docs/a.md", "Two.\n")

    with resolve_change(repo.path, env={}) as change:
        assert (change.base_ref, change.files) == (branch, (modified("docs/a.md"),))


def test_the_configured_default_branch_is_known(tmp_path: Path) -> None:
    """init.defaultBranch names it where nothing else does."""
    repo = new_repo(tmp_path / "repo", {"docs/a.md": "One.\n"}, branch="develop")
    repo.git("config", "init.defaultBranch", "develop")
    repo.branch("edit")
    repo.commit({"docs/a.md": "Two.\n"})

    with resolve_change(repo.path, env={}) as change:
        assert (change.base_ref, change.files) == ("develop", (modified("docs/a.md"),))


def test_two_branches_without_a_usual_name_need_a_base(tmp_path: Path) -> None:
    """The user is asked, nothing is guessed."""
    repo = new_repo(tmp_path / "repo", {"docs/a.md": "One.\n"}, branch="develop")
    repo.branch("edit")

    assert refused(repo.path).hint == "name what to compare with: --base BRANCH"


def test_a_detached_head_works(repo: Repo) -> None:
    """A checkout of a commit is compared like a branch."""
    sha = repo.commit({"docs/plans.md": PAGE + "More.\n"})
    repo.switch(sha)

    with resolve_change(repo.path, env={}) as change:
        assert (change.head_ref, change.head_sha, change.files) == (None, sha, (modified("docs/plans.md"),))


@pytest.mark.parametrize("ref", ["HEAD~1", "v1", "main", "HEAD^{commit}~1"])
def test_base_takes_every_way_to_name_a_commit(repo: Repo, ref: str) -> None:
    """Branches, annotated tags and revisions."""
    repo.git("tag", "-a", "-m", "one", "v1")
    repo.commit({"docs/plans.md": PAGE + "More.\n"})

    with resolve_change(repo.path, base=ref, env={}) as change:
        assert (change.base_ref, change.files) == (ref, (modified("docs/plans.md"),))


def test_an_unknown_base_lists_what_exists(repo: Repo) -> None:
    """The message names the branches, and the line that fetches the missing one."""
    error = refused(repo.path, base="realease")

    assert str(error) == "--base realease: no such branch, tag or commit in this clone; there are: edit, main"
    assert error.hint == "pass one of these, or git fetch origin realease"


def test_histories_without_a_common_commit_are_an_error(repo: Repo) -> None:
    """There is nothing to compare with, and the message says so."""
    repo.git("checkout", "-q", "--orphan", "alone")
    repo.commit({"docs/a.md": "Alone.\n"})

    assert str(refused(repo.path, base="main")) == "HEAD and main have no commit in common"


def test_a_shallow_clone_without_the_merge_base_says_what_to_type(repo: Repo, tmp_path: Path) -> None:
    """tj-actions/changed-files/issues/737: never "no changes", and the given line mends it."""
    for number in range(3):
        repo.commit({"docs/plans.md": f"{PAGE}{number}\n"})
    repo.switch("main")
    repo.commit({"docs/faq.md": "On main.\n"})
    copy = clone(repo, tmp_path / "copy", "--depth=1", "--no-single-branch", "--branch=edit")

    error = refused(copy.path, base="origin/main")
    assert "shallow" in str(error)
    assert error.hint is not None
    assert error.hint.startswith("git fetch --unshallow")
    assert "fetch-depth: 0" in error.hint

    copy.git("fetch", "-q", "--unshallow")
    assert changed(copy, base="origin/main") == (modified("docs/plans.md"),)


def test_a_merge_in_progress_does_not_count_what_is_merged_in(repo: Repo) -> None:
    """While main is being merged into a branch, the pages of main are no change of the branch."""
    repo.commit({"docs/plans.md": PAGE.replace("25", "30")})
    repo.switch("main")
    repo.commit({"docs/plans.md": PAGE.replace("25", "40"), "docs/faq.md": "Edited on main.\n"})
    repo.switch("edit")
    with pytest.raises(AssertionError, match="git merge main"):
        repo.git("merge", "main")

    with resolve_change(repo.path, env={}) as change:
        assert change.files == (modified("docs/plans.md"),)
        assert b"<<<<<<<" in change.head.read("docs/plans.md")


def test_a_linked_working_tree_is_a_place_like_others(repo: Repo, tmp_path: Path) -> None:
    """`git worktree` puts the .git folder elsewhere."""
    repo.git("worktree", "add", "-q", str(tmp_path / "second tree"), "-b", "second")
    second = Repo(tmp_path / "second tree")
    (second.path / "docs/long.md").rename(second.path / "docs/moved.md")

    with resolve_change(second.path / "docs", env={}) as change:
        assert change.repository is not None
        assert change.repository.root == second.path
        assert (change.head_ref, change.files) == ("second", (renamed("docs/long.md", "docs/moved.md"),))


def test_no_base_lists_head_only(repo: Repo) -> None:
    """Nothing is compared, and the pages of head are there."""
    with resolve_change(repo.path, no_base=True, env={}) as change:
        assert (change.base, change.files, change.base_sha) == (None, (), None)
        assert "docs/plans.md" in change.head.files()


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


def test_a_run_without_changes_starts_git_a_few_times(repo: Repo, counted_git: Path) -> None:
    """Each start costs five milliseconds, so the proof that nothing changed takes at most seven."""
    repo.commit({"README.md": "Not in the docs.\n"})
    counted_git.unlink()

    with resolve_change(repo.path, base="main", env={}) as change:
        assert change.files == (added("README.md"),)

    assert len(counted_git.read_text(encoding="utf-8").splitlines()) <= 7


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


# Events in real clones


def _event(folder: Path, name: str, payload: str) -> dict[str, str]:
    file = folder / "event.json"
    file.write_text(payload, encoding="utf-8")
    return {"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(file)}


def test_the_merge_commit_of_a_pull_request_needs_a_depth_of_two(repo: Repo, tmp_path: Path) -> None:
    """actions/checkout with fetch-depth: 2 is enough; with 1 the message says so."""
    head = repo.commit({"docs/plans.md": PAGE.replace("25", "30")})
    repo.switch("main")
    base = repo.commit({"docs/faq.md": "On main.\n"})
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "edit")
    env = _event(
        tmp_path,
        "pull_request",
        f'{{"number": 7, "pull_request": {{"head": {{"sha": "{head}"}}, "base": {{"ref": "main"}}}}}}',
    )

    two = clone(repo, tmp_path / "two", "--depth=2")
    two.switch(two.git("rev-parse", "HEAD"))
    with resolve_change(two.path, env=env) as change:
        assert (change.base_ref, change.base_sha) == ("main", base)
        assert change.files == (modified("docs/plans.md"),)
        assert change.event is not None
        assert change.event.number == 7

    one = clone(repo, tmp_path / "one", "--depth=1")
    assert "without its parents" in str(refused(one.path, env=env))


def test_the_base_branch_checked_out_in_a_pull_request_is_not_compared_with_itself(repo: Repo, tmp_path: Path) -> None:
    """A workflow with a wrong `ref` does not pass in silence."""
    head = repo.commit({"docs/plans.md": PAGE.replace("25", "30")})
    repo.switch("main")
    env = _event(
        tmp_path,
        "pull_request",
        f'{{"number": 7, "pull_request": {{"head": {{"sha": "{head}"}}, "base": {{"ref": "main"}}}}}}',
    )

    assert "is not the head of pull request 7" in str(refused(repo.path, env=env))


def test_pull_request_target_compares_the_head_from_the_store(repo: Repo, tmp_path: Path) -> None:
    """The base branch is checked out, the head's pages are read without being written to disk."""
    head = repo.commit({"docs/plans.md": PAGE.replace("25", "30")})
    repo.switch("main")
    env = _event(
        tmp_path,
        "pull_request_target",
        f'{{"number": 7, "pull_request": {{"head": {{"sha": "{head}"}}, "base": {{"ref": "main"}}}}}}',
    )

    with resolve_change(repo.path, env=env) as change:
        assert change.files == (modified("docs/plans.md"),)
        assert change.head.sha == change.head_sha == head
        assert b"30 dollars" in change.head.read("docs/plans.md")
        assert change.changed_lines("docs/plans.md", "docs/plans.md").added == {3}


def test_a_push_is_compared_with_before(repo: Repo, tmp_path: Path) -> None:
    """The commits of one push, also on the default branch."""
    before = repo.commit({"docs/faq.md": "Before.\n"})
    repo.commit({"docs/plans.md": PAGE.replace("25", "30")})
    env = _event(tmp_path, "push", f'{{"before": "{before}", "ref": "refs/heads/edit"}}')

    assert changed(repo, env=env) == (modified("docs/plans.md"),)


@pytest.mark.parametrize("depth", ["--depth=1", "--no-single-branch"])
def test_a_forced_push_whose_before_is_gone_never_passes_in_silence(repo: Repo, tmp_path: Path, depth: str) -> None:
    """On the default branch the fallback would compare HEAD with itself: exit 2 with the line to type."""
    repo.switch("main")
    copy = clone(repo, tmp_path / "copy", depth)
    gone = "dead" * 10
    env = _event(
        tmp_path,
        "push",
        f'{{"before": "{gone}", "ref": "refs/heads/main", "repository": {{"default_branch": "main"}}}}',
    )

    error = refused(copy.path, env=env)

    assert gone in str(error)
    assert error.hint is not None
    assert error.hint.startswith(f"git fetch --depth=1 origin {gone}")
    assert error.exit_code == 2


def test_a_new_branch_is_compared_with_the_default_branch(repo: Repo, tmp_path: Path) -> None:
    """Zeros in `before`, in a clone as a runner makes it."""
    repo.commit({"docs/plans.md": PAGE.replace("25", "30")})
    copy = clone(repo, tmp_path / "copy", "--branch=edit")
    env = _event(
        tmp_path,
        "push",
        f'{{"before": "{"0" * 40}", "ref": "refs/heads/edit", "repository": {{"default_branch": "main"}}}}',
    )

    assert changed(copy, env=env) == (modified("docs/plans.md"),)


def test_a_broken_event_file_does_not_matter_to_who_names_a_base(repo: Repo, tmp_path: Path) -> None:
    """--base REF is the way out that the message itself names."""
    env = _event(tmp_path, "pull_request", "{")

    assert refused(repo.path, env=env).exit_code == 2
    assert changed(repo, base="main", env=env) == ()


# Built folders


def test_two_built_folders_are_compared_page_by_page(tmp_path: Path) -> None:
    """Docs that are generated from code need no repository: edits, moves and lines are found in the folders."""
    before, after = tmp_path / "before", tmp_path / "after"
    for folder, files in (
        (before, {"a.md": "One.\nTwo.\n", "sub/long.md": LONG, "gone.md": "Gone.\n", "same.md": "Same.\n"}),
        (after, {"a.md": "One.\n2.\n", "other/long.md": LONG + "More.\n", "new.md": "New.\n", "same.md": "Same.\n"}),
    ):
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")

    with resolve_change(tmp_path, base_docs=before, head_docs=after, env={}) as change:
        assert change.files == (
            modified("a.md"),
            deleted("gone.md"),
            added("new.md"),
            renamed("sub/long.md", "other/long.md"),
        )
        assert change.changed_lines("a.md", "a.md") == LineChanges(removed=frozenset({2}), added=frozenset({2}))
        assert change.changed_lines("sub/long.md", "other/long.md") == LineChanges(added=frozenset({31}))
        assert change.base_docs is not None
        assert change.base_docs.read("gone.md") == b"Gone.\n"
        assert change.head_docs.read("new.md") == b"New.\n"
        assert change.repository is None
        assert change.base is change.head
        assert "before/a.md" in change.head.files()


def test_built_folders_go_with_the_golden_set_of_the_repository(repo: Repo, tmp_path: Path) -> None:
    """Inside a repository settings, golden set and baseline of each side are those of base and head."""
    repo.write("golden.yml", "edited: true\n")
    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    (tmp_path / "after/page.md").write_text("Page.\n", encoding="utf-8")

    with resolve_change(repo.path, base_docs=tmp_path / "before", head_docs=tmp_path / "after", env={}) as change:
        assert change.files == (added("page.md"),)
        assert change.base is not None
        assert "golden.yml" not in change.base.files()
        assert change.head.read("golden.yml") == b"edited: true\n"


def test_links_in_built_folders_do_not_leave_them(tmp_path: Path) -> None:
    """A built site is as untrusted as a repository."""
    (tmp_path / "secret.md").write_text("Secret.\n", encoding="utf-8")
    (tmp_path / "site").mkdir()
    (tmp_path / "site/out.md").symlink_to("../secret.md")
    (tmp_path / "site/page.md").write_text("Page.\n", encoding="utf-8")
    (tmp_path / "site/alias.md").symlink_to("page.md")

    with resolve_change(tmp_path, base_docs=tmp_path / "site", head_docs=tmp_path / "site", env={}) as change:
        assert change.files == ()
        assert sorted(change.head_docs.files()) == ["alias.md", "page.md"]
        assert list(change.head_docs.problems) == ["out.md"]


def test_one_folder_alone_is_an_error(tmp_path: Path) -> None:
    """Both sides are needed, and each must exist."""
    assert "go together" in str(refused(tmp_path, base_docs=tmp_path))
    assert "--head-docs" in str(refused(tmp_path, base_docs=tmp_path, head_docs=tmp_path / "none"))


# Who


def test_the_committer_is_who_git_says(repo: Repo) -> None:
    """Name and address come from git's configuration."""
    with open_repository(repo.path) as repository:
        assert committer(repository) == "Wren Writer <wren@example.org>"


def test_without_a_name_nothing_is_signed(repo: Repo, home: Path) -> None:
    """Git never makes up a name from the machine's for us."""
    (home / ".gitconfig").write_text("", encoding="utf-8")

    with open_repository(repo.path) as repository, pytest.raises(UsageError) as caught:
        committer(repository)

    assert caught.value.hint is not None
    assert "git config user.name" in caught.value.hint
