from __future__ import annotations

import pytest

from claimdiff.comparison.rewording import is_rewording

CLAIM = "A session expires after 15 minutes."
OLD = "A session expires after 15 minutes without activity."


@pytest.mark.parametrize(
    "new",
    [
        OLD,
        "After 15 minutes without activity, a session expires.",
        "A session runs out after 15 minutes without any activity.",
        "Every idle session is watched: a session expires after 15 minutes without activity.",
    ],
)
def test_other_words(new: str) -> None:
    """The same fact in other words or another order is a rewording."""
    assert is_rewording(OLD, new, CLAIM)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, "A session expires after 20 minutes without activity."),
        (OLD, "A session does not expire after 15 minutes without activity."),
        (OLD, "A session may expire after 15 minutes without activity."),
        (OLD, "A session expires after 15 minutes without activity if it is a guest's."),
        (OLD, "A session expires without activity."),
        (OLD, "Logs are rotated every 15 minutes."),
        ("All sessions expire after 15 minutes.", "Some sessions expire after 15 minutes."),
        (
            "The timeout is 5 minutes for reads and 10 minutes for writes.",
            "The timeout is 10 minutes for reads and 5 minutes for writes.",
        ),
    ],
    ids=[
        "number",
        "polarity",
        "modality",
        "condition",
        "value gone",
        "other subject",
        "quantifier",
        "order",
    ],
)
def test_another_fact(old: str, new: str) -> None:
    """A changed number, polarity, modality, condition, quantifier, order of values or subject is none."""
    assert not is_rewording(old, new, CLAIM)


def test_without_values() -> None:
    """Where no value holds the two together, the words of the claim must stay."""
    old = "Tokens are revoked on the dashboard."

    assert is_rewording(old, "On the dashboard, tokens are revoked.", "A token is revoked on the dashboard.")
    assert not is_rewording(old, "Tokens are revoked by the support team.", "A token is revoked on the dashboard.")


@pytest.mark.parametrize(
    ("old", "new", "claim"),
    [
        (
            "`drop()` changes the draft in place.",
            "`drop()` returns a new draft.",
            "`drop()` changes the draft in place.",
        ),
        (
            "Sync works on Rhine, Danube and Elbe.",
            "Sync works on Rhine and Danube.",
            "Sync works on Rhine, Danube and Elbe.",
        ),
        ("Drafts are sealed with wax.", "On the Team plan, drafts are sealed with wax.", "Drafts are sealed with wax."),
    ],
    ids=["other words beside a name", "a name less", "a case in front"],
)
def test_less_than_before(old: str, new: str, claim: str) -> None:
    """What says something else of a name, leaves one out, or holds in one case only is no rewording."""
    assert not is_rewording(old, new, claim)


def test_a_word_that_excludes_another() -> None:
    """A sentence that a look at the edit finds turned against the claim is no rewording, whatever else it shares."""
    claim = "The sync job keeps the drafts that a guest left behind."

    assert is_rewording(claim, "The sync job preserves the drafts that a guest left behind.", claim)
    assert not is_rewording(claim, "The sync job deletes the drafts that a guest left behind.", claim)
