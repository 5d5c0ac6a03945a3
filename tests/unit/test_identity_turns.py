"""Claims that share all their words: which of them say the same, and which say it of another thing."""

from __future__ import annotations

import pytest

from claimdiff.claims.identity import partner, same
from claimdiff.judging import lexical
from claimdiff.passages import from_text

SAME = [
    ("By default, Otter reads rings.toml.", "Otter reads rings.toml by default."),
    ("When a ring is full, joins fail.", "Joins fail when a ring is full."),
    ("Otter reads TOML, JSON and YAML files.", "Otter reads YAML, TOML and JSON files."),
    ("Both `--fast` and `--quiet` hide it.", "Both `--quiet` and `--fast` hide it."),
    ("A ring holds at most 8 nodes.", "A ring holds up to 8 nodes."),
    ("Scans run after the sync.", "After the sync, scans run."),
    ("Par défaut, le tri est actif.", "Le tri est actif par défaut."),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_the_same_fact_in_another_order_is_the_same_claim(first: str, second: str) -> None:
    """A condition at the other end, a row in another order and another word for a bound change no fact."""
    assert same(first, second)
    assert same(second, first)


OTHERS = [
    ("Rings win over nodes.", "Nodes win over rings."),
    ("Local rules override global rules.", "Global rules override local rules."),
    ("The parser calls the reader.", "The reader calls the parser."),
    ("Otter moves rows from cache to disk.", "Otter moves rows from disk to cache."),
    ("Scans run after the sync.", "The sync runs after scans."),
    ("Basic is slower than Max.", "Max is slower than Basic."),
    ("Rows are kept in the US.", "Rows are kept in the EU."),
    ("GET calls are cached.", "PUT calls are cached."),
    ("Basic and Max get 1 and 2 rings respectively.", "Max and Basic get 1 and 2 rings respectively."),
]


@pytest.mark.parametrize(("first", "second"), OTHERS)
def test_the_same_words_the_other_way_round_are_another_claim(first: str, second: str) -> None:
    """What stands on the two sides of "over" or "from … to" is not exchanged, and a short name is a name."""
    assert not same(first, second)
    assert not same(second, first)


def test_a_fact_that_gets_a_condition_is_a_partner() -> None:
    """A condition that is added makes the same fact another claim, not one without a counterpart."""
    first, second = "Seals are valid for 2 hours.", "Seals are valid for 2 hours if the ring is locked."
    assert partner(first, second)
    assert partner(second, first)


def test_values_of_two_kinds_make_no_partners() -> None:
    """A time-out and the version that brought it are two facts, though most words are the same."""
    assert not partner("The seal timeout is 5 seconds.", "The seal timeout was introduced in 4.2.")


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Otter stores rows in the US.", "Otter stores rows in the EU."),
        ("GET calls are retried.", "POST calls are retried."),
    ],
)
def test_a_short_name_in_capitals_needs_its_support(claim: str, page: str) -> None:
    """A name that is spelled like a small word is not passed over: the page has to say it."""
    assert lexical.judge(claim, [from_text("page.md", page)]).verdict == "unverifiable"
    assert lexical.judge(page, [from_text("page.md", page)]).verdict == "supported"
