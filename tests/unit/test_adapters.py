from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff import adapters
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

PYTHON = sys.executable
ASKED = [{"id": "a", "question": "Wie groß? 🦅"}, {"id": "b", "question": "?"}]
ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "answer": asked["question"]}))
"""


def ask(
    folder: Path, program: str, *, requests: list[dict[str, Any]] | None = None, timeout_s: float = 20
) -> dict[str, adapters.Reply]:
    """Ask a Python program that is written for the test."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    return adapters.ask_command(
        f"'{PYTHON}' program.py", requests or ASKED, cwd=folder, timeout_s=timeout_s, key="generator.command"
    )


class TestCommand:
    """Lines to a program and back."""

    def test_echo(self, tmp_path: Path) -> None:
        """Every request gets the reply of its id, in UTF-8, whatever the order."""
        replies = ask(tmp_path, ECHO + "\n")

        assert {id_: reply.data for id_, reply in replies.items()} == {
            "a": {"id": "a", "answer": "Wie groß? 🦅"},
            "b": {"id": "b", "answer": "?"},
        }

    def test_folder_and_words(self, tmp_path: Path) -> None:
        """The command is split like a shell line, without a shell, and runs in the folder that is given."""
        (tmp_path / "say it.py").write_text(
            "import json, os, sys\nprint(json.dumps({'id': 'a', 'words': sys.argv[1:], 'folder': os.getcwd()}))",
            encoding="utf-8",
        )
        command = f"'{PYTHON}' 'say it.py' 'two words' $HOME *.py '; true'"

        replies = adapters.ask_command(command, [{"id": "a"}], cwd=tmp_path, timeout_s=20, key="k")

        assert replies["a"].data == {
            "id": "a",
            "words": ["two words", "$HOME", "*.py", "; true"],
            "folder": os.path.realpath(tmp_path),
        }

    def test_noise_is_passed_over(self, tmp_path: Path) -> None:
        """Lines that are no object with an id are no reply, and spoil none."""
        replies = ask(
            tmp_path, "print('loading')\nprint('[1]')\nprint('{\"answer\": 1}')\nprint('{\"id\": 3}')\n" + ECHO
        )

        assert all(reply.data for reply in replies.values())

    def test_missing(self, tmp_path: Path) -> None:
        """An id without a line is a failed reply; the others count."""
        replies = ask(tmp_path, ECHO.replace("    print(", "    if asked['id'] == 'a': print("))

        assert replies["a"].error is None
        assert replies["b"].error == "it wrote no line with this id"

    def test_failure_says_its_last_words(self, tmp_path: Path) -> None:
        """A program that fails is quoted; the replies that it wrote count."""
        replies = ask(tmp_path, "import sys\nprint('{\"id\": \"a\"}', flush=True)\nsys.exit('no model in this folder')")

        assert replies["a"].data == {"id": "a"}
        assert replies["b"].error == "it ended with 1: no model in this folder"

    def test_timeout(self, tmp_path: Path) -> None:
        """A program that hangs is ended together with what it started; the replies before count."""
        program = (
            "import subprocess, sys, time\n"
            'print(\'{"id": "a"}\', flush=True)\n'
            "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
            "open('child', 'w').write(str(child.pid))\n"
            "time.sleep(60)\n"
        )

        replies = ask(tmp_path, program, timeout_s=2.5)

        assert _ends(int((tmp_path / "child").read_text(encoding="utf-8")))
        assert replies["a"].data == {"id": "a"}
        assert replies["b"].error is not None
        assert "limits.timeout_s" in replies["b"].error

    def test_deaf_program(self, tmp_path: Path) -> None:
        """A program that reads nothing and ends is a failed reply, not a broken pipe."""
        many = [{"id": str(at), "text": "x" * 10_000} for at in range(100)]

        replies = ask(tmp_path, "pass", requests=many)

        assert {reply.error for reply in replies.values()} == {"it wrote no line with this id"}

    @pytest.mark.parametrize("command", ["no-such-program-here", "'unbalanced", "", "./folder"])
    def test_cannot_start(self, tmp_path: Path, command: str) -> None:
        """A command that cannot be started names its key and itself."""
        (tmp_path / "folder").mkdir()

        with pytest.raises(UsageError, match=r"generator\.command"):
            adapters.ask_command(command, [{"id": "a"}], cwd=tmp_path, timeout_s=5, key="generator.command")


