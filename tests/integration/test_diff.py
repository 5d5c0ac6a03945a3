from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from claimdiff.report import to_json
from claimdiff.report.document import ReportJudge
from helpers.program import claimdiff
from helpers.reports import failed, outdated, report, unsupported

if TYPE_CHECKING:
    from pathlib import Path

    from claimdiff.report import Report


def write(folder: Path, first: Report, second: Report) -> None:
    """Put two reports into files."""
    (folder / "a.json").write_text(to_json(first), encoding="utf-8")
    (folder / "b.json").write_text(to_json(second), encoding="utf-8")


def test_what_appeared_fails(tmp_path: Path) -> None:
    """A second report with newly unsupported claims ends with 1 and names them."""
    write(tmp_path, report(), failed(outdated()))
    run = claimdiff("diff", "a.json", "b.json", cwd=tmp_path)

    assert (run.code, run.err) == (1, "")
    assert run.out.startswith("1 claim is newly unsupported in b.json that was not in a.json.\n")
    assert (
        "• “The Pro plan costs 25 dollars a month.” (pro-price/monthly): ✗ contradicted; cause: docs docs/plans.md:14"
        in run.out
    )


def test_what_went_passes(tmp_path: Path) -> None:
    """A second report without newly unsupported claims ends with 0 and says what is gone."""
    write(tmp_path, failed(outdated(), unsupported()), report())
    run = claimdiff("diff", "a.json", "b.json", "--format", "json", cwd=tmp_path)

    assert run.code == 0
    assert [claim["claim_id"] for claim in run.json()["went"]] == ["monthly", "recovery"]


def test_scores_of_two_judges_are_said_not_to_be_comparable(tmp_path: Path) -> None:
    """Two judges: the reports are listed, their scores are not compared."""
    write(tmp_path, report(), report(judge=ReportJudge(use="claude", model="claude-haiku-4-5")))
    run = claimdiff("diff", "a.json", "b.json", cwd=tmp_path)

    assert run.code == 0
    assert "Scores are not comparable: judged by lexical judge (lexical-1)" in run.out
    assert "faithfulness" not in run.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "b.json: there is no such file"),
        ("", "b.json: is empty"),
        ("{", "b.json: is not valid JSON"),
        (json.dumps({"results": []}), "b.json: is JSON, but not a report of claimdiff"),
        (
            to_json(report()).replace('"schema_version": 1', '"schema_version": 2'),
            "b.json: schema version 2 is not known",
        ),
        (
            to_json(report()).replace('"name": "docent"', '"name": 3'),
            "b.json: name: Input should be a valid string; found 3",
        ),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, content: str | None, message: str) -> None:
    """A file that is missing or no report ends with 2 and a message, without a traceback."""
    write(tmp_path, report(), report())
    (tmp_path / "b.json").unlink()
    if content is not None:
        (tmp_path / "b.json").write_text(content, encoding="utf-8")
    run = claimdiff("diff", "a.json", "b.json", cwd=tmp_path)

    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert "Traceback" not in run.err


def test_a_folder_is_its_report(tmp_path: Path) -> None:
    """The folder that `--output` wrote may be named instead of the file in it."""
    (tmp_path / "report.json").write_text(to_json(report()), encoding="utf-8")

    assert claimdiff("diff", ".", ".", cwd=tmp_path).code == 0
