from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt

from claimdiff.report import markdown, to_json
from claimdiff.report.document import (
    BaselineChange,
    Finding,
    HeadTree,
    Place,
    PullRequest,
    ReportClaim,
    ReportJudge,
    ReportQuestion,
    RetrievalMiss,
    Was,
)
from claimdiff.report.escape import utf16_units
from helpers.reports import HEAD_SHA, crowded, failed, outdated, quote, report, rich_report, unsupported

if TYPE_CHECKING:
    from claimdiff.report import Report

MARKDOWN = MarkdownIt("commonmark").enable("table")


def counts(comment: str) -> tuple[int, int]:
    """Claims shown, and claims said to be hidden."""
    hidden = re.search(r"_([\d,]+) more (?:is|are) not shown here", comment)
    return len(re.findall(r"^\*\*\d+\. “", comment, re.MULTILINE)), int(hidden[1].replace(",", "")) if hidden else 0


def test_first_line_is_the_marker_and_second_a_sentence() -> None:
    """The hidden marker carries name, full head SHA, run, digest and conclusion; the line after it says what happened."""
    found = failed(unsupported())
    first, second = markdown(found, run=7).splitlines()[:2]

    digest = hashlib.sha256(to_json(found).encode()).hexdigest()
    known = f'"name":"docent","head":"{HEAD_SHA}","run":7,"digest":"{digest}","conclusion":"fail"'
    assert first == f"<!-- claimdiff:{{{known}}} -->"
    assert second == "### 1 claim is newly unsupported."


@pytest.mark.parametrize("name", ["a --> b", "<!-- x -->", "a---b", "two\nlines", "größe"])
def test_a_name_cannot_leave_the_marker(name: str) -> None:
    """Whatever the assistant is called, the marker is one comment on one line, and the name can be read from it."""
    first = markdown(report(name=name)).split("\n", 1)[0]

    assert first.count("--") == 2
    assert json.loads(first.removeprefix("<!-- claimdiff:").removesuffix(" -->"))["name"] == name


def test_the_marker_names_the_head_of_the_pull_request() -> None:
    """Where a merge commit was checked out, the marker carries the pull request's own head."""
    merged = HeadTree(ref="merge", sha="1" * 40, pr_head_sha="2" * 40)
    event = PullRequest(number=3, head_sha="3" * 40, base_ref="main")

    assert f'"head":"{"2" * 40}"' in markdown(report(head=merged, pull_request=event))
    assert f'"head":"{"3" * 40}"' in markdown(report(pull_request=event))


def test_a_block_says_what_was_and_is_and_what_settles_it() -> None:
    """A newly unsupported claim stands with its verdict, both quotes, the line of the change and one command."""
    comment = markdown(failed(outdated()))

    assert "**1. “The Pro plan costs 25 dollars a month.”**" in comment
    assert (
        "✗ **contradicted** — The docs now contradict this. Cause: docs; this change edits `docs/plans.md:14`."
        in comment
    )
    assert (
        "```diff\n@@ docs/plans.md:14 @@\n- | Pro | 25 dollars | 50 GB |\n+ | Pro | 30 dollars | 50 GB |\n```"
        in comment
    )
    assert "To settle it: `claimdiff accept pro-price/monthly`" in comment


def test_outdated_answers_have_their_own_headline() -> None:
    """Facts that were changed on purpose stand apart, with one command for all of them."""
    comment = markdown(failed(unsupported(), outdated(), outdated(question_id="b", claim_id="c")))
    unsupported_at, outdated_at = (
        comment.index("#### Newly unsupported"),
        comment.index("#### 2 recorded answers disagree with this change; accept if intended"),
    )

    assert unsupported_at < comment.index("Point-in-time") < outdated_at < comment.index("25 dollars")
    assert "All of them at once: `claimdiff accept pro-price/monthly b/c`" in comment


def test_commands_that_need_a_reason_are_not_put_together() -> None:
    """A command with options is never merged with another."""
    needy = outdated(question_id="b", accept='claimdiff accept b/c --keep-unsupported --reason "…"')

    assert "All of them at once" not in markdown(failed(outdated(), needy))


