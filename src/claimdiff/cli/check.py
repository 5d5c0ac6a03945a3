"""`claimdiff check`: what did this change leave without support?"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path  # noqa: TC003 -- typer reads the annotations at run time
from typing import TYPE_CHECKING, Annotated

import typer

from claimdiff.cli.running import (
    BaseOption,
    ConfigOption,
    Done,
    NoBaseOption,
    OfflineOption,
    StagedOption,
    Trees,
    configs,
    finished,
    resolved,
)
from claimdiff.cli.starting import has_key
from claimdiff.cli.telling import say
from claimdiff.errors import IncompleteError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.pipeline import Options
    from claimdiff.settings import Settings


RANK = (2, 3, 1, 4, 130, 0)
"""Exit codes, the one that wins over several configs first."""


class Format(StrEnum):
    """What `--format` writes to stdout."""

    text = "text"
    markdown = "markdown"
    json = "json"
    junit = "junit"
    sarif = "sarif"
    html = "html"


class FailOn(StrEnum):
    """When a run ends with another exit code than 0."""

    gate = "gate"
    never = "never"


def command(
    base: BaseOption = None,
    no_base: NoBaseOption = False,
    staged: StagedOption = False,
    base_docs: Annotated[
        Path | None, typer.Option("--base-docs", help="Folder with the docs before (built docs).")
    ] = None,
    head_docs: Annotated[Path | None, typer.Option("--head-docs", help="Folder with the docs after.")] = None,
    config: ConfigOption = None,
    offline: OfflineOption = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Replay every question, also those that nothing touched.")
    ] = False,
    question: Annotated[list[str] | None, typer.Option("--question", help="Replay only this question.")] = None,
    sample: Annotated[int | None, typer.Option("--sample", min=1, help="Replay only the first N questions.")] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Say what a run would cost, and stop.")] = False,
    fail_on: Annotated[FailOn, typer.Option("--fail-on", help="never: always exit 0 (2 and 3 remain).")] = FailOn.gate,
    formats: Annotated[list[Format] | None, typer.Option("--format", help="What goes to stdout.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", help="Write report.json, .md, .html, junit.xml, .sarif here.")
    ] = None,
    shard: Annotated[str | None, typer.Option("--shard", help="I/N: replay the I-th of N parts.")] = None,
) -> int:
    """Replay the questions that a change affects and say which claims lost their support.

    Base is the merge base with the default branch, unless --base, --no-base, --staged or a folder pair says otherwise.
    """
    from claimdiff.cli.quick import keep_note
    from claimdiff.pipeline import Options

    trees = Trees(base=base, no_base=no_base, staged=staged, base_docs=base_docs, head_docs=head_docs)
    options = Options(
        offline=offline,
        has_key=has_key(os.environ),
        force=everything,
        only=tuple(question or ()),
        sample=sample,
        shard=parsed_shard(shard),
    )
    if formats and len(set(formats)) > 1 and output is None:
        sys.stderr.write(
            f"note: stdout holds the first format only, {formats[0].value}; --output DIR writes them all\n"
        )
    loaded = configs(config)
    codes = []
    for item in loaded:
        try:
            if estimate:
                _estimate(item, trees, options)
                continue
            with finished(item, trees, options, os.environ) as done:
                folder = output / item.name if output and len(loaded) > 1 else output
                _publish(done, formats or [Format.text], folder, several=len(loaded) > 1)
                if len(loaded) == 1:
                    keep_note(done, options)
                codes.append(exit_code(done, fail_on))
        except IncompleteError as problem:
            say(problem, about=item.name if len(loaded) > 1 else None)
            allowed = fail_on is FailOn.never or item.gate.on_incomplete == "neutral"
            codes.append(0 if allowed else problem.exit_code)
        except UsageError as problem:
            say(problem, about=item.name if len(loaded) > 1 else None)
            codes.append(problem.exit_code)
    return next((code for code in RANK if code in codes), 0)


def _estimate(item: Settings, trees: Trees, options: Options) -> None:
    from claimdiff.pipeline.estimating import estimate

    with resolved(item, trees, os.environ) as change:
        sys.stdout.write(f"{item.name}: {estimate(change, item, options, os.environ)}\n")


def parsed_shard(text: str | None) -> tuple[int, int] | None:
    """The two numbers of I/N.

    Raises:
        UsageError: it is not of this form.
    """
    if text is None:
        return None
    index, _, count = text.partition("/")
    if not index.isdecimal() or not count.isdecimal() or not 1 <= int(index) <= int(count):
        raise UsageError(f"--shard is {text!r}; write I/N with 1 ≤ I ≤ N, such as 2/5")
    return int(index), int(count)


def exit_code(done: Done, fail_on: FailOn) -> int:
    """The exit code of one run: by its conclusion, never by anything else."""
    if fail_on is FailOn.never:
        return 0
    if done.report.conclusion == "fail":
        return 1
    incomplete = done.report.conclusion == "error"
    return 4 if incomplete and done.config.gate.on_incomplete == "fail" else 0


def _publish(done: Done, formats: Sequence[Format], folder: Path | None, *, several: bool) -> None:
    from claimdiff.cli.publishing import keep_last, say_notes, show, write_all

    say_notes(done)
    show(done, formats[0])
    keep_last(done, several=several)
    if folder is not None:
        write_all(done, folder)
