"""The opposite of a word, inside the word, in its place, or by the order of two: it supports nothing."""

from __future__ import annotations

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text


def judged(claim: str, page: str, *, weighed: bool = False) -> str | None:
    """The verdict beside one page."""
    return lexical.judge(claim, [from_text("page.md", page)], weighed=weighed).verdict


@pytest.mark.parametrize("weighed", [True, False])
@pytest.mark.parametrize(
    ("plain", "denied"),
    [
        ("supported", "unsupported"),
        ("encrypted", "unencrypted"),
        ("compatible", "incompatible"),
        ("valid", "invalid"),
        ("stable", "unstable"),
        ("sent", "unsent"),
        ("published", "unpublished"),
        ("verified", "unverified"),
    ],
)
def test_a_word_that_is_denied_by_its_first_letters_contradicts_both_ways(
    plain: str, denied: str, weighed: bool
) -> None:
    """A page that says "unsupported" is no evidence for "supported", and the denial of a denial is one."""
    yes, no = f"Kestrel plugins are {plain}.", f"Kestrel plugins are {denied}."
    assert judged(yes, no, weighed=weighed) == "contradicted"
    assert judged(no, yes, weighed=weighed) == "contradicted"
    assert judged(no, f"Kestrel plugins are not {plain}.", weighed=weighed) == "supported"
    assert judged(f"Kestrel plugins are not {denied}.", yes, weighed=weighed) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The panel opens at the left edge of the window.", "The panel opens at the right edge of the window."),
        ("The vault is sealed at the beginning of the shift.", "The vault is sealed at the end of the shift."),
        ("Crates are read from oldest to newest.", "Crates are read from newest to oldest."),
        ("Rings are renumbered from west to east.", "Rings are renumbered from east to west."),
        ("Seals are checked more often than locks.", "Locks are checked more often than seals."),
        (
            "The small ring holds more crates than the large ring.",
            "The large ring holds more crates than the small ring.",
        ),
        ("Reads are slower on the copy than on the vault.", "Reads are faster on the copy than on the vault."),
        ("The vault is sealed with Ed25519 keys.", "The vault is not sealed."),
        ("Drafts are mailed to owners in Lisbon.", "Drafts are never mailed."),
        ("Otter 3 was released in 2021.", "Otter 3 was released on 7 March 2019."),
        ("The old port is closed in May.", "The old port is closed in June."),
        ("The old port is closed in October.", "The old port is closed on 12 July 2031."),
        ("Audits of the vault begin in April 2030.", "Audits of the vault begin on 3 June 2030."),
    ],
)
def test_the_same_sentence_with_the_opposite_in_it_contradicts(claim: str, page: str) -> None:
    """Sides, order, the direction of a comparison, an outright denial, another month or year."""
    assert judged(claim, claim) == "supported"
    assert judged(claim, page) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "The large ring holds more crates than the small ring.",
            "The small ring holds less crates than the large ring.",
        ),
        ("Seals are checked more often than locks.", "Locks are checked less often than seals."),
        ("The oldest crate is emptied on every pass.", "The newest crate is emptied on every pass."),
        ("Guests can read public rings.", "Guests cannot read private rings."),
        ("The vault is sealed in transit.", "The vault is not sealed at rest."),
        ("Otter runs with version 3.2 of the engine.", "Otter runs with version 3.0 or later of the engine."),
        ("The limit for owners is 30 crates.", "The limit for guests is 8 crates."),
        ("Otter 3 was announced in 2030.", "Otter 3 was announced in March 2030 and released on 9 January 2031."),
        ("The first audit is held in April.", "Audits are held in May and in November."),
        ("Rings can be moved from A to B.", "Rings can be moved from B to A and from A to B."),
        ("The plugin may run in May.", "The plugin runs in May."),
    ],
)
def test_what_speaks_of_another_case_contradicts_nothing(claim: str, page: str) -> None:
    """The other side of a comparison, of a pair of opposites, of a bound, of a list of months."""
    assert judged(claim, page) != "contradicted"
    assert judged(claim, page, weighed=True) != "contradicted"


def test_a_sentence_with_another_word_in_one_slot_is_no_support_by_weight() -> None:
    """All other words stand there, and yet it says something else."""
    page = "The vault has rings. The color of a ring in the vault is green."
    assert judged("The color of a ring in the vault is green.", page, weighed=True) == "supported"
    assert judged("The seal of a ring in the vault is green.", page, weighed=True) != "supported"
