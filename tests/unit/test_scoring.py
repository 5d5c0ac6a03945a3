from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff import scoring
from helpers.values import judged, judgement_of

VERDICTS = ["supported", "partially_supported", "contradicted", "unverifiable"]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([], None),
        (["SUPPORTED", "SUPPORTED", "NOT_SUPPORTED"], 2 / 3),
        (["supported"] * 4 + ["unverifiable"], 0.8),
        (["partially_supported"], 0.0),
        (["contradicted", "supported"], 0.5),
        (["Not Supported", "not-supported", "Supported"], 1 / 3),
        ([True, False], 0.5),
        (["supported", None], None),
        ([None], None),
    ],
)
def test_ratio_of_labels(labels: list[Any], expected: float | None) -> None:
    """Supported ÷ all; partial is not supported; no claim and any unscored one give None."""
    assert scoring.faithfulness_ratio(labels) == (None if expected is None else pytest.approx(expected))


def test_ratio_of_values() -> None:
    """Judgements and judged claims count like their verdicts."""
    assert scoring.faithfulness_ratio([judgement_of(), judged("x", "unverifiable")]) == 0.5
    assert scoring.faithfulness_ratio([judgement_of(None), judgement_of()]) is None


@pytest.mark.parametrize("label", ["", "maybe", "unscored", "1"])
def test_unknown_label(label: str) -> None:
    """A label that is none is an error that names it; an apology is never a score."""
    with pytest.raises(ValueError, match="is no verdict"):
        scoring.faithfulness_ratio(["supported", label])


@given(st.lists(st.sampled_from([*VERDICTS, None]), max_size=30))
def test_ratio_is_a_share(verdicts: list[Any]) -> None:
    """Whatever is judged, the ratio is None or between 0 and 1, never NaN, and the same at every call and in every order."""
    found = scoring.faithfulness_ratio(verdicts)

    assert found is None or (0 <= found <= 1 and math.isfinite(found))
    assert scoring.faithfulness_ratio(list(reversed(verdicts))) == found


@pytest.mark.parametrize("state", ["abstained", "empty", "error"])
def test_no_answer_no_score(state: Any) -> None:
    """An abstention, an empty answer and a failure have no score, whatever claims stand beside them."""
    assert scoring.faithfulness(state, [judged("x")]) is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [([], None), ([None], None), ([0.5, None, 1.0], 0.75), ([0.0], 0.0), (iter([1.0, 0.0]), 0.5)],
)
def test_mean(values: Any, expected: float | None) -> None:
    """The mean over what is there."""
    assert scoring.mean(values) == expected


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], None),
        (["supported"], 1.0),
        (["supported", "unverifiable"], 0.5),
        (["supported", "partially_supported"], 0.5),
        (["supported", "contradicted"], 0.0),
        (["unverifiable"], 0.0),
    ],
)
def test_correctness(verdicts: list[Any], expected: float | None) -> None:
    """The share of the reference's claims that the answer states, 0 if it contradicts one, None without a reference."""
    given_verdicts = dict(enumerate(verdicts))
    found = scoring.correctness(
        [str(at) for at in given_verdicts], lambda text: judgement_of(given_verdicts[int(text)])
    )

    assert found == expected


@pytest.mark.parametrize(
    ("unsupported", "score", "correct", "expected", "found", "blamed"),
    [
        (True, 0.5, None, ["a"], ["a"], "generation"),
        (True, 0.5, 0.0, ["a", "b"], ["a"], "generation"),
        (True, 0.0, None, ["a"], [], "retrieval"),
        (False, 1.0, 1.0, ["a", "b"], ["a"], "retrieval"),
        (False, 1.0, 0.0, ["a"], [], "retrieval"),
        (False, 1.0, 0.5, ["a"], ["a"], "docs"),
        (False, 1.0, 0.0, [], [], "docs"),
        (False, 1.0, 1.0, ["a"], ["a"], None),
        (False, 1.0, None, ["a"], ["a"], None),
        (True, 0.5, None, [], [], None),
        (False, None, 0.0, ["a"], ["a"], None),
    ],
)
def test_diagnosis(unsupported: bool, score: Any, correct: Any, expected: Any, found: Any, blamed: str | None) -> None:
    """Unsupported though a source was retrieved: generation; a source missed: retrieval; faithful and wrong: docs."""
    assert (
        scoring.diagnosis(
            any_unsupported=unsupported, score=score, correct=correct, sources_expected=expected, sources_found=found
        )
        == blamed
    )


def test_labels_are_the_contract() -> None:
    """Of the four verdicts exactly one counts as supported."""
    assert [scoring.faithfulness_ratio([verdict]) for verdict in VERDICTS] == [1.0, 0.0, 0.0, 0.0]
