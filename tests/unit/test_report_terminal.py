from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from rich.console import Console

from claimdiff.report.between import between, show_between
from claimdiff.report.question import show_question
from claimdiff.report.terminal import show
from helpers.reports import crowded, failed, outdated, quote, report, rich_detail, rich_report, unsupported

if TYPE_CHECKING:
    from claimdiff.report import Report

ESCAPE = "\x1b"


def printed(value: Report, *, terminal: bool = False, width: int = 100, color: bool = True) -> str:
    """What `show` prints."""
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=terminal,
        width=width,
        color_system="standard" if terminal and color else None,
        no_color=not color,
        legacy_windows=False,
        _environ={},
    )
    show(value, console)
    return out.getvalue()


def test_a_block_says_what_was_and_is_and_what_settles_it() -> None:
    """The headline, the claim, both quotes, the line and the command stand in one block."""
    text = printed(failed(outdated()))

    assert text.splitlines()[0] == "✗ 1 recorded answer disagrees with this change."
    assert (
        """\
1  “The Pro plan costs 25 dollars a month.”
   ✗ contradicted. The docs now contradict this.
   Cause: docs; this change edits docs/plans.md:14.
     docs/plans.md:14
     - | Pro | 25 dollars | 50 GB |
     + | Pro | 30 dollars | 50 GB |
   To settle it: claimdiff accept pro-price/monthly
"""
        in text
    )


def test_quiet_reports_are_short() -> None:
    """Where nothing happened, a few lines say so."""
    text = printed(report())

    assert text.startswith("✓ This change affects none of the 3 answers.\n")
    assert len(text.splitlines()) < 12


def test_no_codes_without_a_terminal_or_with_no_color() -> None:
    """A pipe and a terminal with NO_COLOR get plain text."""
    assert ESCAPE not in printed(rich_report())
    assert ESCAPE not in printed(rich_report(), terminal=True, color=False)
    assert ESCAPE in printed(rich_report(), terminal=True)


def test_changed_words_are_marked_by_more_than_colour() -> None:
    """On a terminal the changed value of a quote is bold and underlined."""
    assert re.search(
        r"\x1b\[1;4;31m25\x1b\[0m.*\n.*\x1b\[1;4;32m30\x1b\[0m", printed(failed(outdated()), terminal=True)
    )


@pytest.mark.parametrize("width", [60, 80])
def test_narrow_terminals(width: int) -> None:
    """No line is wider than the terminal, but for commands, which the terminal wraps itself so that they can be copied."""
    lines = printed(rich_report(), terminal=True, width=width, color=False).splitlines()

    assert [line for line in lines if cell_len(line) > width and "claimdiff accept" not in line] == []


def test_a_pipe_gets_whole_lines() -> None:
    """Without a terminal a sentence is one line, whatever the width."""
    assert (
        "  • “Backups are encrypted.” (backups): approved, no longer in the answer, and gone from docs/backups.md"
        in printed(rich_report(), width=40)
    )


def test_markup_and_escapes_of_others_are_only_text() -> None:
    """Rich markup in a page is printed as it stands, and an escape sequence is shown, not executed."""
    hostile = "[bold red]x[/] [link=http://x.example]y[/link] \x1b]0;title\x07 \x1b[2J :tada:"
    claim = unsupported(hostile, evidence_before=(quote(hostile),), question_id="q", cause="generation", change=None)
    text = printed(failed(claim), terminal=True, color=False, width=200)

    assert ESCAPE not in text
    assert text.count("[bold red]x[/] [link=http://x.example]y[/link] ␛]0;title␇ ␛[2J :tada:") == 2


def test_many_claims_are_all_told() -> None:
    """The terminal folds nothing away."""
    assert printed(crowded(50)).count("To settle it") == 50


def test_explaining_shows_the_whole_way() -> None:
    """From the passages of both sides over the answer to each verdict with its reason, rule, evidence and status."""
    out = io.StringIO()
    show_question(rich_report(), rich_detail(), "pro-price", Console(file=out))

    assert (
        out.getvalue()
        == """\
pro-price: How much is the Pro plan?
  replayed
  1 outdated claim
  faithfulness 1.00 → 0.50
  1 expected page retrieved

1 passage retrieved: 1 changed

  ± docs/plans.md:10-16  Plans (changed, score 5.02)
    - Plan: Pro; Price: 25 dollars; Storage: 50 GB
    + Plan: Pro; Price: 30 dollars; Storage: 50 GB

Answer, the same as before

  The Pro plan costs 25 dollars a month [✗ 1] and includes 50 GB of storage. [✓ 2]

Claims

1  ✗ contradicted (before: supported)  monthly
   “The Pro plan costs 25 dollars a month.”
   lost its support; outdated; cause: docs; this change edits docs/plans.md:14
   25 dollars ≠ 30 dollars [other-number]
     docs/plans.md:14
     - | Pro | 25 dollars | 50 GB |
     + | Pro | 30 dollars | 50 GB |
   To settle it: claimdiff accept pro-price/monthly
2  ✓ supported  storage
   “The Pro plan includes 50 GB of storage.”
   unchanged
     docs/plans.md:14
     = | Pro | 30 dollars | 50 GB |

What accept would write

  Nothing as it is: a claim is neither supported nor can a value of the docs take its place.
  claimdiff accept pro-price/monthly
"""
    )


def test_explaining_tells_both_sides() -> None:
    """Where the answer changed, both are shown, and passages that came or went are marked."""
    out = io.StringIO()
    show_question(rich_report(), rich_detail(), "backups", Console(file=out))
    text = out.getvalue()

    assert text.index("Answer before") < text.index("Backups are encrypted. [✓ 5]") < text.index("\nAnswer\n")
    assert "  + docs/dashboard.md:28-33  Dashboard › Restore (newly retrieved, score 3.21)" in text
    assert "  - docs/regions.md:1-6  Regions (no longer retrieved, score 2.20)" in text
    assert "votes: supported, partially supported" in text


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        (report(), failed(unsupported(), outdated()), "2 claims are newly unsupported in b that were not in a."),
        (failed(outdated()), failed(outdated()), "b has 1 newly unsupported claim, as a has."),
        (failed(outdated()), report(), "b has no newly unsupported claims."),
    ],
)
def test_two_reports_side_by_side(first: Report, second: Report, sentence: str) -> None:
    """The first sentence says what the second report has that the first has not."""
    out = io.StringIO()
    show_between(between(first, second), ("a", "b"), Console(file=out))

    assert out.getvalue().splitlines()[0] == sentence
    assert ("No longer newly unsupported: 1 claim" in out.getvalue()) == (second == report())


def test_many_quotes_are_counted() -> None:
    """Three quotes a side are shown, and how many more there are is told."""
    quotes = tuple(quote(f"Sentence number {line}.", line) for line in range(1, 6))
    text = printed(failed(unsupported(evidence_before=quotes)))

    assert text.count("- Sentence number") == 3
    assert "and 2 more" in text
