"""`claimdiff explain`: one question from passages to verdicts."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import Annotated

import typer

from claimdiff.cli.running import (
    BaseOption,
    ConfigOption,
    NoBaseOption,
    OfflineOption,
    StagedOption,
    Trees,
    configs,
    finished,
)
from claimdiff.cli.starting import has_key
from claimdiff.errors import UsageError


class ExplainFormat(StrEnum):
    """What `--format` writes to stdout."""

    text = "text"
    json = "json"


def command(
    question_id: Annotated[str, typer.Argument(metavar="ID", help="The question.", show_default=False)],
    form: Annotated[ExplainFormat, typer.Option("--format", help="What goes to stdout.")] = ExplainFormat.text,
    config: ConfigOption = None,
    base: BaseOption = None,
    no_base: NoBaseOption = False,
    staged: StagedOption = False,
    offline: OfflineOption = False,
) -> int:
    """Show one question from passages to verdicts: what was retrieved, what was answered, how each claim was judged."""
    from claimdiff.pipeline import Options
    from claimdiff.report import question as forms
    from claimdiff.report.assemble import detail

    loaded = configs(config)
    if len(loaded) > 1:
        raise UsageError(
            "explain takes one --config", hint=f"claimdiff explain {question_id} --config {config[0] if config else ''}"
        )
    trees = Trees(base=base, no_base=no_base, staged=staged)
    options = Options(offline=offline, has_key=has_key(os.environ), force=True, only=(question_id,))
    with finished(loaded[0], trees, options, os.environ) as done:
        behind = detail(done.outcome.result, done.outcome.passages, done.outcome.pages)
    if form is ExplainFormat.json:
        sys.stdout.write(forms.question_json(done.report, behind, question_id))
        return 0
    from rich.console import Console

    forms.show_question(done.report, behind, question_id, Console(file=sys.stdout, highlight=False))
    return 0
