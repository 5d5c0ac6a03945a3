"""Anchors: the numbers, names and small words in which two statements of one fact must agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff.text.anchors import anchors, hard_keys, rates, same_hard


def surfaces(text: str) -> list[str]:
    """The hard anchors as they stand in the text."""
    return [item.surface for item in anchors(text).hard]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("30 days", "720 hours"),
        ("a 90-second delay", "a delay of 1.5 minutes"),
        ("2 years", "24 months"),
        ("three copies", "3 copies"),
        ("2.5 million rows", "2,500,000 rows"),
        ("2.5M rows", "2500000 rows"),
        ("64k rows", "64,000 rows"),
        ("$12", "12 dollars"),
        ("12 USD", "12 dollars"),
        ("15 percent", "15%"),
        ("at most 9 tries", "up to 9 tries"),
        ("Go 1.21 or later", "Go 1.21+"),
        ("3 June 2031", "2031-06-03"),
        ("June 3, 2031", "2031-06-03"),
        ("3 p.m.", "15:00"),
        ("https://x.example/a/", "https://X.example/a"),
        ("2.500,75 EUR", "2500,75 EUR"),
    ],
)
def test_one_value_in_two_notations_has_one_key(one: str, two: str) -> None:
    """Units, number words, magnitudes, currencies, bounds and dates compare by what they mean."""
    assert hard_keys(one) == hard_keys(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("30 days", "30 hours"),
        ("1 GB", "1 MB"),
        ("1 GB", "1 GiB"),
        ("priority -5", "priority 5"),
        ("at least 5", "at most 5"),
        ("version 1.2", "version 1.20"),
        ("12 dollars", "12 euros"),
        ("--fast", "--faster"),
        ("MY_PORT", "MY_HTTP_PORT"),
        ("-d", "-D"),
        ("retry=True", "retry=False"),
        ("billing@kestrel.example", "accounts@kestrel.example"),
    ],
)
def test_another_value_has_another_key(one: str, two: str) -> None:
    """A unit, a sign, a bound, a currency or a letter of a name makes another value."""
    assert hard_keys(one) != hard_keys(two)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kept 7, 30 and 90 days", ["7", "30", "90 days"]),
        ("3-40 characters", ["3", "40"]),
        ("Run `tool sync --all` in src/app/main.py", ["--all", "src/app/main.py"]),
        ("set db.pool.size to 5", ["db.pool.size", "5"]),
        ("MY_WAIT=1500", ["MY_WAIT", "1500"]),
        ("error QX-17 of v2.3.4", ["QX-17", "v2.3.4"]),
        ("as said [3], it is so", []),
        ("in the U.S. and the U.K.", []),
        ("one of them", []),
        ("since the 1990s", ["1990s"]),
        ("GET /v2/items returns 404", ["/v2/items", "404"]),
        ("every 6 小时", ["6 小时"]),
        ("write to Billing@kestrel.example.", ["Billing@kestrel.example"]),
        ("请写信给help@kestrel.example。", ["help@kestrel.example"]),
        ("git@forge.example:team/tool.git", ["forge.example", "team/tool.git"]),
        ("the @app.route decorator, tool@v4", ["app.route", "v4"]),
    ],
)
def test_what_is_an_anchor_and_what_is_not(text: str, expected: list[str]) -> None:
    """Lists share their unit; citations, abbreviations and "one of" count nothing."""
    assert surfaces(text) == expected


def test_a_shared_unit_reaches_every_number() -> None:
    """In "7, 30 and 90 days" the first number is seven days."""
    assert anchors("kept 7, 30 and 90 days").hard[0].key == anchors("7 days").hard[0].key


@given(st.text(alphabet="ab 0123456789.,-/%$:xM\n", max_size=60))
def test_surfaces_stand_where_they_say(text: str) -> None:
    """Whatever the text, each surface is the slice at its offsets."""
    for item in anchors(text).hard:
        assert text[item.start : item.end] == item.surface


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("It is not on.", True),
        ("It doesn't stop.", True),
        ("It runs without a key.", True),
        ("No more than 5 fit.", False),
        ("Not only Pro has it.", False),
        ("It is on.", False),
        ("It is not never on.", False),
    ],
)
def test_polarity(text: str, negated: bool) -> None:
    """Words that deny turn the statement; "no more than" and "not only" do not."""
    assert anchors(text).polarity is negated


def test_small_words_are_told_apart() -> None:
    """Quantifiers, modality and conditions are kinds of their own."""
    found = anchors("All keys must be rotated unless the vault is sealed")
    assert [item.value for item in found.quantifiers] == ["all"]
    assert [item.value for item in found.modality] == ["must"]
    assert [(item.unit, item.value) for item in found.conditions] == [("unless", "seal vault")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9 dollars a month", {"month"}),
        ("9 dollars per year", {"year"}),
        ("60/min", {"minute"}),
        ("billed yearly", {"year"}),
        ("9 dollars", set()),
    ],
)
def test_rates(text: str, expected: set[str]) -> None:
    """The period that a price or a limit counts by is read in every notation."""
    assert rates(text) == expected


def test_the_same_fact_agrees_in_every_anchor() -> None:
    """Rewordings agree; a changed number, denial, quantifier, duty or condition does not."""
    fact = "Exports are kept for 14 days if the plan is paid."
    assert same_hard(fact, "If the plan is paid, exports stay for two weeks.") is same_hard(fact, fact) is True
    assert not same_hard(fact, "Exports are kept for 15 days if the plan is paid.")
    assert not same_hard(fact, "Exports are not kept for 14 days if the plan is paid.")
    assert not same_hard(fact, "Exports must be kept for 14 days if the plan is paid.")
    assert not same_hard(fact, "Exports are kept for 14 days.")
    assert not same_hard(fact, "All exports are kept for 14 days if the plan is paid.")


@pytest.mark.parametrize("text", ["9" * 5_000, "1" + ",000" * 2_000, "v" + "3" * 50_000, "-" + "7" * 4_301])
def test_digits_without_end_are_no_value(text: str) -> None:
    """Python itself refuses to read them as a number; the values beside them are read all the same."""
    found = [item for item in anchors(f"The key {text} lives for 30 days.").hard if item.kind == "quantity"]

    assert [(item.value, item.unit) for item in found if item.unit] == [("2592000", "s")]
    assert len(found) == 1
