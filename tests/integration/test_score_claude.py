"""`claimdiff score` with Claude: the real SDK, a scripted service."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.cli.main import main
from helpers.kestrel import Ran

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

    Score = Callable[..., Ran]

PRICE, TRIAL, UPTIME = (
    "Pro costs 25 dollars a month.",
    "Pro comes with a 30-day free trial.",
    "Pro guarantees an uptime of 99.99 percent.",
)
CASE = {
    "id": "pro",
    "question": "What does Pro cost?",
    "context": ["# Plans\n\nPro costs 25 dollars a month and holds 50 GB."],
    "answer": f"{PRICE} {TRIAL} {UPTIME}",
}
CONFIG = """\
extractor: {use: claude}
judge: {use: claude}
limits: {concurrency: 1}
"""


def judge(wobbling: Callable[[str, int], bool] | None = None) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A service that supports what a line of a passage says, and the trial where `wobbling` (mode, call) says so."""
    calls: dict[str, int] = {}

    def reply(body: dict[str, Any]) -> dict[str, Any]:
        texts = [block["text"] for block in body["messages"][0]["content"] if block["text"].startswith("{")]
        values = [json.loads(text) for text in texts]
        rating = {"relevance": {"reason": "It gives the price and more.", "rating": "mostly"}}
        if any("answer" in value for value in values):
            return {"json": rating}
        if any("units" in value for value in values):
            return {"json": {"units": [{"unit": u["id"], "claims": [u["text"]]} for u in values[0]["units"]], **rating}}
        mode = "explicit" if "outright" in str(body["system"]) else "implied"
        calls[mode] = calls.get(mode, 0) + 1
        given = wobbling(mode, calls[mode]) if wobbling else False
        asked = next(value["claims"] for value in values if "claims" in value)
        return {"json": {"verdicts": [_verdict(item, values, supported=given) for item in asked]}}

    return reply


def _verdict(item: dict[str, str], values: list[dict[str, Any]], *, supported: bool) -> dict[str, Any]:
    held = "25 dollars" in item["claim"] or (supported and "trial" in item["claim"])
    lines = [(value["passage"], line) for value in values if "lines" in value for line in value["lines"]]
    wanted = "trial" if "trial" in item["claim"] else "25 dollars"
    fitting = [found for found in lines if wanted in found[1]]
    quoted = [{"passage": at, "quote": line, "says": "supports"} for at, line in fitting[:1]] if held else []
    verdict = "supported" if held else "unverifiable"
    return {"id": item["id"], "evidence": quoted, "reason": "as quoted", "verdict": verdict}


