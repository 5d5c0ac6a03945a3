"""A claim that no place says by itself, and that the passages say together."""

from __future__ import annotations

import pytest

from claimdiff import score
from claimdiff.judging import lexical
from claimdiff.judging.lexical.weighing import shares, weigh
from claimdiff.passages import from_text

TEXT = (
    "Lamplight Ferries opened its harbor office in the spring of 2014. At first the company ran two boats. "
    "Its founders, who had met at a shipyard, wanted quiet crossings. Today the fleet is electric, and passengers "
    "praise the calm crossings between the islands."
)


def test_what_several_sentences_say_in_other_words_is_supported_by_their_weight() -> None:
    """Support may come from all sentences, with its rule, its shares and more than one quote."""
    claim = "Lamplight Ferries, a company whose founders met at a shipyard, runs electric boats between the islands."
    (found,) = score([claim], [TEXT])
    assert (found.verdict, found.rule) == ("supported", "together")
    assert len(found.evidence) > 1
    assert "% of its words" in found.reason
    assert all(quote.quote in TEXT for quote in found.evidence)


@pytest.mark.parametrize(
    "claim",
    [
        "Lamplight Ferries, whose founders met at a shipyard in 2009, runs electric boats between the islands.",
        "Lamplight Ferries, whose founders met at a shipyard in Norvik, runs electric boats between the islands.",
        "Critics complain about the noisy diesel engines and the late departures of the company.",
    ],
)
def test_a_missing_value_a_missing_name_and_strange_words_forbid_it(claim: str) -> None:
    """Weight never outweighs a number or a name that stands nowhere, nor words about something else."""
    (found,) = score([claim], [TEXT])
    assert found.verdict != "supported"


def test_a_check_of_a_change_wants_one_place() -> None:
    """Without weighing, the same claim stays unverifiable: a check must see a single sentence leave."""
    claim = "Lamplight Ferries, a company whose founders met at a shipyard, runs electric boats between the islands."
    passages = [from_text("page", TEXT)]
    assert lexical.judge(claim, passages, weighed=False).verdict == "unverifiable"
    assert lexical.judge(claim, passages, entailment="explicit").verdict == "unverifiable"


def test_shares_count_words_neighbours_names_and_denials() -> None:
    """Each share moves with what it is named for, and with nothing else."""
    passages = [from_text("page", "The red lantern hangs above the old door.")]
    full = shares("The red lantern hangs above the door.", passages)
    assert (full.said, full.near, full.nameless, full.denied) == (1.0, 1.0, 0.0, 0.0)
    assert shares("The red lantern sings above the door.", passages).said < 1.0
    assert shares("The lantern of Brasov hangs above the door.", passages).nameless > 0.0
    assert shares("The lantern does not hang above the door.", passages).denied == 1.0
    assert weigh(full) > 0.5 > weigh(shares("Prices fell after the harvest.", passages))


def test_neighbours_in_different_passages_are_no_neighbours() -> None:
    """Words of two passages never stand near each other."""
    apart = [from_text("one", "A lantern."), from_text("two", "A door.")]
    assert shares("lantern door", apart).near == 0.0
    assert shares("lantern door", [from_text("one", "A lantern at the door.")]).near == 1.0
