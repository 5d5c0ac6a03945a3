"""Evidence found again in the text of a passage, in its lines, and between its neighbours."""

from __future__ import annotations

import pytest

from claimdiff.report.detail import Sentence
from claimdiff.report.document import Quote, RetrievedPassage
from claimdiff.report.marking import line_by_line
from claimdiff.report.quoting import Cited, Spot, TextLine, grouped, near, spots

PASSAGE = RetrievedPassage(path="docs/tea.md", line_start=1, line_end=9, hash="tea")
ROWS = (
    Sentence(source="Tea is sold by weight.", text="Tea is sold by weight.", line_start=3, line_end=3),
    Sentence(source="| Oolong | **12** |", text="Tea: Oolong; Price: 12", line_start=6, line_end=6),
    Sentence(source="| Sencha | **12** |", text="Tea: Sencha; Price: 12", line_start=7, line_end=7),
    Sentence(source="Ask us.", text="Ask us.", line_start=9, line_end=9),
)
TEXT = "\n".join(row.text for row in ROWS)


def quote(text: str, line: int | None, path: str = "docs/tea.md") -> Quote:
    """A quote on a line."""
    return Quote(path=path, line_start=line, line_end=line, quote=text)


def found(*quotes: Quote) -> list[str]:
    """The stretches of the passage that are marked."""
    cited = [Cited(quote=one, number=at, verdict="supported") for at, one in enumerate(quotes, start=1)]
    return [TEXT[spot.start : spot.end] for spot in spots(PASSAGE, TEXT, ROWS, cited)]


@pytest.mark.parametrize(
    ("given", "marked"),
    [
        (quote("sold by weight", 3), ["sold by weight"]),
        (quote("| Sencha | **12** |", 7), ["Tea: Sencha; Price: 12"]),
        (quote("| Oolong | **12** |\n| Sencha | **12** |", 6), ["Tea: Oolong; Price: 12"]),
        (quote("Tea is sold\nby weight.", None), ["Tea is sold by weight."]),
        (quote("Tea is sold by weight.", 3, path="docs/coffee.md"), []),
        (quote("Tea is sold by weight.", 40), []),
        (quote("Tea is sold by volume.", 3), []),
        (quote(" ", 3), []),
    ],
)
def test_a_quote_marks_what_it_was_taken_from(given: Quote, marked: list[str]) -> None:
    """The words themselves, a row as it is read, wrapped text, and never another page, line or wording."""
    assert found(given) == marked


def test_a_quote_over_several_rows() -> None:
    """Each row that it holds is marked."""
    rows = Quote(path="docs/tea.md", line_start=6, line_end=7, quote="| Oolong | **12** |\n| Sencha | **12** |")

    assert found(rows) == ["Tea: Oolong; Price: 12", "Tea: Sencha; Price: 12"]


def test_a_fragment_is_quoted_by_its_own_path() -> None:
    """A sentence of an included file is found by the file that holds it."""
    rows = (Sentence(source="Ask us.", text="Ask us.", line_start=2, line_end=2, path="parts/ask.md"),)
    cited = [
        Cited(quote=quote("Ask us.", 2, path), number=1, verdict="supported")
        for path in ("parts/ask.md", "docs/tea.md")
    ]

    assert len(spots(PASSAGE, "Ask us.", rows, cited)) == 1


def test_neighbours() -> None:
    """What stands before and after a quote, and nothing beyond the passage."""
    assert near(ROWS, quote("| Oolong | **12** |", 6), "docs/tea.md") == (
        "Tea is sold by weight.",
        "| Sencha | **12** |",
    )
    assert near(ROWS, quote("Ask us.", 9), "docs/tea.md") == ("| Sencha | **12** |", "")
    assert near(ROWS, quote("Come in.", 9), "docs/tea.md") is None


def lines(before: str, now: str, old: tuple[Spot, ...], new: tuple[Spot, ...]) -> tuple[TextLine, ...]:
    """The lines of a changed passage."""
    return grouped(line_by_line(before, now), (before, now), old, new)


def test_marks_of_both_sides_lie_over_changed_words() -> None:
    """In a line that was edited, what was quoted and what was changed are both told, each on its own side."""
    before, now = "Tea.\nOolong costs 12 a bag.\nAsk.", "Tea.\nOolong costs 14 a bag.\nAsk."
    first = Spot(start=5, end=20, number=2, verdict="supported")
    second = Spot(start=5, end=20, number=2, verdict="contradicted")

    told = [
        (
            line.sign,
            group.code,
            "".join(piece.text for piece in group.pieces),
            [p.text for p in group.pieces if p.marked],
        )
        for line in lines(before, now, (first,), (second,))
        for group in line.groups
    ]

    assert told == [
        (" ", "", "Tea.", []),
        ("-", "supported", "Oolong costs 12", ["12"]),
        ("-", "", " a bag.", []),
        ("+", "contradicted", "Oolong costs 14", ["14"]),
        ("+", "", " a bag.", []),
        (" ", "", "Ask.", []),
    ]


def test_what_supports_is_not_hidden_by_what_is_only_nearest() -> None:
    """Two claims quote the same words: one is supported by them, to the other they are only nearest."""
    over = (
        Spot(start=0, end=4, number=1, verdict="supported"),
        Spot(start=0, end=4, number=2, verdict="unverifiable"),
    )
    [line] = lines("Tea.", "Tea.", (), over)

    assert [(group.code, group.claims) for group in line.groups] == [("supported", ((1, "✓"),))]


def test_a_kept_line_tells_what_is_so_now() -> None:
    """Words that supported a claim before and contradict it now, though nobody touched them, are told as they are now."""
    before = (Spot(start=0, end=4, number=1, verdict="supported"), Spot(start=0, end=4, number=2, verdict="supported"))
    now = (Spot(start=0, end=4, number=1, verdict="contradicted"),)
    [line] = lines("Tea.", "Tea.", before, now)

    assert [group.claims for group in line.groups] == [((1, "✗"), (2, "✓"))]


def test_every_character_stays() -> None:
    """However marks lie, the text of the lines is the text of the passage, also with odd line ends."""
    text = "One\r\ntwo\x0bthree\u2028four\n\nfive"
    over = tuple(Spot(start=at, end=at + 5, number=1, verdict="supported") for at in range(0, len(text), 3))

    for before, now in ((text, text), ("One\nfour", text), (text, "")):
        told = lines(before, now, over, over)
        assert ["".join(p.text for p in line.pieces) for line in told if line.sign != "-"] == now.splitlines()
        assert ["".join(p.text for p in line.pieces) for line in told if line.sign != "+"] == before.splitlines()
