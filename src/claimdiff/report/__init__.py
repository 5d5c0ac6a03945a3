"""The report: one value, and the forms in which people and programs read it."""

from __future__ import annotations

from claimdiff.report.detail import ClaimView, Detail
from claimdiff.report.document import Report
from claimdiff.report.jsonform import from_json, to_json

__all__ = ["ClaimView", "Detail", "Report", "from_json", "to_json"]
