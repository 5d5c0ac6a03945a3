"""The hooks under pre-commit itself, installed from a tag as a team has them, without a key and without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.hooks import PreCommit, pre_commit, run, screen
from helpers.kestrel import Kestrel, copied, kestrel
from helpers.repos import new_repo

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.program import Run

PASSED = "claimdiff................................................................Passed\n"
_MADE: dict[str, tuple[PreCommit, Kestrel]] = {}


@pytest.fixture
def made(tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]) -> tuple[PreCommit, Kestrel]:
    """pre-commit with its environment, and Kestrel with the hook `claimdiff`, on a branch of its own."""
    if "made" not in _MADE:
        folder = tmp_path_factory.mktemp("made")
        tool = pre_commit(folder)
        repo = kestrel(folder / "kestrel", capsys, {".pre-commit-config.yaml": tool.config("claimdiff")})
        tool.install(repo.repo)
        _MADE["made"] = (tool, repo)
    return _MADE["made"]


@pytest.fixture
def tool(made: tuple[PreCommit, Kestrel]) -> PreCommit:
    """pre-commit, whose environment is there."""
    return made[0]


@pytest.fixture
def repo(made: tuple[PreCommit, Kestrel], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Kestrel:
    """A clone in which `pre-commit install` was typed."""
    return copied(made[1], tmp_path / "kestrel", capsys)


def committed(repo: Kestrel, tool: PreCommit, **variables: str) -> Run:
    """`git commit` of what is staged; what stands on the screen."""
    return screen(["git", "commit", "--quiet", "--message", "edit"], repo.repo, {**tool.env, **variables})


def past_the_hook(repo: Kestrel) -> str:
    """Commit everything without asking the hook; the commit."""
    repo.repo.git("add", "-A")
    repo.repo.git("commit", "--quiet", "--no-verify", "--message", "past the hook")
    return repo.repo.git("rev-parse", "HEAD")


def test_what_affects_nothing_is_silent(repo: Kestrel, tool: PreCommit) -> None:
    """A page that no answer rests on is committed without a word."""
    repo.write("docs/new.md", "# New\n\nNothing here is asked about.\n")
    repo.repo.git("add", "docs/new.md")

    done = committed(repo, tool)

    assert (done.code, done.out) == (0, PASSED)


def test_work_that_is_not_staged_is_neither_judged_nor_touched(repo: Kestrel, tool: PreCommit) -> None:
    """A price that is only on disk blocks nothing and stays on disk."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    repo.edit("docs/ports.md", "# Ports\n", "# Ports and addresses\n")
    repo.repo.git("add", "docs/ports.md")

    done = committed(repo, tool)

    assert done.code == 0, done.out
    assert "30 dollars" in (repo.path / "docs/plans.md").read_text(encoding="utf-8")
    assert repo.repo.git("status", "--porcelain", "--", "docs") == "M docs/plans.md"


