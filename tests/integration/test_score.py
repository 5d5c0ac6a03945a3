"""`claimdiff score`: answers without a golden set, JSON lines in, JSON lines out."""

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

    Score = Callable[..., Ran]

PLANS = "The Pro plan costs 25 dollars per month."
LIMITS = "The gateway allows 600 requests per minute."


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Score:
    """Score cases (objects, or raw lines) given on stdin."""

    def run(*cases: dict[str, Any] | str | bytes, options: tuple[str, ...] = ()) -> Ran:
        lines = [
            case if isinstance(case, bytes) else (case if isinstance(case, str) else json.dumps(case)).encode()
            for case in cases
        ]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
        code = main(["score", *options])
        done = capsys.readouterr()
        return Ran(code=code, out=done.out, err=done.err)

    return run


def lines(done: Ran) -> list[dict[str, Any]]:
    """The output lines."""
    return [json.loads(line) for line in done.out.splitlines()]


class TestLine:
    """What stands in an output line."""

    def test_every_field(self, score: Score) -> None:
        """All fields of the contract are there, null where there is no value; evidence is verbatim with its passage."""
        done = score({"id": "a", "question": "What does Pro cost?", "context": [LIMITS, PLANS], "answer": PLANS})

        assert done.code == 0
        [line] = lines(done)
        assert line == {
            "id": "a",
            "state": "answered",
            "faithfulness": 1.0,
            "correctness": None,
            "relevance": None,
            "sources_found": [],
            "diagnosis": None,
            "claims": [
                {
                    "text": PLANS,
                    "verdict": "supported",
                    "conflict": False,
                    "evidence": [{"passage": 1, "quote": PLANS}],
                    "reason": line["claims"][0]["reason"],
                    "citation": None,
                    "votes": line["claims"][0]["votes"],
                }
            ],
        }

    def test_given_claims(self, score: Score) -> None:
        """With `claims` nothing is extracted, also without an answer."""
        claims = [PLANS, "The Pro plan costs 99 dollars per month.", LIMITS]

        [line] = lines(score({"id": "a", "context": [PLANS, LIMITS], "claims": claims}))

        assert [claim["text"] for claim in line["claims"]] == claims
        assert [claim["verdict"] for claim in line["claims"]] == ["supported", "contradicted", "supported"]
        assert (line["state"], line["faithfulness"]) == ("answered", pytest.approx(2 / 3, abs=1e-6))

    def test_paths_and_sources(self, score: Score) -> None:
        """Contexts may have paths; expected sources among them are found."""
        context = [{"path": "docs/plans.md", "text": PLANS}]

        [line] = lines(
            score({"id": "a", "context": context, "answer": PLANS, "sources": ["docs/plans.md", "docs/x.md"]})
        )

        assert (line["sources_found"], line["diagnosis"]) == (["docs/plans.md"], "retrieval")

    def test_faithful_and_wrong(self, score: Score) -> None:
        """Faithful to what was retrieved and yet not the reference: the docs are to blame, not generation."""
        case = {
            "id": "a",
            "context": [{"path": "docs/plans.md", "text": "The Pro plan costs 40 dollars per month."}],
            "answer": "The Pro plan costs 40 dollars per month.",
            "reference": PLANS,
            "sources": ["docs/plans.md"],
        }

        [line] = lines(score(case))

        assert (line["faithfulness"], line["correctness"], line["diagnosis"]) == (1.0, 0.0, "docs")

    @pytest.mark.parametrize(("answer", "state"), [("", "empty"), ("   ", "empty"), ("I don't know.", "abstained")])
    def test_no_score(self, score: Score, answer: str, state: str) -> None:
        """An abstention and an empty answer have no score, and are never below a limit."""
        done = score({"id": "a", "context": [PLANS], "answer": answer}, options=("--min-faithfulness", "1"))

        [line] = lines(done)
        assert (done.code, line["state"], line["faithfulness"], line["claims"]) == (0, state, None, [])

    def test_empty_context(self, score: Score) -> None:
        """An empty retrieval is no error: nothing supports the claim."""
        done = score({"id": "a", "context": [], "answer": PLANS})

        [line] = lines(done)
        assert (done.code, line["faithfulness"]) == (0, 0.0)
        assert [claim["verdict"] for claim in line["claims"]] == ["unverifiable"]

    def test_citations(self, score: Score) -> None:
        """`[n]` is 1-based; a passage that does not say the sentence beside it is miscited although another one does."""
        answer = f"{PLANS[:-1]} [1]. {LIMITS[:-1]} [1]."

        [line] = lines(score({"id": "a", "context": [PLANS, LIMITS], "answer": answer}))

        assert [(claim["verdict"], claim["citation"]) for claim in line["claims"]] == [
            ("supported", "ok"),
            ("supported", "miscited"),
        ]

    def test_given_citations(self, score: Score) -> None:
        """`citations` point with offsets and a 0-based passage; a sentence without one is uncited."""
        answer = f"{PLANS} {LIMITS}"
        cited = [{"start": 0, "end": len(PLANS), "passage": 0}]

        [line] = lines(score({"id": "a", "context": [PLANS, LIMITS], "answer": answer, "citations": cited}))

        assert [claim["citation"] for claim in line["claims"]] == ["ok", "uncited"]

    def test_conflict(self, score: Score) -> None:
        """Passages that disagree contradict the claim, with both quotes."""
        other = "The Pro plan costs 30 dollars per month."

        [line] = lines(score({"id": "a", "context": [PLANS, other], "answer": PLANS}))

        [claim] = line["claims"]
        assert (claim["verdict"], claim["conflict"]) == ("contradicted", True)
        assert {quote["passage"] for quote in claim["evidence"]} == {0, 1}


