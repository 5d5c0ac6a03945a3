"""Values that a claim takes for granted are held against the passages."""

from __future__ import annotations

import pytest

from claimdiff.judging.lexical import judge
from claimdiff.passages import from_text

SHOP = from_text(
    "shop.md", "# Help\n\nOrders can be cancelled within 12 hours of payment. Uploads are limited to 2 GB."
)


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("Your parcel is past the 24-hour cancellation window.", "24-hour", "12 hours"),
        ("The video is above our 5 GB upload limit.", "5 GB", "2 GB"),
    ],
)
def test_another_value_of_the_same_limit_is_contradicted(claim: str, old: str, new: str) -> None:
    """A claim about the reader's own case falls with the limit that it rests on."""
    judgement = judge(claim, [SHOP])

    assert (judgement.verdict, judgement.rule) == ("contradicted", "presupposed-value")
    assert [(pair.old, pair.new) for pair in judgement.substitutions] == [(old, new)]


@pytest.mark.parametrize(
    "claim",
    [
        "Your parcel is past the 12-hour cancellation window.",
        "Your parcel is past the 720-minute cancellation window.",
        "Your parcel is past the cancellation window.",
        "Your parcel is in the 24-hour delivery window.",
        "Your plan has a 5-day upload limit.",
    ],
)
def test_the_same_value_or_another_limit_is_not(claim: str) -> None:
    """Equal in other units, without a value, about another limit, or of another kind: nothing is denied."""
    assert judge(claim, [SHOP]).verdict == "unverifiable"


def test_two_values_of_one_limit_decide_nothing() -> None:
    """Where the docs give several values, the claim may mean one that it does not name."""
    passage = from_text("plans.md", "Uploads are limited to 2 GB on Free. Uploads are limited to 9 GB on Pro.")

    assert judge("The video is above our 5 GB upload limit.", [passage]).verdict == "unverifiable"