@pytest.mark.parametrize("number", [3, 4, 9])
def test_three_claims_are_in_sight(number: int) -> None:
    """The first three claims stand outside of the fold, the others inside, all of them counted."""
    comment = markdown(failed(*(unsupported(question_id=f"q{index}") for index in range(number))))
    in_sight = comment.split("<details>")[0]

    assert counts(in_sight)[0] == 3
    assert counts(comment) == (number, 0)
    assert ("<details>" in comment) == (number > 3)


def test_the_three_in_sight_are_shared_with_outdated_answers() -> None:
    """Two lost claims leave one place in sight for an outdated answer."""
    claims = [unsupported(question_id=f"q{index}") for index in range(2)] + [
        outdated(question_id=f"o{index}") for index in range(3)
    ]
    comment = markdown(failed(*claims))

    assert comment.split("<details>")[0].count("“The Pro plan costs") == 1
    assert "<summary>2 more claims</summary>" in comment


@pytest.mark.parametrize("outdated", [True, False])
@pytest.mark.parametrize("limit", [65_536, 5_000, 1_500])
def test_the_limit_holds_in_whole_blocks_with_an_exact_count(limit: int, outdated: bool) -> None:
    """Two thousand findings in a wide script fit, with every fence and fold closed, and say how many are hidden."""
    comment = markdown(crowded(2_000, outdated=outdated), limit=limit)
    shown, hidden = counts(comment)

    assert utf16_units(comment) <= limit
    assert utf16_units(comment) > limit * 0.75 or limit < 5_000
    assert shown + hidden == 2_000
    assert shown > 0
    assert comment.count("```") == 2 * comment.count("```diff")
    assert comment.count("<details>") == comment.count("</details>")
    assert comment.startswith("<!-- claimdiff:")


@pytest.mark.parametrize("limit", [500, 320, 270])
def test_marker_and_headline_go_last(limit: int) -> None:
    """Where hardly anything fits, the marker and what fits of the headline are left."""
    first, second = markdown(crowded(50), limit=limit).splitlines()[:2]

    assert first.startswith("<!-- claimdiff:")
    assert re.match(r"(### )?50 claims", second)


def test_many_reasons_and_findings_fit() -> None:
    """A run with a thousand gated findings tells the first reasons and counts the rest."""
    findings = tuple(
        Finding(kind="abstained_now", question_id=f"q{n}", gated=True, message=f"q{n} abstains now.")
        for n in range(1_000)
    )
    comment = markdown(failed(findings=findings, reasons=tuple(found.message for found in findings)))
    told = comment.count("**abstained now**, gated")

    assert utf16_units(comment) <= 65_536
    assert comment.splitlines()[1] == "### The gate failed: q0 abstains now."
    assert "q5 abstains now. And 994 more reasons." in comment
    assert f"_{1_000 - told} more" in comment or told == 1_000


def test_quotes_with_fences_stay_in_their_block() -> None:
    """Evidence that holds a fence gets a longer one."""
    comment = markdown(failed(outdated(evidence_now=(quote("```sh\nrun @octocat ````\n```"),))))
    fences = [token for token in MARKDOWN.parse(comment) if token.type == "fence"]

    assert len(fences) == 1
    assert "+ ```sh\n+ run @\u200boctocat ````\n+ ```" in fences[0].content


HOSTILE = (
    "@octocat #12 <img src=x onerror=alert(1)> | ``` `x` --> <!-- claimdiff:{} --> ::error::boom ##[error]x [a](http://e.example) "
    "![i](http://e.example/i) https://e.example www.e.example a@b.example </details> \x1b[2J $x$ :tada: **b**\n\n# head\n- item"
)


