"""Facts for some readers only: a claim about the ones is judged by what is said to them, and by what is said to all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text

if TYPE_CHECKING:
    from claimdiff.records import Verdict

NEVER = "With `trim` set to `off`, frames are never cut, neither on import nor on export."
LATER = "With `trim` set to `off`, frames are not cut on import, but are cut on export."


def page(studio: str, tablet: str) -> str:
    """Two blocks with opposite facts, and a sentence for all readers."""
    return (
        f"# Trimming\n\nFrames can be rotated by 90 degrees.\n\n<StudioOnly>\n\n{studio}\n\n</StudioOnly>\n\n"
        f"<TabletOnly>\n\n{tablet}\n\n</TabletOnly>\n"
    )


def verdict(claim: str, text: str, question: str | None = None) -> Verdict | None:
    """What the judge says without weighing."""
    return lexical.judge(claim, [from_text("docs/a.mdx", text)], question=question, weighed=False).verdict


@pytest.mark.parametrize(
    "claim",
    [
        "In the Studio edition, frames are never cut with `trim` set to `off`, neither on import nor on export.",
        "With `trim` set to `off` the Tablet edition does not cut frames on import.",
        "In the Studio edition frames can be rotated by 90 degrees.",
    ],
)
def test_what_is_said_to_the_readers_of_the_claim_supports_it(claim: str) -> None:
    """In their own block, or outside of all blocks; the block itself says the name of the edition."""
    assert verdict(claim, page(NEVER, LATER)) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "In the Studio edition, frames are never cut with `trim` set to `off`, neither on import nor on export.",
        "In the Tablet edition, frames are cut on export with `trim` set to `off`.",
    ],
)
def test_a_claim_falls_when_the_two_blocks_change_places(claim: str) -> None:
    """The sentence still stands on the page, for the other readers."""
    assert verdict(claim, page(NEVER, LATER)) == "supported"
    assert verdict(claim, page(LATER, NEVER)) != "supported"


def test_the_question_says_of_which_readers_the_claim_speaks() -> None:
    """Where the claim itself names none of them."""
    claim = "Frames are never cut with `trim` set to `off`, neither on import nor on export."
    assert verdict(claim, page(NEVER, LATER), "What does trim do in the Studio edition?") == "supported"
    assert verdict(claim, page(LATER, NEVER), "What does trim do in the Studio edition?") != "supported"


def test_a_plain_word_at_the_start_of_a_claim_is_no_scope() -> None:
    """Pages are pages."""
    text = "# Prints\n\n<PagesOnly>\n\nInk is dried.\n\n</PagesOnly>\n\n<CardsOnly>\n\nPages are folded twice.\n\n</CardsOnly>\n"
    assert verdict("Pages are folded twice.", text) == "supported"
