"""Names and values that a free text writes in another way than the claim."""

from __future__ import annotations

import pytest

from claimdiff.judging.lexical.anywhere import names_stand, values_stand
from claimdiff.judging.lexical.reading import read
from claimdiff.passages import from_text

SAID = [
    ("The depot opened in the United States.", "In the US a depot has been open since spring."),
    ("The depot opened in the USA.", "In the United States a depot has been open since spring."),
    ("The U.S. depot closed.", "The depot in the US has been closed."),
    ("It hangs in the Museum of Old Maps (MOM).", "It hangs in the Museum of Old Maps."),
    ("The weight is given by the crate load ratio (CLR).", "The weight is a ratio of crate and load."),
    ("Sales of crates rose in Q3.", "Sales of crates rose in the third quarter."),
    ("Output fell in H1 2030.", "In the first half of 2030 output fell."),
    ("Maria, a 21-year-old sailor, won.", "Maria, 21, is a sailor and won."),
    ("At 75 years old he sailed again.", "He sailed again at the age of 75."),
    ("The mill was built in the 19th century.", "The mill was built in 1851."),
    ("The mill was rebuilt in the 1920s.", "The mill was rebuilt in 1926."),
    ("The tour ran until October 2030.", "A tour of 2030. It will run through October."),
    ("It aired on March 4, 2031.", "Programme of 2031. It aired on March 4."),
    ("A trip of McArden was short.", "the trip of mcarden was short."),
    ("The 5.68m whale was found.", "The 5.68 m whale was found."),
]
NOT_SAID = [
    ("The depot opened in the United States.", "In the UK a depot has been open since spring."),
    ("Sales of crates rose in Q3.", "Sales of crates rose in the fourth quarter."),
    ("Maria, a 21-year-old sailor, won.", "Maria, 22, is a sailor and won."),
    ("The mill was built in the 19th century.", "The mill was built in 1951."),
    ("The mill was rebuilt in the 1920s.", "The mill was rebuilt in 1936."),
    ("The tour ran until October 2030.", "A tour of 2030. It will run through November."),
    ("It aired on March 4, 2031.", "Programme of 2031. It aired on March 5."),
    ("It aired on March 4, 2031.", "It aired on March 4, 2030."),
    ("A trip of McArden was short.", "the trip of mcardle was short."),
    ("The upload limit is 30%.", "The upload limit is 30 days."),
]


@pytest.mark.parametrize(("claim", "text"), SAID)
def test_another_way_of_writing_a_name_or_a_value_counts(claim: str, text: str) -> None:
    """An acronym and its words, an age, a century and a year in it, a date in two parts."""
    found = read(claim), [from_text("page.md", text)]
    assert names_stand(*found)
    assert values_stand(*found)


@pytest.mark.parametrize(("claim", "text"), NOT_SAID)
def test_another_name_or_value_does_not(claim: str, text: str) -> None:
    """What looks alike and is something else is not there."""
    found = read(claim), [from_text("page.md", text)]
    assert not (names_stand(*found) and values_stand(*found))
