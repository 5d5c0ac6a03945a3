"""A claim without the limits of the sentence it rests on is supported in part only."""

from __future__ import annotations

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text

LIMITED = [
    ("Rings can be restored.", "Rings can be restored only within 10 days.", "partially_supported"),
    ("Otter seals rings.", "Otter seals rings unless the vault is public.", "partially_supported"),
    ("Otter seals rings.", "Otter seals rings as long as the clock is in step.", "partially_supported"),
    ("Rings can be copied.", "On the Max plan, rings can be copied.", "partially_supported"),
    ("Rings can be restored within 10 days.", "Rings can be restored only within 10 days.", "supported"),
    ("On the Max plan, rings can be copied.", "On the Max plan, rings can be copied.", "supported"),
    ("Rings can be copied on Max.", "On the Max plan, rings can be copied.", "supported"),
    ("Otter seals rings unless they are public.", "Otter seals rings unless they are public.", "supported"),
]


@pytest.mark.parametrize(("claim", "page", "expected"), LIMITED)
def test_a_limit_that_the_claim_leaves_out_makes_it_supported_in_part(claim: str, page: str, expected: str) -> None:
    """Words like "only within", "unless" and a plan in front limit what is said; a claim that names them keeps its support."""
    assert lexical.judge(claim, [from_text("page.md", page)], weighed=False).verdict == expected


def test_a_limit_that_the_question_names_need_not_be_repeated() -> None:
    """Who asks about the Max plan is answered about it."""
    page = from_text("page.md", "On the Max plan, rings can be copied.")
    question = "Can I copy rings on the Max plan?"
    assert lexical.judge("Rings can be copied.", [page], question=question, weighed=False).verdict == "supported"


def test_a_sentence_without_the_limit_supports_the_whole_claim() -> None:
    """Where the docs also say it without limits, nothing is missing."""
    page = from_text("page.md", "On the Max plan, rings can be copied.\n\nRings can be copied.")
    assert lexical.judge("Rings can be copied.", [page], weighed=False).verdict == "supported"