def _ends(process: int) -> bool:
    """Whether a process that was killed is gone soon; the system may take a moment to do it. It would sleep for a minute."""
    deadline = time.monotonic() + 20
    while _runs(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not _runs(process)


def _runs(process: int) -> bool:
    """Whether a process runs; one that nobody has collected yet does not."""
    status = Path(f"/proc/{process}/stat")
    try:
        return status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class TestFunction:
    """Calls of a Python function."""

    def module(self, folder: Path, name: str, body: str) -> str:
        """Write a module with a function `answer`."""
        (folder / f"{name}.py").write_text(f"import sys\ndef answer(id, question):\n    {body}\n", encoding="utf-8")
        return f"{name}:answer"

    def test_answers(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """The fields are keyword arguments; what is printed goes to stderr; the import path is as before."""
        path = list(sys.path)
        function = self.module(tmp_path, "adapter_good", "print('hm'); return {'answer': question}")

        replies = adapters.ask_python(function, ASKED, cwd=tmp_path, key="k")

        assert replies["a"].data == {"answer": "Wie groß? 🦅"}
        assert capsys.readouterr().out == ""
        assert sys.path == path

    @pytest.mark.parametrize(
        ("name", "body", "fact"),
        [
            ("adapter_raises", "raise KeyError('x')", "KeyError"),
            ("adapter_exits", "sys.exit(0)", "SystemExit"),
            ("adapter_lists", "return [1]", "list"),
        ],
    )
    def test_failures(self, tmp_path: Path, name: str, body: str, fact: str) -> None:
        """Whatever it raises or returns instead of a dict is a failed reply."""
        replies = adapters.ask_python(self.module(tmp_path, name, body), ASKED, cwd=tmp_path, key="k")

        assert all(fact in (reply.error or "") for reply in replies.values())

    def test_imports_at_call_time(self, tmp_path: Path) -> None:
        """A function may import its neighbours when it is called."""
        (tmp_path / "adapter_neighbour.py").write_text("WORD = 'yes'\n", encoding="utf-8")
        function = self.module(tmp_path, "adapter_lazy", "from adapter_neighbour import WORD; return {'answer': WORD}")

        assert adapters.ask_python(function, ASKED, cwd=tmp_path, key="k")["a"].data == {"answer": "yes"}

    @pytest.mark.parametrize(
        "function", ["", "json", "json:", ":dumps", "json:nope", "no_such_module:f", "json:__doc__"]
    )
    def test_cannot_import(self, tmp_path: Path, function: str) -> None:
        """What is no function names the key."""
        with pytest.raises(UsageError, match=r"retriever\.function"):
            adapters.ask_python(function, ASKED, cwd=tmp_path, key="retriever.function")


class TestHttp:
    """Posts; the service itself is tried in the integration tests."""

    def test_nobody_there(self) -> None:
        """A refused connection is a failed reply for each request."""
        replies = adapters.ask_http("http://127.0.0.1:9/x", ASKED, headers={}, timeout_s=5, concurrency=4)

        assert all("127.0.0.1:9" in (reply.error or "") for reply in replies.values())

    def test_no_requests(self) -> None:
        """Nothing to ask is nothing to do."""
        assert adapters.ask_http("http://127.0.0.1:9/x", [], headers={}, timeout_s=5) == {}

    def test_unset_variable(self) -> None:
        """A header from a variable that is not set is told with both names, before anything is sent."""
        with pytest.raises(UsageError, match=r"X-Key.*CLAIMDIFF_NOT_SET"):
            adapters.ask_http("http://127.0.0.1:9/x", ASKED, headers={"X-Key": "env:CLAIMDIFF_NOT_SET"}, timeout_s=5)


def test_requests_are_json_lines(tmp_path: Path) -> None:
    """A line break inside a text does not break the line."""
    program = (
        "import json, sys\nlines = sys.stdin.read().split(chr(10))\nprint(json.dumps({'id': 'a', 'lines': len(lines)}))"
    )

    reply = ask(tmp_path, program, requests=[{"id": "a", "text": "one\ntwo\u2028three\r"}])["a"]

    assert json.loads(json.dumps(reply.data)) == {"id": "a", "lines": 2}


@pytest.mark.parametrize(("variable", "told"), [("1", True), ("", False)])
def test_the_container_of_the_action_tells_where_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, told: bool
) -> None:
    """What is not in our image cannot be installed there; a broken command line or function has another cause."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("CLAIMDIFF_CONTAINER", variable)
    (tmp_path / "there.py").write_text("1 / 0", encoding="utf-8")

    def hinted(ask: Callable[[], object]) -> bool:
        with pytest.raises(UsageError) as caught:
            ask()
        return "pip install claimdiff && claimdiff action" in (caught.value.hint or "")

    def command(line: str) -> bool:
        return hinted(lambda: adapters.ask_command(line, ASKED, cwd=tmp_path, timeout_s=20, key="k"))

    def function(name: str) -> bool:
        return hinted(lambda: adapters.ask_python(name, ASKED, cwd=tmp_path, key="k"))

    assert [command("no-such-program"), function("no_such_module:ask")] == [told, told]
    assert [command("'open"), function("there:ask")] == [False, False]
