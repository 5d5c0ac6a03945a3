"""The sample products with Claude as extractor and judge, by written-down replies: the figures that were known before.

Each case also holds with one quote changed by a word: then its figure must be another one, since a quote that is not in
the passages bears nothing out.
"""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.cli.main import main
from helpers.program import GOLDEN
from helpers.scripted import Scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

    Score = Callable[..., dict[str, Any]]

CONFIG = "extractor: {use: claude}\njudge: {use: claude, confirm: 2}\n"


def page(product: str, name: str) -> dict[str, str]:
    """One page of a sample as a passage."""
    path = f"docs/{name}.md"
    return {"path": path, "text": (GOLDEN / product / path).read_text(encoding="utf-8")}


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A case: what is scored, what the model reads in it, and the figures. `claims` by a part of the answer's unit."""

    context: Sequence[str | Mapping[str, str]]
    answer: str
    question: str
    claims: Mapping[str, Sequence[str]] = field(default_factory=dict)
    bears_out: Mapping[str, Sequence[str]] = field(default_factory=dict)
    speaks_against: Mapping[str, Sequence[str]] = field(default_factory=dict)
    partly: Sequence[str] = ()
    verdicts: Sequence[str]
    faithfulness: float
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of the line."""
    found: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of the result."""


PRO, TRIAL, UPTIME = (
    "The Pro plan costs $25 a month.",
    "The Pro plan includes a 30-day free trial.",
    "The Pro plan comes with a 99.99% uptime guarantee.",
)
ROW = "Plan: Pro; Price per month: $25"
SINCE = "The price of the Pro plan has been locked in since the 2019 launch."
STALE = "The Pro plan costs $40 a month."
RATE, PER_KEY = "Pro allows 600 requests per minute.", "The limits are per API key, not per account."
KEPT = tuple(f"Backups are kept for {days} days on {plan}." for days, plan in ((7, "Free"), (30, "Pro"), (90, "Scale")))
LATE, COVERED, PHOTO = (
    "The return window is 60 days.",
    "The chain is covered by our 1-year warranty.",
    "Customers e-mail support with a photo.",
)
OPENS, CLOSES, MONDAYS = (
    "The museum opens at 9 a.m.",
    "The museum closes at 5 p.m.",
    "Admission is free on Mondays.",
)
EVERYWHERE, STORAGE = "The plan costs $10 a month everywhere.", "The plan includes unlimited storage."
FOURTEEN = "You can return unused items within 14 days of delivery."
HOURS = "The museum opens at 9 a.m. and closes at 5 p.m."
HOW_MUCH = "How much is the Pro plan?"

RETURNS = "Unused items can be returned within 30 days."
REFUNDS = "Refunds are paid within 3 to 5 business days."
SHOP = ("The shop sells bells.", "The shop sells lights.", "The shop sells locks.", "The shop sells pumps.")

