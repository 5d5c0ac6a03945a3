"""`claimdiff diff`: what lies between two reports."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path  # noqa: TC003 -- typer reads the annotations at run time
from typing import TYPE_CHECKING, Annotated

import typer

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from claimdiff.report.document import Report


class DiffFormat(StrEnum):
    """What `--format` writes to stdout."""

    text = "text"
    json = "json"


def command(
    first: Annotated[Path, typer.Argument(metavar="A.json", help="The report before.", show_default=False)],
    second: Annotated[Path, typer.Argument(metavar="B.json", help="The report after.", show_default=False)],
    form: Annotated[DiffFormat, typer.Option("--format", help="What goes to stdout.")] = DiffFormat.text,
) -> int:
    """Compare two reports: what became newly unsupported, what no longer is, which statuses changed.

    Exits with 1 if B has newly unsupported claims.
    """
    from claimdiff.report.between import between, between_json, show_between

    found = between(read_report(first), read_report(second))
    if form is DiffFormat.json:
        sys.stdout.write(between_json(found))
    else:
        from rich.console import Console

        show_between(found, (str(first), str(second)), Console(file=sys.stdout, highlight=False))
    return 1 if found.failed else 0


def read_report(path: Path) -> Report:
    """Read a report file.

    Raises:
        UsageError: it is missing, not readable, too large, or not a report.
    """
    from claimdiff.report import jsonform

    file = path / "report.json" if path.is_dir() else path
    hint = "claimdiff check --output DIR writes DIR/report.json"
    try:
        with file.open("rb") as stream:
            data = stream.read(jsonform.MAX_BYTES + 1)
    except FileNotFoundError:
        raise UsageError(f"{file}: there is no such file", hint=hint) from None
    except OSError as problem:
        raise UsageError(f"{file} cannot be read: {problem.strerror or problem}", hint=hint) from problem
    return jsonform.from_json(data, path=str(file))
