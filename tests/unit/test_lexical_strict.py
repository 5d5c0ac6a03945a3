"""Where the offline judge could call a claim contradicted and must keep its doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text

if TYPE_CHECKING:
    from claimdiff.records import Verdict


def verdict(claim: str, page: str) -> Verdict | None:
    """What the judge says without weighing."""
    return lexical.judge(claim, [from_text("docs/a.md", page)], weighed=False).verdict


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        # a denial inside a condition of the claim
        (
            "If the buffer is not empty, the worker flushes the buffer.",
            "The worker flushes the buffer of an empty queue.",
        ),
        # what takes the denial back
        ("A crate can be opened with a token.", "A crate cannot be opened without a token."),
        ("Drafts are deleted after the audit.", "Drafts are not deleted until the audit is over."),
        # a question states nothing
        ("Seals can be shared between crates.", "Can seals not be shared between crates?"),
        # a value of a part
        (
            "The migration of the archive takes 13 hours.",
            "The migration of the archive takes another 4 hours at night.",
        ),
        # one of several
        ("The archive was rebuilt in 2019.", "The archive was last rebuilt in 2023."),
        # dates that are not as exact as each other
        ("Support of the archive ends in June 2031.", "Support of the archive ends on 3 June 2031 at noon."),
        ("Support of the archive ends on 3 June.", "Support of the archive ends in 2031."),
    ],
)
def test_a_doubt_is_no_contradiction(claim: str, page: str) -> None:
    """Text beside the point speaks neither for the claim nor against it."""
    assert verdict(claim, page) != "contradicted"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("No, the scanner does not read encrypted crates.", "Encrypted crates aren't read by the scanner."),
        ("The vendor ruled out refunds for opened crates.", "The vendor does not give refunds for opened crates."),
    ],
)
def test_two_denials_of_the_same_agree(claim: str, page: str) -> None:
    """It does not matter which words stand behind the denial in either sentence."""
    assert verdict(claim, page) != "contradicted"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Crates can be moved without a token.", "Crates cannot be moved without a token."),
        ("Seals can be shared between crates.", "Seals cannot be shared between crates."),
        ("The archive was rebuilt in 2019.", "The archive was rebuilt in 2023."),
        ("The last export ran in 2019.", "The last export ran in 2023."),
        ("Support of the archive ends in May 2031.", "Support of the archive ends in June 2031."),
    ],
)
def test_what_is_plainly_denied_stays_contradicted(claim: str, page: str) -> None:
    """The doubt ends where both sentences are about the same case."""
    assert verdict(claim, page) == "contradicted"
