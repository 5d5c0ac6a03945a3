"""Cutting an answer into claims: what comes apart, what stays together, what is no claim at all."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimdiff.claims import rules


def claims(answer: str, question: str | None = None) -> list[str]:
    """The texts of the claims of an answer."""
    return [claim.text for claim in rules.extract(answer, question=question)]


COMPOUND = [
    (
        "The Basic plan costs 9 euros, includes two seats, and comes with e-mail support.",
        [
            "The Basic plan costs 9 euros.",
            "The Basic plan includes two seats.",
            "The Basic plan comes with e-mail support.",
        ],
    ),
    (
        "Basic costs 9 euros a month everywhere and unlimited seats.",
        ["Basic costs 9 euros a month everywhere.", "Basic: unlimited seats."],
    ),
    (
        "Basic costs 9 euros a month with a 14-day trial and a 99.5% guarantee.",
        ["Basic costs 9 euros a month.", "Basic with a 14-day trial.", "Basic with a 99.5% guarantee."],
    ),
    (
        "Logs are kept for 3 days on Basic, 14 on Team and 60 on Max, and are compressed.",
        [
            "Logs are kept for 3 days on Basic.",
            "Logs are kept for 14 days on Team.",
            "Logs are kept for 60 days on Max.",
            "Logs are compressed.",
        ],
    ),
    (
        "Basic allows 10 jobs per hour, Team 100 and Max 1,000.",
        [
            "Basic allows 10 jobs per hour.",
            "Team allows 100 jobs per hour.",
            "Max allows 1,000 jobs per hour.",
        ],
    ),
    (
        "The server returns 201 on success, 409 for a duplicate and 422 for bad input.",
        [
            "The server returns 201 on success.",
            "The server returns 409 for a duplicate.",
            "The server returns 422 for bad input.",
        ],
    ),
    (
        "Tokens are issued in the console and shown once.",
        ["Tokens are issued in the console.", "Tokens are shown once."],
    ),
    (
        "You can rename a queue in the console and move it to another group.",
        ["You can rename a queue in the console.", "You can move it to another group."],
    ),
    (
        "To add a queue, open Queues, click Add and enter a name.",
        ["To add a queue, open Queues.", "To add a queue, click Add.", "To add a queue, enter a name."],
    ),
    (
        "If the disk is full, writes fail and reads go on.",
        ["If the disk is full, writes fail.", "If the disk is full, reads go on."],
    ),
    (
        "The agent retries jobs and sends a report if you turn it on.",
        ["The agent retries jobs if you turn it on.", "The agent sends a report if you turn it on."],
    ),
    (
        "Queues hold jobs and workers run them.",
        ["Queues hold jobs.", "workers run them."],
    ),
    (
        "A job is in beta, so names may change.",
        ["A job is in beta.", "names may change."],
    ),
    (
        "While Basic keeps logs for 3 days, Team keeps logs for 14 days.",
        ["Basic keeps logs for 3 days.", "Team keeps logs for 14 days."],
    ),
    (
        "The web console needs the --ui flag, which is off by default.",
        ["The web console needs the --ui flag.", "The --ui flag is off by default."],
    ),
    (
        "Basic costs 9 euros a month, a price that has not moved since 2021.",
        ["Basic costs 9 euros a month.", "Basic, a price that has not moved since 2021."],
    ),
    (
        "Reports, which are built every night, stay online for 30 days.",
        ["Reports stay online for 30 days.", "Reports are built every night."],
    ),
    (
        "Basic costs 9 euros (it can be ended at any time).",
        ["Basic costs 9 euros.", "It can be ended at any time."],
    ),
    (
        "There are two plans: Basic costs 9 euros, and Team costs 30 euros.",
        ["There are two plans.", "Basic costs 9 euros.", "Team costs 30 euros."],
    ),
    ("Limits: Basic 10/h, Team 100/h.", ["Limits: Basic 10/h.", "Limits: Team 100/h."]),
    ("Basic: 3 days, Team: 14 days.", ["Basic: 3 days.", "Team: 14 days."]),
    (
        "On Basic, logs are kept for 3 days; on Team, for 14 days.",
        ["On Basic, logs are kept for 3 days.", "On Team, logs are kept for 14 days."],
    ),
    (
        "A restore never overwrites data and makes a new database.",
        ["A restore never overwrites data.", "A restore makes a new database."],
    ),
    (
        "The port is 7070; TLS is on.",
        ["The port is 7070.", "TLS is on."],
    ),
    (
        "Basic does not include SSO but includes two seats.",
        ["Basic does not include SSO.", "Basic includes two seats."],
    ),
]

WHOLE = [
    "Basic offers password, passkey and SAML sign-in.",
    "The agent validates and stores jobs.",
    "The CLI can build, roll back and inspect jobs.",
    "The agent waits 5 minutes and 30 seconds.",
    "Names are between 2 and 40 characters long.",
    "Send SIGHUP or call the reload address.",
    "Basic, Team and Max include unlimited seats.",
    "The agent keeps queues and jobs created by hand.",
    "Every key that is renamed, moved or deleted is logged.",
    "The Content-Type is text/plain; version=0.0.4.",
    "If you turn it on, jobs are retried.",
    "The limit is 5 GB, not 10 GB.",
    "The agent uses a copy of the index, sorted by time.",
    "The agent reads metric and label names in any text.",
    "Not only does Team include SSO, it also includes logs.",
    "Basic supports Windows 10 and Windows Server 2016.",
    "Download v3.1.4 from https://get.example.org/v3.1.4/tool.tar.gz, e.g. with curl.",
    "Der Basic-Plan kostet 9 Euro, enthält zwei Plätze und läuft in der EU.",
    "Le plan Basic coûte 9 euros et inclut deux places.",
]


@pytest.mark.parametrize(("answer", "expected"), COMPOUND)
def test_compound_sentences_come_apart(answer: str, expected: list[str]) -> None:
    """Each thing that is said is a claim of its own, with the subject and the condition it had."""
    assert claims(answer) == expected


@pytest.mark.parametrize("answer", WHOLE)
def test_one_fact_stays_whole(answer: str) -> None:
    """One verb with several objects, alternatives, ranges and other languages stay together."""
    assert claims(answer) == [answer]


BLOCKS = [
    ("Basic offers:\n- two seats\n- 5 GB", ["Basic offers two seats", "Basic offers 5 GB"]),
    ("## Plans\n\nBasic costs 9 euros.", ["Basic costs 9 euros."]),
    ("### Basic\n- 9 euros a month\n- 5 GB of logs", ["Basic: 9 euros a month", "Basic: 5 GB of logs"]),
    (
        "To add a queue:\n\n1. Open Queues.\n2. Click Add.",
        ["To add a queue, open Queues.", "To add a queue, click Add."],
    ),
    ("1. Open Queues.\n2. Click Add.\n3. Enter a name (2-40 characters).", None),
    (
        "Follow these steps to add a queue:\n1. Open Queues\n2. Click Add",
        ["To add a queue, open Queues", "To add a queue, click Add"],
    ),
    (
        "| Plan | Price | Logs |\n|---|---:|---|\n| Basic | 9 euros | 3 days |\n| Team | 30 euros | 14 days |",
        [
            "Plan: Basic; Price: 9 euros",
            "Plan: Basic; Logs: 3 days",
            "Plan: Team; Price: 30 euros",
            "Plan: Team; Logs: 14 days",
        ],
    ),
    ("To go back, run:\n\n```sh\n# careful\n$ tool back --to 3\n```", ["To go back, run: tool back --to 3"]),
    ("Set it:\n\n```yaml\nqueue:\n  size: 30\n```\nIt needs a restart.", ["Set it: size: 30", "It needs a restart."]),
    (
        "- **Basic**: 9 euros. Includes 5 GB.\n- **Team** – 30 euros",
        ["Basic: 9 euros.", "Basic: Includes 5 GB.", "Team: 30 euros"],
    ),
    ("- Basic\n  - 9 euros\n  - 5 GB", ["Basic", "Basic: 9 euros", "Basic: 5 GB"]),
    ("> [!NOTE]\n> Old keys stay valid for 24 hours.", ["Old keys stay valid for 24 hours."]),
    ("The `--ci` flag is **off** by [default](cfg.md).", ["The --ci flag is off by default."]),
    ("Get it [here](https://get.example.org/tool).", ["Get it https://get.example.org/tool."]),
    ("The port is 7070[1]. TLS is on [2, 3] [docs/tls.md].", ["The port is 7070.", "TLS is on."]),
    ("See https://docs.example.org/changes for the changelog.", ["The changelog: https://docs.example.org/changes."]),
    ("The port is 7070.\n\n## Sources\n- [Ports](docs/ports.md)\n- docs/tls.md", ["The port is 7070."]),
    ("The port is 7070.\n---\nTLS is on.", ["The port is 7070.", "TLS is on."]),
    ("**Port:** 7070\n**Range:** 1024–65535", ["Port: 7070", "Range: 1024–65535"]),
    ("端口是 7070。备份每 6 小时运行一次!", ["端口是 7070。", "备份每 6 小时运行一次!"]),
]


@pytest.mark.parametrize(("answer", "expected"), BLOCKS)
def test_markdown(answer: str, expected: list[str] | None) -> None:
    """Lists inherit their lead-in, rows their header, code the order above; marks and numbers of steps are no words."""
    steps = ["Open Queues.", "Click Add.", "Enter a name (2-40 characters)."]
    assert claims(answer) == (steps if expected is None else expected)


@pytest.mark.parametrize(
    "answer",
    [
        "Great question! I'm happy to help. {} Let me know if you need more.",
        "Sure! 😊 {} Happy queueing! 🚀",
        "Hi there! {} Is there anything else?",
        "Note that {}",
        "According to the docs, {}",
        "{}\n\nI hope this helps! Have a great day.",
        "I'm sorry for the trouble. {}",
        "Here's a quick overview:\n\n{}",
        "{} For more details, see the ports page.",
        "As an AI assistant I can't see your account. {}",
        "{} In short: port 7070.",
        "In short: port 7070. {}",
        "I think {}",
        "{} Use the button below this chat to reach a colleague.",
        "{} {}",
    ],
)
def test_talk_is_no_claim(answer: str) -> None:
    """Courtesies, offers, questions, lead-ins, words about the chat and repetitions neither add nor hide a claim."""
    assert claims(answer.replace("{}", "The port is 7070.")) == ["The port is 7070."]


@pytest.mark.parametrize(
    "answer", ["You're welcome!", "Hello! How can I help you?", "Thanks! 🙏", "Great question!", "???"]
)
def test_only_talk(answer: str) -> None:
    """An answer of courtesies has no claims."""
    assert claims(answer) == []


@pytest.mark.parametrize(
    "answer",
    [
        "If you need more seats, just upgrade to Team.",
        "Welcome mails are sent to new users.",
        "Enjoy unlimited boards on Team.",
        "Click Send me a link to get a mail.",
        "Agents can close this conversation.",
        "Thanks to caching, reads are fast.",
        "Steps run in order.",
        "Summary mails are sent every day.",
        "Hope is the name of the staging server.",
        "I/O errors are retried.",
        "The button below the chart exports it.",
        "Note the limit of 5 GB.",
    ],
)
def test_facts_that_look_like_talk(answer: str) -> None:
    """A fact that opens like a courtesy or names a part of a chat is a claim all the same."""
    assert claims(answer) == [answer]


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Can I export a queue?", "Yes.", ["I can export a queue."]),
        ("Does the agent support Windows?", "No.", ["The agent does not support Windows."]),
        ("Is telemetry on by default?", "No!", ["Telemetry is not on by default."]),
        ("Are jobs retried, and how often?", "Not by default.", ["jobs are not retried by default."]),
        ("Does Team include SSO?", "Yes, it does.", ["Team does include SSO."]),
        (
            "Can I export a queue?",
            "Yes, as long as you are on Team.",
            ["I can export a queue as long as you are on Team."],
        ),
        ("Is it safe to wipe a queue?", "No. Wiping a queue deletes its jobs.", ["Wiping a queue deletes its jobs."]),
        ("Is the port 7070?", "No, the port is 7071.", ["The port is 7071."]),
        ("Which port?", "Yes.", []),
        (None, "Yes.", []),
        ("Is it on or off?", "Yes.", []),
    ],
)
def test_yes_and_no(question: str | None, answer: str, expected: list[str]) -> None:
    """A bare yes or no is read with its question, unless another sentence says it or it cannot be told."""
    assert [text.lower() for text in claims(answer, question)] == [text.lower() for text in expected]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The vault stores secrets. It locks after 5 minutes.", "The vault locks after 5 minutes."),
        ("Run tool prune --ci. It removes old wheels.", "tool prune --ci removes old wheels."),
        ("Workers pull jobs. They stop after 5 minutes.", None),
        ("Queues hold work. They are cheap.", "Queues are cheap."),
        ("The vault has a console. It uses port 7070.", None),
        ("Tool A locks the vault and Tool B opens it. It is quick.", None),
        ("The vault stores secrets. It is possible to lock it.", None),
    ],
)
def test_pronouns(answer: str, expected: str | None) -> None:
    """A pronoun is resolved where one noun alone fits, else the sentence stays as it is."""
    last = answer.rsplit(". ", maxsplit=1)[-1]
    assert claims(answer)[-1] == (expected or last)


ANSWERS = [answer for answer, _ in COMPOUND] + WHOLE + [answer for answer, _ in BLOCKS]
WORD = re.compile(r"[^\W_]+")
NOT_OF_THE_ANSWER = {"not", "is", "are", "has", "have", "will"}
"""`not` of a bare no; the others write out "it's" and "they've"."""


def known_words(*texts: str) -> set[str]:
    """The words of the texts."""
    return {word.lower() for text in texts for word in WORD.findall(text)}


@given(st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=4), st.sampled_from(["\n\n", "\n", " "]))
@settings(deadline=None, max_examples=150)
def test_no_word_is_invented(pieces: list[str], between: str) -> None:
    """Every word of a claim stands in the answer or the question, and its span points at the answer's own characters."""
    answer = between.join(pieces)
    question = "Can I export a queue?"

    for claim in rules.extract(answer, question=question):
        assert known_words(claim.text) - known_words(answer, question) <= NOT_OF_THE_ANSWER
        assert claim.start is not None
        assert claim.end is not None
        assert 0 <= claim.start < claim.end <= len(answer)
        assert known_words(answer[claim.start : claim.end]) & known_words(claim.text)


