"""The team's own retriever or generator: one JSON object in, one out, by command, Python function or HTTP.

A reply is the object, or the reason why there is none; one broken reply never takes the others with it.
"""

from __future__ import annotations

import importlib
import json
import os
import shlex
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimdiff.errors import IncompleteError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Request = dict[str, Any]
SHOWN = 300
"""Characters of a program's last words that are quoted in a message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What came back for one id: `data`, or `error` in plain words."""

    data: Mapping[str, Any] | None = None
    error: str | None = None


def ask_command(
    command: str, requests: Sequence[Request], *, cwd: Path, timeout_s: float, key: str
) -> dict[str, Reply]:
    """Start `command` once (split like a shell line, no shell), write a request a line, read a reply a line.

    Args:
        command: the command line of the settings.
        requests: objects with an `id` each.
        cwd: the folder it runs in (the settings' `root`).
        timeout_s: seconds for one request; the process gets that many times the number of requests.
        key: the setting, for messages.

    Raises:
        UsageError: the command cannot be started.
        IncompleteError: it ran longer than allowed.
    """
    try:
        words = shlex.split(command)
        text = "".join(json.dumps(request, ensure_ascii=False) + "\n" for request in requests)
        done = subprocess.run(  # noqa: S603 -- running the team's own command is what this adapter is for
            words, input=text, capture_output=True, text=True, cwd=cwd, timeout=timeout_s * max(1, len(requests)), check=False,
            encoding="utf-8", errors="replace",
        )  # fmt: skip
    except (OSError, ValueError, IndexError) as problem:
        hint = "try the command by hand in the folder of `root`"
        raise UsageError(f"{key}: the command {command!r} cannot be started: {problem}", hint=hint) from problem
    except subprocess.TimeoutExpired as problem:
        raise IncompleteError(
            f"{key}: {command!r} did not end within {problem.timeout:.0f} s (limits.timeout_s)"
        ) from problem
    ending = "" if done.returncode == 0 else f"it ended with {done.returncode}: {done.stderr.strip()[-SHOWN:]}"
    replies = _read_lines(done.stdout)
    missing = Reply(error=ending or "it wrote no line with this id")
    return {request["id"]: replies.get(request["id"], missing) for request in requests}


def _read_lines(text: str) -> dict[str, Reply]:
    replies: dict[str, Reply] = {}
    for line in text.splitlines():
        try:
            data = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(data, dict) and isinstance(data.get("id"), str):
            replies[data["id"]] = Reply(data=data)
    return replies


def ask_python(function: str, requests: Sequence[Request], *, cwd: Path, key: str) -> dict[str, Reply]:
    """Call `package.module:function` once a request, with the request's fields as keyword arguments.

    Raises:
        UsageError: the function cannot be imported.
    """
    call = _imported(function, cwd, key)
    replies = {}
    for request in requests:
        try:
            data = call(**request)
        except Exception as problem:  # noqa: BLE001 -- whatever the team's function raises is a failed reply, not our bug
            replies[request["id"]] = Reply(error=f"{function} raised {type(problem).__name__}: {problem}"[:SHOWN])
            continue
        good = isinstance(data, dict)
        replies[request["id"]] = (
            Reply(data=data) if good else Reply(error=f"{function} returned {type(data).__name__}, not a dict")
        )
    return replies


def _imported(function: str, cwd: Path, key: str) -> Any:
    module, _, name = function.partition(":")
    if not module or not name:
        raise UsageError(f"{key}: {function!r} is no function; write it as `package.module:function`")
    sys.path.insert(0, os.fspath(cwd))
    try:
        return getattr(importlib.import_module(module), name)
    except Exception as problem:
        hint = "install the team's packages beside claimdiff: `pip install claimdiff` and run it in that environment"
        raise UsageError(
            f"{key}: {function!r} cannot be imported: {type(problem).__name__}: {problem}", hint=hint
        ) from problem
    finally:
        sys.path.remove(os.fspath(cwd))


def ask_http(
    url: str, requests: Sequence[Request], *, headers: Mapping[str, str], timeout_s: float
) -> dict[str, Reply]:
    """Post each request as JSON. A status outside 2xx, a timeout or a body that is no JSON object is a failed reply."""
    return {request["id"]: _post(url, request, headers, timeout_s) for request in requests}


def _post(url: str, request: Request, headers: Mapping[str, str], timeout_s: float) -> Reply:
    body = json.dumps(request, ensure_ascii=False).encode()
    call = urllib.request.Request(  # noqa: S310 -- settings allow http and https only
        url, data=body, headers={"content-type": "application/json", **headers}, method="POST"
    )
    try:
        with urllib.request.urlopen(call, timeout=timeout_s) as answer:  # noqa: S310 -- as above
            data = json.loads(answer.read())
    except urllib.error.HTTPError as problem:
        with problem:
            return Reply(error=f"{url} answered {problem.code}")
    except (OSError, ValueError) as problem:
        return Reply(error=f"{url}: {problem}"[:SHOWN])
    return Reply(data=data) if isinstance(data, dict) else Reply(error=f"{url} answered no JSON object")
