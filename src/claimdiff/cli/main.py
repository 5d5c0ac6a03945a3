"""The command line: registers the commands and is the one place where errors become exit codes.

Exit codes: 0 pass or neutral · 1 gate failed, or an acceptance refused · 2 configuration or usage · 3 a bug of ours ·
4 could not complete · 130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

from claimdiff import __version__
from claimdiff.cli.telling import say, tell
from claimdiff.errors import ClaimdiffError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = ("demo", "init", "check", "accept", "review", "score", "diff", "explain", "validate", "schema", "action")
"""The commands in the order of `--help`; each is `command` of the module of its name."""

BUG = 3
INTERRUPTED = 130
CLOSED_PIPE = 141


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"claimdiff {__version__}\n")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Which claims of our assistant's answers did this change leave without support, and which line did it?"""
    del version


def app(commands: Sequence[str] = COMMANDS) -> typer.Typer:
    """The command line with some of the commands; only their modules are imported."""
    built = typer.Typer(
        name="claimdiff",
        help="Did this change make our assistant say things that the docs no longer support?",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    built.callback()(_options)
    for name in commands:
        built.command(name)(importlib.import_module(f"claimdiff.cli.{name}").command)
    return built


def run() -> None:
    """Run the command line and leave with its exit code."""
    # pydantic looks through every installed package for plugins of its own, which takes a tenth of a second.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A pipe may be ASCII or cp1252; a character that it cannot hold must not end the run.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    try:
        code = app(_needed(arguments))(arguments, prog_name="claimdiff", standalone_mode=False)
    except ClaimdiffError as problem:
        say(problem)
        return problem.exit_code
    except TyperException as problem:
        _show(problem)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        tell("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except Exception as problem:  # noqa: BLE001 -- the last door: whatever escapes is our bug, and is told as one
        report_bug(problem, arguments)
        return BUG
    return code if isinstance(code, int) else 0


def _show(problem: TyperException) -> None:
    """A wrong option or argument, in the words of typer, with the usage line where it has one."""
    show = getattr(problem, "show", None)
    if show is None:
        tell(f"error: {problem}")
    else:
        show()


def _needed(arguments: Sequence[str]) -> Sequence[str]:
    """The command that a line calls; all of them for help, and for a wrong word, which is told with what there is."""
    first = arguments[0] if arguments else ""
    return (first,) if first in COMMANDS else () if first == "--version" else COMMANDS


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
