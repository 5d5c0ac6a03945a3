"""`claimdiff action` where something around it is broken or hostile: in this process, on a real repository, without GitHub."""

from __future__ import annotations

import json
import os
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.cli.main import main
from claimdiff.masks import Masks
from claimdiff.publishing.calls import Calls, GitHubError
from helpers.program import commit, git, replace, sample_repository

if TYPE_CHECKING:
    from pathlib import Path

SECRET = 'planted<"&>secret'  # noqa: S105 -- planted, to be looked for in what is written
TEMPLATE = ".github/claimdiff/comment.md.j2"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample with an edit of its prices on a branch, as the workspace of a job."""
    site = sample_repository(tmp_path / "site", "meridian")
    monkeypatch.chdir(site)
    return site


def run(site: Path, monkeypatch: pytest.MonkeyPatch, **extra: str) -> int:
    """Commit an edit of the prices on a branch, and run the action for its pull request; the exit code."""
    start = git("rev-parse", "main", cwd=site)
    replace(site / "docs/plans.md", "| $25 ", "| $30 ")
    git("checkout", "--quiet", "-b", "topic", cwd=site)
    head = commit(site)
    side = {"repo": {"full_name": "acme/docs"}}
    pull = {"number": 7, "head": {"sha": head, "ref": "topic", **side}, "base": {"sha": start, "ref": "main", **side}}
    return act(site, monkeypatch, {"action": "opened", "number": 7, "pull_request": pull}, **extra)


def act(site: Path, monkeypatch: pytest.MonkeyPatch, payload: Any, **extra: str) -> int:
    """Run the action for an event of a pull request; the exit code."""
    event = site.parent / "event.json"
    event.write_text(json.dumps(payload), encoding="utf-8")
    for name in [name for name in os.environ if name.startswith(("GITHUB_", "INPUT_", "ANTHROPIC"))]:
        monkeypatch.delenv(name)
    given = {
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_WORKSPACE": str(site),
        "GITHUB_OUTPUT": str(site.parent / "output"),
        "GITHUB_STEP_SUMMARY": str(site.parent / "summary"),
        **extra,
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return main(["action"])


@pytest.mark.parametrize(
    "text",
    ['{% include "nowhere" %}', '{% include "../../../../pyproject.toml" %}', '{% include "/etc/hostname" %}'],
)
def test_a_template_takes_in_no_file(site: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """The team's own template reads no file of the machine, and one that tries changes no verdict."""
    (site / TEMPLATE).parent.mkdir(parents=True)
    (site / TEMPLATE).write_text(text, encoding="utf-8")
    commit(site)

    assert run(site, monkeypatch) == 1
    assert "$25 per month" in (site.parent / "summary").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("\n{% for a in range(99999) %}\n{% for b in range(99999) %}{% endfor %}{% endfor %}", 3, "100,000 steps"),
        ("{% for a in range(999) %}\n{{ 'long' * 2500 }}{% endfor %}", 1, "5,000,000 characters"),
        ("first\n{{ view.nothing }}", 2, "nothing"),
        ("first\nsecond\n{% if %}", 3, "TemplateSyntaxError"),
    ],
    ids=["endless", "long", "undefined", "syntax"],
)
def test_a_template_that_fails_is_told_with_its_line(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, line: int, told: str
) -> None:
    """Ours is used instead of it, the verdict stands, and the log has name and line of the team's own template."""
    (site / TEMPLATE).parent.mkdir(parents=True)
    (site / TEMPLATE).write_text(text, encoding="utf-8")
    commit(site)

    assert run(site, monkeypatch) == 1
    assert "$25 per month" in (site.parent / "summary").read_text(encoding="utf-8")
    [note] = [row for row in capsys.readouterr().err.splitlines() if "template was not used" in row]
    assert f"{TEMPLATE}:{line}: " in note
    assert told in note