def hostile() -> Report:
    """A report whose every text wants to be more than text."""
    bad = quote(HOSTILE, path="docs/`a`|<b>.md")
    claim = unsupported(HOSTILE, question_id="q`|@x", evidence_before=(bad,), evidence_now=(quote(HOSTILE + "."),))
    claims = tuple(
        ReportClaim(id=status, text=HOSTILE, status=status, verdict=None, reason=HOSTILE)
        for status in ("lost", "unscored")
    )
    return failed(
        claim,
        outdated(was=Was(verdict="supported", claim=HOSTILE)),
        name=HOSTILE,
        reasons=(HOSTILE, HOSTILE),
        judge=ReportJudge(use="claude", model=HOSTILE),
        findings=(Finding(kind="injection_text", path="docs/`a`|<b>.md", message=HOSTILE),),
        retrieval_misses=(
            RetrievalMiss(
                question_id="a|b", claim_id="c", claim=HOSTILE, found_at=Place(path="`|`", line_start=1, line_end=1)
            ),
        ),
        baseline_changes=(
            BaselineChange(question_id="q|", claim_id="c", before=HOSTILE, after=HOSTILE, by="@me", reason=HOSTILE),
        ),
        questions=(
            ReportQuestion(id="q`|@x", question=HOSTILE, status="replayed", claims=claims),
            ReportQuestion(id="e|", question=HOSTILE, status="error", why=HOSTILE),
        ),
    )


def test_texts_of_others_are_inert_everywhere() -> None:
    """In no place of the comment does foreign text become a link, an image, HTML, a cell, a mention or a command of a log."""
    comment = markdown(hostile())
    blocks = MARKDOWN.parse(comment)
    inner = [child for block in blocks for child in block.children or []]
    own = re.compile(r"</?(sub|span|details|summary)>|<summary>[\w ]+</summary>|<!-- claimdiff:[^<>]* -->")
    active = re.compile(r"@\w|#\d|https?://|www\.|::error|##\[|-->|<!--")

    assert {token.type for token in inner} <= {
        "text", "text_special", "softbreak", "code_inline", "html_inline", "strong_open", "strong_close", "em_open", "em_close"
    }  # fmt: skip
    for token in [*blocks, *inner]:
        if token.type in {"html_block", "html_inline"}:
            assert own.sub("", token.content).strip() == ""
        elif token.type in {"text", "text_special", "fence"}:
            assert not active.search(token.content)
    assert [token.type for token in blocks].count("fence") == 2
    assert [line for line in comment.splitlines() if line.lstrip().startswith("::")] == []
    assert comment.count("<!--") == comment.count("-->") == 1


def test_every_section_of_a_rich_report() -> None:
    """Lost claims, misses, what was not judged, findings, baseline changes, totals, judge and cost all stand there."""
    comment = markdown(rich_report())

    for told in (
        "#### 1 approved claim is no longer made, and the judge finds no support for it in the docs any more",
        "| The SDKs retry idempotent requests up to 3 times. | `sdks` | `docs/errors.md:22-23` |",
        "#### 1 claim could not be judged",
        "**abstained now**, gated (`regions`)",
        "| `deletion/admin` |  | Deleting needs an admin. | kept by Wren Writer: the page comes next week |",
        "| Faithfulness, mean of 5 answers | 0.96 | 0.74 | −0.22 |",
        "1 question was not evaluated: there is neither a baseline file nor a reference answer (`sla`)",
        "2 questions are unchanged: same passages, prompt and settings (`limits`, `sdks`)",
        "lexical judge (lexical-1), without a model",
        "no model calls, no cost",
    ):
        assert told in comment


def test_tables_have_at_most_four_columns() -> None:
    """No table is wider than a pull request shows it."""
    widths = [row.count("|") - 1 for row in markdown(rich_report()).splitlines() if row.startswith("|")]

    assert max(widths) <= 4


@pytest.mark.parametrize(
    ("by", "columns"), [("Ann", ["Claim", "Before", "After", "Kept by"]), (None, ["Claim", "Before", "After"])]
)
def test_who_kept_a_claim_is_a_column_where_somebody_did(by: str | None, columns: list[str]) -> None:
    """Most changes keep nothing without support, and an empty column would only take room."""
    change = BaselineChange(question_id="q", claim_id="c", before="It is 5.", after="It is 6.", by=by, reason=by)
    tokens = MARKDOWN.parse(markdown(report(baseline_changes=(change,))))
    cells = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type in {"th_open", "td_open"}]
    assert cells[: len(columns)] == columns
    assert cells[len(columns) : len(columns) + 3] == ["`q/c`", "It is 5.", "It is 6."]


def test_same_report_same_bytes() -> None:
    """A comment holds no time of day and nothing else that differs between two runs."""
    assert markdown(rich_report()) == markdown(rich_report())
