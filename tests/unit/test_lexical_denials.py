"""A denial on the page that is about something else than the claim: the judge keeps its doubt, or sees the support."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text

if TYPE_CHECKING:
    from claimdiff.records import Verdict


def verdict(claim: str, page: str) -> Verdict | None:
    """What the judge says without weighing."""
    return lexical.judge(claim, [from_text("docs/a.mdx", page)], weighed=False).verdict


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "Ducts are sealed before any grate is fitted.",
            "Ducts are sealed before any grate is fitted—no grate can be moved later.",
        ),
        (
            "No valve is open at night, so no water can be lost.",
            "No valve or tap is open at night—so no water can be lost.",
        ),
    ],
)
def test_a_long_dash_ends_what_is_denied(claim: str, page: str) -> None:
    """With or without blanks around it."""
    assert verdict(claim, page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "The relay accepts a payload of at most 4 MB by default.",
            "By default, the maximum size of a payload that the relay gets is 4 MB, to prevent overloaded queues.",
        ),
        (
            "The kiln allows twelve trays in a batch.",
            "The kiln allows twelve trays in a batch, in order to prevent uneven heat.",
        ),
        ("The pump is enabled at dawn.", "The pump is enabled at dawn, to disable the night valve."),
    ],
)
def test_what_something_is_for_denies_nothing(claim: str, page: str) -> None:
    """The purpose behind a comma has a verb of its own."""
    assert verdict(claim, page) == "supported"


def test_a_purpose_that_the_claim_denies_is_still_a_purpose() -> None:
    """What is done in order to allow something does not say that it is forbidden."""
    assert verdict("The gate allows carts.", "The gate is locked, to prevent carts.") != "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "The stock ledger must be kept between audits.",
            "Keep the stock ledger between audits. If the stock ledger is not kept between audits, you see a gap warning.",
        ),
        ("The lens cap is attached.", "The lens cap is attached. When the lens cap is not attached, a lamp blinks."),
    ],
)
def test_a_case_that_is_denied_says_nothing_of_the_rule(claim: str, page: str) -> None:
    """A warning for who does not keep a thing does not say that it is not kept."""
    assert verdict(claim, page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "Setting `X-Stage-Cache` to no turns off caching at the edge.",
            "You turn off caching at the edge by setting `X-Stage-Cache` to `no`.",
        ),
        ("A missing ledger gives an error.", "A missing ledger gives a No Ledger Found error."),
        ("Setting keep_alive to no closes the socket.", "Setting `keep_alive` to `no` closes the socket."),
    ],
)
def test_no_as_a_value_or_in_a_name_denies_nothing(claim: str, page: str) -> None:
    """What something is set to is a value, whatever word it is; the title of an error is its name."""
    assert verdict(claim, page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("`--no-hooks` tells the tool not to run the hooks.", "`--no-hooks` tells the tool to skip running the hooks."),
        ("With `--fast` the tool does not verify checksums.", "With `--fast` the tool skips verifying checksums."),
        ("With `lazy` the loader does not validate.", "With `lazy` the loader skips validating."),
    ],
)
def test_what_is_skipped_is_not_done(claim: str, page: str) -> None:
    """To skip a thing and not to do it are the same."""
    assert verdict(claim, page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Frames are not cut on import and on export.", "Frames are never cut both on import and on export."),
        (
            "Proofs are never kept in the press, nor in the archive.",
            "Proofs are never kept in the press and in the archive.",
        ),
    ],
)
def test_a_denial_reaches_over_both_of_two_places(claim: str, page: str) -> None:
    """An "and" with the same preposition behind it begins no new statement."""
    assert verdict(claim, page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "The stock ledger must be kept between audits.",
            "You must keep the stock ledger between audits.\n\nIf the stock ledger is not kept between audits, you may see a gap warning.",
        ),
        (
            "A seal is required for the lid.",
            "A seal is required for the lid.\n\nWhen the lid lacks its seal, dust could enter.",
        ),
    ],
)
def test_what_may_happen_makes_no_option_of_a_duty(claim: str, page: str) -> None:
    """The "may" is of another verb than the duty."""
    assert verdict(claim, page) == "supported"


def test_a_duty_that_may_be_left_is_none() -> None:
    """The same verb, and an option."""
    assert verdict("The lid must be sealed.", "The lid may be sealed.") == "contradicted"


def test_a_heading_in_humps_says_its_words() -> None:
    """The page of `inkTankMaxVolume` tells of the ink tank."""
    page = "# inkTankMaxVolume\n\nThe default limit of 10 ml fits most printers."
    assert verdict("The limit of the ink tank is 10 ml by default.", page) == "supported"


def test_what_is_skipped_is_not_done_either_way() -> None:
    """Who does a thing does not skip it."""
    assert (
        verdict("With `--fast` the tool verifies checksums.", "With `--fast` the tool does not verify checksums.")
        == "contradicted"
    )


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Stencils are supported in the Ink Studio.", "Ink Studio only: stencils are not supported in the Web Studio."),
        ("Ropes can be cut on Deck Alpha.", "Ropes cannot be cut on Deck Omega."),
    ],
)
def test_what_is_denied_of_another_place_is_not_denied_here(claim: str, page: str) -> None:
    """Both name where it holds, and the names differ."""
    assert verdict(claim, page) == "unverifiable"


def test_what_is_denied_of_the_same_place_is_denied() -> None:
    """The same name, the other sign."""
    assert (
        verdict("Stencils are supported in the Ink Studio.", "Stencils are not supported in the Ink Studio.")
        == "contradicted"
    )


@pytest.mark.parametrize(
    "note",
    [
        "Starting with Otter.js 9, `otter tidy` is removed.",
        "Since `otter.js` 9, the old tidy command has been removed.",
        "As of Otter.js version 9, `otter tidy` is deprecated.",
    ],
)
def test_the_version_that_dates_a_note_is_not_what_it_withdraws(note: str) -> None:
    """A product named with its version only says since when."""
    page = f"From Otter.js 9 on, the press does not run the cleaner.\n\n{note}"
    assert verdict("From Otter.js 9 on, the press does not run the cleaner.", page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The seal must be 16 or 24 bytes long.", "The seal must have 16 or 24 bytes."),
        ("The dryer needs release 3.1 of the core.", "The dryer needs 3.1 of the core."),
        ("Otter Lens runs from version 16.4 on.", "Otter Lens runs from 16.4 on."),
    ],
)
def test_the_word_that_a_measure_takes_with_it_says_nothing_more(claim: str, page: str) -> None:
    """Characters long are characters, and version 16.4 is 16.4."""
    assert verdict(claim, page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page", "other"),
    [
        (
            "`PUT /v1/inks` has no quota.",
            "# Quotas\n\nFor `PUT /v1/inks` no quota is set.\n",
            "# Quotas\n\nFor `PUT /v1/inks`: 50 calls per hour.\n",
        ),
        (
            "With keep set to false, trays are never stacked.",
            "# keep\n\nWith false, trays are never stacked:\n\n```js\npress({ keep: false, trays: 3 })\n```\n",
            "# keep\n\nWith false, trays are also stacked:\n\n```js\npress({ keep: false, trays: 3 })\n```\n",
        ),
    ],
)
def test_a_denial_must_be_said_and_not_only_spoken_of(claim: str, page: str, other: str) -> None:
    """The heading, or the sentence above, only names what is denied."""
    assert verdict(claim, page) == "supported"
    assert verdict(claim, other) != "supported"


def test_a_denial_may_hold_a_word_that_the_heading_lends() -> None:
    """No ink tanks are no tanks below the heading of inks."""
    page = "# Storing inks\n\nBy default, the press will not store any tanks."
    assert verdict("The press stores no ink tanks by default.", page) == "supported"


def test_a_denial_may_stand_at_another_verb() -> None:
    """What is not looked at is not loaded."""
    page = "# Loading order\n\n- `.ink.local` (Not looked at when `PRESS_ENV` is `test`.)\n"
    assert verdict("`.ink.local` is not loaded when `PRESS_ENV` is `test`.", page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Keepers cannot unlock their own vault.", "Keepers can unlock their own vault."),
        ("The press does not uninstall old plates.", "The press uninstalls old plates."),
        ("A tray is not unavailable at night.", "A tray is unavailable at night."),
    ],
)
def test_the_negative_word_of_a_pair_can_be_denied(claim: str, page: str) -> None:
    """Who cannot unlock a thing is contradicted by who can."""
    assert verdict(claim, page) == "contradicted"


def test_what_is_not_allowed_may_be_told_of() -> None:
    """That one is closed does not say that both may be closed."""
    page = "It is not allowed to disable both lamps.\n\nBy default, the night lamp is disabled."
    assert verdict("It is not allowed to disable both lamps.", page) == "supported"
