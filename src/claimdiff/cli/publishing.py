"""Where a finished run goes: stdout in one form, files in all forms, and the last report for the next command."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff import statefolder
from claimdiff.errors import UsageError
from claimdiff.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from claimdiff.cli.running import Done


def say_notes(done: Done) -> None:
    """Tell on stderr what could not be read."""
    for problem in done.outcome.result.warnings:
        sys.stderr.write(f"warning: {problem}\n")
    for note in done.outcome.result.notes:
        sys.stderr.write(f"note: {note}\n")


def show(done: Done, form: str) -> None:
    """Write the report to stdout in one form."""
    if form == "text":
        from claimdiff.report.quiet import quiet

        told = quiet(done.report)
        if told is not None:
            sys.stdout.write(told)
            return
        from rich.console import Console

        from claimdiff.report import terminal

        terminal.show(done.report, Console(file=sys.stdout, highlight=False, soft_wrap=not sys.stdout.isatty()))
        return
    sys.stdout.write(_forms(done)[form]())
    sys.stdout.flush()


def _forms(done: Done) -> Mapping[str, Callable[[], str]]:
    from claimdiff import report as forms
    from claimdiff.report.assemble import detail

    def page() -> str:
        from claimdiff.pipeline.trending import approved_before

        shown = detail(done.outcome.result, done.outcome.passages, done.outcome.pages)
        return forms.html(done.report, replace(shown, history=approved_before(done.change, done.config)))

    return {
        "json": lambda: forms.to_json(done.report, one_line=True),
        "markdown": lambda: forms.markdown(done.report),
        "junit": lambda: forms.junit(done.report),
        "sarif": lambda: forms.sarif(done.report),
        "html": page,
    }


NAMES = {
    "json": "report.json",
    "markdown": "report.md",
    "html": "report.html",
    "junit": "junit.xml",
    "sarif": "report.sarif",
}


def write_all(done: Done, folder: Path, *, hide: Callable[[str], str] = str) -> None:
    """Write the report in all forms into a folder. `hide` takes secrets out of a text.

    Raises:
        UsageError: a file cannot be written, with its name and the reason.
    """
    from claimdiff.report import to_json

    forms: Mapping[str, Callable[[], str]] = {**_forms(done), "json": lambda: to_json(done.report)}
    target = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for form, name in NAMES.items():
            target = folder / name
            write_whole(target, hide(forms[form]()))
    except OSError as problem:
        raise UsageError(
            f"{target} cannot be written: {problem.strerror or problem}", hint="name another --output"
        ) from problem


def keep_last(done: Done, *, several: bool = False) -> None:
    """Keep the report for the commands that come after; a read-only repository only costs that convenience."""
    from claimdiff.report import to_json

    root = done.change.repository.root if done.change.repository else done.config.root_dir
    if statefolder.leads_away(root):
        state = root / statefolder.NAME
        sys.stderr.write(f"note: {state} is a link, and nothing is written through it; the report was not kept\n")
        return
    name = done.config.name if several else None
    try:
        statefolder.keep_report(root, to_json(done.report), name=name)
    except OSError as problem:
        folder = statefolder.last(root, name=name)
        sys.stderr.write(f"note: {folder} cannot be written ({problem.strerror}); the report was not kept\n")
