"""The screen of a finding for widths and heights: everything stands there, nothing acts, nothing is wider than it may be."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from claimdiff.cli.screens import Canvas, Sheet, screen
from claimdiff.report.detail import Detail
from claimdiff.report.document import Change, NewlyUnsupported, Quote, ReportClaim, ReportQuestion
from claimdiff.report.page import question_view

ANSWER = "The Pro plan costs 25 dollars a month. It comes with 50 GB of storage."
KEYS = (("a", "accept"), ("e", "edit answer"), ("k", "keep with reason"), ("r", "reject"), ("q", "quit"))


def sheet(*, before: str = "Pro costs 25 dollars.", now: str = "Pro costs 30 dollars.", **other: Any) -> Sheet:
    """The screen of a claim whose page states another value."""
    claim = ReportClaim(
        id="price",
        text=other.pop("claim", "The Pro plan costs 25 dollars a month."),
        status="regressed",
        verdict="contradicted",
        cause="docs",
        reason="The passage states another value: 30 instead of 25.",
        votes=other.pop("votes", ()),
    )
    quotes = [Quote(path="docs/plans.md", line_start=8, line_end=8, quote=text) for text in (before, now)]
    flagged = NewlyUnsupported(
        question_id="pro-price",
        claim_id="price",
        claim=claim.text,
        verdict="contradicted",
        outdated=True,
        status="regressed",
        cause="docs",
        gated=True,
        evidence_before=quotes[:1],
        evidence_now=quotes[1:],
        change=Change(path="docs/plans.md", line=8, side="head"),
        accept="claimdiff accept pro-price/price",
    )
    question = ReportQuestion(
        id="pro-price", question="What does the Pro plan cost?", status="replayed", state="answered", answer=ANSWER,
        claims=(claim,),
    )  # fmt: skip
    view = question_view(question, Detail(spans={("pro-price", "price"): (0, 38)}), [flagged])
    values: dict[str, Any] = {
        "number": 1, "count": 3, "key": "pro-price/price", "view": view, "row": view.claims[0], "before": ANSWER,
        "after": ANSWER.replace("25", "30"), "keys": KEYS,
    }  # fmt: skip
    return Sheet(**{**values, **other})


def drawn(found: Sheet, width: int = 100, height: int | None = None, **other: Any) -> list[str]:
    """The lines of a screen as text."""
    canvas = Canvas(width=width, height=height, plain=other.pop("plain", True), **other)
    return [line.plain for line in screen(found, canvas)]


def test_everything_stands_there() -> None:
    """Claim, verdict, cause with its place, both quotes with theirs, votes, answer, what accept writes, and the keys."""
    text = "\n".join(drawn(sheet(votes=("contradicted", "supported"))))

    for told in (
        "1/3  pro-price/price  What does the Pro plan cost?",
        "✗ “The Pro plan costs 25 dollars a month.”",
        "contradicted; lost its support. The passage states another value: 30 instead of 25.",
        "cause: docs; this change edits docs/plans.md:8",
        "votes: contradicted, supported",
        "accept  The Pro plan costs 30 dollars a month. It comes with 50 GB of storage.",
        "a accept   e edit answer   k keep with reason   r reject   q quit",
    ):
        assert told in text


def test_old_and_new_stand_side_by_side_with_the_changed_words_marked() -> None:
    """Where no style can show, a line of signs below marks the words that differ, on both sides."""
    lines = drawn(sheet())

    at = next(number for number, line in enumerate(lines) if "Pro costs 25" in line)
    left, right = lines[at].split("│")
    assert "Pro costs 25 dollars." in left
    assert "Pro costs 30 dollars." in right
    assert [found.start() for found in re.finditer("~~", lines[at + 1])] == [
        lines[at].index("25"),
        lines[at].index("30"),
    ]


def test_the_claim_is_marked_in_the_answer() -> None:
    """The sentence that the claim came from is marked, and the other is not."""
    lines = drawn(sheet())

    at = next(number for number, line in enumerate(lines) if line.startswith("  answer"))
    assert lines[at + 1].strip() == "~" * len("The Pro plan costs 25 dollars a month.")


def test_styles_take_the_place_of_the_signs() -> None:
    """Where styles show there is no line of signs; the changed words are bold and underlined."""
    lines = screen(sheet(), Canvas(width=100))

    assert not [line for line in lines if "~" in line.plain]
    line = next(line for line in lines if "Pro costs 25" in line.plain)
    assert [line.plain[span.start : span.end] for span in line.spans if "underline" in str(span.style)] == ["25", "30"]


def test_a_narrow_screen_has_them_one_below_the_other() -> None:
    """Below 64 columns the old wording stands above the new one, each with its sign."""
    lines = drawn(sheet(), width=48)

    old, new = (
        next(n for n, line in enumerate(lines) if sign in line) for sign in ("- Pro costs 25", "+ Pro costs 30")
    )
    assert old < new


def test_without_a_successor_it_says_so() -> None:
    """Where accept cannot write anything, the screen says why in a sentence, and the right side that nothing is said."""
    refused = "pro-price/price is unverifiable (…); mend the docs"
    text = "\n".join(drawn(sheet(after=None, refused=(refused,))))

    assert "accept  cannot write this: the docs state nothing that could stand in its place" in text


def test_ascii() -> None:
    """A terminal that cannot draw lines gets signs that every terminal has."""
    lines = drawn(sheet(), ascii=True)

    assert "─" not in "".join(lines)
    assert any(" | " in line for line in lines)


@pytest.mark.parametrize(
    "hostile", ["\x1b[2J\x1b[31mred", "\u202etxt.exe", "a\x07b\x00c", "\r\nnext", "\x9b31m", "\udc80"]
)
def test_text_of_the_docs_does_not_act(hostile: str) -> None:
    """Control characters of claim, quotes and answers are shown and not sent to the terminal."""
    found = sheet(before=f"Pro {hostile} costs 25.", now=f"Pro {hostile} costs 30.", claim=hostile, after=hostile)

    text = "".join(drawn(found))

    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", text)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(min_value=30, max_value=140),
    st.text(alphabet="ab c中文😀é|\t\n~", min_size=1, max_size=160),
    st.text(alphabet="ab d中語👩\u200d🚀|\t\n", min_size=1, max_size=160),
    st.booleans(),
)
def test_no_line_is_wider_than_the_terminal(width: int, old: str, new: str, plain: bool) -> None:
    """Wide characters, tables and long words are wrapped, whatever the width."""
    found = sheet(before=f"x{old}x", now=f"x{new}x", after=new, claim=f"c {old}")

    assert [line for line in drawn(found, width=width, plain=plain) if cell_len(line.rstrip()) > width] == []


@pytest.mark.parametrize("height", [16, 24, 40])
def test_a_screen_fits_its_terminal(height: int) -> None:
    """Long quotes are cut to the height, with the count of the lines that are not shown."""
    long = " ".join(f"Sentence {number} of a long passage says this and that." for number in range(40))
    found = sheet(before=long, now=long.replace("this", "these"), after=long)

    lines = drawn(found, width=80, height=height)

    assert len(lines) <= height
    assert any("more lines (v shows all)" in line for line in lines)
    assert not any("v shows all" in line for line in drawn(found, width=80))
