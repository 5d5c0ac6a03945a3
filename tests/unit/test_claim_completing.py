"""An answer in less than a sentence, read together with its question."""

from __future__ import annotations

import pytest

from claimdiff.claims import rules
from claimdiff.judging import lexical
from claimdiff.passages import from_text

COMPLETED = [
    ("Which region does Otter use?", "Oslo.", "Otter uses Oslo."),
    ("Which port does Otter listen on?", "8123.", "Otter listens on port 8123."),
    ("Which port does Otter listen on?", "Port 8123.", "Otter listens on port 8123."),
    ("How many workers does a pool need?", "At least two.", "A pool needs at least two workers."),
    ("How many nodes can join a ring?", "12.", "12 nodes can join a ring."),
    ("How much does Otter Pro cost?", "19 euros a month.", "Otter Pro costs 19 euros a month."),
    ("How long are traces kept?", "10 days.", "traces are kept 10 days."),
    ("How often does the agent report?", "Every 20 seconds.", "The agent reports every 20 seconds."),
    ("What is the default of `depth`?", "3.", "The default of depth is 3."),
    ("What's the grace period?", "2 hours.", "The grace period is 2 hours."),
    ("What does `otter get` return if the key is unknown?", "`null`.", "otter get returns null if the key is unknown."),
    ("Where does Otter keep its lock?", "In `/run/otter`.", "Otter keeps its lock in /run/otter."),
    ("Where is the manual?", "At https://otter.example/man.", "The manual is at https://otter.example/man."),
    ("When was Otter 3 released?", "On 9 May 2024.", "Otter 3 was released on 9 May 2024."),
    ("Who can rename a ring?", "Only its owner.", "only its owner can rename a ring."),
    ("Which file lists the rings?", "`rings.toml`.", "rings.toml lists the rings."),
    ("Which header carries the seal?", "`X-Otter-Seal`.", "X-Otter-Seal carries the seal."),
    ("Which regions are available?", "Oslo and Lima.", "Oslo and Lima are available."),
    ("How many regions are there?", "Six.", "There are six regions."),
    ("What should I run before an upgrade, and why?", "`otter drain`.", "I should run otter drain before an upgrade."),
]


@pytest.mark.parametrize(("question", "answer", "claim"), COMPLETED)
def test_an_answer_in_less_than_a_sentence_takes_the_words_of_its_question(
    question: str, answer: str, claim: str
) -> None:
    """A bare value becomes the sentence that it answers the question with, and its span stays that of the answer."""
    [made] = rules.extract(answer, question=question)
    assert made.text == claim
    assert answer[made.start : made.end] in answer
    assert made.start == answer.index(answer.strip("`"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Why is Otter slow?", "Bad disks."),
        ("How do I stop it?", "With `otter stop`."),
        ("Otter port", "8123."),
        ("Auf welchem Port lauscht Otter?", "8123."),
        ("Which port does Otter not use?", "8123."),
        ("Which of the two wins?", "The flag."),
        ("What is the ring limit?", "Rings foozle after 10 nodes."),
        ("What is the ring limit?", "Calls foozle after ten nodes each."),
    ],
)
def test_a_question_that_is_not_understood_completes_nothing(question: str, answer: str) -> None:
    """Where the form of the question is not known, the fragment stays as it is."""
    assert [claim.text for claim in rules.extract(answer, question=question)] == [
        answer.replace("`", "") if "`" in answer else answer
    ]


def test_only_what_opens_the_answer_is_completed() -> None:
    """A later fragment may answer another part of the question, so it gets no words."""
    found = rules.extract("None; otherwise the new text.", question="What does `ask` return when it is closed?")
    assert [claim.text for claim in found] == ["Ask returns None when it is closed.", "otherwise the new text."]


def test_every_item_of_a_list_without_lead_in_answers_the_question() -> None:
    """A list that is the whole answer says each of its things of what was asked."""
    found = rules.extract("- Oslo\n- Lima", question="Which regions does Otter offer?")
    assert [claim.text for claim in found] == ["Otter offers Oslo.", "Otter offers Lima."]


def test_an_order_names_its_thing_as_the_question_does() -> None:
    """An order's "the depth" gets the name that the question gives it; a sentence with a subject stays as it is."""
    question = "Which variable sets the Otter depth?"
    [order] = rules.extract("Set OTTER_DEPTH to change the depth.", question=question)
    assert order.text == "Set OTTER_DEPTH to change the Otter depth."
    [stated] = rules.extract("The depth is set by OTTER_DEPTH.", question=question)
    assert stated.text == "The depth is set by OTTER_DEPTH."


@pytest.mark.parametrize(("variable", "verdict"), [("OTTER_DEPTH", "supported"), ("OTTER_LEVEL", "contradicted")])
def test_the_name_from_the_question_costs_an_order_no_support(variable: str, verdict: str) -> None:
    """A page that takes the product for granted still supports the order, and still contradicts another name."""
    question = "Which variable sets the Otter depth?"
    page = from_text("page.md", "Set OTTER_DEPTH to change the depth.")
    claim = f"Set {variable} to change the Otter depth."
    assert lexical.judge(claim, [page], question=question).verdict == verdict
