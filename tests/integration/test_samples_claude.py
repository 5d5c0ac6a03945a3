"""The figures of the sample products with scripted replies of Claude, through the real SDK."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.cli.main import main
from helpers.program import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

    Score = Callable[..., dict[str, Any]]


def page(product: str, name: str) -> dict[str, str]:
    """One page of a sample as a passage."""
    path = f"docs/{name}.md"
    return {"path": path, "text": (GOLDEN / product / path).read_text(encoding="utf-8")}


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A case with what Claude says: claims by a word of their unit, and by a word of each claim verdict and quote."""

    question: str
    answer: str
    context: list[Any]
    claims: dict[str, list[str]]
    said: dict[str, tuple[str, str]]
    figure: float | None
    verdicts: list[str]
    more: dict[str, Any] = field(default_factory=dict)


PLANS = page("meridian", "plans")

SAMPLES = {
    "meridian 2": Sample(
        question="How much is the Pro plan?",
        answer="The Pro plan costs $25 a month, includes a 30-day free trial, and has a 99.99% uptime guarantee.",
        context=[PLANS],
        claims={
            "$25": [
                "The Pro plan costs $25 a month.",
                "The Pro plan includes a 30-day free trial.",
                "The Pro plan has a 99.99% uptime guarantee.",
            ]
        },
        said={
            "$25": ("supported", "Plan: Pro; Price per month: $25; Storage: 50 GB"),
            "trial": ("unverifiable", ""),
            "uptime": ("unverifiable", ""),
        },
        figure=0.333333,
        verdicts=["supported", "unverifiable", "unverifiable"],
    ),
    "meridian 4": Sample(
        question="How much is the Pro plan?",
        answer="The Pro plan costs $25 a month, locked in since the 2019 launch.",
        context=[PLANS],
        claims={"$25": ["The Pro plan costs $25 a month.", "The price is locked in since the 2019 launch."]},
        said={
            "costs $25": ("supported", "Plan: Pro; Price per month: $25; Storage: 50 GB"),
            "2019": ("unverifiable", ""),
            "$25": ("supported", "The Pro plan costs $25 a month, locked in since the 2019 launch."),
        },
        figure=0.5,
        verdicts=["supported", "unverifiable"],
    ),
    "meridian 5": Sample(
        question="How much is the Pro plan?",
        answer="The Pro plan costs $40 a month.",
        context=[{"path": "docs/plans.md", "text": "# Plans\n\nThe Pro plan costs $40 a month."}],
        claims={"$40": ["The Pro plan costs $40 a month."]},
        said={
            "$40": ("supported", "The Pro plan costs $40 a month."),
            "$25": ("contradicted", "The Pro plan costs $40 a month."),
        },
        figure=1.0,
        verdicts=["supported"],
        more={"reference": "The Pro plan costs $25 a month.", "sources": ["docs/plans.md"]},
    ),
    "sprocket 1": Sample(
        question="How long do I have to return something?",
        answer="You can return it within 60 days for a full refund.",
        context=["Unused items can be returned within 30 days of delivery for a full refund."],
        claims={"60": ["You can return it within 60 days for a full refund."]},
        said={"60": ("contradicted", "Unused items can be returned within 30 days of delivery for a full refund.")},
        figure=0.0,
        verdicts=["contradicted"],
    ),
    "sprocket 2": Sample(
        question="My chain broke after two months. What can I do?",
        answer=(
            "Your chain is past the 60-day return window. It is covered by our 1-year warranty. "
            "Just e-mail support with a photo. The replacement ships free."
        ),
        context=[
            "Unused items can be returned within 30 days of delivery.",
            "Parts have a warranty of 1 year against defects. E-mail support with a photo, and we send a replacement.",
        ],
        claims={
            "60-day": ["The chain is past the 60-day return window."],
            "1-year": ["The chain is covered by the 1-year warranty."],
            "photo": ["You e-mail support with a photo."],
            "ships": ["The replacement ships free."],
        },
        said={
            "60-day": ("contradicted", "Unused items can be returned within 30 days of delivery."),
            "1-year": ("supported", "Parts have a warranty of 1 year against defects."),
            "photo": ("supported", "E-mail support with a photo, and we send a replacement."),
            "ships": ("unverifiable", ""),
        },
        figure=0.5,
        verdicts=["contradicted", "supported", "supported", "unverifiable"],
    ),
    "compound": Sample(
        question="What does it cost?",
        answer="The plan costs 10 dollars a month everywhere and has unlimited storage.",
        context=["The plan costs 10 dollars a month in the United States."],
        claims={"10": ["The plan costs 10 dollars a month everywhere.", "The plan has unlimited storage."]},
        said={
            "10": ("partially_supported", "The plan costs 10 dollars a month in the United States."),
            "storage": ("unverifiable", ""),
        },
        figure=0.0,
        verdicts=["partially_supported", "unverifiable"],
    ),
    "opening hours": Sample(
        question="When is it open?",
        answer="It opens at 9 a.m. and closes at 5 p.m. Admission is free on Mondays.",
        context=["The museum opens at 9 a.m. and closes at 5 p.m."],
        claims={
            "opens": ["The museum opens at 9 a.m.", "The museum closes at 5 p.m."],
            "free": ["Admission is free on Mondays."],
        },
        said={
            "opens": ("supported", "The museum opens at 9 a.m. and closes at 5 p.m."),
            "closes": ("supported", "The museum opens at 9 a.m. and closes at 5 p.m."),
            "free": ("unverifiable", ""),
        },
        figure=0.666667,
        verdicts=["supported", "supported", "unverifiable"],
    ),
}


