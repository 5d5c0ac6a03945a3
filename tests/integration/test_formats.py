"""Every form of a report on real runs: they agree with each other and with the exit code."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from claimdiff.report.document import Report
from helpers.kestrel import config, golden, question

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.kestrel import Kestrel


def price(repo: Kestrel) -> None:
    """Change a fact."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")


def nothing(repo: Kestrel) -> None:
    """Change nothing."""


def silent(repo: Kestrel) -> None:
    """Add a question without an answer."""
    repo.write("golden_set/questions.yml", golden([question("port"), {"id": "mute", "question": "Who?"}]))
    for name in repo.baselines():
        if name != "port.yml":
            repo.delete(f"golden_set/baseline/{name}")


def broken(repo: Kestrel) -> None:
    """Let a generator fail."""
    repo.write("claimdiff.yml", config(generator={"use": "command", "command": "false"}))


RUNS: dict[str, tuple[Callable[[Kestrel], None], str, int]] = {
    "fail": (price, "fail", 1),
    "pass": (nothing, "pass", 0),
    "neutral": (silent, "neutral", 0),
    "error": (broken, "error", 4),
}


@pytest.mark.parametrize(("edit", "conclusion", "code"), RUNS.values(), ids=RUNS.keys())
def test_all_agree(repo: Kestrel, edit: Callable[[Kestrel], None], conclusion: str, code: int) -> None:
    """Conclusion, exit code, JUnit, SARIF and the texts say the same of one run."""
    edit(repo)
    done = repo.check("--output", "out")

    junit = ET.fromstring((repo.path / "out/junit.xml").read_text(encoding="utf-8"))  # noqa: S314 -- our own file
    sarif = json.loads((repo.path / "out/report.sarif").read_text(encoding="utf-8"))
    assert (done.code, done.report["conclusion"]) == (code, conclusion)
    assert bool(junit.findall(".//failure")) == (conclusion == "fail")
    assert bool(junit.findall(".//error")) == (conclusion == "error")
    levels = [found["level"] for run in sarif["runs"] for found in run["results"]]
    assert ("error" in levels) == (conclusion == "fail")
    if conclusion == "fail":
        for name in ("report.md", "report.html"):
            assert "claimdiff accept price" in (repo.path / "out" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(("edit", "conclusion", "code"), RUNS.values(), ids=RUNS.keys())
def test_schema(repo: Kestrel, edit: Callable[[Kestrel], None], conclusion: str, code: int) -> None:
    """report.json fits its published schema, holds no NaN, and comes back as it was."""
    edit(repo)
    done = repo.check()

    data = json.loads(done.out, parse_constant=pytest.fail)
    jsonschema.validate(data, Report.model_json_schema())
    assert json.loads(Report.model_validate(data).model_dump_json()) == data
    assert (data["conclusion"], done.code) == (conclusion, code)


@pytest.mark.parametrize("form", ["text", "markdown", "json", "junit", "sarif", "html"])
def test_stdout_holds_the_form_alone(repo: Kestrel, form: str) -> None:
    """Stdout is the form that was asked for and nothing else; notes go to stderr."""
    price(repo)
    repo.write("docs/empty.md", "\n")

    done = repo.run("check", "--base", "main", "--format", form)

    assert done.code == 1
    assert "25 dollars" in done.out
    assert "docs/empty.md" in done.err
    assert "warning:" not in done.out
    start = {"json": "{", "junit": "<?xml", "sarif": "{", "html": "<!"}.get(form, "")
    assert done.out.lower().startswith(start)


def test_several_forms(repo: Kestrel) -> None:
    """The first form goes to stdout, and the folder holds all of them."""
    price(repo)

    done = repo.run("check", "--base", "main", "--format", "json", "--format", "html", "--output", "out")

    assert json.loads(done.out)["conclusion"] == "fail"
    assert (repo.path / "out/report.html").is_file()


def test_changed_value_is_shown(repo: Kestrel) -> None:
    """The terminal shows old and new words, file and line, and the command that settles it."""
    price(repo)

    text = " ".join(repo.run("check", "--base", "main").out.split())

    assert "docs/plans.md:3" in text
    assert "25 dollars" in text
    assert "30 dollars" in text
    assert "claimdiff accept price" in text


def test_accepted_claims_are_listed(repo: Kestrel) -> None:
    """What a change does to the baseline stands in every report of it, also of a pass."""
    price(repo)
    repo.accept("price")

    done = repo.run("check", "--base", "main", "--format", "markdown")

    assert done.code == 0
    assert "baseline" in done.out.lower()
