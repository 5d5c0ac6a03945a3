from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

from claimdiff.judging import refused
from claimdiff.report import flagged, markdown, summary, words
from claimdiff.report.document import (
    Change,
    NewlyUnsupported,
    Quote,
    ReportClaim,
    ReportGenerator,
    ReportJudge,
    ReportQuestion,
    Totals,
    Usage,
    Was,
)
from claimdiff.report.headline import headline, outdated_heading, told_reasons
from claimdiff.report.sarifform import sarif
from claimdiff.report.terminal import show
from helpers.reports import failed, outdated, report, rich_report, unsupported

if TYPE_CHECKING:
    from claimdiff.records import Verdict

Q = {"question": "Why?", "status": "not_evaluated"}


@pytest.mark.parametrize(
    ("fields", "claims", "sentence"),
    [
        ({}, [unsupported()], "1 claim is newly unsupported."),
        ({}, [unsupported(), unsupported(claim_id="b")], "2 claims are newly unsupported in 1 answer."),
        ({}, [unsupported(), unsupported(question_id="b")], "2 claims are newly unsupported in 2 answers."),
        ({}, [outdated()], "1 recorded answer disagrees with this change."),
        ({}, [outdated(), outdated(claim_id="b")], "1 recorded answer disagrees with this change."),
        ({}, [outdated(), outdated(question_id="b")], "2 recorded answers disagree with this change."),
        ({"base": None}, [outdated()], "1 recorded answer disagrees with the docs."),
        ({"generator": ReportGenerator(use="claude")}, [outdated()], "1 answer disagrees with this change."),
        ({}, [unsupported(), outdated()], "1 claim is newly unsupported, and 1 recorded answer disagrees with this change."),
        ({"conclusion": "pass"}, [outdated(gated=False)], "1 recorded answer disagrees with this change; the gate does not count it."),
        ({"reasons": ("Mean faithfulness is 0.700; at least 0.9 is asked for.",)}, [], "The gate failed: mean faithfulness is 0.700; at least 0.9 is asked for."),
        ({"conclusion": "error", "reasons": ("2 questions could not be judged: a, b.",)}, [], "The check could not be completed: 2 questions could not be judged: a, b."),
        ({"conclusion": "error", "reasons": ("out of budget.",)}, [unsupported()], "The check could not be completed: out of budget. So far, 1 claim is newly unsupported."),
    ],
)  # fmt: skip
def test_headlines_of_findings(fields: dict[str, Any], claims: list[Any], sentence: str) -> None:
    """The first sentence counts in singular and plural, and agrees with the conclusion."""
    assert headline(failed(*claims, **fields)) == sentence


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "This change affects none of the 3 answers."),
        (
            {"totals": Totals(questions=1, unchanged=1)},
            "This change affects no answer: the one question sees what it saw before.",
        ),
        (
            {"totals": Totals(questions=3, unchanged=2, replayed=1)},
            "Nothing is newly unsupported in the one answer that this change affects.",
        ),
        ({"totals": Totals(questions=3, replayed=3), "base": None}, "Nothing is newly unsupported in the 3 answers."),
        (
            {"conclusion": "neutral", "totals": Totals(questions=3, unchanged=2, not_evaluated=1)},
            "1 of 3 questions was not evaluated; nothing is newly unsupported in the others.",
        ),
        (
            {
                "conclusion": "neutral",
                "totals": Totals(questions=1, not_evaluated=1),
                "questions": (ReportQuestion(id="a", why="no_recorded_answer", **Q),),
            },
            "The one question was not evaluated: there is neither a baseline file nor a reference answer.",
        ),
    ],
)
def test_headlines_without_findings(fields: dict[str, Any], sentence: str) -> None:
    """Quiet and neutral runs say so, and why."""
    assert headline(report(**fields)) == sentence


def test_a_pass_says_what_the_change_accepts() -> None:
    """Claims that were approved in the change itself are counted in the first sentence."""
    changes = rich_report().baseline_changes

    assert (
        headline(report(baseline_changes=changes))
        == "This change affects none of the 3 answers; 2 claims are accepted in it."
    )


def test_reasons_are_not_told_twice() -> None:
    """What the headline says already does not stand below it once more."""
    reasons = ("Mean faithfulness is 0.700; at least 0.9 is asked for.", "1 lost claim; 0 allowed.")

    assert told_reasons(failed(reasons=reasons)) == ("1 lost claim; 0 allowed.",)


