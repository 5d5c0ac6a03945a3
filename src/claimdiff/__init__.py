"""Claimdiff: which claims of our assistant's answers did this change leave without support?

The public interface for Python: `score` judges claims against texts, `faithfulness_ratio` turns judgements into a number,
and the record types say what comes back. Everything else may change between versions.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes longer to load than all that each start of the program passes here
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from claimdiff.records import Entailment, Evidence, JudgedClaim, Judgement, Verdict

__version__ = "0.1.0"

_RECORDS = ("Entailment", "Evidence", "JudgedClaim", "Judgement", "Verdict")

__all__ = [
    "Entailment",
    "Evidence",
    "JudgedClaim",
    "Judgement",
    "Verdict",
    "__version__",
    "faithfulness_ratio",
    "score",
]


def __getattr__(name: str) -> object:
    """The record types, imported when one of them is asked for: each start of the program passes here."""
    if name not in _RECORDS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from claimdiff import records  # noqa: PLC0415 -- see above

    return getattr(records, name)


def score(
    claims: Sequence[str],
    context: Sequence[str | Mapping[str, str]],
    *,
    question: str | None = None,
    entailment: Entailment = "implied",
) -> tuple[Judgement, ...]:
    """Judge claims against texts with the offline judge.

    Args:
        claims: the claims, each a sentence that stands on its own; one text is one claim.
        context: the texts that were retrieved, Markdown or plain, each a text or `{"path", "text"}` as in `claimdiff
            score`; one text is one context, and none at all leaves every claim `unverifiable`.
        question: the question that was asked; it lends a subject, never evidence.
        entailment: `implied`, or the stricter `explicit`.

    Returns:
        One judgement for each claim, in their order. Evidence is called by its path, or else by its place:
        `context[0]`, `context[1]`…

    Raises:
        TypeError: a context is neither of the two forms.
    """
    from claimdiff.judging import lexical  # noqa: PLC0415 -- `import claimdiff` stays light
    from claimdiff.passages import from_text  # noqa: PLC0415 -- same

    claims = [claims] if isinstance(claims, str) else claims
    context = [context] if isinstance(context, str) else context
    passages = [from_text(*_placed(at, item)) for at, item in enumerate(context)]
    return tuple(lexical.judge(claim, passages, question=question, entailment=entailment) for claim in claims)


def _placed(at: int, item: str | Mapping[str, str]) -> tuple[str, str]:
    """Path and text of one context."""
    if isinstance(item, str):
        return f"context[{at}]", item
    path, text = (item.get("path"), item.get("text")) if hasattr(item, "get") else (None, None)
    if not isinstance(text, str):
        raise TypeError(f'context[{at}] is neither a text nor {{"path", "text"}}: {item!r}'[:200])
    return path or f"context[{at}]", text


def faithfulness_ratio(judgements: Iterable[Judgement | JudgedClaim | str | bool | None]) -> float | None:
    """Supported claims ÷ all claims, 0 to 1; None for no claims, and as soon as one of them could not be scored.

    Args:
        judgements: judgements, judged claims, or labels: one of the four verdicts, `SUPPORTED` / `NOT_SUPPORTED` of the
            two-label form in any case, or booleans.

    Raises:
        ValueError: for a label that is none of these.
    """
    from claimdiff import scoring  # noqa: PLC0415 -- `import claimdiff` stays light

    return scoring.faithfulness_ratio(judgements)
