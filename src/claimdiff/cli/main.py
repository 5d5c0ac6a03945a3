"""The program: answers at once what needs no command, and is the one place where errors become exit codes.

Exit codes: 0 pass or neutral · 1 gate failed, or an acceptance refused · 2 configuration or usage · 3 a bug of ours ·
4 could not complete · 130 interrupted.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import sys

from claimdiff import __version__
from claimdiff.cli import interrupting, quick
from claimdiff.cli.telling import interrupted, say, tell
from claimdiff.errors import ClaimdiffError, UsageError

BUG = 3
CLOSED_PIPE = 141
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What a disk says that takes nothing more."""
NEW_OBJECTS = 50_000
"""New objects between two looks for garbage. A run makes many objects that stay, and nearly no circles of them: with
Python's own 700 the looks take a tenth to a quarter of all time."""


def run() -> None:
    """Run the command line and leave with its exit code."""
    # pydantic looks through every installed package for plugins of its own, which takes a tenth of a second.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    _open_streams()
    interrupting.watch()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A pipe may be ASCII or cp1252; a character that it cannot hold must not end the run.
            stream.reconfigure(errors="backslashreplace")
    gc.set_threshold(NEW_OBJECTS)
    code = main(sys.argv[1:])
    interrupting.leave()
    # The system takes all memory back; looking through it for garbage before that takes half a second after a long run.
    gc.freeze()
    sys.exit(code)


def _open_streams() -> None:
    """Put the system's empty file in the place of a stream that whoever started the program had closed."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 -- open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 -- same
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 -- same


def main(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    try:
        code = _done(arguments)
        sys.stdout.flush()
    except ClaimdiffError as problem:
        say(problem)
        return problem.exit_code
    except KeyboardInterrupt:
        return interrupted()
    except BrokenPipeError:
        _silence()
        return CLOSED_PIPE
    except Exception as problem:  # noqa: BLE001 -- the last door: whatever escapes is our bug, and is told as one
        return _escaped(problem, arguments)
    return code


def _escaped(problem: Exception, arguments: list[str]) -> int:
    """What no command expected: Ctrl-C in a library's words, a disk without room, or else a bug."""
    if interrupting.was_pressed():
        return interrupted()
    if isinstance(problem, OSError) and problem.errno in NO_ROOM:
        _silence()
        full = UsageError(
            f"the output could not be written: {problem.strerror}", hint="free some space, then run the same again"
        )
        say(full)
        return full.exit_code
    report_bug(problem, arguments)
    return BUG


def _silence() -> None:
    """Send what is left for stdout nowhere: at its end Python would try once more to write it, and complain."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