def test_outdated_heading_counts_answers() -> None:
    """Two outdated claims of one answer are one answer."""
    assert (
        outdated_heading(failed(outdated(), outdated(claim_id="b")))
        == "1 recorded answer disagrees with this change; accept if intended"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "no score"), (1.0, "1.00"), (0.9999, "0.99"), (0.0001, "0.01"), (0.0, "0.00"), (0.6667, "0.67")],
)
def test_only_full_marks_read_as_full_marks(value: float | None, text: str) -> None:
    """0.9999 is not shown as 1.00, nor 0.0001 as 0.00."""
    assert words.share(value) == text


@pytest.mark.parametrize(
    ("before", "now", "text"),
    [
        (None, 0.5, ""),
        (1.0, 0.88, "−0.12"),
        (0.5, 0.75, "+0.25"),
        (0.5, 0.5, "no change"),
        (0.5, 0.503, "less than +0.01"),
    ],
)
def test_differences_carry_their_sign(before: float | None, now: float, text: str) -> None:
    """A change of a score is told with its sign, and no change as such."""
    assert words.difference(before, now) == text


@pytest.mark.parametrize(
    ("lines", "text"), [((None, None), "a.md"), ((3, 3), "a.md:3"), ((3, None), "a.md:3"), ((3, 5), "a.md:3-5")]
)
def test_places(lines: tuple[int | None, int | None], text: str) -> None:
    """A place is written as editors open it."""
    assert words.place("a.md", *lines) == text


@pytest.mark.parametrize(
    ("why", "text"),
    [
        (None, "no reason given"),
        ("budget", "the budget was used up"),
        ("some_code", "some code"),
        ("FOO_BAR is missing", "FOO_BAR is missing"),
    ],
)
def test_reasons_of_questions(why: str | None, text: str) -> None:
    """Known codes are told in words; sentences stay as they came."""
    assert words.why_words(why) == text


@pytest.mark.parametrize(
    ("amount", "text"),
    [(None, "price unknown"), (0.0, "0.00 dollars"), (0.001, "less than 0.01 dollars"), (1.5, "1.50 dollars")],
)
def test_amounts(amount: float | None, text: str) -> None:
    """What cost something is never shown as nothing."""
    assert words.dollars(amount) == text


@pytest.mark.parametrize(
    ("usage", "text"),
    [
        (Usage(), "no model calls, no cost"),
        (
            Usage(calls=1, input_tokens=900, cache_read_tokens=100, output_tokens=20, usd=0.0004),
            "1 model call; 1,000 tokens in, 20 out; less than 0.01 dollars",
        ),
        (
            Usage(calls=12, cached_calls=3, input_tokens=50_000, output_tokens=2_000, usd=None),
            "12 model calls and 3 from the store; 50,000 tokens in, 2,000 out; price unknown",
        ),
    ],
)
def test_costs(usage: Usage, text: str) -> None:
    """What a run cost is told in calls, tokens and dollars, and what came from the store is told apart."""
    assert summary.cost(usage) == text


@pytest.mark.parametrize(
    ("verdict", "made_before", "sentence"),
    [
        ("contradicted", True, "The docs now contradict this"),
        ("contradicted", False, "The docs contradict this"),
        ("partially_supported", True, "The docs now back only a part of this"),
        ("unverifiable", True, "No retrieved passage says this any more"),
        ("unverifiable", False, "No retrieved passage says this"),
    ],
)
def test_verdicts_in_words(verdict: Verdict, made_before: bool, sentence: str) -> None:
    """A claim that was not made before did not lose its support now."""
    assert words.verdict_sentence(verdict, conflict=False, made_before=made_before) == sentence


QUOTE = Quote(path="docs/plans.md", line_start=3, line_end=3, quote="Pro costs **25** dollars.")
PLAIN = Quote(path="docs/plans.md", line_start=4, line_end=4, quote="Pro costs 25 dollars.")
SAME = Was(verdict="supported", claim="Pro costs 25 dollars.")
STOOD: dict[str, Any] = {
    "verdict": "unverifiable",
    "cause": "generation",
    "was": SAME,
    "evidence_before": (QUOTE,),
    "evidence_now": (PLAIN,),
    "change": None,
}


