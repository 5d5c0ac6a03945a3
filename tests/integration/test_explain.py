from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.program import claimdiff, replace, sample_repository

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def meridian(tmp_path: Path) -> Path:
    """The sample with an edited price that is not committed."""
    repo = sample_repository(tmp_path / "meridian", "meridian")
    replace(repo / "docs" / "plans.md", "$25", "$30")
    return repo


def test_one_question_from_passages_to_verdicts(meridian: Path) -> None:
    """The passage with its old and new line, the answer, the verdict, its reason and the command stand there."""
    run = claimdiff("explain", "pro-price", "--base", "main", cwd=meridian)

    assert run.code == 0
    for told in (
        "docs/plans.md",
        "Price per month: $25",
        "Price per month: $30",
        "Price per month: $25; Storage: 50 GB [✓ 1",
        "Price per month: $30; Storage: 50 GB [✗ 1",
        "contradicted (before: supported)",
        "claimdiff accept",
    ):
        assert told in run.out


def test_an_answer_that_the_docs_left_behind_points_to_no_generation(meridian: Path) -> None:
    """The recorded answer is as it was, so nothing is blamed but the line of the docs."""
    out = claimdiff("explain", "pro-price", "--base", "main", cwd=meridian).out

    assert "cause: docs" in out
    assert "points to" not in out


def test_what_accept_would_write(meridian: Path) -> None:
    """The answer before and after, the claims as they would be stored, and the command stand at the end."""
    told = claimdiff("explain", "pro-price", "--base", "main", cwd=meridian).out.split("What accept would write")[1]

    assert "- The Pro plan costs $25 per month" in told
    assert "+ The Pro plan costs $30 per month" in told
    assert "✓ supported  “The Pro plan costs $30 per month.”" in told
    assert told.strip().endswith("claimdiff accept pro-price")


def test_what_accept_cannot_write(meridian: Path) -> None:
    """Where nothing can be written it says so, with the commands that take words of a person."""
    replace(meridian / "docs" / "plans.md", "| Pro   | $30             | 50 GB   |\n", "")

    told = claimdiff("explain", "pro-price", "--base", "main", cwd=meridian).out.split("What accept would write")[1]

    assert "Nothing as it is" in told
    assert "--keep-unsupported" in told


def test_the_same_as_json(meridian: Path) -> None:
    """As JSON, every passage has its text and every claim its rule."""
    told = claimdiff("explain", "pro-price", "--base", "main", "--format", "json", cwd=meridian).json()

    assert all(passage["text"] for passage in told["question"]["retrieval"]["passages"] + told["before"]["passages"])
    assert all(claim["rule"] for claim in told["question"]["claims"])


def test_questions_that_nothing_touched_are_explained_too(meridian: Path) -> None:
    """A question outside of the change is replayed for the explanation, and ends with 0 as well."""
    run = claimdiff("explain", "lost-key", "--base", "main", cwd=meridian)

    assert run.code == 0
    assert "supported" in run.out


def test_an_unknown_question_is_a_usage_error(meridian: Path) -> None:
    """A wrong id ends with 2, named in the message."""
    run = claimdiff("explain", "pro-prise", cwd=meridian)

    assert (run.code, run.out) == (2, "")
    assert "pro-prise" in run.err
