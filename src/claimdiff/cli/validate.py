"""`claimdiff validate`: what is wrong with config, golden set, baseline, prompts and pages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from claimdiff.cli.running import ConfigOption  # noqa: TC001 -- typer reads the annotations at run time
from claimdiff.cli.starting import default_config
from claimdiff.text.counting import counted

if TYPE_CHECKING:
    from claimdiff.validating import Validation

USAGE = 2


def command(config: ConfigOption = None) -> None:
    """Check config, golden set, baseline, prompts and pages; exit 2 if anything is wrong, 0 with warnings."""
    from claimdiff.errors import Problem
    from claimdiff.validating import validate

    names: dict[str, str] = {}
    failed = False
    for path in config or [default_config()]:
        found = validate(path)
        errors = found.errors
        if found.name is not None and (other := names.setdefault(found.name, found.config)) != found.config:
            message = f'{other} has the name "{found.name}" too'
            errors = (*errors, Problem(path=found.config, key="name", message=message, hint="give each its own name"))
        for problem in found.warnings:
            sys.stderr.write(f"warning: {problem}\n")
        for problem in errors:
            sys.stderr.write(f"error: {problem}\n")
        sys.stdout.write(_told(found, len(errors)) + "\n")
        failed = failed or bool(errors)
    if failed:
        raise typer.Exit(USAGE)


def _told(found: Validation, errors: int) -> str:
    counts = [counted(errors, "error")] if errors else []
    counts += [counted(len(found.warnings), "warning")] if found.warnings else []
    state = ", ".join(counts) if errors else f"fine, with {counts[0]}" if counts else "fine"
    return f"{found.config}: {state}" + (f" ({found.summary})" if found.summary and not errors else "")
