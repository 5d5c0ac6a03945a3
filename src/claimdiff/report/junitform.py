"""The report as JUnit XML: one test case a question, and one for the gate, so that the file fails when the run does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from claimdiff.report import flagged, headline, words
from claimdiff.report.escape import visible
from claimdiff.report.evidence import compared

if TYPE_CHECKING:
    from claimdiff.report.document import NewlyUnsupported, Report, ReportQuestion

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> str:
    """Return JUnit XML. A gated claim fails its question; what failed or was not judged is an error; times are left out."""
    suites = ET.Element("testsuites", name="claimdiff")
    suite = ET.SubElement(suites, "testsuite", name=_xml(report.name))
    flagged: dict[str, list[NewlyUnsupported]] = {}
    for claim in report.newly_unsupported:
        flagged.setdefault(claim.question_id, []).append(claim)
    for question in report.questions:
        _case(suite, report, question, flagged.get(question.id, []))
    _gate(suite, report)
    counts = {
        "tests": "testcase",
        "failures": "testcase/failure",
        "errors": "testcase/error",
        "skipped": "testcase/skipped",
    }
    for name, path in counts.items():
        suite.set(name, str(len(suite.findall(path))))
        if name != "skipped":
            suites.set(name, suite.get(name, "0"))
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _case(suite: ET.Element, report: Report, question: ReportQuestion, claims: list[NewlyUnsupported]) -> None:
    case = ET.SubElement(suite, "testcase", classname=_xml(report.name), name=_xml(question.id))
    gated = [claim for claim in claims if claim.gated]
    findings = [found for found in report.findings if found.question_id == question.id and found.gated]
    told = [_claim(claim) for claim in gated] + [
        f"{found.kind.replace('_', ' ')}: {found.message}" for found in findings
    ]
    if told:
        first = f"{words.counted(len(gated), 'newly unsupported claim')}" if gated else told[0]
        failure = ET.SubElement(
            case, "failure", message=_xml(first), type="newly_unsupported" if gated else findings[0].kind
        )
        failure.text = _xml("\n\n".join(told))
    elif question.status == "error":
        ET.SubElement(case, "error", message=_xml(words.why_words(question.why)), type="error")
    elif question.status != "replayed":
        status = words.QUESTION_STATUSES[question.status]
        ET.SubElement(case, "skipped", message=_xml(f"{status}: {words.why_words(question.why)}"))
    rest = [claim for claim in claims if not claim.gated]
    if rest:
        ET.SubElement(case, "system-out").text = _xml("\n\n".join(["Not gated:", *map(_claim, rest)]))


def _gate(suite: ET.Element, report: Report) -> None:
    case = ET.SubElement(suite, "testcase", classname=_xml(report.name), name="gate")
    told = headline.headline(report)
    reasons = _xml("\n".join(report.reasons) or told)
    if report.conclusion == "fail":
        ET.SubElement(case, "failure", message=_xml(told), type="gate").text = reasons
    elif report.conclusion == "error":
        ET.SubElement(case, "error", message=_xml(told), type="incomplete").text = reasons
    elif report.conclusion == "neutral":
        ET.SubElement(case, "skipped", message=_xml(told))


def _claim(claim: NewlyUnsupported) -> str:
    lines = [
        claim.claim,
        f"{words.VERDICTS[claim.verdict]}; cause: {claim.cause}; {flagged.cause(claim)} {flagged.place(claim)}".rstrip(),
        compared(claim.evidence_before, claim.evidence_now, claim.verdict, conflict=claim.conflict).diff,
        claim.accept,
    ]
    return "\n".join(filter(None, lines))


def _xml(text: str) -> str:
    """Make visible what XML cannot hold."""
    return _NOT_XML.sub("\ufffd", visible(text))
