from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from claimdiff import gate
from claimdiff.comparison.results import Finding, QuestionResult, RunResult
from claimdiff.settings import GateSettings
from helpers.values import compared, result


def regressed(cause: str = "docs", **other: Any) -> Any:
    """A gated newly unsupported claim."""
    return compared("regressed", "unverifiable", **{"cause": cause, "gated": True, **other})


def decide(*questions: QuestionResult, settings: dict[str, Any] | None = None, **run: Any) -> gate.Decision:
    """The decision on questions, under settings."""
    return gate.decide(RunResult(questions=questions, **run), GateSettings(**(settings or {})))


def skipped(status: str, id_: str = "q2", **other: Any) -> QuestionResult:
    """A question that was not replayed."""
    return QuestionResult(id=id_, question="?", status=status, why="because", **other)  # type: ignore[arg-type]


GOOD = result(compared(), faithfulness=1.0, baseline_faithfulness=1.0)


class TestGated:
    """Which claims count."""

    @pytest.mark.parametrize("status", ["regressed", "new_unsupported", "changed"])
    def test_newly_unsupported(self, status: Any) -> None:
        """Everything newly unsupported counts, of whatever status."""
        assert gate.is_gated(compared(status, "contradicted"), GateSettings(), draft=False)

    @pytest.mark.parametrize(
        "status",
        ["unchanged", "reworded", "fixed", "new_supported", "known_unsupported", "retrieval_miss", "uncertain", "pre_existing",
         "removed", "lost", "unscored"],
    )  # fmt: skip
    def test_nothing_else(self, status: Any) -> None:
        """No other status counts, supported or not."""
        assert not gate.is_gated(compared(status), GateSettings(), draft=False)
        assert not gate.is_gated(compared(status, "contradicted"), GateSettings(), draft=False)

    def test_a_supported_change(self) -> None:
        """A new value that the docs support does not count."""
        assert not gate.is_gated(compared("changed", "supported"), GateSettings(), draft=False)

    def test_drafts(self) -> None:
        """A draft is never gated."""
        assert not gate.is_gated(regressed(), GateSettings(), draft=True)

    @pytest.mark.parametrize(("outdated", "expected"), [("fail", True), ("warn", False)])
    def test_outdated(self, outdated: Any, expected: bool) -> None:
        """`outdated: warn` takes outdated claims out, and only them."""
        settings = GateSettings(outdated=outdated)

        assert gate.is_gated(regressed(outdated=True), settings, draft=False) is expected
        assert gate.is_gated(regressed(outdated=False), settings, draft=False)


class TestOrder:
    """Fail, then error, then neutral, then pass."""

    FAIL = result(regressed(), id_="f")
    ERROR = QuestionResult(id="e", question="?", status="error", why="no reply")
    NEUTRAL = skipped("not_evaluated", "n")

    @pytest.mark.parametrize(
        ("questions", "expected"),
        [
            ((FAIL, ERROR, NEUTRAL, GOOD), "fail"),
            ((ERROR, NEUTRAL, GOOD), "error"),
            ((NEUTRAL, GOOD), "neutral"),
            ((GOOD,), "pass"),
            ((skipped("unchanged"),), "pass"),
            ((skipped("skipped"),), "neutral"),
            ((skipped("skipped"), skipped("unchanged", "q3")), "pass"),
            ((result(compared("unscored")),), "error"),
            ((result(compared("unscored", "unverifiable")), FAIL), "fail"),
        ],
    )
    def test_conclusion(self, questions: tuple[QuestionResult, ...], expected: str) -> None:
        """The worst that is there decides."""
        decision = decide(*questions)

        assert decision.conclusion == expected
        assert decision.reasons
        assert all(reason.endswith(".") for reason in decision.reasons)

    def test_drafts_stop_nothing(self) -> None:
        """A draft that could not be judged is no error of the run, and no pass either."""
        assert decide(GOOD, replace(self.ERROR, draft=True)).conclusion == "neutral"

    def test_doubts(self) -> None:
        """What could not be read keeps a run from being a pass, and says so."""
        decision = decide(GOOD, doubts=("1 page could not be read.",))

        assert (decision.conclusion, decision.reasons) == ("neutral", ("1 page could not be read.",))

    def test_nothing_changed(self) -> None:
        """Nothing changed is a pass with its own words."""
        assert decide(skipped("unchanged"), nothing_changed=True).reasons == ("Nothing changed.",)

    def test_findings(self) -> None:
        """A gated finding fails with its message; others do not."""
        found = Finding(kind="question_removed", message="q9 was deleted.", gated=True)

        assert decide(GOOD, findings=(found,)).reasons == ("q9 was deleted.",)
        assert decide(GOOD, findings=(replace(found, gated=False),)).conclusion == "pass"


