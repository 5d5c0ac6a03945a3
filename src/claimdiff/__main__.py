"""`python -m claimdiff`."""

from __future__ import annotations

from claimdiff.cli.entry import run

if __name__ == "__main__":
    run()
