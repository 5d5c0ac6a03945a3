"""The baseline: the approved state, one small YAML file per question."""

from claimdiff.baseline.entries import Accepted, BaselineClaim, BaselineEntry, BaselineEvidence, BaselinePassage
from claimdiff.baseline.folder import delete, load, restore, stored, write
from claimdiff.baseline.form import SCHEMA_VERSION, BaselineFile, parse, render

__all__ = [
    "SCHEMA_VERSION",
    "Accepted",
    "BaselineClaim",
    "BaselineEntry",
    "BaselineEvidence",
    "BaselineFile",
    "BaselinePassage",
    "delete",
    "load",
    "parse",
    "render",
    "restore",
    "stored",
    "write",
]
