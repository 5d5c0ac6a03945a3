"""Kinds of answers that claims are cut from: conditions above a list, pronouns, brackets, links, other languages."""

from __future__ import annotations

import pytest

from claimdiff.claims import rules


def claims(answer: str, question: str | None = None) -> list[str]:
    """The texts of the claims of an answer."""
    return [claim.text for claim in rules.extract(answer, question=question)]


CONDITIONS = [
    (
        "When a ring is deleted:\n- its keys are kept for 5 days;\n- the owner gets a mail.",
        ["When a ring is deleted, its keys are kept for 5 days", "When a ring is deleted, the owner gets a mail."],
    ),
    ("On the Basic tier:\n- SSO is not offered.", ["On the Basic tier, SSO is not offered."]),
    ("If the probe fails:\n1. Stop the agent.", ["If the probe fails, stop the agent."]),
    (
        "In Otter there are two modes:\n- Quick mode is the default.",
        ["In Otter there are two modes", "Quick mode is the default."],
    ),
]


@pytest.mark.parametrize(("answer", "expected"), CONDITIONS)
def test_the_condition_above_a_list_stays_in_each_claim(answer: str, expected: list[str]) -> None:
    """What holds only under the condition of a lead-in is never said without it."""
    assert claims(answer) == expected


PRONOUNS = [
    ("The agent reads metrics every 10 seconds. It drops labels.", "The agent drops labels."),
    ("Rings are small groups. They hold 8 nodes.", "Rings hold 8 nodes."),
    ("Otter syncs twice a day. Its client syncs hourly.", "Otter's client syncs hourly."),
    ("The agent reads metrics. It drops labels. It also drops empty lines.", "The agent also drops empty lines."),
    ("Rings hold nodes quickly, and they can be renamed.", "They can be renamed."),
    ("Otter feeds Heron. Its port is 80.", "Its port is 80."),
]


@pytest.mark.parametrize(("answer", "last"), PRONOUNS)
def test_a_pronoun_is_replaced_where_one_thing_can_be_meant(answer: str, last: str) -> None:
    """Measures and what a thing is called are no other candidates; with two candidates the pronoun stays."""
    assert claims(answer)[-1] == last


BRACKETS = [
    (
        "Files are limited to 5 MB (25 MB on Max).",
        ["Files are limited to 5 MB.", "Files are limited to 25 MB on Max."],
    ),
    ("Otter needs Go 1.20 (1.22 is advised).", ["Otter needs Go 1.20.", "1.22 is advised."]),
    ("A scan takes 3 hours (180 minutes).", ["A scan takes 3 hours (180 minutes)."]),
    (
        "The pool grows to 4 nodes on Basic and to 9 nodes on Max.",
        ["The pool grows to 4 nodes on Basic.", "The pool grows to 9 nodes on Max."],
    ),
    (
        "Otter holds up to 4 GB on Basic and up to 9 GB on Max.",
        ["Otter holds up to 4 GB on Basic.", "Otter holds up to 9 GB on Max."],
    ),
    (
        "Members can add nodes, but only owners can remove them.",
        ["Members can add nodes.", "only owners can remove them."],
    ),
]


@pytest.mark.parametrize(("answer", "expected"), BRACKETS)
def test_a_second_value_is_a_claim_in_the_words_of_the_first(answer: str, expected: list[str]) -> None:
    """A value for another case comes apart with its verb; the same value in another unit does not."""
    assert claims(answer) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "The cap is 70 [1](https://otter.example/caps).",
        "The cap is 70 ([source](https://otter.example/caps)).",
        "The cap is 70 ([the caps page](https://otter.example/caps)).",
        "The cap is 70 [ref](https://otter.example/caps).",
    ],
)
def test_a_link_that_only_cites_is_no_word_of_the_claim(answer: str) -> None:
    """The number of a cited source is no number of the claim."""
    assert claims(answer) == ["The cap is 70."]


COURTESIES = [
    ("Gerne! Otter nutzt Port 80. Bei weiteren Fragen melden Sie sich gerne.", ["Otter nutzt Port 80."]),
    ("Bonjour ! Otter utilise le port 80. N'hésitez pas à me contacter.", ["Otter utilise le port 80."]),
    ("¡Hola! Otter usa el puerto 80. No dudes en preguntar.", ["Otter usa el puerto 80."]),
    ("当然可以！端口是80。如有问题，请随时联系我们。", ["端口是80。"]),
    ("ポートは80です。ご不明な点がありましたらご連絡ください。", ["ポートは80です。"]),
    ("Hier sind 80 Plätze enthalten.", ["Hier sind 80 Plätze enthalten."]),
    ("Espero que el proceso dure 80 segundos.", ["Espero que el proceso dure 80 segundos."]),
]


@pytest.mark.parametrize(("answer", "expected"), COURTESIES)
def test_courtesies_of_other_languages_are_no_claims(answer: str, expected: list[str]) -> None:
    """Greetings and offers of help are left out; a sentence with a number is a claim whatever it opens with."""
    assert claims(answer) == expected


OTHER_LANGUAGES = [
    ("Das kostet z. B. 9 Euro, d. h. 3 Euro je Platz.", ["Das kostet z. B. 9 Euro, d. h. 3 Euro je Platz."]),
    ("No encontré el precio de Max en la documentación, pero Basic cuesta 9 euros.", ["Basic cuesta 9 euros."]),
    ("端口是80；日志保留7天。", ["端口是80", "日志保留7天。"]),
]


@pytest.mark.parametrize(("answer", "expected"), OTHER_LANGUAGES)
def test_sentences_of_other_languages_come_apart_where_they_should(answer: str, expected: list[str]) -> None:
    """Spaced abbreviations end nothing, wide semicolons part, and the half that answers is kept beside a refusal."""
    assert claims(answer) == expected


SMALL_KINDS = [
    ("Seals are sold here. As for Basic, the docs don't say.", ["Seals are sold here."]),
    ("**HTTP**: 81\n**gRPC**: 91\n**ops**: 95", ["HTTP: 81", "gRPC: 91", "ops: 95"]),
    (
        "Drafts are private, whereas notes are shared and never expire.",
        ["Drafts are private.", "notes are shared.", "notes never expire."],
    ),
    ("Calls time out after 9 s.", ["Calls time out after 9 s."]),
]


@pytest.mark.parametrize(("answer", "expected"), SMALL_KINDS)
def test_labels_verbs_and_refusals_of_one_topic_are_known(answer: str, expected: list[str]) -> None:
    """Labels in small letters part lines, a verb without an object goes on with its subject, "as for" leads in."""
    assert claims(answer) == expected
