"""A program that reads one JSON object a line and writes one a line."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

from claimdiff.adapters import container
from claimdiff.adapters.reply import SHOWN, Reply, Request
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

GRACE_S = 5.0
"""Seconds in which the pipes of a program that was stopped must be read out."""


def ask_command(
    command: str, requests: Sequence[Request], *, cwd: Path, timeout_s: float, key: str
) -> dict[str, Reply]:
    """Start `command` once (split like a shell line, no shell), write a request a line, read a reply a line.

    A program that ends early, fails or takes too long keeps the replies that it wrote; the others are failed replies.

    Args:
        command: the command line of the settings.
        requests: objects with an `id` each.
        cwd: the folder it runs in (the settings' `root`).
        timeout_s: seconds for one request; the process gets that many times the number of requests.
        key: the setting, for messages.

    Raises:
        UsageError: the command cannot be started.
    """
    text = "".join(json.dumps(request, ensure_ascii=False) + "\n" for request in requests)
    out, ending = _run(_started(command, cwd, key), text.encode("utf-8", "replace"), timeout_s * max(1, len(requests)))
    replies = _read_lines(out)
    missing = Reply(error=ending or "it wrote no line with this id")
    return {request["id"]: replies.get(request["id"], missing) for request in requests}


def _started(command: str, cwd: Path, key: str) -> subprocess.Popen[bytes]:
    try:
        words = shlex.split(command)
        return subprocess.Popen(  # noqa: S603 -- running the team's own command is what this adapter is for
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            start_new_session=True,
        )
    except (OSError, ValueError, IndexError) as problem:
        by_hand = "try the command by hand in the folder of `root`"
        hint = container.hint(by_hand) if isinstance(problem, FileNotFoundError) else by_hand
        raise UsageError(f"{key}: the command {command!r} cannot be started: {problem}", hint=hint) from problem


def _run(process: subprocess.Popen[bytes], text: bytes, timeout_s: float) -> tuple[bytes, str]:
    """What the program wrote, and why it ended if not by itself and well."""
    with process:
        try:
            out, err = process.communicate(text, timeout=timeout_s)
        except subprocess.TimeoutExpired as late:
            _stop(process)
            out = _rest(process) or late.stdout or b""
            return out, f"it did not end within {timeout_s:g} s (limits.timeout_s for each question)"
        except BaseException:
            _stop(process)
            raise
    if process.returncode == 0:
        return out, ""
    words = err.decode("utf-8", "replace").strip()[-SHOWN:]
    return out, f"it ended with {process.returncode}: {words}"


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the program with whatever it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _rest(process: subprocess.Popen[bytes]) -> bytes:
    try:
        return process.communicate(timeout=GRACE_S)[0]
    except subprocess.TimeoutExpired as late:
        return late.stdout or b""


def _read_lines(out: bytes) -> dict[str, Reply]:
    replies: dict[str, Reply] = {}
    for line in out.decode("utf-8", "replace").split("\n"):
        try:
            data = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            continue
        if isinstance(data, dict) and isinstance(data.get("id"), str):
            replies[data["id"]] = Reply(data=data)
    return replies
