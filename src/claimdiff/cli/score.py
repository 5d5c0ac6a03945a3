"""`claimdiff score`: answers without a golden set, JSON lines in, JSON lines out."""

from __future__ import annotations

import json
import math
import os
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from claimdiff.cli.running import OfflineOption  # noqa: TC001 -- typer reads the annotations at run time
from claimdiff.cli.starting import default_config, has_key
from claimdiff.cli.telling import tell
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from claimdiff.pipeline.answers import Case, Scored
    from claimdiff.pipeline.scorers import Scorer
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
    config: Annotated[
        Path | None, typer.Option("--config", help="Settings that name the judge; without any, the offline judge.")
    ] = None,
    offline: OfflineOption = False,
) -> int:
    """Score answers against the context they were given.

    A line is {"id", "context": [text or {"path", "text"}], "answer", and if you like "question", "claims",
    "reference", "sources", "citations"}. Judge and extractor are those of claimdiff.yml, where there is one. Exit 1 if
    any is below --min-faithfulness, 2 if a line could not be scored, 4 if a model did not answer.
    """
    with _opened(config, offline=offline) as (scorer, told, workers):
        modes = _modes(entailment) or (told,)
        tally = _Tally(modes=modes, limit=min_faithfulness)
        for results, problem in _scored(_lines(source), modes, runs, scorer, workers):
            tally.count += 1
            if problem:
                sys.stderr.write(f"error: {problem}\n")
            if results is None:
                tally.broken += 1
                continue
            tally.add(results, told=bool(problem))
            sys.stdout.write(json.dumps(as_json(results[modes[0]]), ensure_ascii=False, allow_nan=False) + "\n")
            sys.stdout.flush()
    if not tally.count:
        raise UsageError("0 answers to score: the input is empty", hint='{"id": "1", "context": ["…"], "answer": "…"}')
    if runs > 1 or len(modes) > 1:
        sys.stderr.write("".join(f"{line}\n" for line in summary(tally.results, runs, steady=scorer.steady)))
    return tally.exit_code


@dataclass(kw_only=True)
class _Tally:
    """What came of the lines so far."""

    modes: tuple[Entailment, ...]
    limit: float | None
    count: int = 0
    broken: int = 0
    below: int = 0
    incomplete: int = 0
    results: dict[Entailment, list[Scored]] = field(default_factory=dict)

    def add(self, results: Mapping[Entailment, Scored], *, told: bool) -> None:
        """Count a scored line; `told`: what is wrong with it was said already."""
        for mode, scored in results.items():
            self.results.setdefault(mode, []).append(scored)
        first = results[self.modes[0]]
        self.incomplete += any(scored.incomplete for scored in results.values())
        self.broken += first.state == "error" and not first.incomplete
        self.below += self.limit is not None and first.faithfulness is not None and first.faithfulness < self.limit
        if first.state == "error" and not told:
            sys.stderr.write(f"error: {first.id}: {first.reason}\n")

    @property
    def exit_code(self) -> int:
        """Wrong input first, then what is below the limit, then what is not known."""
        return 2 if self.broken else 1 if self.below else 4 if self.incomplete else 0


@contextmanager
def _opened(config: Path | None, *, offline: bool) -> Iterator[tuple[Scorer, Entailment, int]]:
    """Who judges, how strictly unless something else is asked, and how many answers are scored at once."""
    from claimdiff.pipeline import scorers

    path = config or default_config()
    if config is None and not path.is_file():
        yield scorers.OFFLINE, "implied", 1
        return
    from claimdiff import settings
    from claimdiff.pipeline import Options
    from claimdiff.pipeline.engines import choose

    loaded = settings.load(path)
    engines, findings = choose(loaded, Options(offline=offline, has_key=has_key(os.environ)))
    for finding in findings:
        tell(f"note: {finding.message}")
    workers = 1 if engines.offline else loaded.limits.concurrency
    with scorers.opened(loaded, engines, os.environ, _root(loaded.root_dir)) as scorer:
        yield scorer, engines.judge.entailment, workers


def _root(folder: Path) -> Path:
    """The top of the repository that the settings lie in; the folder itself outside of one."""
    here = folder.resolve()
    return next((up for up in (here, *here.parents) if (up / ".git").exists()), here)


def _scored(
    lines: Iterable[tuple[str, bytes]],
    modes: Sequence[Entailment],
    runs: int,
    scorer: Scorer,
    workers: int,
) -> Iterator[tuple[dict[Entailment, Scored] | None, str]]:
    """The result of every line by mode, in the order of the lines; None where there is no case, with the reason."""
    from claimdiff.pipeline import answers
    from claimdiff.pipeline.cases import read_cases

    def one(case: Case) -> dict[Entailment, Scored]:
        return {mode: answers.score(case, entailment=mode, runs=runs, scorer=scorer) for mode in modes}

    read = read_cases(lines)
    if workers == 1:
        yield from ((one(case) if case is not None else None, problem) for case, problem in read)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[tuple[Future[dict[Entailment, Scored]] | None, str]] = deque()
        for case, problem in read:
            waiting.append((pool.submit(one, case) if case is not None else None, problem))
            if len(waiting) >= workers * 2:
                future, told = waiting.popleft()
                yield (future.result() if future is not None else None), told
        for future, told in waiting:
            yield (future.result() if future is not None else None), told


def _modes(names: Sequence[str] | None) -> tuple[Entailment, ...]:
    allowed: dict[str, Entailment] = {"implied": "implied", "explicit": "explicit"}
    unknown = [name for name in names or () if name not in allowed]
    if unknown:
        raise UsageError(f"--entailment is {unknown[0]!r}; allowed: implied, explicit")
    return tuple(dict.fromkeys(allowed[name] for name in names or ()))


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
        "relevance": _rounded(scored.relevance),
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


def summary(results: Mapping[Entailment, list[Scored]], runs: int, *, steady: bool) -> Iterator[str]:
    """Mean faithfulness of each mode with the range of its runs, and whether two modes differ by more than noise.

    `steady`: the judge says the same every time, so that one run is enough.
    """
    from claimdiff.scoring import mean

    ranges: dict[str, tuple[float, float, float]] = {}
    for mode, scored in results.items():
        every = [mean(item.runs[run] for item in scored if item.runs) for run in range(runs)]
        known = [value for value in every if value is not None]
        if not known:
            yield f"{mode}: nothing could be scored"
            continue
        low, high, middle = min(known), max(known), sum(known) / len(known)
        ranges[mode] = (low, middle, high)
        yield (
            f"{mode}: mean faithfulness {middle:.3f} in {runs} run{'s' * (runs != 1)}, noise {high - low:.3f}"
            f" ({low:.3f} to {high:.3f})"
        )
    if len(ranges) > 1:
        first, second = ranges.values()
        yield _difference(first, second, runs, steady=steady)


def _difference(
    first: tuple[float, float, float], second: tuple[float, float, float], runs: int, *, steady: bool
) -> str:
    """Whether two modes differ by more than their runs differ among themselves: if the ranges lie apart."""
    (low, one, high), (start, other, end) = first, second
    told = f"implied and explicit differ by {abs(one - other):.3f}"
    noise = max(high - low, end - start)
    if runs == 1 and not steady:
        return f"{told}: one run of a model cannot tell whether that is noise; give --runs 3 or more"
    if high < start or end < low:
        by_chance = "" if steady else f"; noise alone would do that once in {math.comb(2 * runs, runs) // 2} times"
        return f"{told}: more than noise ({noise:.3f}){by_chance}"
    return f"{told}: no more than noise ({noise:.3f})"
