#!/usr/bin/env python3
"""Measure the offline judge: CPU time a claim, in short contexts and in all.

Each line holds `context` and `claim`. Every text is met for the first time, as in a run. Beside the milliseconds, which
are those of this machine, and with as few looks for garbage as the program takes, stands a ratio that another machine
can be compared by: the time over that of finding the words of the same texts with a regular expression.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from claimdiff.cli.main import NEW_OBJECTS
from claimdiff.judging import lexical
from claimdiff.passages import from_text

SHORT = 120
"""Words of a short context."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """CPU seconds of one claim: reading its context, judging, and finding the words of both."""

    short: bool
    reading: float
    judging: float
    words: float


def timed(line: str) -> Timed:
    """Judge the claim of one line."""
    row = json.loads(line)
    context, claim = row["context"], row["claim"]
    begin = time.process_time()
    passages = [from_text("context.md", context)]
    read = time.process_time()
    lexical.judge(claim, passages)
    judged = time.process_time()
    found = [*_WORD.findall(context.lower()), *_WORD.findall(claim.lower())]
    end = time.process_time()
    return Timed(
        short=len(context.split()) <= SHORT and bool(found),
        reading=read - begin,
        judging=judged - read,
        words=end - judged,
    )


def line(name: str, rows: list[Timed]) -> str:
    """Means over some claims."""
    count = len(rows) or 1
    reading, judging, words = (
        sum(getattr(row, part) for row in rows) / count for part in ("reading", "judging", "words")
    )
    ratio = (reading + judging) / words if words else 0.0
    return (
        f"{name}: {len(rows)} claims, {1000 * reading:.2f} ms to read the context, {1000 * judging:.2f} ms to judge, "
        f"{ratio:.0f} times as long as finding the words"
    )


def main() -> None:
    """Print the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", type=Path, metavar="CLAIMS.jsonl")
    path = parser.parse_args().claims
    gc.set_threshold(NEW_OBJECTS)
    try:
        rows = [timed(text) for text in path.read_text(encoding="utf-8").splitlines() if text.strip()]
    except (OSError, ValueError, KeyError) as problem:
        parser.error(f"{path}: one JSON object a line with context and claim is needed; found {problem!r}")
    sys.stdout.write(line(f"contexts of up to {SHORT} words", [row for row in rows if row.short]) + "\n")
    sys.stdout.write(line("all contexts", rows) + "\n")


if __name__ == "__main__":
    main()
