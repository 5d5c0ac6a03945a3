"""What the program was started with: pipes that close, disks that are full, streams that are missing, and Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from helpers.kestrel import Kestrel

FULL = Path("/dev/full")
START = [sys.executable, "-m", "claimdiff"]
LINES = (["--version"], ["--help"], ["schema", "report"], ["check", "--all"], ["explain", "price"])


def _python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=60, check=False
    )


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_reader_that_leaves(repo: Kestrel, line: list[str]) -> None:
    """A reader that leaves is no failed gate: nothing is told, and the exit code is that of a closed pipe."""
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run([*START, *line], cwd=repo.path, stdout=write, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_full_disk_behind_stdout(repo: Kestrel, line: list[str]) -> None:
    """Where the output goes to a disk that is full, a line says so, and nobody is asked to report a bug."""
    with FULL.open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*START, *line], cwd=repo.path, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("error: the output could not be written: No space left on device\n    → ")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_was_closed(repo: Kestrel, closed: str) -> None:
    """A stream that is closed from the start changes neither the run nor its exit code."""
    line = ["/bin/sh", "-c", f'exec "$0" -m claimdiff check --all {closed}', sys.executable]
    done = subprocess.run(line, cwd=repo.path, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_ctrl_c_while_the_program_loads() -> None:
    """Ctrl-C while the program loads ends it with 130 and no traceback."""
    done = _python(
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'claimdiff.cli.main':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from claimdiff.cli.entry import run\n"
        "run()\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_nothing_loads_before_ctrl_c_is_looked_after() -> None:
    """The program looks after Ctrl-C before it loads anything that takes time."""
    done = _python(
        "import sys; before = set(sys.modules); import claimdiff.cli.entry; print(*sorted(set(sys.modules) - before))"
    )
    assert set(done.stdout.split()) <= {"__future__", "claimdiff", "claimdiff.cli", "claimdiff.cli.entry"}


def test_ctrl_c_in_the_words_of_a_library() -> None:
    """Ctrl-C that a library turns into an error of its own is Ctrl-C and no bug."""
    done = _python(
        "import signal, sys\n"
        "from claimdiff.cli import main, quick\n"
        "def answer(*_):\n"
        "    try:\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        raise ValueError('no schema') from None\n"
        "quick.answer = answer\n"
        "sys.argv = ['claimdiff', 'check']\n"
        "main.run()\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")
