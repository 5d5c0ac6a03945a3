from __future__ import annotations

import subprocess

import pytest

from claimdiff import golden, settings
from claimdiff.cli.workflow import workflow
from helpers.program import PROGRAM, ROOT, claimdiff, unmeasured
from helpers.repos import Repo, new_repo

PAGE = """\
# Opening hours

This page tells when somebody is there.

The workshop is open from 9 to 17 on weekdays, and closed on 24 December.
"""


@pytest.fixture
def repo(tmp_path: object) -> Repo:
    """A repository with docs and a prompt, and nothing of ours."""
    from pathlib import Path

    made = new_repo(Path(str(tmp_path)) / "repo")
    made.commit(
        {
            "handbook/hours.md": PAGE,
            "handbook/index.md": "# Handbook\n\nStart here.\n",
            "bot/prompts/answer.md.j2": "Answer {{ question }} from {{ context }}.\n",
            "CHANGELOG.md": "# Changes\n\nVersion 1.2 came out on 3 May.\n",
            "README.md": "# Shop\n\nA shop with 3 doors.\n",
        }
    )
    return made


def test_what_is_written_works_at_once(repo: Repo) -> None:
    """The config finds docs and prompts, the example question is real and a draft, and validate finds nothing wrong."""
    run = claimdiff("init", "--yes", cwd=repo.path)
    assert (run.code, run.err) == (0, "")
    read = settings.load(repo.path / "claimdiff.yml")
    assert (read.docs, [prompt.path for prompt in read.prompts]) == (
        ("handbook/**/*.md",),
        ["bot/prompts/answer.md.j2"],
    )
    [question] = golden.parse((repo.path / read.golden_set).read_text(encoding="utf-8"), path="q.yml").questions
    assert question.answer == "The workshop is open from 9 to 17 on weekdays, and closed on 24 December."
    assert (question.sources, question.draft) == (("handbook/hours.md",), True)
    assert "opening hours" in question.question
    assert (repo.path / read.baseline).is_dir()
    validated = claimdiff("validate", cwd=repo.path)
    assert (validated.code, validated.err) == (0, "")


def test_the_next_steps_are_told(repo: Repo) -> None:
    """The output names the files, the hook entry and the commands that follow; CODEOWNERS has the line for the baseline."""
    out = claimdiff("init", "--yes", cwd=repo.path).out
    for told in (
        "wrote claimdiff.yml",
        "wrote golden_set/questions.yml",
        "- id: claimdiff",
        "claimdiff validate",
        "claimdiff accept --all",
    ):
        assert told in out
    assert "/golden_set/baseline/ @" in (repo.path / ".github/CODEOWNERS").read_text(encoding="utf-8")


def test_nothing_is_overwritten(repo: Repo) -> None:
    """A file that is there stays byte for byte, and the output says so; a config that is there says where files go."""
    repo.write("claimdiff.yml", "docs: [handbook/*.md]\ngolden_set: qa/set.yml\n")
    repo.write("CODEOWNERS", "* @shop/all\n")
    run = claimdiff("init", "--yes", cwd=repo.path)
    assert run.code == 0
    assert "claimdiff.yml exists and stays as it is" in run.out
    assert (repo.path / "claimdiff.yml").read_text(
        encoding="utf-8"
    ) == "docs: [handbook/*.md]\ngolden_set: qa/set.yml\n"
    assert (repo.path / "CODEOWNERS").read_text(encoding="utf-8") == "* @shop/all\n"
    assert "add this to CODEOWNERS" in run.out
    assert (repo.path / "qa/set.yml").is_file()
    assert (repo.path / "qa/baseline").is_dir()
    assert not (repo.path / "golden_set").exists()
    before = (repo.path / "qa/set.yml").read_bytes()
    again = claimdiff("init", "--yes", cwd=repo.path)
    assert again.code == 0
    assert "wrote" not in again.out
    assert (repo.path / "qa/set.yml").read_bytes() == before


