"""`claimdiff score`: answers without a golden set, JSON lines in, JSON lines out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.pipeline.answers import Scored
    from claimdiff.records import Entailment


def command(
    source: Annotated[str, typer.Option("--input", help="JSON lines, - is stdin.")] = "-",
    entailment: Annotated[
        list[str] | None, typer.Option("--entailment", help="implied or explicit; both: compare the two.")
    ] = None,
    runs: Annotated[int, typer.Option("--runs", min=1, max=100, help="Judge everything N times.")] = 1,
    min_faithfulness: Annotated[
        float | None, typer.Option("--min-faithfulness", min=0, max=1, help="Exit 1 if any answer is below.")
    ] = None,
) -> int:
    """Score answers against the context they were given.

    A line is {"id", "context": [text or {"path", "text"}], "answer", and if you like "question", "claims",
    "reference", "sources", "citations"}. Exit 1 if any is below --min-faithfulness, 2 if a line could not be scored.
    """
    from claimdiff.pipeline import answers
    from claimdiff.pipeline.cases import read_cases

    modes = _modes(entailment)
    lines = _lines(source)
    broken = below = count = 0
    results: dict[str, list[Scored]] = {mode: [] for mode in modes}
    for case, problem in read_cases(lines):
        count += 1
        if problem:
            sys.stderr.write(f"error: {problem}\n")
        if case is None:
            broken += 1
            continue
        for mode in modes:
            results[mode].append(answers.score(case, entailment=mode, runs=runs))
        first = results[modes[0]][-1]
        broken += first.state == "error"
        below += (
            min_faithfulness is not None and first.faithfulness is not None and first.faithfulness < min_faithfulness
        )
        sys.stdout.write(json.dumps(as_json(first), ensure_ascii=False, allow_nan=False) + "\n")
        if first.state == "error" and not problem:
            sys.stderr.write(f"error: {first.id}: {first.reason}\n")
    if not count:
        raise UsageError("0 answers to score: the input is empty", hint='{"id": "1", "context": ["…"], "answer": "…"}')
    if runs > 1 or len(modes) > 1:
        sys.stderr.write("".join(f"{line}\n" for line in summary(results, runs)))
    return 2 if broken else 1 if below else 0


def _modes(names: Sequence[str] | None) -> tuple[Entailment, ...]:
    allowed: dict[str, Entailment] = {"implied": "implied", "explicit": "explicit"}
    unknown = [name for name in names or () if name not in allowed]
    if unknown:
        raise UsageError(f"--entailment is {unknown[0]!r}; allowed: implied, explicit")
    return tuple(dict.fromkeys(allowed[name] for name in names or ("implied",)))


def _lines(source: str) -> Iterator[tuple[str, bytes]]:
    if source == "-":
        for number, line in enumerate(sys.stdin.buffer, start=1):
            yield f"stdin:{number}", line
        return
    try:
        with Path(source).open("rb") as file:
            for number, line in enumerate(file, start=1):
                yield f"{source}:{number}", line
    except OSError as problem:
        raise UsageError(
            f"--input {source}: {problem.strerror or problem}", hint="name a file of JSON lines, or -"
        ) from None


def as_json(scored: Scored) -> dict[str, Any]:
    """The output line: every field of the contract, null where there is no value."""
    return {
        "id": scored.id,
        "state": scored.state,
        "faithfulness": _rounded(scored.faithfulness),
        "correctness": _rounded(scored.correctness),
        "relevance": None,
        "sources_found": list(scored.sources_found),
        "diagnosis": scored.diagnosis,
        "claims": [
            {
                "text": item.claim.text,
                "verdict": item.judgement.verdict,
                "conflict": item.judgement.conflict,
                "evidence": [
                    {"passage": index, "quote": quote.quote}
                    for index, quote in zip(item.indices, item.judgement.evidence, strict=True)
                ],
                "reason": item.judgement.reason,
                "citation": item.citation,
                "votes": list(item.judgement.votes),
            }
            for item in scored.claims
        ],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def summary(results: dict[str, list[Scored]], runs: int) -> Iterator[str]:
    """Mean faithfulness of each mode with its noise floor, and whether two modes differ by more than that."""
    from claimdiff.scoring import mean

    means: dict[str, float] = {}
    noise = 0.0
    for mode, scored in results.items():
        every = [mean(item.runs[run] for item in scored if item.runs) for run in range(runs)]
        known = [value for value in every if value is not None]
        if not known:
            yield f"{mode}: nothing could be scored"
            continue
        spread = max(known) - min(known)
        noise = max(noise, spread)
        means[mode] = sum(known) / len(known)
        yield f"{mode}: mean faithfulness {means[mode]:.3f} in {runs} run{'s' * (runs != 1)}, noise {spread:.3f}"
    if len(means) > 1:
        first, second = means.values()
        difference = abs(first - second)
        more = "more" if difference > noise else "no more"
        yield f"implied and explicit differ by {difference:.3f}: {more} than noise ({noise:.3f})"