class TestBroken:
    """Lines that cannot be scored."""

    @pytest.mark.parametrize("case", [{"id": "a", "answer": PLANS}, {"id": "a", "context": None, "answer": PLANS}])
    def test_no_context(self, score: Score, case: dict[str, Any]) -> None:
        """Without `context` that line is an error, the others are done, exit 2."""
        done = score(case, {"id": "b", "context": [PLANS], "answer": PLANS})

        first, second = lines(done)
        assert done.code == 2
        assert (first["id"], first["state"], first["faithfulness"], first["claims"]) == ("a", "error", None, [])
        assert (second["id"], second["faithfulness"]) == ("b", 1.0)

    @pytest.mark.parametrize(
        "case",
        [
            {"id": "a", "context": "one text", "answer": "x"},
            {"id": "a", "context": [1], "answer": "x"},
            {"id": "a", "context": ["x"], "answer": 3},
            {"id": "a", "context": ["x"], "claims": "one"},
            {"id": "a", "context": ["x"], "answer": "x", "citations": [{"start": -1, "end": 0, "passage": 0}]},
        ],
    )
    def test_wrong_types(self, score: Score, case: dict[str, Any]) -> None:
        """A line of wrong types is an error of its id, with line and key on stderr."""
        done = score({"id": "0", "context": [PLANS], "answer": PLANS}, case)

        assert done.code == 2
        assert [(line["id"], line["state"]) for line in lines(done)] == [("0", "answered"), ("a", "error")]
        assert "stdin:2: " in done.err

    @pytest.mark.parametrize("line", ["{", "[]", "7", '"text"', '{"context": ["x"]}', b'{"id": "\xff"}', "[" * 100_000])
    def test_no_object(self, score: Score, line: str | bytes) -> None:
        """A line that is no object with an id is told with its number; the others are done, exit 2, no traceback."""
        done = score(line, {"id": "b", "context": [PLANS], "answer": PLANS})

        assert done.code == 2
        assert [item["id"] for item in lines(done)] == ["b"]
        assert "stdin:1: " in done.err
        assert "Traceback" not in done.err

    def test_nothing(self, score: Score) -> None:
        """An empty input is a usage error, not a pass."""
        done = score("", "  ")

        assert done.code == 2
        assert "0 answers" in done.err

    def test_no_file(self, score: Score) -> None:
        """A file that does not exist is named."""
        done = score(options=("--input", "no-such.jsonl"))

        assert done.code == 2
        assert "no-such.jsonl" in done.err


class TestLimits:
    """Thresholds, repeated runs and both readings."""

    def test_below(self, score: Score) -> None:
        """Exit 1 if any answer is below the limit; one that equals it is not below."""
        half = {"id": "a", "context": [PLANS], "answer": f"{PLANS} {LIMITS}"}

        assert score(half, options=("--min-faithfulness", "0.5")).code == 0
        assert score(half, options=("--min-faithfulness", "0.51")).code == 1

    def test_broken_wins_over_below(self, score: Score) -> None:
        """2 comes before 1."""
        bad = {"id": "a", "context": [], "answer": PLANS}

        assert score(bad, {"id": "b"}, options=("--min-faithfulness", "0.5")).code == 2

    @pytest.mark.parametrize("value", ["2", "-1", "x"])
    def test_bad_limit(self, score: Score, value: str) -> None:
        """A limit outside of 0 to 1 is a usage error."""
        assert score(options=(f"--min-faithfulness={value}",)).code == 2

    def test_runs(self, score: Score) -> None:
        """Several runs keep a vote each and say the noise, which is none."""
        done = score({"id": "a", "context": [PLANS], "answer": PLANS}, options=("--runs", "3"))

        assert lines(done)[0]["claims"][0]["votes"] == ["supported"] * 3
        assert "noise 0.000" in done.err

    def test_both_readings(self, score: Score) -> None:
        """Both readings in several runs: whether the difference is more than noise."""
        done = score(
            {"id": "a", "context": [PLANS], "answer": PLANS},
            options=("--runs", "2", "--entailment", "implied", "--entailment", "explicit"),
        )

        assert "no more than noise" in done.err
        assert len(lines(done)) == 1

    def test_unknown_reading(self, score: Score) -> None:
        """A reading that does not exist is a usage error with those that do."""
        done = score(options=("--entailment", "strict"))

        assert done.code == 2
        assert "explicit" in done.err

    def test_a_byte_order_mark_and_line_ends(self, score: Score) -> None:
        """A mark at the start and CRLF are read."""
        raw = b"\xef\xbb\xbf" + json.dumps({"id": "a", "context": [PLANS], "answer": PLANS}).encode() + b"\r"

        assert lines(score(raw))[0]["faithfulness"] == 1.0