SAMPLES: dict[str, Sample] = {
    "meridian 1": Sample(
        question="How many requests per minute may I send on Pro?",
        context=[page("meridian", "ratelimits"), page("meridian", "plans")],
        answer=f"{RATE} {PER_KEY}",
        bears_out={
            RATE: ["Plan: Pro; Requests per minute: 600"],
            PER_KEY: ["Limits are counted per API key, not per account"],
        },
        verdicts=["supported", "supported"],
        faithfulness=1.0,
    ),
    "meridian 2": Sample(
        question=HOW_MUCH,
        context=[page("meridian", "plans")],
        answer="The Pro plan costs $25 a month, includes a 30-day free trial, and comes with a 99.99% uptime guarantee.",
        claims={"The Pro plan costs": (PRO, TRIAL, UPTIME)},
        bears_out={PRO: [ROW]},
        verdicts=["supported", "unverifiable", "unverifiable"],
        faithfulness=0.333333,
    ),
    "meridian 3": Sample(
        question=HOW_MUCH,
        context=[page("meridian", "plans")],
        answer="The Pro plan is 25 dollars a month.",
        claims={"25 dollars": ("The Pro plan is 25 dollars a month.",)},
        bears_out={"The Pro plan is 25 dollars a month.": [ROW], PRO: ["The Pro plan is 25 dollars a month."]},
        verdicts=["supported"],
        faithfulness=1.0,
        more={"reference": PRO},
        found={"correctness": 1.0, "diagnosis": None},
    ),
    "meridian 4": Sample(
        question=HOW_MUCH,
        context=[page("meridian", "plans")],
        answer="The Pro plan costs $25 a month, a price of the Pro plan that has been locked in since the 2019 launch.",
        claims={"The Pro plan costs": (PRO, SINCE)},
        bears_out={PRO: [ROW, "costs $25 a month"]},
        verdicts=["supported", "unverifiable"],
        faithfulness=0.5,
        more={"reference": PRO, "sources": ["docs/plans.md"]},
        found={"correctness": 1.0, "diagnosis": "generation"},
    ),
    "meridian 5": Sample(
        question=HOW_MUCH,
        context=[{"path": "docs/plans.md", "text": f"# Plans\n\n{STALE}"}],
        answer=STALE,
        bears_out={STALE: [STALE]},
        speaks_against={PRO: [STALE]},
        verdicts=["supported"],
        faithfulness=1.0,
        more={"reference": PRO, "sources": ["docs/plans.md"]},
        found={"correctness": 0.0, "diagnosis": "docs"},
    ),
    "meridian 7": Sample(
        question="How long are backups kept?",
        context=[page("meridian", "backups")],
        answer=(
            "Backups are kept for 7 days on Free, 30 days on Pro and 90 days on Scale. "
            "Backups are encrypted at rest with AES-256."
        ),
        claims={"7 days on Free": KEPT},
        bears_out=dict(zip(KEPT, (["Free: 7 days"], ["Pro: 30 days"], ["Scale: 90 days"]), strict=True)),
        verdicts=["supported", "supported", "supported", "unverifiable"],
        faithfulness=0.75,
    ),
    "meridian 8": Sample(
        question="How long do I have to restore what I threw away?",
        context=[page("meridian", "backups")],
        answer="A restore makes a new database from the backup.",
        bears_out={
            "A restore makes a new database from the backup.": ["A restore makes a new database from the backup."]
        },
        verdicts=["supported"],
        faithfulness=1.0,
        more={"sources": ["docs/deletion.md"]},
        found={"sources_found": [], "diagnosis": "retrieval"},
    ),
    "sprocket 1": Sample(
        question="How long do I have to return something?",
        context=[page("sprocket", "returns")],
        answer="You can return it within 60 days for a full refund.",
        speaks_against={
            "You can return it within 60 days for a full refund.": ["You can return unused items within 30 days"]
        },
        verdicts=["contradicted"],
        faithfulness=0.0,
    ),
    "sprocket 2": Sample(
        question="My chain broke after two months. What can I do?",
        context=[page("sprocket", "returns"), page("sprocket", "warranty")],
        answer=(
            "Your chain is past the 60-day return window. The good news: it is covered by our 1-year warranty. "
            "Just e-mail support with a photo. The replacement ships free of charge."
        ),
        claims={"60-day": (LATE.replace("60 days", "60-day"),), "1-year": (COVERED,), "photo": (PHOTO,)},
        bears_out={COVERED: ["All parts are covered by a 1-year warranty"], PHOTO: ["E-mail support with a photo"]},
        speaks_against={LATE.replace("60 days", "60-day"): ["You can return unused items within 30 days of delivery"]},
        verdicts=["contradicted", "supported", "supported", "unverifiable"],
        faithfulness=0.5,
    ),
    "sprocket 4": Sample(
        question="Is shipping free?",
        context=[page("sprocket", "returns"), page("sprocket", "warranty")],
        answer="Shipping is free on orders over $75.",
        bears_out={"Shipping is free on orders over $75.": ["Shipping is free on orders over $75."]},
        verdicts=["unverifiable"],
        faithfulness=0.0,
        more={"reference": "Shipping is free on orders over $75."},
        found={"correctness": 1.0},
    ),
    "sprocket 5": Sample(
        question="How long do I have to return something?",
        context=[{"path": "docs/returns.md", "text": FOURTEEN}],
        answer=FOURTEEN,
        bears_out={FOURTEEN: [FOURTEEN]},
        speaks_against={FOURTEEN.replace("14", "30"): [FOURTEEN]},
        verdicts=["supported"],
        faithfulness=1.0,
        more={"reference": FOURTEEN.replace("14", "30"), "sources": ["docs/returns.md"]},
        found={"correctness": 0.0, "diagnosis": "docs"},
    ),
    "opening hours": Sample(
        question="When is the museum open?",
        context=[HOURS],
        answer=f"{HOURS} {MONDAYS}",
        claims={"9 a.m.": (OPENS, CLOSES)},
        bears_out={OPENS: ["opens at 9 a.m."], CLOSES: [HOURS]},
        verdicts=["supported", "supported", "unverifiable"],
        faithfulness=0.666667,
    ),
    "a compound sentence": Sample(
        question="What does it cost?",
        context=["The plan costs $10 a month in the United States."],
        answer="The plan costs $10 a month everywhere and includes unlimited storage.",
        claims={"everywhere": (EVERYWHERE, STORAGE)},
        bears_out={EVERYWHERE: ["The plan costs $10 a month in the United States."]},
        partly=[EVERYWHERE],
        verdicts=["partially_supported", "unverifiable"],
        faithfulness=0.0,
    ),
    "four of five": Sample(
        question="What does the shop sell?",
        context=[" ".join(SHOP)],
        answer=" ".join([*SHOP, "The shop sells tents."]),
        bears_out={claim: [claim] for claim in SHOP},
        verdicts=[*["supported"] * 4, "unverifiable"],
        faithfulness=0.8,
    ),
    "an added refund time": Sample(
        question="How long can I return it?",
        context=[RETURNS],
        answer=f"{RETURNS} {REFUNDS}",
        bears_out={RETURNS: [RETURNS]},
        verdicts=["supported", "unverifiable"],
        faithfulness=0.5,
    ),
    "no passage": Sample(
        question="On how many devices can I use it?",
        context=[],
        answer="Each subscription is limited to one device.",
        verdicts=["unverifiable"],
        faithfulness=0.0,
        more={"sources": ["docs/devices.md"]},
        found={"diagnosis": "retrieval"},
    ),
}


