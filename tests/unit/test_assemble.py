from __future__ import annotations

from typing import Any

import pytest

from claimdiff import gate
from claimdiff.comparison.results import RunResult
from claimdiff.report import document as doc
from claimdiff.report.assemble import Heading, accept_command, assemble
from helpers.values import compared, judged, result, side

HEADING = Heading(
    name="docs",
    base=None,
    head=doc.HeadTree(ref="topic"),
    judge=doc.ReportJudge(use="lexical"),
    generator=doc.ReportGenerator(use="recorded"),
    retriever=doc.ReportRetriever(use="bm25"),
    extractor=doc.ReportExtractor(use="rules"),
    prompt_hash=None,
    usage=doc.Usage(wall_s=0.123),
)
PASS = gate.Decision(conclusion="pass", reasons=())


def report(*questions: Any) -> doc.Report:
    """The report of a run with these questions."""
    return assemble(HEADING, RunResult(questions=questions), PASS, lambda _: None)


@pytest.mark.parametrize(
    ("outdated", "settled", "expected"),
    [
        (True, True, "claimdiff accept q1/c1"),
        (True, False, 'claimdiff accept q1 --answer "…"'),
        (False, False, 'claimdiff accept q1/c1 --keep-unsupported --reason "…"'),
    ],
)
def test_accept_command(outdated: bool, settled: bool, expected: str) -> None:
    """The command is one that works: a rewriting, else a new answer, else an acceptance with its reason."""
    claim = compared("regressed", "contradicted", outdated=outdated)

    assert accept_command("q1", claim, settled=settled) == expected


def test_counts() -> None:
    """Every count of the totals counts what it is called."""
    claims = [
        compared("regressed", "contradicted", id_="a", outdated=True, cause="docs"),
        compared("new_unsupported", "unverifiable", id_="b", cause="generation"),
        compared("changed", "supported", id_="c"),
        compared("lost", "unverifiable", id_="d"),
        compared("uncertain", "unverifiable", id_="e"),
        compared("pre_existing", "unverifiable", id_="f"),
    ]
    totals = report(result(*claims, counted=(5, 1, 0), state="answered"), result(id_="q2", state="abstained")).totals

    assert (totals.questions, totals.replayed, totals.abstained) == (2, 2, 1)
    assert (totals.claims, totals.supported, totals.unscored) == (5, 1, 0)
    assert (totals.newly_unsupported, totals.outdated, totals.lost) == (2, 1, 1)
    assert (totals.uncertain, totals.pre_existing, totals.retrieval_misses) == (1, 1, 0)


def test_means() -> None:
    """The mean at head is over all scored questions; base's mean is over the same ones, as far as base scored them."""
    questions = [
        result(id_="both", faithfulness=0.5, baseline_faithfulness=1.0),
        result(id_="new", faithfulness=1.0),
        result(id_="abstains now", baseline_faithfulness=0.0),
    ]

    totals = report(*questions).totals

    assert (totals.scored, totals.faithfulness, totals.baseline_faithfulness) == (2, 0.75, 1.0)


def test_no_score() -> None:
    """Without a scored question both means are null, never 0."""
    totals = report(result()).totals

    assert (totals.scored, totals.faithfulness, totals.baseline_faithfulness) == (0, None, None)


def test_paths_that_came_and_went() -> None:
    """`dropped` and `added` are the paths that retrieval lost and gained."""
    from helpers.values import hits

    old, new = hits("docs/a.md", "# A\n\nText.\n"), hits("docs/b.md", "# B\n\nText.\n")
    found = report(result(head=side(judged("x"), hits=new), base=side(judged("x"), hits=old))).questions[0].retrieval

    assert (found.dropped, found.added) == (("docs/a.md",), ("docs/b.md",))
