"""The golden sets of this repository are in order: valid, wholly supported, and approved without exceptions."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import yaml

from helpers.program import GOLDEN, ROOT, claimdiff, commit, git, sample_repository

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("meridian", "sprocket", "self")


def repository(folder: Path, name: str) -> tuple[Path, Path]:
    """A repository with one golden set as it is in this checkout, and the path of its settings."""
    if name != "self":
        return sample_repository(folder, name), folder / "claimdiff.yml"
    folder.mkdir()
    shutil.copy(ROOT / "README.md", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copytree(GOLDEN / "self", folder / "golden_set" / "self")
    git("init", "--quiet", "--initial-branch=main", cwd=folder)
    commit(folder)
    return folder, folder / "golden_set" / "self" / "claimdiff.yml"


@pytest.mark.parametrize("name", NAMES)
def test_valid(tmp_path: Path, name: str) -> None:
    """`claimdiff validate` finds nothing wrong and no stale evidence."""
    repo, config = repository(tmp_path / "repo", name)

    done = claimdiff("validate", "--config", config, cwd=repo)

    assert done.code == 0, done.err
    assert "stale" not in done.out + done.err


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_is_backed(tmp_path: Path, name: str) -> None:
    """A full replay passes, every claim of every answer is supported, and each expected source was retrieved."""
    repo, config = repository(tmp_path / "repo", name)

    done = claimdiff("check", "--no-base", "--format", "json", "--config", config, cwd=repo)

    report = done.json()
    assert (done.code, report["conclusion"]) == (0, "pass"), done.err
    assert report["totals"]["faithfulness"] == 1.0
    assert report["totals"]["abstained"] == 1
    assert report["findings"] == []
    assert [item["id"] for item in report["questions"] if item["status"] != "replayed"] == []
    missed = {
        item["id"]: set(item["retrieval"]["sources_expected"]) - set(item["retrieval"]["sources_found"])
        for item in report["questions"]
    }
    assert {question for question, pages in missed.items() if pages} == set()


@pytest.mark.parametrize("name", NAMES)
def test_approved_without_exceptions(name: str) -> None:
    """Every question has its baseline file, and no claim was kept without support."""
    questions = yaml.safe_load((GOLDEN / name / "questions.yml").read_text(encoding="utf-8"))["questions"]
    entries = {
        path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
        for path in (GOLDEN / name / "baseline").glob("*.yml")
    }

    assert entries.keys() == {question["id"] for question in questions}
    assert [claim for entry in entries.values() for claim in entry["claims"] if claim["verdict"] != "supported"] == []
    assert [claim for entry in entries.values() for claim in entry["claims"] if not claim["evidence"]] == []


@pytest.mark.parametrize("name", ["meridian", "sprocket"])  # the guide may move under self without a change of meaning
def test_accepting_again_changes_nothing(tmp_path: Path, name: str) -> None:
    """What is committed is what `accept --all` writes."""
    repo, config = repository(tmp_path / "repo", name)

    done = claimdiff("accept", "--all", "--config", config, cwd=repo)

    assert done.code == 0, done.err
    assert git("status", "--porcelain", "--", ":!.claimdiff", cwd=repo) == ""
