"""An answer that says it has no answer, told from one that states that something is not so."""

from __future__ import annotations

import pytest

from claimdiff.claims import rules

ABSTENTIONS = [
    "I don't know.",
    "I’m not sure.",
    "Sorry, I don't have that information.",
    "Sorry, I couldn't find an answer to that.",
    "I could not find anything about Rust in the docs.",
    "I was unable to find this in the provided context.",
    "I wasn't able to locate any mention of webhooks.",
    "I'm afraid I can't answer that from the documentation.",
    "I'm sorry, but I cannot help with that.",
    "Unfortunately, there is no information about pricing in the knowledge base.",
    "There is no mention of a student discount in the documentation.",
    "There's nothing about refunds in our help center.",
    "The documentation does not say.",
    "The docs don't mention a Rust client.",
    "The documentation I have access to does not state an uptime guarantee for the Free plan.",
    "The provided passages do not contain information about SSO.",
    "The context doesn't include any details on pricing.",
    "None of the retrieved articles mention SSO.",
    "Our help center doesn't cover custom paint jobs.",
    "The sources are silent on this.",
    "This is not covered in the documentation.",
    "That isn't documented.",
    "Bulk discounts are not mentioned in the docs.",
    "The uptime of the Free plan is not specified in the documentation.",
    "No information available.",
    "Not stated.",
    "No relevant information was found.",
    "Nothing in the docs covers this.",
    "Nothing about refunds was found.",
    "Based on the provided context, I cannot determine the limit.",
    "The question cannot be answered from the given passages.",
    "That is outside the scope of what I can answer.",
    "I have no information on that.",
    "I do not see a Rust client in the documentation.",
    "It is unclear from the documentation whether this is supported.",
    "I don't see that in our help center, let me connect you with someone.",
    "I couldn't find this in the docs. Please contact support@example.org for help.",
    "Hmm, I don't have an answer to that one. Is there anything else I can help with?",
    "I'm sorry! I looked, but I couldn't find anything on this. You may want to ask our community forum.",
    "Let me hand you over to a colleague.",
    "The documentation does not say [1].",
    "**The documentation does not say.**",
    "Dazu habe ich in der Dokumentation leider keine Informationen gefunden.",
    "Je n'ai pas trouvé d'information à ce sujet.",
    "No encontré información sobre eso.",
    "文档中没有提到这一点。",
]

ANSWERS = [
    "Pro does not include SAML.",
    "The docs page has no login.",
    "No, it is off by default.",
    "No.",
    "I'm sorry for the trouble! An administrator can reset the device under Users.",
    "Unfortunately, Pro does not include SAML.",
    "The warranty does not cover wear and tear.",
    "The key cannot be recovered.",
    "You cannot find deleted boards in the search.",
    "There is no limit on the number of boards.",
    "There is no Rust client.",
    "We do not have a store in Berlin.",
    "We don't offer phone support.",
    "The guide uses 30m and does not set a default.",
    "Nothing is sent to our servers.",
    "Nothing in this structure keeps you from publishing the content.",
    "Since a job can be renamed, we can't say that a name stands for one job.",
    "No information is stored on our servers.",
    "The page does not need a login.",
    "The documentation is written in Markdown and does not use tabs.",
    "Passkeys are not included in the Free plan.",
    "If the file is not found, the command exits with 1.",
    "An unknown key is an error.",
    "The command does not say why it failed.",
    "The documentation doesn't mention a Rust client. There are clients for Go and Python.",
    "I couldn't find a student discount, but Pro costs 40 dollars a month.",
    "Although I couldn't find a price for Team, Pro costs 40 dollars a month.",
    "Pro costs 40 dollars; I don't know what Team costs.",
    "Contact support to raise your limits.",
    "You're welcome!",
    "Great question!",
    "See https://docs.example.org/limits for the limits.",
]


@pytest.mark.parametrize("answer", ABSTENTIONS)
def test_abstains(answer: str) -> None:
    """An answer without an answer abstains, in whatever words, and makes no claim."""
    assert rules.answer_state(answer) == "abstained"
    assert rules.extract(answer) == ()


@pytest.mark.parametrize("answer", ANSWERS)
def test_answers(answer: str) -> None:
    """A fact in the negative, an apology before an answer and small talk are no abstention."""
    assert rules.answer_state(answer) == "answered"


@pytest.mark.parametrize("answer", ["", " \n\t ", "\u200b", "...", "**"])
def test_empty(answer: str) -> None:
    """Nothing to read is the state empty, which is not an abstention."""
    assert rules.answer_state(answer) == "empty"


def test_the_part_that_answers_is_kept() -> None:
    """An answer that abstains in part is judged by the rest."""
    answer = "Pro costs 40 dollars a month. I couldn't find anything about a student discount."

    assert [claim.text for claim in rules.extract(answer)] == ["Pro costs 40 dollars a month."]


@pytest.mark.parametrize(
    "answer",
    [
        "I couldn't find a student discount, but Pro costs 40 dollars a month.",
        "Although I couldn't find a student discount, Pro costs 40 dollars a month.",
        "Pro costs 40 dollars a month, but I couldn't find anything about a student discount.",
    ],
)
def test_abstention_inside_a_sentence(answer: str) -> None:
    """The half of a sentence that abstains is no claim, the other half is."""
    assert [claim.text for claim in rules.extract(answer)] == ["Pro costs 40 dollars a month."]