@pytest.fixture
def score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fake_claude: FakeClaude
) -> Score:
    """Score cases from a folder whose settings name Claude."""
    (tmp_path / "claimdiff.yml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, value in fake_claude.env.items():
        monkeypatch.setenv(name, value)

    def run(*cases: dict[str, Any], options: tuple[str, ...] = ()) -> Ran:
        lines = [json.dumps(case).encode() for case in cases]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
        code = main(["score", *options])
        done = capsys.readouterr()
        return Ran(code=code, out=done.out, err=done.err)

    return run


def test_claude_judges_where_the_settings_name_it(score: Score, fake_claude: FakeClaude) -> None:
    """One of three is supported by a quote of the context, the answer is rated, and nothing is asked twice."""
    fake_claude.reply("", answer=judge())

    first = score(CASE)

    assert (first.code, first.err) == (0, "")
    line = json.loads(first.out)
    assert (line["faithfulness"], line["relevance"]) == (0.333333, 0.75)
    assert [claim["verdict"] for claim in line["claims"]] == ["supported", "unverifiable", "unverifiable"]
    assert line["claims"][0]["evidence"] == [{"passage": 0, "quote": "Pro costs 25 dollars a month and holds 50 GB."}]
    calls = fake_claude.calls
    assert calls == 2
    assert score(CASE).out == first.out
    assert fake_claude.calls == calls


def test_an_answer_whose_claims_are_given_is_rated_apart(score: Score, fake_claude: FakeClaude) -> None:
    """Nobody takes it apart, so its rating is a call of its own; without a question there is nothing to rate."""
    fake_claude.reply("", answer=judge())
    given = {**CASE, "claims": [PRICE]}

    assert json.loads(score(given).out)["relevance"] == 0.75
    assert fake_claude.calls == 2
    assert json.loads(score({**given, "question": None}).out)["relevance"] is None


def test_a_quote_that_is_not_in_the_context_supports_nothing(score: Score, fake_claude: FakeClaude) -> None:
    """The figure comes from quotes that were found, not from what the model says."""

    def invented(body: dict[str, Any]) -> dict[str, Any]:
        found = judge()(body)
        for verdict in found["json"].get("verdicts", []):
            for quote in verdict["evidence"]:
                quote["quote"] = "Pro costs 25 dollars a month, always."
        return found

    fake_claude.reply("", answer=invented)

    assert json.loads(score(CASE).out)["faithfulness"] == 0.0


def test_a_case_that_nobody_judged_has_no_score(score: Score, fake_claude: FakeClaude) -> None:
    """A service that fails for one answer leaves it without a score and the exit code 4; the others are scored."""
    fake_claude.reply("", answer=judge())
    fake_claude.fault("400", match="Scale", times=9)

    done = score(
        CASE, {**CASE, "id": "scale", "question": "What does Scale cost?", "answer": "Scale costs 199 dollars."}
    )

    lines = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 4
    assert [line["faithfulness"] for line in lines] == [0.333333, None]


def test_without_a_key_the_offline_judge_speaks_and_says_so(score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key is a note and no failure."""
    monkeypatch.delenv("ANTHROPIC_API_KEY")

    done = score(CASE)

    assert done.code == 0
    assert "no key" in done.err
    assert json.loads(done.out)["relevance"] is None


BOTH = ("--entailment", "implied", "--entailment", "explicit")
WITH_TRIAL = {**CASE, "context": [*CASE["context"], "Ask us about a 30-day free trial of Pro."]}


def test_two_readings_that_lie_apart_differ_by_more_than_noise(score: Score, fake_claude: FakeClaude) -> None:
    """Implied supports the trial in every run and explicit in none: that is told, with how often noise would do it."""
    fake_claude.reply("", answer=judge(lambda mode, _: mode == "implied"))

    done = score(WITH_TRIAL, options=(*BOTH, "--runs", "3"))

    assert "implied: mean faithfulness 0.667 in 3 runs, noise 0.000" in done.err
    assert "explicit: mean faithfulness 0.333 in 3 runs, noise 0.000" in done.err
    assert "differ by 0.333: more than noise (0.000); noise alone would do that once in 10 times" in done.err


def test_two_readings_that_overlap_differ_by_no_more_than_noise(score: Score, fake_claude: FakeClaude) -> None:
    """Where the runs of one reading differ as much as the readings, nothing is claimed."""
    fake_claude.reply("", answer=judge(lambda mode, call: mode == "implied" and call % 2 == 1))

    done = score(WITH_TRIAL, options=(*BOTH, "--runs", "3"))

    assert "no more than noise (0.333)" in done.err


def test_one_run_of_a_model_says_nothing_about_noise(score: Score, fake_claude: FakeClaude) -> None:
    """Without repetitions the question is left open, with what to type."""
    fake_claude.reply("", answer=judge(lambda mode, _: mode == "implied"))

    assert "one run of a model cannot tell whether that is noise; give --runs 3" in score(WITH_TRIAL, options=BOTH).err


def test_two_readings_of_an_answer_without_backing_are_the_same(score: Score, fake_claude: FakeClaude) -> None:
    """What no passage says is supported by neither reading, in no run: a difference of nothing is no more than noise."""
    fake_claude.reply("", answer=judge())

    done = score(CASE, options=(*BOTH, "--runs", "3"))

    for reading in ("implied", "explicit"):
        assert f"{reading}: mean faithfulness 0.333 in 3 runs, noise 0.000 (0.333 to 0.333)" in done.err
    assert "more than noise" not in done.err.replace("no more than noise", "")


@pytest.mark.parametrize(("limit", "code"), [("0.8", 1), ("0.3", 0)])
def test_an_answer_below_the_limit_is_held_back(score: Score, fake_claude: FakeClaude, limit: str, code: int) -> None:
    """The exit code tells it, and the line says how far it is below; above the limit it goes out."""
    fake_claude.reply("", answer=judge())

    done = score(CASE, options=("--min-faithfulness", limit))

    assert (done.code, json.loads(done.out)["faithfulness"]) == (code, 0.333333)
