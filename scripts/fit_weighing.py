#!/usr/bin/env python3
"""Fit the four weights of the offline judge (`judging/lexical/weighing.json`) on labelled claims.

    fit_weighing.py CLAIMS.jsonl

Each line holds `dataset`, `context`, `claim` and `label` (`supported` or `unsupported`). Every data set and each of its
two labels weighs the same. Claims that an anchor decides (contradicted, or supported by one place) are no matter of
weight: contradicted ones are left out of the fit. Printed are the weights of all sets, and for each set the balanced
accuracy of the judge with weights fitted on the other sets only.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from claimdiff.judging import lexical
from claimdiff.judging.lexical.reading import read
from claimdiff.judging.lexical.together import ruled_out
from claimdiff.judging.lexical.verdict import findings
from claimdiff.judging.lexical.weighing import Shares, shares
from claimdiff.passages import from_text

RIDGE, ROUNDS = 3.0, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One labelled claim: its shares, and what is certain before anything is weighed (None where weight decides)."""

    dataset: str
    supported: bool
    shares: tuple[float, ...]
    certain: bool | None
    contradicted: bool


def row(line: str) -> Row:
    """Read one line and look at the claim with everything but the weights."""
    item = json.loads(line)
    passages = (from_text("context", item["context"]),)
    found = lexical.judge(item["claim"], passages, weighed=False)
    one_place = found.rule == "aligned"
    weighed = found.verdict == "unverifiable" or found.rule == "joined"
    claim = read(item["claim"])
    places = findings(claim, passages, question=None, explicit=False)
    decided = one_place if not weighed or ruled_out(claim, passages, places) else None
    shared = shares(item["claim"], passages)
    return Row(
        dataset=item["dataset"],
        supported=item["label"] == "supported",
        shares=(1.0, *(getattr(shared, name) for name in Shares.__slots__)),
        certain=decided,
        contradicted=found.verdict == "contradicted",
    )


def fit(rows: list[Row]) -> np.ndarray:
    """Weights of a logistic regression by Newton's method; the constant is not held back."""
    used = [one for one in rows if not one.contradicted]
    x, y = np.array([one.shares for one in used]), np.array([one.supported for one in used], dtype=float)
    cells = [(one.dataset, one.supported) for one in used]
    size = {cell: cells.count(cell) for cell in cells}
    mass = np.array([1 / size[cell] for cell in cells])
    mass *= len(used) / mass.sum()
    spread = x.std(axis=0)
    penalty = np.diag(RIDGE * spread**2)
    weights = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        sure = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (mass * (y - sure)) - penalty @ weights
        bend = (x * (mass * sure * (1 - sure))[:, None]).T @ x + penalty
        weights += np.linalg.solve(bend, slope)
    return weights


def accuracy(rows: list[Row], weights: np.ndarray) -> float:
    """Balanced accuracy of the judge with these weights."""
    said = [one.certain if one.certain is not None else float(np.dot(one.shares, weights)) >= 0 for one in rows]
    rates = [
        np.mean([verdict == label for one, verdict in zip(rows, said, strict=True) if one.supported == label])
        for label in (True, False)
    ]
    return float(np.mean(rates))


def main() -> None:
    """Print weights and figures."""
    rows = [row(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines() if line.strip()]
    together = fit(rows)
    named = dict(zip(("constant", *Shares.__slots__), np.round(together, 2).tolist(), strict=True))
    sys.stdout.write(f"weights {named}\n")
    left, inside = [], []
    for name in sorted({one.dataset for one in rows}):
        here = [one for one in rows if one.dataset == name]
        left.append(accuracy(here, fit([one for one in rows if one.dataset != name])))
        inside.append(accuracy(here, together))
        sys.stdout.write(f"{name:20s} left out {100 * left[-1]:5.1f}   fitted with it {100 * inside[-1]:5.1f}\n")
    sys.stdout.write(
        f"{'mean':20s} left out {100 * np.mean(left):5.1f}   fitted with it {100 * np.mean(inside):5.1f}\n"
    )


if __name__ == "__main__":
    main()
