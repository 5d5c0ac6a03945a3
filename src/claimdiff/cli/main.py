"""The program: answers at once what needs no command, and is the one place where errors become exit codes.

Exit codes: 0 pass or neutral · 1 gate failed, or an acceptance refused · 2 configuration or usage · 3 a bug of ours ·
4 could not complete · 130 interrupted.
"""

from __future__ import annotations

import gc
import io
import os
import sys

from claimdiff import __version__
from claimdiff.cli import quick
from claimdiff.cli.telling import interrupted, say, tell
from claimdiff.errors import ClaimdiffError

BUG = 3
CLOSED_PIPE = 141
NEW_OBJECTS = 50_000
"""New objects between two looks for garbage. A run makes many objects that stay, and nearly no circles of them: with
Python's own 700 the looks take a tenth to a quarter of all time."""


def run() -> None:
    """Run the command line and leave with its exit code."""
    # pydantic looks through every installed package for plugins of its own, which takes a tenth of a second.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A pipe may be ASCII or cp1252; a character that it cannot hold must not end the run.
            stream.reconfigure(errors="backslashreplace")
    gc.set_threshold(NEW_OBJECTS)
    code = main(sys.argv[1:])
    # The system takes all memory back; looking through it for garbage before that takes half a second after a long run.
    gc.freeze()
    sys.exit(code)


def main(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    try:
        return _done(arguments)
    except ClaimdiffError as problem:
        say(problem)
        return problem.exit_code
    except KeyboardInterrupt:
        return interrupted()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except Exception as problem:  # noqa: BLE001 -- the last door: whatever escapes is our bug, and is told as one
        report_bug(problem, arguments)
        return BUG


def _done(arguments: list[str]) -> int:
    told = f"claimdiff {__version__}\n" if arguments == ["--version"] else quick.answer(arguments, os.environ)
    if told is not None:
        sys.stdout.write(told)
        return 0
    from claimdiff.cli.commands import call

    return call(arguments)


def report_bug(problem: Exception, arguments: list[str]) -> None:
    """Tell a bug of ours as text that can be pasted into a report."""
    import platform
    import traceback

    where = "".join(traceback.format_exception(problem))
    tell(
        "claimdiff has a bug, sorry. Please report what follows (look through it first: it may quote your docs).\n"
        f"```\nclaimdiff {__version__}, Python {platform.python_version()}, {platform.system()}\n"
        f"command: {arguments[0] if arguments else '(none)'}\n{where}```"
    )
