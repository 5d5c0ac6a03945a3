"""A claim in other words than the page: forms of verbs, the case in which a thing is not there, what an item says in two sentences."""

from __future__ import annotations

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text


def _verdict(claim: str, page: str) -> str | None:
    return lexical.judge(claim, [from_text("page.md", page)], weighed=False).verdict


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("KILN_PROFILE overrides the profile.", "The profile can be overridden by `KILN_PROFILE`."),
        ("Hidden layers are not drawn on the map.", "The map does not draw hidden layers."),
        ("If no rule matches, nothing is rewritten.", "If no rule matches, no rewrite is performed."),
        ("The exporter sends nothing by mail.", "The exporter does not send anything by mail."),
        (
            "Idle workers are stopped after 7 minutes.",
            "How long the pool waits before it stops idle workers: 7 minutes.",
        ),
        ("Setting `lamp` to 3 turns the dimmer off.", "Setting `lamp` to 3 disables the dimmer."),
        ("The gateway answers with 302 unless told otherwise.", "By default the gateway answers with 302."),
        ("Stale tiles are not loaded at all.", "Stale tiles are not loaded."),
        ("An oven that is hot cannot be moved.", "It is not possible to move an oven that is hot."),
        ("The rotation size must be at least 64K.", "The minimum rotation size is 64K."),
        (
            "`oven.bake` returns a tray instead of raising BakeError.",
            "`oven.bake` does not raise BakeError but returns a tray.",
        ),
        ("`crisp=true` dries the crust.", "Set the `crisp` parameter to `true` to dry the crust."),
        (
            "By default a ledger needs at least 96 bytes to be packed.",
            "The minimum number of bytes a ledger needs to be packed (default: 96).",
        ),
        ("Tray labels are read as UTF-8 by default.", "By default, tray labels are assumed to be UTF-8."),
    ],
)
def test_other_forms_of_the_same_words_support_a_claim(claim: str, page: str) -> None:
    """What differs is grammar, and the fact is the same."""
    assert _verdict(claim, page) == "supported"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("KILN_PROFILE overrides the profile.", "`KILN_PROFILE` is overridden by the profile."),
        ("Nothing is sent by mail.", "Everything is sent by mail."),
        ("Idle workers are stopped after 7 minutes.", "Idle workers are stopped before 7 minutes have passed."),
        ("Setting `lamp` to 3 turns the dimmer off.", "Setting `lamp` to 3 turns the dimmer on."),
        ("Without a profile, the oven stays cold.", "With a profile, the oven stays cold."),
        ("Without a profile, the oven stays cold.", "If a profile is given, the oven stays cold."),
        ("An oven that is hot cannot be moved.", "It is possible to move an oven that is hot."),
        ("The rotation size must be at least 64K.", "The rotation size must be at most 64K."),
        (
            "`oven.bake` returns a tray instead of raising BakeError.",
            "`oven.bake` raises BakeError instead of returning a tray.",
        ),
        ("Calling `mix` twice is recommended.", "Calling `mix` twice is discouraged."),
        ("`crisp=true` dries the crust.", "Set the `crisp` parameter to `false` to dry the crust."),
        (
            "By default a ledger needs at least 96 bytes to be packed.",
            "The minimum number of bytes a ledger needs to be packed (default: 48).",
        ),
        ("Trays are always washed.", "Trays are not washed at all."),
    ],
)
def test_the_opposite_in_such_forms_supports_nothing(claim: str, page: str) -> None:
    """Each of them is one word away from a sentence that would support the claim."""
    assert _verdict(claim, page) != "supported"


@pytest.mark.parametrize(
    "page",
    [
        "If no toppings are given, cheese and basil are used.",
        "If toppings are omitted, cheese and basil are used.",
        "When toppings are not specified, cheese and basil are used.",
    ],
)
def test_a_thing_that_is_not_given_is_one_case_in_any_words(page: str) -> None:
    """It says "Without toppings" in the shortest way."""
    assert _verdict("Without toppings, cheese and basil are used.", page) == "supported"


def test_a_case_told_after_unless_is_affirmed() -> None:
    """Of the list it says what happens to it."""
    page = "The value is kept as it is unless it is a list of shelves, in which case it is joined by `;`."
    assert _verdict("A list of shelves is joined by `;`.", page) == "supported"


def test_what_a_sentence_supposes_denies_nothing() -> None:
    """Two ovens on one shelf are a case, and no shelf is claimed by it."""
    page = "`rack` takes an oven and no shelf.\n\nIf two ovens share the same shelf, only one of them is lit by `rack`."
    assert _verdict("`rack` takes an oven and no shelf.", page) == "supported"


def test_the_sentences_of_one_item_belong_together_and_those_of_another_do_not() -> None:
    """The level of the first sentence is that of the second, and no level of the next item."""
    page = (
        "- `grate` collects the ash of the burner. Ash is weighed in `GRAM` units by default. If the weight is above"
        " the mark, the `OUNCE` unit is used instead.\n- `poker` stirs the fire.\n"
    )
    assert (
        _verdict("`grate` weighs ash in `GRAM`, and in `OUNCE` if the weight is above the mark.", page) == "supported"
    )
    apart = page.replace("Ash is weighed in `GRAM` units by default. ", "").replace(
        "the fire.", "the fire in `GRAM` units."
    )
    assert (
        _verdict("`grate` weighs ash in `GRAM`, and in `OUNCE` if the weight is above the mark.", apart) != "supported"
    )


def test_a_heading_is_spoken_of_with_the_kind_of_thing_it_is() -> None:
    """What stands below "retry" is said of the retry directive."""
    page = "# retry\n\nThis handler does not send a reply. It pairs with `hooks`.\n"
    assert _verdict("The retry directive does not send a reply.", page) == "supported"


def test_what_is_set_apart_at_the_end_of_a_sentence_is_not_said_of_both() -> None:
    """The soap is what the second half takes out."""
    claim = "Water and soap do not stain the cloth."
    assert _verdict(claim, "Water and soap do not stain the cloth.") == "supported"
    assert _verdict(claim, "Water does not stain the cloth, but soap does.") != "supported"


def test_the_default_of_a_list_is_the_item_that_is_called_it() -> None:
    """Which of them is the default changes, and nothing else in the list."""
    claim = "When no shelf is known, all trays are moved by default."
    page = (
        "There are two ways:\n\n- `all`: when no shelf is known, moves all trays (the whole rack).{}\n"
        "- `none`: when no shelf is known, only prints a line and ends.{}\n"
    )
    assert _verdict(claim, page.format(" This is the default.", "")) == "supported"
    assert _verdict(claim, page.format("", " This is the default.")) != "supported"
