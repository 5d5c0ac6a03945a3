from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from claimdiff.baseline import BaselineEntry
from claimdiff.golden import GoldenClaim, GoldenQuestion
from claimdiff.pipeline.planning import QuestionSide, plan, same_passages
from claimdiff.records import JudgeIdentity
from helpers.values import hits

QUESTION = GoldenQuestion(
    id="price", question="What does Pro cost?", answer="Pro costs 25 dollars.", claims=(GoldenClaim(id="c1", text="Pro costs 25 dollars."),),
    sources=("docs/plans.md",), line=3,
)  # fmt: skip
ENTRY = BaselineEntry(
    question_id="price", question=QUESTION.question, answer="Pro costs 25 dollars.", state="answered",
    judged_by=JudgeIdentity(use="lexical"),
)  # fmt: skip
PAGE = hits("docs/plans.md", "# Plans\n\nPro costs 25 dollars.\n")
SIDE = QuestionSide(golden=QUESTION, entry=ENTRY, hits=PAGE, prompt_hash="p", engines=("bm25", "recorded"))


def planned(base: QuestionSide | None, head: QuestionSide, **other: Any) -> str:
    """What becomes of the question."""
    return plan(base, head, recorded=other.get("recorded", True), force=other.get("force", False))


SAME: dict[str, QuestionSide] = {
    "nothing": SIDE,
    "another line of the file": replace(
        SIDE, golden=replace(QUESTION, line=90, answer_line=91, claims=(replace(QUESTION.claims[0], line=95),))
    ),
    "tags": replace(SIDE, golden=replace(QUESTION, tags=("billing",))),
    "the path of the page": replace(SIDE, hits=hits("docs/prices.md", "# Plans\n\nPro costs 25 dollars.\n")),
    "line breaks and heading level": replace(
        SIDE, hits=hits("docs/plans.md", "### Plans\n\n\nPro costs\n25 **dollars**.\n")
    ),
    "the score of a passage": replace(SIDE, hits=tuple(replace(hit, score=9.0) for hit in PAGE)),
}
OTHER: dict[str, QuestionSide] = {
    "a passage": replace(SIDE, hits=hits("docs/plans.md", "# Plans\n\nPro costs 30 dollars.\n")),
    "a heading": replace(SIDE, hits=hits("docs/plans.md", "# Prices\n\nPro costs 25 dollars.\n")),
    "one passage more": replace(SIDE, hits=(*PAGE, *hits("docs/faq.md", "# Questions\n\nAsk us.\n"))),
    "no passage": replace(SIDE, hits=()),
    "the question": replace(SIDE, golden=replace(QUESTION, question="How much is Pro?")),
    "the reference answer": replace(SIDE, golden=replace(QUESTION, answer="Pro costs 30 dollars.")),
    "a reference claim": replace(SIDE, golden=replace(QUESTION, claims=())),
    "the sources": replace(SIDE, golden=replace(QUESTION, sources=())),
    "the scope": replace(SIDE, golden=replace(QUESTION, scope=("docs/v2/**",))),
    "whether it is answerable": replace(SIDE, golden=replace(QUESTION, answerable=False)),
    "whether it is a draft": replace(SIDE, golden=replace(QUESTION, draft=True)),
    "the baseline": replace(SIDE, entry=replace(ENTRY, answer="Pro costs 30 dollars.")),
    "no baseline any more": replace(SIDE, entry=None),
    "the engines": replace(SIDE, engines=("bm25", "command")),
}


@pytest.mark.parametrize("head", SAME.values(), ids=SAME.keys())
def test_unchanged(head: QuestionSide) -> None:
    """What does not change the question, its passages or its approved answer replays nothing, unless it is asked for."""
    assert planned(SIDE, head) == "unchanged"
    assert planned(SIDE, head, force=True) == "replay"


@pytest.mark.parametrize("head", OTHER.values(), ids=OTHER.keys())
def test_affected(head: QuestionSide) -> None:
    """Any other passage, golden entry, baseline file or engine replays, in both directions."""
    assert planned(SIDE, head) == "replay"
    assert planned(head, SIDE) == "replay"


def test_prompt() -> None:
    """A prompt change alone proves nothing of recorded answers; with another generator, or another page, it replays."""
    head = replace(SIDE, prompt_hash="other")

    assert planned(SIDE, head) == "recorded_answers"
    assert planned(SIDE, head, recorded=False) == "replay"
    assert planned(SIDE, replace(head, hits=OTHER["a passage"].hits)) == "replay"


def test_new_question() -> None:
    """A question that base does not have is replayed."""
    assert planned(replace(SIDE, golden=None, entry=None, hits=()), SIDE) == "replay"


def test_no_base() -> None:
    """Without a base everything is replayed."""
    assert planned(None, SIDE) == "replay"


def test_silent_question() -> None:
    """Without baseline and reference answer a recorded generator has nothing to replay; another one has."""
    silent = replace(SIDE, entry=None, golden=replace(QUESTION, answer=None))

    assert planned(SIDE, silent) == "no_recorded_answer"
    assert planned(None, silent) == "no_recorded_answer"
    assert planned(SIDE, silent, force=True) == "no_recorded_answer"
    assert planned(SIDE, silent, recorded=False) == "replay"


def test_order_of_passages() -> None:
    """The same passages in another order are the same; a passage twice is not the same as once."""
    one, two = PAGE, hits("docs/faq.md", "# Questions\n\nAsk us.\n")

    assert same_passages((*one, *two), (*two, *one))
    assert not same_passages((*one, *one), one)
