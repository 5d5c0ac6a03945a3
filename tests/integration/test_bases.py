"""Which base a run in a real repository takes, on a laptop and for events of GitHub."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.changes import resolve_change
from claimdiff.errors import FileProblems
from helpers.changed import PAGE, added, changed, modified, refused, renamed, three_pages
from helpers.repos import Repo, clone, new_repo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """Three pages on main, and a branch `edit` checked out."""
    return three_pages(tmp_path / "repo")


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

    assert (refused(repo.path).hint or "").startswith("name what to compare with: --base BRANCH; ")


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
    assert error.hint == "pass one of these, or git fetch origin realease:refs/remotes/origin/realease"


@pytest.mark.parametrize("staged", [False, True])
def test_a_damaged_repository_is_not_taken_for_an_empty_one(repo: Repo, *, staged: bool) -> None:
    """Where the commit of HEAD cannot be read there is no base, and a check must not pass as if all were new."""
    sha = repo.git("rev-parse", "HEAD")
    (repo.path / ".git/objects" / sha[:2] / sha[2:]).unlink()

    assert (
        str(refused(repo.path, staged=staged))
        == f"HEAD is the commit {sha[:10]}, and it cannot be read from this clone"
    )


def test_what_a_clone_of_one_branch_is_told_to_type_works(repo: Repo, tmp_path: Path) -> None:
    """There git fetches another branch without naming it, so the line that is shown names it."""
    copy = clone(repo, tmp_path / "copy", "--single-branch", "--branch=edit")
    told = refused(copy.path, base="main").hint or ""

    copy.git(*told.partition("or git ")[2].split())

    with resolve_change(copy.path, base="main", env={}) as change:
        assert change.base_sha == repo.git("rev-parse", "main")


def test_a_revision_that_a_shallow_clone_lacks_is_not_fetched_by_name(repo: Repo, tmp_path: Path) -> None:
    """No server knows HEAD~1; a deeper clone does."""
    repo.commit({"docs/plans.md": "Edited.\n"})
    copy = clone(repo, tmp_path / "copy", "--depth=1")

    hint = refused(copy.path, base="HEAD~1").hint

    assert hint == (
        "pass one of these, or git fetch --deepen=100 (in a workflow: actions/checkout with fetch-depth: 0)"
    )


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


def test_an_unsettled_conflict_in_the_index_is_a_change_that_cannot_be_read(repo: Repo) -> None:
    """--staged in the middle of a merge names the page and what to do, and does not skip it."""
    repo.commit({"docs/plans.md": PAGE.replace("25", "30"), "docs/new.md": "Ours.\n"})
    repo.switch("main")
    repo.commit({"docs/plans.md": PAGE.replace("25", "40"), "docs/new.md": "Theirs.\n"})
    repo.switch("edit")
    with pytest.raises(AssertionError, match="git merge main"):
        repo.git("merge", "main")

    with resolve_change(repo.path, staged=True, env={}) as change:
        assert change.files == (modified("docs/new.md"), modified("docs/plans.md"))
        with pytest.raises(FileProblems, match=r"docs/plans\.md: has a merge conflict") as caught:
            change.head.read("docs/plans.md")
    assert caught.value.problems[0].hint == "settle it, then: git add docs/plans.md"
    assert changed(repo, base="main~1", staged=True) == (added("docs/new.md"), modified("docs/plans.md"))


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
    """The base branch is checked out; of the head only pages are read, and nothing is written to disk."""
    head = repo.commit({"docs/plans.md": PAGE.replace("25", "30")})
    repo.switch("main")
    env = _event(
        tmp_path,
        "pull_request_target",
        f'{{"number": 7, "pull_request": {{"head": {{"sha": "{head}"}}, "base": {{"ref": "main"}}}}}}',
    )

    with resolve_change(repo.path, env=env) as change:
        assert change.files == (modified("docs/plans.md"),)
        assert change.head.sha == repo.git("rev-parse", "main")
        assert change.head_docs.sha == change.head_sha == head
        assert b"30 dollars" in change.head_docs.read("docs/plans.md")
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
