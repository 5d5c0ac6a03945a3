"""The report: one value, and the forms in which people and programs read it.

The forms are imported when they are asked for: templates and their engine take longer to load than a check with nothing to do.
"""

from __future__ import annotations

from dataclasses import replace

from claimdiff.report.detail import ClaimView, Detail
from claimdiff.report.document import Report
from claimdiff.report.jsonform import from_json, to_json

__all__ = ["ClaimView", "Detail", "Report", "from_json", "html", "junit", "markdown", "sarif", "to_json"]

COMMENT_LIMIT = 65_536
"""What GitHub takes as the body of a comment, in UTF-16 units."""


def markdown(report: Report, *, limit: int = COMMENT_LIMIT, run: int | None = None) -> str:
    """Return the pull request comment, at most `limit` UTF-16 units long; `run` is the number of the workflow run.

    Without a run there is nobody to find the report again by its digest, and the same check gives the same bytes.
    """
    from claimdiff.report.marker import marker_of  # noqa: PLC0415 -- see the module
    from claimdiff.report.posting import Posting  # noqa: PLC0415 -- same

    marker = marker_of(report, run=run)
    marker = marker if run is not None else replace(marker, digest=None)
    return Posting(report=report, marker=marker).body(limit)


def html(report: Report, detail: Detail) -> str:
    """Return the report as one self-contained page."""
    from claimdiff.report import render  # noqa: PLC0415 -- see the module

    return render.html(report, detail)


def junit(report: Report) -> str:
    """Return the report as JUnit XML."""
    from claimdiff.report import junitform  # noqa: PLC0415 -- see the module

    return junitform.junit(report)


def sarif(report: Report) -> str:
    """Return the report as SARIF 2.1.0."""
    from claimdiff.report import sarifform  # noqa: PLC0415 -- see the module

    return sarifform.sarif(report)
