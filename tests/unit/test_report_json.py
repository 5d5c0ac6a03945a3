from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from claimdiff.errors import FileProblems
from claimdiff.report import Report, from_json, to_json
from claimdiff.report.document import Totals
from helpers.reports import failed, outdated, report, rich_report

FIELDS = {
    "": "schema_version name tool conclusion reasons base head pull_request judge generator retriever extractor prompt_hash totals newly_unsupported retrieval_misses findings baseline_changes questions usage",
    "judge": "use model prompt_hash entailment confirm",
    "head": "ref sha pr_head_sha dirty",
    "totals": "questions replayed unchanged skipped not_evaluated errors scored abstained claims supported unscored newly_unsupported outdated lost retrieval_misses pre_existing uncertain faithfulness baseline_faithfulness",
    "newly_unsupported": "question_id claim_id claim verdict conflict outdated status cause gated was evidence_before evidence_now change accept",
    "retrieval_misses": "question_id claim_id claim found_at",
    "findings": "kind question_id path gated message",
    "baseline_changes": "question_id claim_id before after by reason",
    "questions": "id question status why state base_state answer faithfulness baseline_faithfulness diagnosis correctness relevance proposed retrieval claims",
    "usage": "calls cached_calls input_tokens output_tokens cache_read_tokens usd wall_s",
}  # fmt: skip


@pytest.mark.parametrize("part", FIELDS)
def test_fields_are_those_of_the_contract(part: str) -> None:
    """Every part of report.json has the published fields, in that order and no others."""
    value: Any = json.loads(to_json(rich_report()))
    value = value[part] if part else value
    value = value[0] if isinstance(value, list) else value

    assert list(value) == FIELDS[part].split()


def test_what_is_written_is_read_back() -> None:
    """A report survives its file, as text of several lines and as one line."""
    for written in (to_json(rich_report()), to_json(rich_report(), one_line=True)):
        assert from_json(written) == rich_report()


def test_files_keep_real_characters() -> None:
    """Emoji and accents stand in the file as themselves, and the file ends with a newline."""
    written = to_json(report(name="größe 🗄️"))

    assert '"größe 🗄️"' in written
    assert written.endswith("}\n")


def test_one_line_is_one_line_to_every_reader() -> None:
    """No separator inside a text breaks a report that stands on one line."""
    assert len(to_json(report(name="a\u2028b\u2029c\x85d\ne"), one_line=True).splitlines()) == 1


def test_lone_surrogates_cannot_spoil_a_report() -> None:
    """A file name that is not UTF-8 is shown with a replacement, and the report is still written."""
    assert to_json(report(name="doc\udce9")).encode().decode().count("doc\ufffd") == 1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -0.1, 1.1])
def test_scores_are_numbers_between_0_and_1(value: float) -> None:
    """A report cannot hold NaN, Infinity or a share outside of 0 to 1."""
    with pytest.raises(ValidationError):
        Totals(faithfulness=value)


def test_the_schema_accepts_what_is_written() -> None:
    """The published JSON Schema is about the files that are written."""
    jsonschema.validate(json.loads(to_json(rich_report())), Report.model_json_schema())


WRITTEN = to_json(failed(outdated()))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "report.json: is empty"),
        (WRITTEN[:-20], "report.json: is not valid JSON"),
        ('{"a": 1}', "report.json: is JSON, but not a report"),
        ("[]", "report.json: Input should be an object"),
        (WRITTEN.replace('"schema_version": 1', '"schema_version": 7'), "schema version 7 is not known"),
        (
            WRITTEN.replace('"conclusion": "fail"', '"conclusion": "fine"'),
            "conclusion: Input should be 'pass', 'fail', 'neutral' or 'error'; found \"fine\"",
        ),
        (
            WRITTEN.replace('"line_start": 14', '"line_start": "14"'),
            'newly_unsupported.0.evidence_before.0.line_start: Input should be a valid integer; found "14"',
        ),
        (WRITTEN.replace('"dirty"', '"durty"'), "head.durty: unknown key"),
        (WRITTEN.replace('"questions": 14', '"questions": NaN'), "totals.questions"),
        ('{"totals":' + "[" * 100_000, "is not valid JSON"),
    ],
)
def test_foreign_files_are_refused_with_the_place(content: str, message: str) -> None:
    """A file that is no report is refused with the key, what was found and what is allowed, never with a traceback."""
    with pytest.raises(FileProblems) as refused:
        from_json(content)

    assert message in str(refused.value)


def test_huge_files_are_refused_before_they_are_read() -> None:
    """A limit of size holds before anything is parsed."""
    with pytest.raises(FileProblems, match="at most 10"):
        from_json(b"{" * 11, max_bytes=10)


def test_many_problems_are_told_in_few_lines() -> None:
    """The first problems of a broken file are told, and how many more there are."""
    broken = json.dumps(json.loads(to_json(report())) | {f"key{number}": 0 for number in range(25)})
    with pytest.raises(FileProblems) as refused:
        from_json(broken)

    assert len(refused.value.problems) == 11
    assert "and 15 more" in str(refused.value)