@given(st.text(alphabet="ab1 .,;:!?\n-*`|>#[]()'\"—是。It and is The", max_size=120))
@settings(deadline=None, max_examples=200)
def test_any_text_is_accepted(answer: str) -> None:
    """Whatever an assistant returns is cut without an error, the same way twice, with spans inside the answer."""
    found = rules.extract(answer)

    assert found == rules.extract(answer)
    assert rules.answer_state(answer) in ("answered", "abstained", "empty")
    assert all(0 <= (claim.start or 0) < (claim.end or 0) <= len(answer) for claim in found)
    assert len({claim.id for claim in found}) == len(found)


def test_spans_point_at_the_words_of_the_part() -> None:
    """The span of a part is its own stretch of the sentence, not the whole sentence."""
    answer = "Hi! The `Basic` plan costs 9 euros, includes *two* seats."
    spans = [answer[claim.start : claim.end] for claim in rules.extract(answer)]

    assert spans == ["The `Basic` plan costs 9 euros", "includes *two* seats."]


def test_ids_are_stable() -> None:
    """The id of a claim depends on what it says and on nothing else of the answer."""
    alone = rules.extract("TLS is on.")[0]
    among = rules.extract("The port is 7070. **TLS** is on")[1]

    assert alone.id == among.id
    assert re.fullmatch(r"x-[0-9a-f]{8}", alone.id)
