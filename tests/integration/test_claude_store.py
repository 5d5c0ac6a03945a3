"""The response store between processes, and under `kill -9`."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from claimdiff.claude.store import Store
from helpers.calls import request

if TYPE_CHECKING:
    from pathlib import Path

WRITER = """
import sys
from pathlib import Path
from claimdiff.claude.messages import Reply, Request, Usage
from claimdiff.claude.store import Store

store, first = Store(folder=Path(sys.argv[1])), int(sys.argv[2])
for number in range(first, first + int(sys.argv[3])):
    message = {"role": "user", "content": str(number)}
    body = {"model": "claude-haiku-4-5", "max_tokens": 100, "messages": [message]}
    content = ({"type": "text", "text": f"{number} " * 5000},)
    reply = Reply(model="claude-haiku-4-5", stop_reason="end_turn", content=content, usage=Usage(input_tokens=number))
    assert store.put(Request(body=body), reply)
    print(number, flush=True)
"""


def _writer(folder: Path, first: int, count: int) -> subprocess.Popen[str]:
    """A process that stores replies and says the number of each that is stored."""
    arguments = [sys.executable, "-c", WRITER, str(folder), str(first), str(count)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def _whole(folder: Path, number: int) -> bool:
    reply = Store(folder=folder).get(request(str(number)))
    return reply is not None and reply.usage.input_tokens == number and reply.text == f"{number} " * 5000


def test_several_runs_share_a_store(tmp_path: Path) -> None:
    """Processes that write the same and other replies at the same time leave every one of them whole."""
    writers = [_writer(tmp_path, first, 40) for first in (0, 0, 20, 40)]
    for writer in writers:
        writer.communicate(timeout=120)

    assert [writer.returncode for writer in writers] == [0, 0, 0, 0]
    assert all(_whole(tmp_path, number) for number in range(80))
    assert list((tmp_path / "unfinished").iterdir()) == []


def test_a_kill_at_any_moment_leaves_what_was_stored(tmp_path: Path) -> None:
    """Every reply that a killed run said it had stored is there and whole; no other file is taken for one."""
    chance = random.Random(20261130)  # noqa: S311 -- picks moments, guards nothing
    said: set[int] = set()
    for run in range(10):
        writer = _writer(tmp_path, run * 20, 400)
        assert writer.stdout is not None
        said.add(int(writer.stdout.readline()))
        try:
            writer.wait(timeout=chance.uniform(0.0, 0.05))
        except subprocess.TimeoutExpired:
            writer.send_signal(signal.SIGKILL)
        rest, _ = writer.communicate(timeout=60)
        said |= {int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")}

    assert len(said) >= 10
    assert all(_whole(tmp_path, number) for number in said)
    stored = [path for part in tmp_path.iterdir() if part.name != "unfinished" for path in part.rglob("*.json")]
    read = [number for number in range(700) if _whole(tmp_path, number)]
    assert len(stored) == len(read)
