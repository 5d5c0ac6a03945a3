"""A check with nothing to do, answered from the note of the last one: the same words and report, or not at all."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.cli import quick
from helpers.kestrel import Kestrel, config, copied, kestrel
from helpers.repos import Repo

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILES = {
    "claimdiff.yml": config(docs=["docs/**/*.md", "!docs/drafts/"], prompts=["prompts/answer.md.j2", "prompts/*.txt"]),
    "prompts/answer.md.j2": "{% include 'parts/tone.j2' %}\n{{ question }}\n{{ context }}\n",
    "prompts/parts/tone.j2": "Be brief.\n",
    "src/app.py": "print('hello')\n",
}
STAGED = ("check", "--staged", "--offline")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the repository of this module lies."""
    return tmp_path_factory.mktemp("quick") / "site"


@pytest.fixture
def repo(template: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Kestrel:
    """A site with an approved baseline and a prompt, whose last check had nothing to do."""
    if not template.exists():
        kestrel(template, capsys, FILES)
    site = copied(Kestrel(Repo(template), capsys), tmp_path / "site", capsys)
    assert site.run(*STAGED).code == 0
    return site


def answered(repo: Kestrel, *arguments: str) -> str | None:
    """What the quick answer is, in the repository."""
    here = os.getcwd()  # noqa: PTH109 -- as in the helper that runs commands
    os.chdir(repo.path)
    try:
        return quick.answer(list(arguments or STAGED), os.environ)
    finally:
        os.chdir(here)


def stage(repo: Kestrel) -> None:
    """Stage everything."""
    repo.repo.git("add", "--all")


def kept(repo: Kestrel) -> dict[str, Any]:
    """The report that the last check kept, without the time it took."""
    value = json.loads((repo.path / ".claimdiff/last/report.json").read_text(encoding="utf-8"))
    value["usage"]["wall_s"] = 0
    return dict(value)


def _code(repo: Kestrel) -> None:
    repo.write("src/app.py", "print('bye')\n")
    repo.write("src/docs/new.md", "# No page\n")
    repo.repo.git("mv", "-k", "src/none.py", "src/other.py")


def _nothing(repo: Kestrel) -> None:
    del repo


def _commit(repo: Kestrel) -> None:
    repo.write("src/app.py", "print('bye')\n")
    repo.commit()


@pytest.mark.parametrize("edit", [_nothing, _code, _commit])
@pytest.mark.parametrize("arguments", [STAGED, ("check", "--base", "main", "--offline", "--fail-on", "never")])
def test_the_answer_is_that_of_the_whole_check(
    repo: Kestrel, edit: Callable[[Kestrel], None], arguments: tuple[str, ...]
) -> None:
    """Edits beside docs, prompts and golden set are told and reported byte for byte as by a check that reads all."""
    edit(repo)
    stage(repo)

    told = answered(repo, *arguments)

    report = kept(repo)
    for note in (repo.path / ".claimdiff/unchanged").iterdir():
        note.unlink()
    whole = repo.run(*arguments)
    assert (told, report) == (whole.out, kept(repo))
    assert whole.code == 0


def _page(repo: Kestrel) -> None:
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")


def _new_page(repo: Kestrel) -> None:
    repo.write("docs/deep/er/new.md", "# New\n")


def _no_page(repo: Kestrel) -> None:
    repo.delete("docs/plans.md")


def _moved_page(repo: Kestrel) -> None:
    (repo.path / "docs/plans.md").rename(repo.path / "src/plans.md")


def _page_from_elsewhere(repo: Kestrel) -> None:
    (repo.path / "src/app.py").rename(repo.path / "docs/app.md")


def _golden(repo: Kestrel) -> None:
    repo.edit("golden_set/questions.yml", "What does the Pro plan cost?", "What is the price of Pro?")


def _baseline(repo: Kestrel) -> None:
    repo.delete("golden_set/baseline/price.yml")


def _prompt(repo: Kestrel) -> None:
    repo.write("prompts/answer.md.j2", "{{ question }} {{ context }}\n")


def _included(repo: Kestrel) -> None:
    repo.write("prompts/parts/tone.j2", "Be long.\n")


def _shadowing(repo: Kestrel) -> None:
    repo.write("parts/tone.j2", "Another file of that name, found elsewhere.\n")


def _watched_text(repo: Kestrel) -> None:
    repo.write("prompts/new.txt", "Watched by a glob.\n")


def _link(repo: Kestrel) -> None:
    (repo.path / "src/linked.py").symlink_to("app.py")


def _tracked_state(repo: Kestrel) -> None:
    repo.repo.git("add", "--force", ".claimdiff/last/report.json")


def _link_for_state(repo: Kestrel) -> None:
    (repo.path / ".claimdiff").rename(repo.path / "src/state")
    (repo.path / ".claimdiff").symlink_to("src/state")


def _committed_page(repo: Kestrel) -> None:
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    repo.commit()


def _committed_prompt(repo: Kestrel) -> None:
    repo.write("prompts/parts/tone.j2", "{% include 'more.j2' %}\n")
    repo.commit()


@pytest.mark.parametrize(
    "edit",
    [
        _page, _new_page, _no_page, _moved_page, _page_from_elsewhere, _golden, _baseline, _prompt, _included, _shadowing,
        _watched_text, _link, _tracked_state, _link_for_state, _committed_page, _committed_prompt,
    ],
)  # fmt: skip
def test_what_may_matter_is_left_to_the_whole_check(repo: Kestrel, edit: Callable[[Kestrel], None]) -> None:
    """No edit of a watched file, of a place where one may come to lie, or of what the note was made of is answered."""
    assert answered(repo) is not None

    edit(repo)
    stage(repo)

    assert answered(repo) is None


def test_a_config_that_was_edited_is_read(repo: Kestrel) -> None:
    """The config on disk decides, staged or not."""
    repo.write("claimdiff.yml", config(docs=["src/**"]))

    assert answered(repo) is None


def test_a_broken_golden_set_is_told_every_time(repo: Kestrel) -> None:
    """No note is left by a check that failed, so nothing is ever answered from one."""
    repo.write("golden_set/questions.yml", "questions: []\n")
    repo.commit()

    assert [repo.run(*STAGED).code for _ in range(2)] == [2, 2]


def test_pages_that_show_other_files_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a page includes a file, no edit is known to be harmless by its path."""
    pages = {
        "docs/prices.rst": "Prices\n======\n\n.. include:: ../src/prices.txt\n",
        "src/prices.txt": "Pro costs 5 dollars.\n",
    }
    site = kestrel(tmp_path / "site", capsys, {"claimdiff.yml": config(docs=["docs/**"]), **pages})
    assert site.run(*STAGED).code == 0
    assert answered(site) is not None
    site.write("src/prices.txt", "Pro costs 6 dollars.\n")
    stage(site)

    assert answered(site) is None


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("check", "--all"), ("check", "--staged", "--question", "price"), ("check", "--format", "json"),
        ("check", "--base"), ("check", "--base", "--staged"), ("check", "--no-base"), ("accept", "--staged"),
        ("check", "--fail-on", "sometimes"), ("check", "--estimate"), ("check", "--output", "out"), ("check", "main"),
    ],
)  # fmt: skip
def test_other_lines_are_left_to_the_command(arguments: tuple[str, ...]) -> None:
    """Only lines that ask for the plain check are understood."""
    assert quick.line_of(arguments) is None


def test_a_note_of_another_program_or_key_is_none(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a key other engines may run, and another version may read and report otherwise."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-made-up")
    assert answered(repo) is None
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert answered(repo) is not None
    monkeypatch.setattr("claimdiff.unchanged.__version__", "0.0.0")
    assert answered(repo) is None
