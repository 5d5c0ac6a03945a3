from __future__ import annotations

import pytest

from claimdiff.comparison.rewording import is_rewording
from claimdiff.comparison.turns import Sentence

CLAIM = "A session expires after 15 minutes."
OLD = "A session expires after 15 minutes without activity."


def rewords(old: str, new: str, claim: str) -> bool:
    """Whether one sentence of a Markdown page is the other in other words."""
    before, after = (Sentence(text=text.replace("`", ""), source=text) for text in (old, new))
    return is_rewording(before, after, claim)


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
    assert rewords(OLD, new, CLAIM)


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
    assert not rewords(old, new, CLAIM)


def test_without_values() -> None:
    """Where no value holds the two together, the words of the claim must stay."""
    old = "Tokens are revoked on the dashboard."

    assert rewords(old, "On the dashboard, tokens are revoked.", "A token is revoked on the dashboard.")
    assert not rewords(old, "Tokens are revoked by the support team.", "A token is revoked on the dashboard.")


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
    assert not rewords(old, new, claim)


def test_a_word_that_excludes_another() -> None:
    """A sentence that a look at the edit finds turned against the claim is no rewording, whatever else it shares."""
    claim = "The sync job keeps the drafts that a guest left behind."

    assert rewords(claim, "The sync job preserves the drafts that a guest left behind.", claim)
    assert not rewords(claim, "The sync job deletes the drafts that a guest left behind.", claim)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("An error is raised.", "An error is thrown."),
        ("A broken seal causes a warning.", "A broken seal leads to a warning."),
        ("The lock is released.", "The lock is freed."),
        ("Drafts are kept in a sequence.", "Drafts are kept in a list."),
        ("Sealed drafts are not removed.", "Sealed drafts are kept."),
        ("The import does not stop at a warning.", "The import continues at a warning."),
    ],
)
def test_another_word(old: str, new: str) -> None:
    """One word for another, or a word for the denial of what it excludes, is other words for the same, however short."""
    assert rewords(old, new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The list is sorted by `name`.", "The list is sorted by `date`."),
        ("Drafts are kept in Frankfurt.", "Drafts are kept in Dublin."),
        ("Sealed drafts are not removed.", "Sealed drafts are removed."),
        ("An error is raised.", "A warning is printed."),
    ],
)
def test_another_statement(old: str, new: str) -> None:
    """Another name, another word and its verb, or a denial that only went, are another fact."""
    assert not rewords(old, new, old)


def test_spelling() -> None:
    """Words spelt better are the same words; where letters make two of them other words, they are not."""
    wrong = "Sealed drafts are kept seperate from thier originals untill the adress changes."

    assert rewords(wrong, "Sealed drafts are kept separate from their originals until the address changes.", wrong)
    assert rewords("Organise colours first.", "Organize colors first.", "Organise colours first.")
    assert rewords(
        "Sub commands read the file name.", "Subcommands read the filename.", "Sub commands read the file name."
    )
    other = "Sealed drafts are sent asynchronously and stay mutable for all users."
    assert not rewords(other, "Sealed drafts are sent synchronously and stay immutable for all users.", other)
    assert not rewords(
        "Set `retries` and `colours` first.", "Set `retrees` and `colors` first.", "Set retries and colours."
    )


@pytest.mark.parametrize(
    ("old", "new", "claim"),
    [
        (
            "Otter.js Press Analyzer for Kilns (experimental)",
            "Otter.js Press Analyzer for Kilns",
            "The Otter.js Press Analyzer is experimental.",
        ),
        (
            "The `fold` API is a beta for all kilns.",
            "The `fold` API is there for all kilns.",
            "The `fold` API is a beta.",
        ),
    ],
)
def test_how_far_along_a_thing_is(old: str, new: str, claim: str) -> None:
    """What is no longer called experimental, or a beta, is no longer so."""
    assert not rewords(old, new, claim)