def _stood(text: str = "Pro costs 25 dollars.", **fields: Any) -> NewlyUnsupported:
    """A claim whose evidence stands."""
    return unsupported(text, **{**STOOD, **fields})


READ = "its evidence and the answer's words for it are as before; only the judge reads them otherwise"
ANSWER = "the docs and the prompt did not change it; the answer did"
STANDING = {
    "the same": (
        _stood(),
        "What supported this still stands, but the judge no longer finds it supported",
        READ,
    ),
    "contradicted by what stood there before": (
        _stood(verdict="contradicted"),
        "The docs contradict this",
        READ,
    ),
    "contradicted by what was added beside it": (
        _stood(verdict="contradicted", cause="docs", change=Change(path="docs/plans.md", line=5, side="head")),
        "The docs now contradict this",
        "this change edits",
    ),
    "not retrieved": (
        _stood(cause="retrieval"),
        "No retrieved passage says this any more",
        "the evidence still stands in the docs, but is no longer retrieved",
    ),
    "another value in the answer": (
        _stood("Pro costs 30 dollars."),
        "No retrieved passage says this any more",
        ANSWER,
    ),
    "not made before": (
        _stood(was=None, evidence_before=()),
        "No retrieved passage says this",
        ANSWER,
    ),
}


@pytest.mark.parametrize("said", ["supported", "partially_supported", "contradicted"])
def test_a_refused_quote_is_told_and_not_a_missing_passage(said: Verdict) -> None:
    """Where the model judged otherwise, a person is told why that does not stand."""
    reason = refused.told(said, "its quote 'The Pro plan costs 40 dollars.' stands in no passage")

    assert words.verdict_sentence("unverifiable", conflict=False, made_before=True, reason=reason) == (
        f"Claude said {said.replace('_', ' ')}, but its quote 'The Pro plan costs 40 dollars.' stands in no passage"
    )


@pytest.mark.parametrize(("claim", "sentence", "cause"), STANDING.values(), ids=STANDING.keys())
def test_evidence_that_stands_is_told_as_standing(claim: NewlyUnsupported, sentence: str, cause: str) -> None:
    """Only where its words and its evidence are as before did nothing change but the judge."""
    assert flagged.sentence(claim, "") == sentence
    assert flagged.cause(claim) == cause


def test_any_other_reason_leaves_the_verdict_in_words() -> None:
    """What the model says of a claim is no sentence of ours, and a long quote does not fill a comment."""
    plain = words.verdict_sentence("unverifiable", conflict=False, made_before=False, reason="Nothing on prices.")
    long = words.verdict_sentence(
        "unverifiable", conflict=False, made_before=False, reason=refused.told("supported", "its quote " + "x " * 900)
    )

    assert plain == "No retrieved passage says this"
    assert len(long) <= words.MAX_REASON
    assert long.endswith("…")


def test_the_judge_is_named() -> None:
    """A model judge is told with its model and its votes, the offline judge as one without a model."""
    model = report(judge=ReportJudge(use="claude", model="claude-haiku-4-5", confirm=2))

    assert (
        summary.judge(model) == "claude (claude-haiku-4-5); entailment implied, 2 more votes before a claim is reported"
    )
    assert summary.judge(report()) == "lexical judge (lexical-1), without a model; entailment implied"


def test_a_refused_quote_is_told_wherever_the_claim_is_shown() -> None:
    """Terminal, comment and code scanning tell why the model's verdict does not stand; a mention in a quote stays text."""
    claim = unsupported(verdict="unverifiable")
    reason = refused.told("contradicted", "its quote 'ask @docs-team for 40' stands in no passage")
    judged = ReportClaim(id=claim.claim_id, text=claim.claim, status=claim.status, verdict=claim.verdict, reason=reason)
    asked = ReportQuestion(id=claim.question_id, question="What is in Scale?", status="replayed", claims=(judged,))
    shown = failed(claim, questions=(asked,))
    console = Console(file=io.StringIO(), width=200, color_system=None, _environ={})
    show(shown, console)
    comment = markdown(shown)

    assert isinstance(console.file, io.StringIO)
    for text in (console.file.getvalue(), comment, sarif(shown)):
        assert "Claude said contradicted, but its quote" in text
        assert "stands in no passage" in text
        assert "No retrieved passage says this" not in text
    assert "@docs-team" not in comment
