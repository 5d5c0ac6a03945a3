"""`claimdiff schema`: the JSON Schema of our files, for editors and other tools."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pydantic import BaseModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Kind(StrEnum):
    """The files that have a schema."""

    config = "config"
    questions = "questions"
    baseline = "baseline"
    report = "report"


def command(kind: Annotated[Kind, typer.Argument(help="Which file.", show_default=False)]) -> None:
    """Print the JSON Schema of a file."""
    schema = {"$schema": DIALECT, **_model(kind).model_json_schema()}
    sys.stdout.write(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")


def _model(kind: Kind) -> type[BaseModel | Any]:
    if kind is Kind.config:
        from claimdiff.settings import SettingsFile

        return SettingsFile
    if kind is Kind.questions:
        from claimdiff.golden import GoldenFile

        return GoldenFile
    if kind is Kind.baseline:
        from claimdiff.baseline import BaselineFile

        return BaselineFile
    from claimdiff.report.document import Report

    return Report
