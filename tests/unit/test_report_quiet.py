"""The two lines of a run with nothing to tell."""

from __future__ import annotations

from claimdiff.report import document as doc
from claimdiff.report.quiet import quiet


def _report(**changes: object) -> doc.Report:
    values: dict[str, object] = {
        "name": "docs",
        "tool": doc.Tool(version="1"),
        "conclusion": "pass",
        "base": doc.BaseTree(ref="main", sha="a" * 40),
        "head": doc.HeadTree(ref="topic", sha="b" * 40),
        "judge": doc.ReportJudge(use="lexical"),
        "generator": doc.ReportGenerator(use="recorded"),
        "retriever": doc.ReportRetriever(use="bm25"),
        "extractor": doc.ReportExtractor(use="rules"),
        "totals": doc.Totals(questions=3, unchanged=3),
    }
    return doc.Report.model_validate({**values, **changes})


def test_a_run_with_nothing_to_tell_takes_two_lines() -> None:
    """What was compared and how many questions are unchanged is all that is said."""
    told = quiet(_report())

    assert told is not None
    assert told.count("\n") == 2
    assert "topic (bbbbbbbbbb), compared with main (aaaaaaaaaa); 3 questions unchanged" in told


def test_a_branch_name_cannot_act_on_the_terminal() -> None:
    """Control characters of a name are shown, not sent."""
    told = quiet(_report(head=doc.HeadTree(ref="evil\x1b[31m", sha=None, dirty=True)))

    assert told is not None
    assert "\x1b" not in told
    assert "with uncommitted changes" in told


def test_anything_else_is_left_to_the_full_report() -> None:
    """A replayed question, a finding, a change of the baseline and a failure each need more than two lines."""
    finding = doc.Finding(kind="no_key", message="no key")
    change = doc.BaselineChange(question_id="q", claim_id=None, before=None, after="x")

    assert quiet(_report(totals=doc.Totals(questions=3, unchanged=2, replayed=1))) is None
    assert quiet(_report(findings=(finding,))) is None
    assert quiet(_report(baseline_changes=(change,))) is None
    assert quiet(_report(conclusion="neutral")) is None
