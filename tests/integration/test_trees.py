"""The trees of both sides: commits, the working tree, links, built folders."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from claimdiff.changes import LineChanges, open_repository, resolve_change, select
from claimdiff.errors import FileProblems, UsageError
from helpers.changed import LONG, PAGE, added, changed, deleted, modified, refused, renamed, three_pages
from helpers.repos import Repo, new_repo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Three pages on main, and a branch `edit` checked out."""
    return three_pages(tmp_path / "repo")


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


def test_many_pages_are_read_at_once(repo: Repo) -> None:
    """More names and more content than a pipe holds end in no standstill."""
    with open_repository(repo.path) as repository:
        found = repository.objects.find(("HEAD:docs/long.md", "HEAD:docs/not there.md") * 3000)

    assert [item.data if item else None for item in found] == [LONG.encode(), None] * 3000


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


def test_a_new_page_outside_of_a_sparse_checkout_is_seen(repo: Repo) -> None:
    """Git would not add such a file; it is on disk all the same."""
    repo.commit({"site/page.md": "Not on disk.\n"})
    repo.git("sparse-checkout", "set", "docs")
    repo.write("site/new.md", "New.\n")
    (repo.path / "docs/long.md").unlink()

    assert changed(repo, base="HEAD") == (deleted("docs/long.md"), added("site/new.md"))


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
        "docs/again.md": "plans.md",
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


def test_a_page_changes_with_the_file_that_its_link_leads_to(linked: Repo) -> None:
    """docs/index.md is README.md by a link: an edit there is an edit of the page, with its lines."""
    linked.commit()
    linked.write("README.md", "Read me again.\n")
    (linked.path / "guides/a.md").unlink()
    linked.write("guides/b.md", "Another guide.\n")

    with resolve_change(linked.path, base="HEAD", env={}) as change:
        assert change.files == (
            modified("README.md"),
            deleted("docs/guides/a.md"),
            added("docs/guides/b.md"),
            modified("docs/index.md"),
            deleted("guides/a.md"),
            added("guides/b.md"),
        )
        assert change.changed_lines("docs/index.md", "docs/index.md") == change.changed_lines("README.md", "README.md")
        assert change.changed_lines("docs/index.md", "docs/index.md").added == {1}


def test_a_link_that_is_put_in_the_place_of_its_page_is_no_change(repo: Repo) -> None:
    """A copy that becomes a link reads the same; a link that leads elsewhere from now on does not."""
    repo.commit({"docs/copy.md": PAGE})
    (repo.path / "docs/copy.md").unlink()
    (repo.path / "docs/copy.md").symlink_to("plans.md")
    assert changed(repo, base="HEAD") == ()

    repo.commit()
    (repo.path / "docs/copy.md").unlink()
    repo.write("docs/copy.md", PAGE)
    assert changed(repo, base="HEAD") == ()

    (repo.path / "docs/copy.md").unlink()
    (repo.path / "docs/copy.md").symlink_to("faq.md")
    assert changed(repo, base="HEAD") == (modified("docs/copy.md"),)


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