class TestThresholds:
    """Every limit of the gate, at the limit and beyond it."""

    @pytest.mark.parametrize(
        ("count", "limit", "expected"), [(0, 0, "pass"), (1, 0, "fail"), (2, 2, "pass"), (3, 2, "fail")]
    )
    def test_newly_unsupported(self, count: int, limit: int, expected: str) -> None:
        """A number for all causes."""
        claims = [regressed(id_=f"c{at}") for at in range(count)]

        assert decide(result(*claims), settings={"max_newly_unsupported": limit}).conclusion == expected

    @pytest.mark.parametrize(
        ("causes", "limits", "expected"),
        [
            (["prompt"], {"prompt": 1}, "pass"),
            (["prompt", "prompt"], {"prompt": 1}, "fail"),
            (["docs"], {"prompt": 3, "generation": 3}, "fail"),
            (["retrieval"], {"docs": 5}, "fail"),
            (["docs", "prompt", "generation"], {"docs": 1, "prompt": 1, "generation": 1}, "pass"),
            ([], {}, "pass"),
            (["generation"], {}, "fail"),
        ],
    )
    def test_by_cause(self, causes: list[str], limits: dict[str, int], expected: str) -> None:
        """A number for each cause; one that is not named is 0."""
        claims = [regressed(cause, id_=f"c{at}") for at, cause in enumerate(causes)]

        assert decide(result(*claims), settings={"max_newly_unsupported": limits}).conclusion == expected

    def test_not_gated_does_not_count(self) -> None:
        """A newly unsupported claim that is not gated is no reason to fail."""
        assert decide(result(regressed(gated=False))).conclusion == "pass"

    @pytest.mark.parametrize(("status", "key"), [("lost", "max_lost"), ("retrieval_miss", "max_retrieval_misses")])
    def test_counts(self, status: Any, key: str) -> None:
        """Lost claims and retrieval misses count only where a limit is set; drafts never do."""
        two = result(compared(status, id_="a"), compared(status, id_="b"))

        assert decide(two).conclusion == "pass"
        assert decide(two, settings={key: 2}).conclusion == "pass"
        assert decide(two, settings={key: 1}).conclusion == "fail"
        assert decide(replace(two, draft=True), settings={key: 0}).conclusion == "pass"

    @pytest.mark.parametrize(
        ("scores", "limit", "expected"),
        [
            ([0.8, 0.9], 0.85, "pass"),
            ([0.7, 0.7, 0.7], 0.7, "pass"),
            ([0.7, 0.8], 0.8, "fail"),
            ([None, 1.0], 1.0, "pass"),
            ([None], 0.9, "pass"),
            ([0.0], 0.0, "pass"),
        ],
    )
    def test_min_faithfulness(self, scores: list[float | None], limit: float, expected: str) -> None:
        """The mean over scored questions; one that equals the limit passes, and no score is no failure."""
        questions = [result(id_=f"q{at}", faithfulness=score) for at, score in enumerate(scores)]

        assert decide(*questions, settings={"min_faithfulness": limit}).conclusion == expected

    @pytest.mark.parametrize(
        ("pairs", "limit", "expected"),
        [
            ([(0.8, 0.7)], 0.1, "pass"),
            ([(0.8, 0.69)], 0.1, "fail"),
            ([(0.3, 0.9)], 0.0, "pass"),
            ([(1.0, None), (None, 0.1)], 0.0, "pass"),
            ([(1.0, 0.5), (0.5, 1.0)], 0.0, "pass"),
            ([(1.0, 0.5), (None, 1.0)], 0.4, "fail"),
        ],
    )
    def test_max_drop(self, pairs: list[tuple[float | None, float | None]], limit: float, expected: str) -> None:
        """The fall of the mean over questions that are scored on both sides."""
        questions = [
            result(id_=f"q{at}", baseline_faithfulness=before, faithfulness=after)
            for at, (before, after) in enumerate(pairs)
        ]

        assert decide(*questions, settings={"max_drop": limit}).conclusion == expected

    def test_drafts_have_no_score(self) -> None:
        """A draft's score is no part of a gated mean."""
        draft = result(id_="d", faithfulness=0.0, baseline_faithfulness=1.0, draft=True)

        assert decide(GOOD, draft, settings={"min_faithfulness": 1.0, "max_drop": 0.0}).conclusion == "pass"

    def test_every_reason(self) -> None:
        """All limits that are broken are told, not the first alone."""
        bad = result(regressed(), compared("lost", id_="b"), faithfulness=0.0, baseline_faithfulness=1.0)

        decision = decide(bad, settings={"max_lost": 0, "min_faithfulness": 0.5, "max_drop": 0.1})

        assert len(decision.reasons) == 4

    def test_what_is_allowed_is_said(self) -> None:
        """A pass with newly unsupported claims says how many there are."""
        assert (
            "1 newly unsupported claim" in decide(result(regressed()), settings={"max_newly_unsupported": 1}).reasons[0]
        )
