"""The command line as typer knows it: registers the commands and calls the one that is asked for."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

from claimdiff import __version__
from claimdiff.cli.telling import interrupted, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = ("demo", "init", "check", "accept", "review", "score", "diff", "explain", "validate", "schema", "action")
"""The commands in the order of `--help`; each is `command` of the module of its name."""

USAGE = 2


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


def call(arguments: list[str]) -> int:
    """Run the command that a line asks for; the exit code. A wrong line is told with the usage, in the words of typer."""
    try:
        code = app(_needed(arguments))(arguments, prog_name="claimdiff", standalone_mode=False)
    except TyperException as problem:
        _show(problem)
        return USAGE
    except typer.Abort:
        return interrupted()
    except SystemExit as left:
        # typer and rich leave with 1 where a pipe is closed, and 1 is a gate that failed.
        if isinstance(left.__context__, BrokenPipeError):
            raise left.__context__ from None
        raise
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
