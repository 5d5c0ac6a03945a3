"""A Python function of the team's own."""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

from claimdiff.adapters import container
from claimdiff.adapters.reply import SHOWN, Reply, Request
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def ask_python(function: str, requests: Sequence[Request], *, cwd: Path, key: str) -> dict[str, Reply]:
    """Call `package.module:function` once a request, with the request's fields as keyword arguments.

    What the function prints goes to stderr, since stdout belongs to the report.

    Raises:
        UsageError: the function cannot be imported.
    """
    with redirect_stdout(sys.stderr), _on_path(os.fspath(cwd)):
        importlib.invalidate_caches()
        call = _imported(function, key)
        return {request["id"]: _called(call, function, request) for request in requests}


def _called(call: Any, function: str, request: Request) -> Reply:
    try:
        data = call(**request)
    except (Exception, SystemExit) as problem:  # noqa: BLE001 -- whatever the team's function raises is a failed reply
        return Reply(error=f"{function} raised {type(problem).__name__}: {problem}"[:SHOWN])
    if not isinstance(data, dict):
        return Reply(error=f"{function} returned {type(data).__name__}, not a dict")
    return Reply(data=data)


def _imported(function: str, key: str) -> Any:
    module, _, name = function.partition(":")
    if not module or not name:
        raise UsageError(f"{key}: {function!r} is no function; write it as `package.module:function`")
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as problem:
        beside = "install the team's packages beside claimdiff: `pip install claimdiff` and run it in that environment"
        hint = container.hint(beside) if isinstance(problem, ImportError) else beside
        message = f"{key}: {function!r} cannot be imported: {type(problem).__name__}: {problem}"
        raise UsageError(message, hint=hint) from problem
    if not callable(found):
        raise UsageError(f"{key}: {function!r} is a {type(found).__name__}, not a function")
    return found


@contextmanager
def _on_path(folder: str) -> Iterator[None]:
    """Put a folder in front of the import path for a while."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
