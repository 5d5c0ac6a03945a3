from __future__ import annotations

from claimdiff.claims.claude import foreseen
from claimdiff.pipeline import expected

ANSWER = "The Pro plan costs 25 dollars per month. " * 4


def test_an_answer_is_as_long_as_the_approved_one() -> None:
    """What people approved tells how long answers are; without it a usual length is taken."""
    assert len(ANSWER) / 4 <= expected.answering(ANSWER) <= len(ANSWER) / 3
    assert expected.answering(None) == expected.answering("") == expected.ANSWER_TOKENS


def test_more_claims_take_more_tokens() -> None:
    """Each unit comes back, and each claim gets a verdict of its own."""
    assert expected.extracting([ANSWER, ANSWER]) == 2 * expected.extracting([ANSWER])
    assert expected.judging([ANSWER] * 3) == 3 * expected.judging([ANSWER])
    assert expected.judging([]) == 0


def test_calls_for_an_answer_that_nobody_knows_hold_its_claims() -> None:
    """They are cut as those of a known answer are: what is many takes several calls."""
    calls = foreseen([f"Fact {at} holds." for at in range(150)], "What holds?", model="claude-haiku-4-5")
    assert len(calls) == 3
    assert sum(len(texts) for _, texts in calls) == 150
    assert '"Fact 0 holds."' in calls[0][0].body["messages"][0]["content"][0]["text"]
