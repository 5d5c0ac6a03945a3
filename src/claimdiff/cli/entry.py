"""Where the program begins: before anything is imported that takes time, Ctrl-C has to end it without a traceback."""

from __future__ import annotations

import sys


def run() -> None:
    """Load the program and run the command line; leaves with its exit code."""
    try:
        from claimdiff.cli.main import run as run_line
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    run_line()
