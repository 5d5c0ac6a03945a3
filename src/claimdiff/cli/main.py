"""The command line: registers the commands and is the one place where errors become exit codes.

Exit codes: 0 pass or neutral · 1 gate failed, or an acceptance refused · 2 configuration or usage · 3 a bug of ours ·
4 could not complete · 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from claimdiff import __version__
from claimdiff.cli import accept, check, demo, diff, explain, init, schema, score, validate
from claimdiff.cli.telling import say, tell
from claimdiff.errors import ClaimdiffError

app = typer.Typer(
    name="claimdiff",
    help="Did this change make our assistant say things that the docs no longer support?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("demo")(demo.command)
app.command("init")(init.command)
app.command("check")(check.command)
app.command("accept")(accept.command)
app.command("score")(score.command)
app.command("diff")(diff.command)
app.command("explain")(explain.command)
app.command("validate")(validate.command)
app.command("schema")(schema.command)

BUG = 3
INTERRUPTED = 130
CLOSED_PIPE = 141


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"claimdiff {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Which claims of our assistant's answers did this change leave without support, and which line did it?"""
    del version


def run() -> None:
    """Run the command line and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A pipe may be ASCII or cp1252; a character that it cannot hold must not end the run.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    try:
        code = app(arguments, prog_name="claimdiff", standalone_mode=False)
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
        _report_bug(problem, arguments)
        return BUG
    return code if isinstance(code, int) else 0


def _show(problem: TyperException) -> None:
    """A wrong option or argument, in the words of typer, with the usage line where it has one."""
    show = getattr(problem, "show", None)
    if show is None:
        tell(f"error: {problem}")
    else:
        show()


def _report_bug(problem: Exception, arguments: list[str]) -> None:
    import platform
    import traceback

    where = "".join(traceback.format_exception(problem))
    tell(
        "claimdiff has a bug, sorry. Please report what follows (look through it first: it may quote your docs).\n"
        f"```\nclaimdiff {__version__}, Python {platform.python_version()}, {platform.system()}\n"
        f"command: {arguments[0] if arguments else '(none)'}\n{where}```"
    )
