"""Denials, other currencies and small words that are names: a score does not pass over them, and neither does a check."""

from __future__ import annotations

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text

TURNED = [
    ("The vault is not open.", "The vault is open.", "contradicted"),
    ("Otter is not open source.", "Otter is open source under the MIT license.", "contradicted"),
    ("The vault is open.", "The vault is open.", "supported"),
    ("The first ring is kept.", "The last ring is kept.", "unverifiable"),
    ("Basic costs $8 per month.", "Basic costs €8 per month.", "contradicted"),
    ("Paid rings can hold 9 nodes.", "Free rings can hold 2 nodes. Paid rings can hold 9 nodes.", "supported"),
    ("Plus: 9 nodes", "Free includes 2 nodes. Plus includes 9 nodes and seals.", "supported"),
]


@pytest.mark.parametrize("weighed", [True, False])
@pytest.mark.parametrize(("claim", "page", "expected"), TURNED)
def test_a_word_is_affirmed_or_denied_whatever_its_opposites(
    claim: str, page: str, expected: str, weighed: bool
) -> None:
    """A denied word contradicts also where it has an opposite of its own, and a plan called Plus is a name."""
    assert lexical.judge(claim, [from_text("page.md", page)], weighed=weighed).verdict == expected


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The switch takes effect after a restart.", "The switch takes effect without a restart."),
        ("Only owners can seal.", "Members and owners can seal."),
        ("Otter clients may send 40 calls per minute.", "Clients may send 40 calls per second."),
    ],
)
def test_the_weight_of_all_words_does_not_hide_what_is_turned(claim: str, page: str) -> None:
    """Shared words alone support no claim whose denial, "only" or period the pages do not share."""
    assert lexical.judge(claim, [from_text("page.md", page)], weighed=True).verdict != "supported"
