"""The report as SARIF 2.1.0, for code scanning: what is to be seen, on the line of the docs that did it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as percent_encoded

from claimdiff.report import flagged
from claimdiff.report.escape import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimdiff.report.document import Finding, NewlyUnsupported, Quote, Report, RetrievalMiss

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_RULES = {
    "newly_unsupported": "A claim of an answer lost its support in the docs.",
    "outdated": "A recorded answer states a value that the docs now state differently.",
    "retrieval_miss": "The docs support a claim, but the passages that say so were not retrieved.",
}


def sarif(report: Report) -> str:
    """Return SARIF as text. Gated is `error`, a claim that is not gated `warning`, everything else `note`."""
    reasons = report.claim_reasons
    results = [
        *(_claim(claim, reasons.get((claim.question_id, claim.claim_id), "")) for claim in report.newly_unsupported),
        *map(_miss, report.retrieval_misses),
        *map(_finding, report.findings),
    ]
    run = {
        "tool": {"driver": {"name": report.tool.name, "version": report.tool.version, "rules": _rules(results)}},
        "automationDetails": {"id": f"claimdiff/{one_line(report.name)}/"},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    value = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _rules(results: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    ids = sorted({result["ruleId"] for result in results})
    return [
        {"id": rule, "shortDescription": {"text": _RULES.get(rule, f"{rule.replace('_', ' ').capitalize()}.")}}
        for rule in ids
    ]


def _claim(claim: NewlyUnsupported, reason: str) -> dict[str, Any]:
    cause = f"{claim.cause}; {flagged.cause(claim)} {flagged.place(claim)}".rstrip()
    text = f"“{claim.claim}” ({claim.question_id}). {flagged.sentence(claim, reason)}. Cause: {cause}. To settle it: {claim.accept}"
    return _result(
        rule="outdated" if claim.outdated else "newly_unsupported",
        level="error" if claim.gated else "warning",
        text=text,
        fingerprint=f"{claim.question_id}/{claim.claim_id}",
        location=_location(claim),
    )


def _location(claim: NewlyUnsupported) -> dict[str, Any] | None:
    """Return the line at head; a line that the change removes has none there, so only its page is named."""
    if claim.change is not None:
        return _place(claim.change.path, claim.change.line if claim.change.side == "head" else None)
    nearest: tuple[Quote, ...] = claim.evidence_now or claim.evidence_before
    return _place(nearest[0].path, nearest[0].line_start if claim.evidence_now else None) if nearest else None


def _miss(miss: RetrievalMiss) -> dict[str, Any]:
    return _result(
        rule="retrieval_miss",
        level="note",
        text=f"“{miss.claim}” ({miss.question_id}) is supported here, but this passage was not retrieved.",
        fingerprint=f"{miss.question_id}/{miss.claim_id}",
        location=_place(miss.found_at.path, miss.found_at.line_start),
    )


def _finding(finding: Finding) -> dict[str, Any]:
    return _result(
        rule=finding.kind,
        level="error" if finding.gated else "note",
        text=finding.message,
        fingerprint=f"{finding.kind}/{finding.question_id or finding.path or ''}",
        location=None if finding.path is None else _place(finding.path, None),
    )


def _result(*, rule: str, level: str, text: str, fingerprint: str, location: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": one_line(text)},
        "partialFingerprints": {"claimdiff/v1": fingerprint},
        **({"locations": [location]} if location else {}),
    }


def _place(path: str, line: int | None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": percent_encoded(path), "uriBaseId": "%SRCROOT%"}}
    if line is not None:
        physical["region"] = {"startLine": line}
    return {"physicalLocation": physical}