def test_what_is_staged_is_judged_and_not_the_disk(repo: Kestrel, tool: PreCommit) -> None:
    """A staged price blocks though the disk has the old one again; the block names page, line and command."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    repo.repo.git("add", "docs/plans.md")
    repo.edit("docs/plans.md", "30 dollars", "25 dollars")

    done = committed(repo, tool)

    assert done.code == 1
    assert "this change edits docs/plans.md:3" in done.out
    assert "claimdiff accept price" in done.out
    assert "25 dollars" in (repo.path / "docs/plans.md").read_text(encoding="utf-8")
    assert "30 dollars" in repo.repo.git("show", ":docs/plans.md")


def test_a_commit_that_only_deletes_is_judged(repo: Kestrel, tool: PreCommit) -> None:
    """pre-commit hands no file to a hook then, and the page that an answer rests on does not go unseen."""
    repo.repo.git("rm", "-q", "docs/plans.md")

    done = committed(repo, tool)

    assert done.code == 1
    assert "“The Pro plan costs 25 dollars per month.”" in done.out


def test_a_rename_is_silent_and_an_edit_under_the_new_name_is_not(repo: Kestrel, tool: PreCommit) -> None:
    """Also where the path has a blank and letters beyond ASCII."""
    repo.repo.git("mv", "docs/plans.md", "docs/unsere Preise für alle.md")
    renamed = committed(repo, tool)
    repo.edit("docs/unsere Preise für alle.md", "25 dollars", "30 dollars")
    repo.repo.git("add", "-A")
    edited = committed(repo, tool)

    assert (renamed.code, renamed.out) == (0, PASSED)
    assert edited.code == 1
    assert "this change edits docs/unsere Preise für alle.md:3" in edited.out


def test_a_range_of_commits(repo: Kestrel, tool: PreCommit) -> None:
    """`--from-ref` and `--to-ref`, as a build runs pre-commit: the commits are judged, whatever the disk holds."""
    start = repo.repo.git("rev-parse", "HEAD")
    repo.write("docs/new.md", "# New\n")
    harmless = past_the_hook(repo)
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    past_the_hook(repo)

    silent, loud = (
        screen(["pre-commit", "run", "--from-ref", old, "--to-ref", new], repo.repo, tool.env)
        for old, new in ((start, harmless), (harmless, "HEAD"))
    )

    assert (silent.code, silent.out) == (0, PASSED)
    assert loud.code == 1
    assert "this change edits docs/plans.md:3" in loud.out


def test_pushes(repo: Kestrel, tool: PreCommit, tmp_path: Path) -> None:
    """Before a push the commits that are pushed are judged, also the first, of which the remote has nothing."""
    repo.repo.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    repo.repo.git("remote", "add", "there", str(tmp_path / "remote.git"))
    run(["pre-commit", "install", "--hook-type", "pre-push"], repo.repo, tool.env)
    first = screen(["git", "push", "--quiet", "there", "main"], repo.repo, tool.env)
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    past_the_hook(repo)

    branch = screen(["git", "push", "--quiet", "there", "topic"], repo.repo, tool.env)
    repo.repo.git("update-ref", "-d", "refs/remotes/there/main")
    whole = screen(["git", "push", "--quiet", "there", "topic"], repo.repo, tool.env)

    assert (first.code, first.out) == (0, PASSED)
    for blocked, base in ((branch, "compared with "), (whole, "compared with an empty tree")):
        assert blocked.code == 1
        assert base in blocked.out
        assert "“The Pro plan costs 25 dollars per month.”" in blocked.out


def test_the_first_commit_of_a_repository(repo: Kestrel, tool: PreCommit, tmp_path: Path) -> None:
    """With no commit to compare with there is nothing that could have lost its support."""
    fresh = new_repo(tmp_path / "fresh")
    for name in ("claimdiff.yml", ".pre-commit-config.yaml", "golden_set/questions.yml", "docs/plans.md"):
        fresh.write(name, (repo.path / name).read_bytes())
    fresh.git("add", "-A")
    run(["pre-commit", "install"], fresh, tool.env)

    done = screen(["git", "commit", "--quiet", "--message", "first"], fresh, tool.env)

    assert done.code == 0, done.out
    assert fresh.git("rev-list", "--count", "HEAD") == "1"


def test_a_merge_in_progress(repo: Kestrel, tool: PreCommit) -> None:
    """What a merge brings is judged before it is committed, and the merge stays in progress."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    past_the_hook(repo)
    repo.repo.switch("main")
    repo.write("docs/new.md", "# New\n")
    past_the_hook(repo)
    repo.repo.git("merge", "--quiet", "--no-commit", "--no-ff", "topic")

    done = committed(repo, tool)

    assert done.code == 1
    assert "this change edits docs/plans.md:3" in done.out
    assert repo.repo.git("rev-parse", "--verify", "MERGE_HEAD")


def test_a_home_that_nobody_can_write_to(repo: Kestrel, tool: PreCommit, tmp_path: Path) -> None:
    """A hook needs no home folder: what stands in its place is a file, which stops root as well."""
    (tmp_path / "home").write_text("", encoding="utf-8")
    identity = {
        f"GIT_{who}_{what}": "wren@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    repo.edit("docs/ports.md", "# Ports\n", "# Ports and addresses\n")
    repo.repo.git("add", "-A")

    done = committed(repo, tool, HOME=str(tmp_path / "home"), **identity)

    assert (done.code, done.out) == (0, PASSED)


def test_the_hook_that_reports(repo: Kestrel, tool: PreCommit) -> None:
    """claimdiff-report tells the same and lets the commit through."""
    repo.write(".pre-commit-config.yaml", tool.config("claimdiff-report"))
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    repo.repo.git("add", "-A")

    done = committed(repo, tool)

    assert done.code == 0
    assert "this change edits docs/plans.md:3" in done.out


def test_the_hook_that_validates(repo: Kestrel, tool: PreCommit) -> None:
    """claimdiff-validate names file, line and key, and blocks."""
    repo.write(".pre-commit-config.yaml", tool.config("claimdiff-validate"))
    repo.edit("golden_set/questions.yml", "docs/plans.md", "docs/plan.md")
    repo.repo.git("add", "-A")

    done = committed(repo, tool)

    assert done.code == 1
    assert (
        "golden_set/questions.yml:6: questions[0].sources[0]: the source docs/plan.md of price does not exist"
        in done.out
    )
