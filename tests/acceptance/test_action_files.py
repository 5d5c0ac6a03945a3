"""What GitHub and others read of this repository, by the tools that know their rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from helpers.program import ROOT

TOOLS = Path(sys.executable).parent
WORKFLOWS = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob(".github/workflows/*.yml"))]


@pytest.mark.parametrize(
    "command",
    [
        ["check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS],
        ["actionlint", "-shellcheck=", "-pyflakes=", *WORKFLOWS],
        ["zizmor", "--offline", "--no-progress", "action.yml", *WORKFLOWS],
        ["hadolint", "Dockerfile"],
    ],
    ids=lambda command: " ".join(command[:3:2]),
)
def test_no_finding(command: list[str]) -> None:
    """No finding but those that are explained where they stand."""
    done = subprocess.run(
        [str(TOOLS / command[0]), *command[1:]],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )

    assert done.returncode == 0, done.stdout + done.stderr
