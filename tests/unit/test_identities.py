"""Two judges are the same where their scores may be compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimdiff.pipeline.identities import same_judge
from claimdiff.records import JudgeIdentity

NAME, DATED = "claude-haiku-4-5", "claude-haiku-4-5-20251001"
CLAUDE = JudgeIdentity(use="claude", model=NAME, prompt_hash="aa", extractor=f"claude {NAME} bb")
RESOLVED = replace(CLAUDE, model=DATED, extractor=f"claude {DATED} bb")


def test_a_name_without_its_date_is_the_same_model() -> None:
    """Whichever side could not resolve the name, the scores stay comparable."""
    assert same_judge(CLAUDE, CLAUDE)
    assert same_judge(CLAUDE, RESOLVED)
    assert same_judge(RESOLVED, CLAUDE)


@pytest.mark.parametrize(
    "other",
    [
        replace(CLAUDE, model="claude-haiku-5-5"),
        replace(RESOLVED, model="claude-haiku-4-5-20260202"),
        replace(CLAUDE, prompt_hash="ab"),
        replace(CLAUDE, entailment="explicit"),
        replace(CLAUDE, extractor="rules"),
        replace(CLAUDE, extractor=f"claude {NAME} bc"),
        replace(CLAUDE, model=f"{NAME}-large"),
        JudgeIdentity(use="lexical", model="lexical-1"),
    ],
)
def test_anything_else_makes_another_judge(other: JudgeIdentity) -> None:
    """Another model, date, prompt, reading or extractor: the scores are not compared."""
    assert not same_judge(RESOLVED, other)
    assert not same_judge(other, RESOLVED)