def test_a_template_that_wants_all_memory_changes_no_verdict(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the team's own template raises, ours is used instead."""
    (site / TEMPLATE).parent.mkdir(parents=True)
    (site / TEMPLATE).write_text('{{ "a" * 10**18 }}', encoding="utf-8")
    commit(site)

    assert run(site, monkeypatch) == 1


def test_a_report_folder_that_is_a_link_is_not_followed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pull request that commits a link where reports go writes nothing outside of the workspace."""
    (site.parent / "outside").mkdir()
    (site / "claimdiff-report").symlink_to(site.parent / "outside")

    assert run(site, monkeypatch) == 1
    assert list((site.parent / "outside").iterdir()) == []


def test_a_report_file_that_is_a_link_is_replaced(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file behind a committed link is overwritten."""
    victim = site.parent / "victim"
    victim.write_text("precious", encoding="utf-8")
    (site / "claimdiff-report").mkdir()
    (site / "claimdiff-report/.gitignore").symlink_to(victim)

    assert run(site, monkeypatch) == 1
    assert victim.read_text(encoding="utf-8") == "precious"


def test_a_report_that_cannot_be_written_changes_no_verdict(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code and conclusion are those of the gate; no path is handed on where no file lies."""
    (site / "claimdiff-report").write_text("in the way", encoding="utf-8")

    assert run(site, monkeypatch) == 1
    output = (site.parent / "output").read_text(encoding="utf-8").splitlines()
    assert "fail" in output
    assert not any("report.json" in line for line in output)


def test_a_secret_in_the_docs_reaches_no_file(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Report files, page and the last report hide it, also where the page escapes its signs."""
    with (site / "docs/plans.md").open("a", encoding="utf-8") as page:
        page.write(f"\nThe Pro plan costs $25 per month with {SECRET} only.\n")

    run(site, monkeypatch, CLAIMDIFF_TOKEN=SECRET)
    files = [*(site / "claimdiff-report").iterdir(), site / ".claimdiff/last/report.json"]
    texts = {path.name: path.read_text(encoding="utf-8") for path in files}
    assert "***" in texts["report.html"]
    assert [name for name, text in texts.items() if "planted" in text] == []


def test_a_line_of_a_file_name_is_no_command_of_the_log(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line feed in the name of a page starts no line of the build log."""
    (site / "docs/price\n::error::planted.md").write_text(
        "# Pro plan price\n\nThe Pro plan costs $30 per month, not $25.\n", encoding="utf-8"
    )

    run(site, monkeypatch)
    told = capsys.readouterr()
    lines = [*told.out.splitlines(), *told.err.splitlines()]
    assert [line for line in lines if line.lstrip().startswith("::error::planted")] == []


@pytest.mark.parametrize("word", ["contradicted", "question", "958333"])
def test_a_masked_word_that_reports_need_breaks_none(site: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """A secret that is also a word or a number of report.json changes no verdict."""
    assert run(site, monkeypatch, CLAIMDIFF_MODE=word) == 1


def test_a_pull_request_with_an_impossible_number_is_a_usage_error(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number below one is none."""
    assert act(site, monkeypatch, {"action": "opened", "number": -3}) == 2


def test_an_action_of_an_event_stays_on_its_line(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says why there is nothing to do, whatever the event is called."""
    assert act(site, monkeypatch, {"action": "x\n::error::planted", "number": 7}) == 0
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("url", ["nonsense", "ftp://host/", "http://[", "http://host:x"])
def test_an_address_that_is_none_is_a_fault_of_github(url: str) -> None:
    """It is told, like everything that goes wrong there, and is no bug."""
    with closing(Calls(token="t", api_url=url)) as calls, pytest.raises(GitHubError, match="GITHUB_API_URL"):  # noqa: S106 -- no secret
        calls.get("/user", "read")


def test_bytes_of_no_text_are_masked() -> None:
    """A secret that is not UTF-8 is hidden like any other."""
    secret = os.fsdecode(b"\xff\xfeabcdef")

    assert Masks.of([secret]).hide(f"a {secret}") == "a ***"
