"""Tables that answer with yes or no, descriptions of options, counts and bounds: what they say of a sentence."""

from __future__ import annotations

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import read_page

RIGHTS = "| Role | Read rings | Drop rings |\n|---|---|---|\n| Guests | yes | no |\n| Owners | yes | yes |\n"
FEATURES = "| Feature | Basic | Max |\n|---|---|---|\n| Seals | ❌ | ✅ |\n| Scans | ✅ | ✅ |\n"
FIELDS = "| Field | Required | Meaning |\n|---|---|---|\n| depth | no | Depth of the scan |\n"
OPTIONS = "| Option | Description |\n|---|---|\n| `--depth` | Greatest depth of the scan |\n| `--wait` | Time-out |\n"


def verdict(claim: str, page: str) -> str | None:
    """The verdict on a claim by one Markdown page, with nothing weighed."""
    passages = read_page("page.md", page.encode()).passages
    return lexical.judge(claim, list(passages), weighed=False).verdict


@pytest.mark.parametrize(
    ("claim", "page", "expected"),
    [
        ("Guests cannot drop rings.", RIGHTS, "supported"),
        ("Guests can drop rings.", RIGHTS, "contradicted"),
        ("Owners can drop rings.", RIGHTS, "supported"),
        ("The Basic plan does not include seals.", FEATURES, "supported"),
        ("The Basic plan includes seals.", FEATURES, "contradicted"),
        ("Seals are available on Max.", FEATURES, "supported"),
        ("depth is optional.", FIELDS, "supported"),
        ("depth is required.", FIELDS, "contradicted"),
    ],
)
def test_a_cell_with_yes_or_no_says_it_of_its_row_and_column(claim: str, page: str, expected: str) -> None:
    """What a sentence affirms or denies is compared with the one cell that it is about."""
    assert verdict(claim, page) == expected


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Only owners can drop rings.", RIGHTS),
        ("Guests can drop rings if they are invited.", RIGHTS),
        ("Guests cannot drop 5 rings.", RIGHTS),
        ("Robots cannot drop rings.", RIGHTS),
        ("Seals are available on Basic and Max.", FEATURES),
        ("Seals are encrypted on Max.", FEATURES),
    ],
)
def test_a_cell_says_nothing_of_what_it_does_not_hold(claim: str, page: str) -> None:
    """A condition, another number, another row, two columns or another thing said of them: no cell decides that."""
    passages = read_page("page.md", page.encode()).passages
    judged = lexical.judge(claim, list(passages), weighed=False)
    assert "cell" not in judged.reason


def test_a_sentence_outweighs_a_cell() -> None:
    """Where a sentence of the page supports the claim, the table does not make it contradicted."""
    assert verdict("Guests can drop rings.", f"{RIGHTS}\nGuests can drop rings.\n") == "supported"


@pytest.mark.parametrize(
    ("claim", "page", "supported"),
    [
        ("The number of workers is 7.", "Otter starts 7 workers.", True),
        ("The number of workers is 7.", "Otter starts 8 workers.", False),
        ("The number of workers is 7.", "Otter tries 7 times. Workers run in pools.", False),
        ("The name of the variable is OTTER_DIR.", "Set the variable OTTER_DIR to a folder.", True),
        ("The maximum number of tags is 12.", "A ring can have up to 12 tags.", True),
        ("The maximum number of tags is 12.", "A ring has at least 12 tags.", False),
        ("The `--depth` option sets the greatest depth of the scan.", OPTIONS, True),
        ("The `--depth` option sets the time-out.", OPTIONS, False),
    ],
)
def test_counts_bounds_and_descriptions_are_read_as_the_sentences_they_stand_for(
    claim: str, page: str, supported: bool
) -> None:
    """Words like "the number of", "maximum" and "the option sets" ask for no word of their own, the value and its thing do."""
    assert (verdict(claim, page) == "supported") is supported


STEPS = "# Rings\n\n## Create a ring\n\n1. Open **Rings**.\n2. Click **Plus**.\n3. Enter a name.\n"


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("To create a ring, click Plus.", True),
        ("To create a ring, enter a name.", True),
        ("To remove a ring, click Plus.", False),
    ],
)
def test_every_step_right_below_a_heading_is_a_step_of_what_it_names(claim: str, supported: bool) -> None:
    """The heading lends its words to each item of the list below it, not only to the first."""
    assert (verdict(claim, STEPS) == "supported") is supported
