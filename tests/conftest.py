"""What every test stands on: an empty home, a known git identity, no network, no trace of the machine it runs on."""

from __future__ import annotations

import os
import signal
import socket
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest_plugins = ("helpers.fake_claude",)

GITCONFIG = """\
[user]
    name = Wren Writer
    email = wren@example.org
[init]
    defaultBranch = main
[commit]
    gpgsign = false
[core]
    autocrlf = false
"""

# Variables by which the program or git would learn where the tests themselves run: a hook's git, a build server, keys.
FOREIGN = ("GIT_", "GITHUB_", "RUNNER_", "INPUT_", "ANTHROPIC_", "CLAIMDIFF_", "XDG_")
FOREIGN_NAMES = ("CI", "FORCE_COLOR", "CLICOLOR_FORCE", "PYTHONWARNINGS", "VIRTUAL_ENV")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--no-skips`: what .ci/run asks for."""
    parser.addoption("--no-skips", action="store_true", help="a skipped test fails the run")


def pytest_configure() -> None:
    """Let Ctrl-C reach the programs that tests start: a run in the background of a script inherits that it is ignored."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _skipped(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", [])) if reporter else 0


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that was to skip nothing and did."""
    if session.config.getoption("--no-skips") and _skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say why a run without a failed test failed."""
    if config.getoption("--no-skips") and (count := _skipped(config)):
        terminalreporter.write_line(f"{count} tests were skipped, and --no-skips allows none", red=True)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text(GITCONFIG, encoding="utf-8")
    for name in list(os.environ):
        if name.startswith(FOREIGN) or name in FOREIGN_NAMES:
            monkeypatch.delenv(name)
    for name, value in {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "COLUMNS": "100",
        "LINES": "40",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        # A port that nothing listens on: a program that a test starts cannot reach the network by HTTP either.
        "http_proxy": "http://127.0.0.1:9",
        "https_proxy": "http://127.0.0.1:9",
        "no_proxy": "localhost,127.0.0.1",
    }.items():
        monkeypatch.setenv(name, value)

    yield

    left = sorted(path.name for path in home.iterdir() if path.name != ".gitconfig")
    assert left == [], f"the test wrote to the home folder: {left}"


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def only_loopback(self: socket.socket, address: Any) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and address[0] not in {"127.0.0.1", "::1", "localhost"}:
            raise RuntimeError(f"a test tried to reach {address[0]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", only_loopback)


@pytest.fixture
def home() -> Path:
    """The home folder of the test, empty but for a .gitconfig."""
    from pathlib import Path

    return Path(os.environ["HOME"])
