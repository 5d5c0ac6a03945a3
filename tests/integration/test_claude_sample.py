"""The sample product with Claude as generator, extractor and judge: real git, the real SDK, written-down readings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from helpers.kestrel import Kestrel, Ran
from helpers.program import replace, sample_repository
from helpers.repos import Repo
from helpers.scripted import Scripted

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

PRICE, STORAGE = "The Pro plan costs $25 per month.", "The Pro plan comes with 50 GB of storage."
RETENTION = "Backups are kept for 30 days on Pro."
KEPT = ("Backups are kept for 7 days on Free.", RETENTION, "Backups are kept for 90 days on Scale.")
OVERWRITES = "A restore makes a new database."
NEVER = "A restore never overwrites the database that you have."
SUPPORT = "Docent's team answers by phone within 1 hour."
ENGINES = "generator: {use: claude}\nextractor: {use: claude}\njudge: {use: claude}\n"
IDS = ("pro-price", "backup-retention", "restore-overwrites")


@pytest.fixture
def model(fake_claude: FakeClaude, monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """What the model reads in Meridian's docs about three questions."""
    for name, value in fake_claude.env.items():
        monkeypatch.setenv(name, value)
    return Scripted(
        answers={
            "What does the Pro plan cost?": "The Pro plan costs $25 per month and comes with 50 GB of storage.",
            "How long are backups kept?": "Backups are kept for 7 days on Free, 30 days on Pro and 90 days on Scale.",
            "Does restoring a backup overwrite": (
                "A restore makes a new database and never overwrites the database that you have."
            ),
        },
        claims={
            "costs $25": (PRICE, STORAGE),
            "7 days on Free, 30 days": KEPT,
            "makes a new database": (OVERWRITES, NEVER),
        },
        bears_out={
            PRICE: ["Plan: Pro; Price per month: $25"],
            STORAGE: ["Plan: Pro; Price per month: $25; Storage: 50 GB"],
            **{
                claim: [quote]
                for claim, quote in zip(KEPT, ("Free: 7 days", "Pro: 30 days", "Scale: 90 days"), strict=True)
            },
            OVERWRITES: ["A restore makes a new database from the backup."],
            NEVER: ["It never overwrites the database that you have."],
        },
        speaks_against={RETENTION: ["Pro: 14 days"]},
    )


@pytest.fixture
def repo(tmp_path: Path, capsys: pytest.CaptureFixture[str], model: Scripted, fake_claude: FakeClaude) -> Kestrel:
    """Meridian, approved by Claude, on a branch of its own."""
    model.serve(fake_claude)
    path = sample_repository(tmp_path / "meridian", "meridian", without=("baseline",))
    replace(path / "claimdiff.yml", "baseline: baseline", f"baseline: baseline\n{ENGINES}")
    made = Kestrel(Repo(path), capsys)
    done = made.run("accept", *IDS, "--no-base")
    assert done.code == 0, done.out + done.err
    made.commit("approve")
    made.repo.branch("topic")
    return made


def check(repo: Kestrel) -> Ran:
    """The check of the three questions."""
    return repo.check(*(word for id_ in IDS for word in ("--question", id_)))


def shown(ran: Ran, claim: str) -> dict[str, Any]:
    """A claim of the report by its text."""
    return next(item for question in ran.report["questions"] for item in question["claims"] if item["text"] == claim)


def test_a_docs_edit_is_named_with_votes_and_its_line(repo: Kestrel) -> None:
    """Another retention in the docs contradicts what Docent still tells: voted on, by the docs, on the line."""
    repo.edit("docs/backups.md", "Pro: 30 days", "Pro: 14 days")

    ran = check(repo)

    assert ran.code == 1, ran.out + ran.err
    [claim] = ran.report["newly_unsupported"]
    assert (claim["claim"], claim["cause"], claim["gated"]) == (RETENTION, "docs", True)
    assert claim["change"] == {"path": "docs/backups.md", "line": 7, "side": "head"}
    item = shown(ran, RETENTION)
    assert (item["verdict"], item["votes"]) == ("contradicted", ["contradicted"] * 3)
    assert [quote["quote"] for quote in item["evidence"]] == ["Pro: 14 days"]


def test_the_same_check_again_asks_nobody(repo: Kestrel, fake_claude: FakeClaude) -> None:
    """What was paid for is stored, votes and all: no call, and the same report."""
    repo.edit("docs/backups.md", "Pro: 30 days", "Pro: 14 days")
    first = check(repo)
    calls = fake_claude.calls

    second = check(repo)

    assert fake_claude.calls == calls
    assert (first.report["usage"]["calls"] > 0, second.report["usage"]["calls"]) == (True, 0)
    assert {**first.report, "usage": None} == {**second.report, "usage": None}


def test_a_prompt_that_pads_answers_is_the_cause(repo: Kestrel, model: Scripted) -> None:
    """What every answer adds under the new prompt and no page says is voted on and blamed on the prompt."""
    repo.edit("prompts/answer.md.j2", "You are Docent,", "Be generous. You are Docent,")
    model.padding = ("Be generous", SUPPORT)

    ran = check(repo)

    assert ran.code == 1, ran.out + ran.err
    found = ran.report["newly_unsupported"]
    assert {(item["claim"], item["cause"], item["gated"]) for item in found} == {(SUPPORT, "prompt", True)}
    assert sorted(ran.flagged) == sorted(IDS)
    assert shown(ran, SUPPORT)["votes"] == ["unverifiable"] * 3


def test_base_has_as_many_votes_as_head(repo: Kestrel, model: Scripted) -> None:
    """A claim that base no longer confirms was never a safe one: it is uncertain, and gates nothing."""
    repo.edit("docs/backups.md", "Pro: 30 days", "Pro: 14 days")
    model.wavering[RETENTION] = [*["contradicted"] * 3, *["unverifiable"] * 2]

    ran = check(repo)

    assert ran.code == 0, ran.out + ran.err
    assert shown(ran, RETENTION)["status"] == "uncertain"


@pytest.mark.parametrize(
    "votes", [["unverifiable", "supported", "supported"], ["unverifiable", "supported", "unverifiable"]]
)
def test_votes_decide_what_is_uncertain(repo: Kestrel, model: Scripted, votes: list[str]) -> None:
    """Two votes of three for a claim make it uncertain; one of three leaves it reported."""
    repo.edit("docs/plans.md", "$25 ", "$25*")
    model.bears_out = {**model.bears_out, STORAGE: ["50 GB"]}
    model.wavering[STORAGE] = [*votes, "supported"]

    ran = check(repo)

    item = shown(ran, STORAGE)
    assert item["votes"] == votes
    supported = votes.count("supported")
    assert (item["status"] == "uncertain", ran.code) == ((True, 0) if supported == 2 else (False, 1)), ran.out