@pytest.fixture
def score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fake_claude: FakeClaude
) -> Score:
    """Score one sample by its script, from a folder whose settings name Claude."""
    (tmp_path / "claimdiff.yml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, value in fake_claude.env.items():
        monkeypatch.setenv(name, value)

    def run(sample: Sample, *, misquotes: bool = False) -> dict[str, Any]:
        Scripted(
            claims=sample.claims,
            bears_out=sample.bears_out,
            speaks_against=sample.speaks_against,
            partly=sample.partly,
            misquotes=misquotes,
        ).serve(fake_claude)
        case = {"id": "1", "question": sample.question, "context": sample.context, "answer": sample.answer}
        line = json.dumps({**case, **sample.more}).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
        code = main(["score"])
        done = capsys.readouterr()
        assert code == 0, done.err
        return dict(json.loads(done.out))

    return run


@pytest.mark.parametrize("name", SAMPLES)
def test_the_figure_of_a_sample(name: str, score: Score) -> None:
    """Verdicts, faithfulness, correctness and diagnosis are those of the case."""
    sample = SAMPLES[name]

    found = score(sample)

    assert [claim["verdict"] for claim in found["claims"]] == list(sample.verdicts), found
    assert found["faithfulness"] == sample.faithfulness
    assert found["relevance"] == 1.0
    assert {key: found[key] for key in sample.found} == dict(sample.found)


@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if sample.faithfulness > 0])
def test_a_quote_that_is_not_there_changes_the_figure(name: str, score: Score) -> None:
    """With one word before each quote nothing is supported, whatever the model says of it."""
    found = score(SAMPLES[name], misquotes=True)

    assert found["faithfulness"] == 0.0
    assert "supported" not in {claim["verdict"] for claim in found["claims"]}


def test_an_abstention_is_asked_of_nobody(score: Score, fake_claude: FakeClaude) -> None:
    """Sprocket 3: an honest "I don't see that" has no claims and no score, and costs no call."""
    sample = Sample(
        question="Do you sponsor races?",
        context=[page("sprocket", "returns")],
        answer="I don't see that in our help center, let me connect you with someone.",
        verdicts=[],
        faithfulness=0.0,
    )

    found = score(sample)

    assert (found["state"], found["faithfulness"], found["claims"], fake_claude.calls) == ("abstained", None, [], 0)


def test_a_citation_of_another_passage_is_miscited(score: Score) -> None:
    """Another passage bears the claim out, and the one that is cited does not."""
    claim = "Backups are kept for 30 days on Pro."
    sample = Sample(
        question="How long are backups kept on Pro?",
        context=[page("meridian", "auth"), page("meridian", "backups")],
        answer="Backups are kept for 30 days on Pro [1].",
        claims={"30 days": (claim,)},
        bears_out={claim: ["Pro: 30 days"]},
        verdicts=["supported"],
        faithfulness=1.0,
    )

    [item] = score(sample)["claims"]

    assert (item["verdict"], item["citation"]) == ("supported", "miscited")
