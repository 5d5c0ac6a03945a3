"""Every fault at every stage of an answer, through the real SDK: nothing is supported by it, and nothing paid is lost."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff import scoring
from claimdiff.claims.claude import taken_apart
from claimdiff.claude.budget import Budget
from claimdiff.claude.caller import Caller
from claimdiff.claude.connection import connect
from claimdiff.claude.messages import CallFailedError, KeyRefusedError
from claimdiff.claude.store import Store
from claimdiff.claude.throttle import Throttle
from claimdiff.generation.claude import generate
from claimdiff.judging.claude import ClaudeJudge
from claimdiff.passages import from_text
from claimdiff.prompts import Rendered
from claimdiff.records import Hit
from helpers.calls import MODEL, Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

    Opened = Callable[[], Caller]

HEATS, COOLS = "The kiln heats for 6 hours.", "The kiln cools for 8 hours."
PAGE = from_text("docs/kiln.md", f"# Kiln\n\n{HEATS}\n\n{COOLS}\n")
QUESTION = "How long does the kiln take?"
STAGES = {"answer": "Answer briefly", "claims": "You take an answer", "verdicts": "You check whether claims"}
"""By words that stand in the requests of the stage alone."""
USUAL = ("429", "529", "500", "502", "reset", "reset_mid", "400", "413", "broken", "html")
ODD = ("html502", "404", "deep", "list", "error200", "nousage", "words")
FAILING = [
    *(("answer", kind) for kind in ("500", "400", "reset_mid", "html")),
    *(("claims", kind) for kind in ("429", "502", "reset", "413", "broken")),
    *(("verdicts", kind) for kind in USUAL),
    *(("verdicts", kind) for kind in ODD),
]
REPLIES: dict[str, dict[str, Any]] = {
    "cut": {"text": '{"units": [{"unit": "u1", "claims": ["The ki', "stop_reason": "max_tokens"},
    "refused": {"blocks": [], "stop_reason": "refusal"},
    "window": {"blocks": [], "stop_reason": "model_context_window_exceeded"},
}
STRUCTURED: dict[str, dict[str, Any]] = {
    "empty": {"blocks": []},
    "thought only": {"blocks": [{"type": "thinking", "thinking": "All is supported.", "signature": "s"}]},
    "prose": {"text": "Everything is supported. c1: supported, c2: supported"},
    "another form": {"json": [{"c1": "supported"}, {"units": "u1"}]},
    "not a number": {"text": '{"verdicts": NaN, "units": NaN}'},
    "NUL and a megabyte": {"text": "\x00" + "supported " * 100_000},
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of an answer: its claims, their verdicts, its score; `failed` where a stage gave nothing."""

    claims: tuple[str, ...] = ()
    verdicts: tuple[str | None, ...] = ()
    faithfulness: float | None = None
    failed: str = ""


UNDISTURBED = Outcome(claims=(HEATS, COOLS), verdicts=("supported", "supported"), faithfulness=1.0)


def _outcome(caller: Caller) -> Outcome:
    """An answer generated, taken apart and judged."""
    prompt = Rendered(system=None, user=f"Answer briefly: {QUESTION}")
    answer = generate(QUESTION, [Hit(passage=PAGE, score=1.0)], prompt, caller=caller, model=MODEL)
    if answer.state != "answered":
        return Outcome(failed=f"{answer.state}: {answer.reason}")
    try:
        claims = [claim.text for claim in taken_apart(answer.text, QUESTION, caller=caller, model=MODEL).claims]
    except CallFailedError as problem:
        return Outcome(failed=str(problem))
    found = ClaudeJudge(caller=caller, model=MODEL).judge(claims, (PAGE,), question=QUESTION)
    return Outcome(
        claims=tuple(claims),
        verdicts=tuple(judgement.verdict for judgement in found),
        faithfulness=scoring.faithfulness_ratio(found),
    )