def service(sample: Sample, *, spoil: bool = False) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Claude as the sample scripts it; `spoil` changes every quote by a word."""

    def reply(body: dict[str, Any]) -> dict[str, Any]:
        texts = [block["text"] for block in body["messages"][0]["content"] if block["text"].startswith("{")]
        values = [json.loads(text) for text in texts]
        if any("answer" in value for value in values):
            return {"json": {"reason": "It tells what was asked.", "rating": "fully"}}
        if any("units" in value for value in values):
            return {"json": {"units": [{"unit": u["id"], "claims": taken(u["text"])} for u in values[0]["units"]]}}
        asked = next(value["claims"] for value in values if "claims" in value)
        return {"json": {"verdicts": [verdict(item, values) for item in asked]}}

    def taken(unit: str) -> list[str]:
        return next((claims for word, claims in sample.claims.items() if word in unit), [])

    def verdict(item: dict[str, str], values: list[dict[str, Any]]) -> dict[str, Any]:
        said, quote = next(told for word, told in sample.said.items() if word in item["claim"])
        lines = [(value["passage"], line) for value in values if "lines" in value for line in value["lines"]]
        at, line = next(((at, line) for at, line in lines if quote and quote in line), (1, quote))
        text = f"{line} indeed" if spoil else line
        says = "contradicts" if said == "contradicted" else "supports"
        evidence = [{"passage": at, "quote": text, "says": says}] if quote else []
        return {"id": item["id"], "evidence": evidence, "reason": "as quoted", "verdict": said}

    return reply


@pytest.fixture
def score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fake_claude: FakeClaude
) -> Score:
    """Score a sample with settings that name Claude."""
    (tmp_path / "claimdiff.yml").write_text(
        "extractor: {use: claude}\njudge: {use: claude}\nlimits: {concurrency: 1}\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    for name, value in fake_claude.env.items():
        monkeypatch.setenv(name, value)

    def run(sample: Sample, *, spoil: bool = False) -> dict[str, Any]:
        fake_claude.reply("", answer=service(sample, spoil=spoil))
        case = {
            "id": "case", "question": sample.question, "context": sample.context, "answer": sample.answer, **sample.more,
        }  # fmt: skip
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(case).encode())))
        assert main(["score"]) == 0
        return dict(json.loads(capsys.readouterr().out))

    return run


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_has_its_figure(score: Score, name: str) -> None:
    """Claims, verdicts and figure are those that were known before."""
    sample = SAMPLES[name]

    result = score(sample)

    assert [claim["verdict"] for claim in result["claims"]] == sample.verdicts
    assert result["faithfulness"] == sample.figure


@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if sample.figure])
def test_a_quote_with_a_word_more_supports_nothing(score: Score, name: str) -> None:
    """The same replies with quotes that no page holds give 0: the figure rests on the quotes."""
    assert score(SAMPLES[name], spoil=True)["faithfulness"] == 0.0


def test_a_stale_page_is_faithful_and_wrong(score: Score) -> None:
    """The answer repeats the page, contradicts the reference, and the docs are to blame."""
    result = score(SAMPLES["meridian 5"])

    assert (result["faithfulness"], result["correctness"], result["diagnosis"]) == (1.0, 0.0, "docs")