def test_a_folder_of_a_repository_can_have_its_own(repo: Repo) -> None:
    """Started in a sub-folder, everything is found and written there; CODEOWNERS belongs to the top and is only told."""
    repo.write("shop/docs/hours.md", PAGE)
    run = claimdiff("init", "--yes", cwd=repo.path / "shop")
    assert run.code == 0
    assert settings.load(repo.path / "shop/claimdiff.yml").docs == ("docs/**/*.md",)
    assert "/shop/golden_set/baseline/ @your-docs-team" in run.out
    assert not (repo.path / "shop/.github").exists()
    assert claimdiff("validate", cwd=repo.path / "shop").code == 0


def test_a_workflow_is_written_where_its_action_is_named(repo: Repo) -> None:
    """The workflow stands at the top, with the place of the settings; a second time nothing is overwritten."""
    repo.write("shop/docs/hours.md", PAGE)
    told = claimdiff("init", "--yes", cwd=repo.path).out
    top = claimdiff("init", "--yes", "--action", "shop/claimdiff@v1", cwd=repo.path)
    below = claimdiff("init", "--yes", "--action", "shop/claimdiff@v2", cwd=repo.path / "shop")

    assert "claimdiff init --action OWNER/claimdiff@COMMIT writes .github/workflows/claimdiff.yml" in told
    assert (top.code, below.code) == (0, 0)
    assert "wrote .github/workflows/claimdiff.yml" in top.out
    assert "../.github/workflows/claimdiff.yml exists and stays as it is" in below.out
    text = (repo.path / ".github/workflows/claimdiff.yml").read_text(encoding="utf-8")
    assert text == workflow("shop/claimdiff@v1")
    assert "config: shop/claimdiff.yml\n" in workflow("shop/claimdiff@v2", "shop/claimdiff.yml")


@pytest.mark.parametrize("address", ["claimdiff", "shop/claimdiff", "shop/claimdiff@v1\n  evil: 1", "shop/x@$(id)"])
def test_a_workflow_needs_the_address_of_an_action(repo: Repo, address: str) -> None:
    """Anything else is refused with the form that an address has, and nothing is written."""
    run = claimdiff("init", "--yes", "--action", address, cwd=repo.path)
    assert run.code == 2
    assert "--action OWNER/claimdiff@COMMIT" in run.err
    assert not (repo.path / "claimdiff.yml").exists()


def test_the_guide_shows_the_workflow_that_is_written() -> None:
    """docs/github-action.md and `init` have one and the same workflow."""
    page = (ROOT / "docs/github-action.md").read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    assert page.replace(" # where your copy of claimdiff lies", "") == workflow("OWNER/claimdiff@COMMIT")


def test_a_full_disk_leaves_no_half_of_a_file(repo: Repo) -> None:
    """What could not be written is not there afterwards, so that the next `init` writes it."""
    line = ["bash", "-c", 'ulimit -f 0; exec "$0" init --yes', str(PROGRAM)]
    done = subprocess.run(line, cwd=repo.path, env=unmeasured(), capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: claimdiff.yml could not be written")
    assert not (repo.path / "claimdiff.yml").exists()


def test_a_broken_config_is_not_built_upon(repo: Repo) -> None:
    """A config that is there and wrong is told, and nothing is written."""
    repo.write("claimdiff.yml", "docz: [a]\n")
    run = claimdiff("init", "--yes", cwd=repo.path)
    assert run.code == 2
    assert "claimdiff.yml:1: docz: unknown key" in run.err
    assert not (repo.path / "golden_set").exists()


def test_without_a_page_there_is_nothing_to_begin_with(tmp_path: object) -> None:
    """In a folder without docs the message says where to run it, and nothing is written."""
    from pathlib import Path

    empty = new_repo(Path(str(tmp_path)) / "empty")
    run = claimdiff("init", "--yes", cwd=empty.path)
    assert run.code == 2
    assert "there is no docs page below" in run.err
    assert "run it in the repository of your docs" in run.err
    assert [path.name for path in empty.path.iterdir()] == [".git"]