def _good(body: dict[str, Any]) -> dict[str, Any]:
    """A model that does its work."""
    if "output_config" not in body:
        return {"text": f"{HEATS} {COOLS}"}
    values = [json.loads(b["text"]) for b in body["messages"][0]["content"] if b["text"].startswith("{")]
    if "units" in values[0]:
        return {"json": {"units": [{"unit": unit["id"], "claims": [unit["text"]]} for unit in values[0]["units"]]}}
    asked = next(value["claims"] for value in values if "claims" in value)
    return {
        "json": {
            "verdicts": [
                {
                    "id": item["id"],
                    "evidence": [{"passage": 1, "quote": item["claim"], "says": "supports"}],
                    "reason": "as quoted",
                    "verdict": "supported",
                }
                for item in asked
            ]
        }
    }


@pytest.fixture
def opened(fake_claude: FakeClaude, tmp_path: Path) -> Iterator[Opened]:
    """Opens callers of one store and one connection, which wait by a clock of their own."""
    connection = connect("anthropic", fake_claude.env)
    store = tmp_path / "responses"

    def fresh() -> Caller:
        clock = Clock()
        throttle = Throttle(clock=clock.read, sleep=clock.sleep)
        return Caller(
            connection=connection, store=Store(folder=store), budget=Budget(), timeout_s=20.0, throttle=throttle
        )

    yield fresh
    connection.close()


def _stages(fake: FakeClaude, since: int) -> list[str]:
    """The stages that were asked for since then, each once, in their order."""
    texts = [json.dumps(body) for body in fake.bodies[since:]]
    return list(dict.fromkeys(name for text in texts for name, words in STAGES.items() if words in text))


def _holds(fake: FakeClaude, opened: Opened, stage: str) -> None:
    """A disturbed stage supports nothing; when the fault is gone, only what is missing is asked for."""
    disturbed = _outcome(opened())
    assert "supported" not in disturbed.verdicts
    assert disturbed.faithfulness is None
    if stage == "verdicts":
        assert (disturbed.claims, disturbed.verdicts) == (UNDISTURBED.claims, (None, None))
    else:
        assert disturbed.failed
        assert "Traceback" not in disturbed.failed

    fake.faults.clear()
    fake.rules.clear()
    fake.reply("", answer=_good)
    before = fake.calls
    again = _outcome(opened())

    assert again == UNDISTURBED
    assert again.faithfulness is not None
    assert math.isfinite(again.faithfulness)
    names = list(STAGES)
    assert _stages(fake, before) == names[names.index(stage) :]


@pytest.mark.parametrize(("stage", "kind"), FAILING)
def test_a_call_that_fails_for_good(fake_claude: FakeClaude, opened: Opened, stage: str, kind: str) -> None:
    """Whatever the service or a box before it answers instead, however often it is tried."""
    fake_claude.fault(kind, match=STAGES[stage], times=999)
    fake_claude.reply("", answer=_good)

    _holds(fake_claude, opened, stage)


@pytest.mark.parametrize(
    ("stage", "kind"),
    [
        *((stage, kind) for stage in STAGES for kind in REPLIES),
        *((stage, kind) for stage in ("claims", "verdicts") for kind in STRUCTURED),
    ],
)
def test_a_reply_that_is_none(fake_claude: FakeClaude, opened: Opened, stage: str, kind: str) -> None:
    """It came, and it was paid for, and it holds nothing that was asked for."""
    fake_claude.reply(STAGES[stage], **{**REPLIES, **STRUCTURED}[kind])
    fake_claude.reply("", answer=_good)

    _holds(fake_claude, opened, stage)


@pytest.mark.parametrize("stage", STAGES)
def test_a_key_that_is_refused_half_way(fake_claude: FakeClaude, opened: Opened, stage: str) -> None:
    """It ends the run as it is; with a good key only the rest is asked for."""
    fake_claude.fault("401", match=STAGES[stage], times=999)
    fake_claude.reply("", answer=_good)
    with pytest.raises(KeyRefusedError):
        _outcome(opened())
    fake_claude.faults.clear()
    before = fake_claude.calls

    assert _outcome(opened()) == UNDISTURBED
    names = list(STAGES)
    assert _stages(fake_claude, before) == names[names.index(stage) :]
