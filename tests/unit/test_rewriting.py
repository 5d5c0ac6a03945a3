from __future__ import annotations

import pytest

from claimdiff.approval.rewriting import Edit, apply_edits, edits_for, rewrite_claim, states
from claimdiff.records import Claim, Substitution


def value(old: str, new: str) -> Substitution:
    """Another value of the docs."""
    return Substitution(old=old, new=new)


@pytest.mark.parametrize(
    ("claim", "values", "expected"),
    [
        ("Pro costs 25 dollars.", [("25", "30")], "Pro costs 30 dollars."),
        ("Pro costs 25 dollars.", [("25 dollars", "$30")], "Pro costs $30."),
        ("Pro costs $25.", [("$25", "$30")], "Pro costs $30."),
        ("Retry 5 times within 25 seconds.", [("5", "3")], "Retry 3 times within 25 seconds."),
        ("Version 2.5 needs 5 GB.", [("5 GB", "6 GB")], "Version 2.5 needs 6 GB."),
        ("It costs 25, not more.", [("25", "30")], "It costs 30, not more."),
        (
            "Pro costs 25 dollars and has 50 GB.",
            [("25", "30"), ("50 GB", "60 GB")],
            "Pro costs 30 dollars and has 60 GB.",
        ),
    ],
)
def test_claim(claim: str, values: list[tuple[str, str]], expected: str) -> None:
    """The value is replaced as a whole word, and nothing else."""
    assert rewrite_claim(claim, [value(*pair) for pair in values]) == expected


@pytest.mark.parametrize(
    "claim", ["Pro costs 30 dollars.", "25 users pay 25 dollars.", "Pro costs 250 dollars.", "Version 25.1 is out."]
)
def test_no_certain_place(claim: str) -> None:
    """A value that is not there, or twice, is not replaced."""
    assert rewrite_claim(claim, [value("25", "30")]) is None


@pytest.mark.parametrize(
    ("answer", "claim", "values", "expected"),
    [
        ("Pro costs 25 dollars.", "Pro costs 25 dollars.", [("25", "30")], "Pro costs 30 dollars."),
        (
            "Pro is $25 a month.",
            "Pro costs 25 dollars a month.",
            [("25 dollars", "30 dollars")],
            "Pro is 30 dollars a month.",
        ),
        (
            "Pro costs 25 USD. Team costs 80 USD.",
            "Pro costs 25 dollars.",
            [("25 dollars", "$30")],
            "Pro costs $30. Team costs 80 USD.",
        ),
        (
            "Team has 25 seats. Pro costs 25 dollars.",
            "Pro costs 25 dollars.",
            [("25", "30")],
            "Team has 25 seats. Pro costs 30 dollars.",
        ),
        (
            "Backups are kept for thirty days.",
            "Backups are kept for 30 days.",
            [("30 days", "90 days")],
            "Backups are kept for 90 days.",
        ),
    ],
    ids=["same", "other notation", "currency code", "the right sentence", "number word"],
)
def test_answer(answer: str, claim: str, values: list[tuple[str, str]], expected: str) -> None:
    """The value is found in the sentence that states the claim, in whatever notation."""
    edits = edits_for(answer, Claim(id="c1", text=claim), [value(*pair) for pair in values])

    assert edits is not None
    assert apply_edits(answer, edits) == expected


def test_span() -> None:
    """A claim that knows its place is looked for there alone."""
    answer = "Pro costs 25 dollars. Pro once cost 25 dollars, too."

    edits = edits_for(answer, Claim(id="c1", text="Pro costs 25 dollars.", start=0, end=21), [value("25", "30")])

    assert edits == (Edit(start=10, end=12, new="30"),)


@pytest.mark.parametrize("answer", ["Pro is cheap.", "Pro costs 25 dollars for 25 users.", ""])
def test_answer_without_a_certain_place(answer: str) -> None:
    """An answer that does not say the value, or says it twice, is left alone."""
    assert edits_for(answer, Claim(id="c1", text="Pro costs 25 dollars."), [value("25", "30")]) is None


def test_several_edits() -> None:
    """Edits of other lengths do not move each other; the same edit twice is made once."""
    edits = [Edit(start=10, end=12, new="1,200"), Edit(start=0, end=3, new="P"), Edit(start=10, end=12, new="1,200")]

    assert apply_edits("Pro costs 25 dollars.", edits) == "P costs 1,200 dollars."


def test_states() -> None:
    """Whether a claim states a value, in whatever notation."""
    assert states("Pro costs 25 dollars.", "$25")
    assert states("Pro costs 25 dollars.", "25")
    assert not states("Pro costs 250 dollars.", "25")
