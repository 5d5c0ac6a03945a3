"""`claimdiff validate`: what is wrong with config, golden set, baseline, prompts and pages."""

from __future__ import annotations

import sys

from claimdiff.cli.running import ConfigOption, _default_config


def command(config: ConfigOption = None) -> None:
    """Check config, golden set, baseline, prompts and pages; exit 2 if anything is wrong, 0 with warnings."""
    from claimdiff.errors import FileProblems, Problem
    from claimdiff.validating import validate

    errors: list[Problem] = []
    names: dict[str, str] = {}
    for path in config or [_default_config()]:
        found = validate(path)
        errors += found.errors
        if found.name is not None and (other := names.setdefault(found.name, found.config)) != found.config:
            message = f'{other} has the name "{found.name}" too'
            errors.append(Problem(path=found.config, key="name", message=message, hint="give each its own name"))
        for warning in found.warnings:
            sys.stderr.write(f"warning: {warning}\n")
        if not found.errors:
            state = f"fine, with {_count(len(found.warnings))}" if found.warnings else "fine"
            sys.stdout.write(f"{found.config}: {state} ({found.summary})\n")
    if errors:
        raise FileProblems(tuple(errors))


def _count(warnings: int) -> str:
    return "1 warning" if warnings == 1 else f"{warnings} warnings"
