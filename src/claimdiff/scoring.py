"""Scores: faithfulness, correctness, diagnosis. No claim, an abstention or an unscored claim gives None, never 0 or NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.records import JudgedClaim, Judgement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from claimdiff.records import AnswerState, Diagnosis

LABELS = {
    "supported": True,
    "partially_supported": False,
    "contradicted": False,
    "unverifiable": False,
    "not_supported": False,
}


def faithfulness_ratio(judgements: Iterable[Judgement | JudgedClaim | str | bool | None]) -> float | None:
    """Supported claims ÷ all claims, 0 to 1.

    Args:
        judgements: judgements, judged claims, or labels: one of the four verdicts, `SUPPORTED` / `NOT_SUPPORTED` of the
            two-label form in any case, or booleans.

    Returns:
        None for no claims, and as soon as one of them could not be scored.

    Raises:
        ValueError: for a label that is none of these.
    """
    marks = [_mark(judgement) for judgement in judgements]
    if not marks or None in marks:
        return None
    return sum(map(bool, marks)) / len(marks)


def _mark(judgement: Judgement | JudgedClaim | str | bool | None) -> bool | None:  # noqa: FBT001 -- a label, not a flag
    if isinstance(judgement, JudgedClaim):
        judgement = judgement.judgement
    if isinstance(judgement, Judgement):
        judgement = judgement.verdict
    if judgement is None or isinstance(judgement, bool):
        return judgement
    mark = LABELS.get(judgement.strip().lower().replace(" ", "_").replace("-", "_"))
    if mark is None:
        raise ValueError(f"{judgement!r} is no verdict; allowed: {', '.join(LABELS)}")
    return mark


def faithfulness(state: AnswerState, claims: Sequence[JudgedClaim]) -> float | None:
    """Faithfulness of an answer; None unless it is `answered`."""
    return faithfulness_ratio(claims) if state == "answered" else None


def mean(values: Iterable[float | None]) -> float | None:
    """Mean over the values that are there; None for none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def correctness(reference_claims: Sequence[str], judge: Callable[[str], Judgement]) -> float | None:
    """Share of the reference's claims that the answer states, 0 if it contradicts one; None without any.

    Args:
        reference_claims: the claims of the reference answer.
        judge: judges one of them against the text of the answer.
    """
    if not reference_claims:
        return None
    verdicts = [judge(claim).verdict for claim in reference_claims]
    if "contradicted" in verdicts:
        return 0.0
    return verdicts.count("supported") / len(verdicts)


def diagnosis(
    *,
    any_unsupported: bool,
    score: float | None,
    correct: float | None,
    sources_expected: Sequence[str],
    sources_found: Sequence[str],
) -> Diagnosis | None:
    """Whom to blame for an answer that is not faithful or not correct.

    `generation`: a claim is unsupported though an expected source was retrieved. `retrieval`: an expected source was
    not retrieved. `docs`: faithful, sources retrieved, and yet not correct.
    """
    missed = [source for source in sources_expected if source not in sources_found]
    if any_unsupported and sources_found:
        return "generation"
    if missed:
        return "retrieval"
    if score == 1.0 and correct is not None and correct < 1.0:
        return "docs"
    return None
