"""The two commands of the README and the build server's entry, driven with a stand-in for the environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from helpers.program import PROGRAM, ROOT

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTS = ("scripts/demo", "scripts/test", "scripts/venv.sh", ".ci/run")
RECORDER = """\
#!/bin/sh
# Stands in for .venv/bin/python: writes down what it was asked for; what FAIL names goes wrong.
case "$*" in -V) echo "Python 3.11.0"; exit;; "-c import pip") exit;; esac
echo "$*" >>"$CALLS"
case "$*" in *"${FAIL:-nothing at all}"*) echo "$FAIL went wrong"; exit 1;; esac
case "$*" in *pytest*) echo "==== 7 passed in 0.01s ====";; esac
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Checkout:
    """A copy of the scripts with a recorder in place of Python."""

    root: Path

    def run(self, script: str, *args: str, fail: str = "") -> subprocess.CompletedProcess[str]:
        """Run a script from another folder."""
        env = {**os.environ, "CALLS": str(self.root / "calls"), "FAIL": fail}
        elsewhere = self.root.parent
        return subprocess.run(
            ["bash", str(self.root / script), *args],
            cwd=elsewhere,
            env=env,
            capture_output=True,
            encoding="utf-8",
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def calls(self) -> list[str]:
        """What Python was asked for, in order."""
        return (self.root / "calls").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A checkout whose environment was made before."""
    root = tmp_path / "a checkout"
    for name in (*SCRIPTS, "pyproject.toml"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, root / name)
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(RECORDER, encoding="utf-8")
    python.chmod(0o755)
    return Checkout(root=root)


@pytest.mark.parametrize("script", [name for name in SCRIPTS if not name.endswith(".sh")])
def test_scripts_can_be_started(script: str) -> None:
    """Every script carries the executable bit and says by its first line what runs it."""
    path = ROOT / script

    assert os.access(path, os.X_OK)
    assert path.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_bash(script: str) -> None:
    """Bash reads every script without a complaint."""
    done = subprocess.run(["bash", "-n", ROOT / script], capture_output=True, encoding="utf-8", check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_everything_runs_in_order(checkout: Checkout) -> None:
    """Install, lint, format, types, tests, in this order, and the last line is pytest's own."""
    done = checkout.run("scripts/test")

    asked = [
        next(word for word in ("pip", "ruff check", "ruff format", "mypy", "pytest") if word in call)
        for call in checkout.calls()
    ]
    assert asked == ["pip", "ruff check", "ruff format", "mypy", "pytest"]
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "==== 7 passed in 0.01s ===="


def test_installs_only_when_the_project_changed(checkout: Checkout) -> None:
    """A second run installs nothing; after an edit of pyproject.toml the third one does."""
    checkout.run("scripts/test")
    checkout.run("scripts/test")
    before = sum("pip install" in call for call in checkout.calls())
    with (checkout.root / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    checkout.run("scripts/test")

    assert before == 1
    assert sum("pip install" in call for call in checkout.calls()) == 2


@pytest.mark.parametrize("step", ["pip install", "ruff check", "ruff format", "mypy", "pytest"])
def test_any_failing_step_fails_the_run(checkout: Checkout, step: str) -> None:
    """Whatever goes wrong shows in the exit code, and nothing after it runs."""
    done = checkout.run("scripts/test", fail=step)

    assert done.returncode != 0
    assert step in checkout.calls()[-1]


def test_a_failed_installation_is_tried_again(checkout: Checkout) -> None:
    """An installation that broke off is not taken for a finished one."""
    checkout.run("scripts/test", fail="pip install")
    checkout.run("scripts/test")

    assert sum("pip install" in call for call in checkout.calls()) == 2


def test_the_build_server_allows_no_skip(checkout: Checkout) -> None:
    """.ci/run is scripts/test with skips forbidden."""
    checkout.run(".ci/run")

    assert "--no-skips" in checkout.calls()[-1]


def test_a_part_of_the_tests(checkout: Checkout) -> None:
    """Arguments go to pytest, and a part is not measured against the bound of coverage."""
    checkout.run("scripts/test", "tests/unit", "-k", "gate")

    assert checkout.calls()[-1] == "-m pytest tests/unit -k gate"


@pytest.mark.parametrize(("flags", "code"), [([], 0), (["--no-skips"], 1)])
def test_a_skip_fails_where_none_is_allowed(tmp_path: Path, flags: list[str], code: int) -> None:
    """A skipped test passes on a laptop, is named in the summary, and fails the build server's run."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_one.py").write_text(
        "import pytest\ndef test_skipped():\n    pytest.skip('needs chromium')\ndef test_fine():\n    pass\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-ra", "-p", "no:cacheprovider", "--rootdir", ".", *flags, "."]

    env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, env=env)

    assert done.returncode == code, done.stdout + done.stderr
    assert "needs chromium" in done.stdout


def test_the_demo_leaves_the_report(checkout: Checkout) -> None:
    """scripts/demo prints what the program prints, ends with 0 and leaves report.html beside the README."""
    (checkout.root / ".venv" / "bin" / "claimdiff").symlink_to(PROGRAM)

    done = checkout.run("scripts/demo")

    assert done.returncode == 0, done.stderr
    assert "docs/plans.md" in done.stdout
    assert "<html" in (checkout.root / "report.html").read_text(encoding="utf-8")


def test_a_demo_that_breaks_fails(checkout: Checkout) -> None:
    """When the program fails, so does scripts/demo, and no old report is taken for a new one."""
    program = checkout.root / ".venv" / "bin" / "claimdiff"
    program.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    (checkout.root / "report.html").write_text("old", encoding="utf-8")

    done = checkout.run("scripts/demo")

    assert done.returncode == 3
    assert not (checkout.root / "report.html").exists()


def test_the_benchmark_of_claude_tells_calls_and_their_ratio_to_the_service() -> None:
    """Four questions are twelve calls, in a multiple of the service's own time; where all is stored there is none."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/claude_speed.py", "--questions", "4", "--latency", "0.05", "--runs", "1"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 0, done.stderr
    stored, asked = done.stdout.splitlines()
    assert stored.startswith("stored: 0 calls, ")
    assert re.fullmatch(r"12 calls, [\d.]+ s = [\d.]+ of 0\.0 s, [\d.]+ s of CPU", asked), asked
