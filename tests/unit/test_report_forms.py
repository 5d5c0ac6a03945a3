from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from claimdiff.errors import UsageError
from claimdiff.report import junit, sarif
from claimdiff.report.between import between, between_json
from claimdiff.report.detail import Detail
from claimdiff.report.document import ReportJudge
from claimdiff.report.question import question_json
from helpers.reports import failed, outdated, rich_detail, rich_report, unsupported
from helpers.reports import report as quiet


def suite(text: str) -> ET.Element:
    """The one suite of a JUnit file, whose totals agree with its cases."""
    root = ET.fromstring(text)  # noqa: S314 -- written by us
    found = root[0]
    for name, path in (
        ("tests", "testcase"),
        ("failures", "testcase/failure"),
        ("errors", "testcase/error"),
        ("skipped", "testcase/skipped"),
    ):
        assert int(found.get(name, "-1")) == len(found.findall(path))
    return found


def test_junit_fails_where_the_run_fails() -> None:
    """A question with a gated claim and the gate fail; what was not replayed is skipped, what broke is an error."""
    cases = {case.get("name"): [child.tag for child in case] for case in suite(junit(rich_report()))}

    assert cases == {
        "backups": ["failure"],
        "pro-price": ["failure"],
        "api-key": ["failure"],
        "regions": ["failure"],
        "limits": ["skipped"],
        "sdks": ["skipped"],
        "sla": ["skipped"],
        "status-page": ["error"],
        "gate": ["failure"],
    }


@pytest.mark.parametrize(
    ("conclusion", "tag"), [("pass", None), ("fail", "failure"), ("error", "error"), ("neutral", "skipped")]
)
def test_junit_agrees_with_the_conclusion(conclusion: str, tag: str | None) -> None:
    """Also a run that fails for another reason than a claim fails its file."""
    gate = suite(junit(quiet(conclusion=conclusion, reasons=("Mean faithfulness fell.",))))[-1]

    assert [child.tag for child in gate] == ([tag] if tag else [])


def test_junit_tells_but_does_not_fail_what_is_not_gated() -> None:
    """A claim that does not count for the gate is output, no failure."""
    question = rich_report().questions[1]
    told = suite(junit(failed(outdated(gated=False), conclusion="pass", questions=(question,))))

    assert told.get("failures") == "0"
    assert "30 dollars" in (told.findtext("testcase/system-out") or "")


def test_junit_holds_what_xml_cannot() -> None:
    """Control characters of a page are made visible, so that the file can be read."""
    claim = unsupported("a\x00b\x1b[31m\ufffe ]]> <&", question_id="pro-price")

    assert "a␀b␛[31m\ufffd ]]> <&" in (
        suite(junit(failed(claim, questions=rich_report().questions))).findtext("testcase/failure") or ""
    )


def results(text: str) -> list[dict[str, Any]]:
    """The results of the one run of a SARIF file."""
    (run,) = json.loads(text)["runs"]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {result["ruleId"] for result in run["results"]}
    found: list[dict[str, Any]] = run["results"]
    return found


def test_sarif_points_at_the_line_of_the_change() -> None:
    """A gated claim is an error on the docs line at head; a removed line has none there, so its page is named."""
    edited, removed = results(sarif(failed(outdated(), unsupported())))

    assert (edited["ruleId"], edited["level"]) == ("outdated", "error")
    assert edited["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "docs/plans.md", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 14},
    }
    assert removed["ruleId"] == "newly_unsupported"
    assert "region" not in removed["locations"][0]["physicalLocation"]


def test_sarif_levels_follow_the_gate() -> None:
    """Gated is an error, a claim that is not gated a warning, everything else a note."""
    assert [result["level"] for result in results(sarif(failed(outdated(gated=False))))] == ["warning"]
    assert [result["level"] for result in results(sarif(rich_report()))] == ["error"] * 5 + ["note", "note", "error"]


def test_sarif_paths_are_uris() -> None:
    """A blank or an accent in a path is percent-encoded."""
    claim = outdated(change={"path": "docs/über uns.md", "line": 2, "side": "head"})
    (result,) = results(sarif(failed(claim)))

    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "docs/%C3%BCber%20uns.md"


def test_explaining_as_json() -> None:
    """One question carries texts, rules, spans and the side before."""
    told = json.loads(question_json(rich_report(), rich_detail(), "pro-price"))

    assert told["question"]["retrieval"]["passages"][0]["text"] == "Plan: Pro; Price: 30 dollars; Storage: 50 GB"
    assert [told["question"]["claims"][0][key] for key in ("rule", "start", "end")] == ["other-number", 0, 37]
    assert told["before"]["passages"][0]["text"] == "Plan: Pro; Price: 25 dollars; Storage: 50 GB"
    assert told["before"]["claims"][0]["verdict"] == "supported"
    assert told["newly_unsupported"][0]["accept"] == "claimdiff accept pro-price/monthly"


def test_explaining_without_a_side_before() -> None:
    """Where base is not known, `before` is null."""
    assert json.loads(question_json(rich_report(), Detail(), "pro-price"))["before"] is None


def test_explaining_an_unknown_question() -> None:
    """A wrong id is told with the ids near to it."""
    with pytest.raises(UsageError, match="there is no question 'pro-prise' in docent") as refused:
        question_json(rich_report(), rich_detail(), "pro-prise")

    assert refused.value.hint == "did you mean pro-price?"


def test_two_reports_compared() -> None:
    """What appeared, what went and what stays are told apart, other changes of status as well."""
    first, second = (
        failed(outdated(), unsupported()),
        failed(outdated(), unsupported(claim_id="other"), questions=rich_report().questions),
    )
    found = between(first, second)

    assert [claim.claim_id for claim in found.appeared] == ["other"]
    assert [claim.claim_id for claim in found.went] == ["recovery"]
    assert [claim.claim_id for claim in found.stays] == ["monthly"]
    assert ("pro-price", "storage", None, "unchanged") in {
        (moved.question_id, moved.claim_id, moved.status_before, moved.status_now) for moved in found.moved
    }
    assert found.failed
    assert not between(first, quiet()).failed
    assert json.loads(between_json(found))["went"][0]["claim_id"] == "recovery"


def test_scores_of_two_judges_are_not_compared() -> None:
    """Reports of two judges, or of two entailments, say that their scores cannot be compared."""
    assert between(quiet(), quiet()).not_comparable == ()
    for judge in (
        ReportJudge(use="claude", model="claude-haiku-4-5"),
        ReportJudge(use="lexical", model="lexical-1", entailment="explicit"),
    ):
        assert len(between(quiet(), quiet(judge=judge)).not_comparable) == 1
