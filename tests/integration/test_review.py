"""`claimdiff review` on real repositories: what each key does to the files, and that nothing else is touched."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import Kestrel, config, driven, golden, question
from helpers.program import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from helpers.kestrel import Driven

if sys.platform != "win32":
    import pty
    import termios


@pytest.fixture
def two(repo: Kestrel) -> Kestrel:
    """Kestrel with two facts in the answer about the price, both changed by the branch, and another page as well."""
    text = "The Pro plan costs 25 dollars per month. The Pro plan has 50 GB of storage."
    rows = [question("price", answer=text), question("port"), question("rate")]
    repo.write("golden_set/questions.yml", golden(rows))
    page = "# Plans\n\nThe Pro plan costs 25 dollars per month.\n\nThe Pro plan has 50 GB of storage.\n"
    repo.write("docs/plans.md", page)
    for file in (repo.path / "golden_set/baseline").iterdir():
        file.unlink()
    assert repo.accept("--all", "--no-base").code == 0
    repo.commit()
    repo.repo.git("branch", "-f", "main", "HEAD")
    repo.write("docs/plans.md", page.replace("25", "30").replace("50 GB", "60 GB"))
    repo.edit("docs/ports.md", "8080", "9090")
    return repo


@pytest.fixture
def review(monkeypatch: pytest.MonkeyPatch) -> Driven:
    """Drive a review by lines."""
    return driven(monkeypatch)


class Typed(io.StringIO):
    """Lines of stdin, each made when it is read."""

    def __init__(self, lines: Iterator[str]) -> None:
        """Take the lines from a generator."""
        super().__init__()
        self.lines = lines

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]  # typeshed has bytes here
        """Give the lines."""
        return self.lines


def changed(repo: Kestrel) -> list[str]:
    """Files of the baseline folder that differ from the commit."""
    return repo.repo.git("status", "--porcelain", "--untracked-files=all", "golden_set").splitlines()


class TestDecisions:
    """Accept, keep, edit, reject, skip, undo."""

    def test_accept_everything(self, two: Kestrel, review: Driven) -> None:
        """Both values of an answer and the other page: files say what the docs say, the check passes, exit 0."""
        done = review(two, "a", "a", "a")

        assert done.code == 0, done.err
        assert (
            two.baseline("price")["answer"]
            == "The Pro plan costs 30 dollars per month. The Pro plan has 60 GB of storage."
        )
        assert two.baseline("port")["answer"] == "The admin server listens on port 9090."
        assert two.check().code == 0
        assert two.run("review", "--base", "main").out == "docs: nothing waits for a decision\n"

    def test_nothing_is_written_before_the_end_of_a_question(self, two: Kestrel, review: Driven) -> None:
        """With one of two claims decided no file is touched, and the decision waits for the next sitting."""
        done = review(two, "a", "q")

        assert done.code == 1
        assert changed(two) == []

        again = review(two, "a", "q")

        assert "accepted: “The Pro plan costs 25 dollars per month.”" in again.out
        assert changed(two) == ["M golden_set/baseline/price.yml"]

    def test_kept_with_its_own_reason(self, two: Kestrel, review: Driven) -> None:
        """One claim gets the new value and the other stays as it was, signed and with the reason; both are settled."""
        done = review(two, "a", "keep told by sales, the page follows", "q")

        price, storage = two.baseline("price")["claims"]
        assert done.code == 1, "port is left"
        assert two.baseline("price")["answer"].startswith(
            "The Pro plan costs 30 dollars per month. The Pro plan has 50"
        )
        assert price["verdict"] == "supported"
        assert storage["text"] == "The Pro plan has 50 GB of storage."
        assert storage["accepted"] == {
            "by": "Wren Writer <wren@example.org>",
            "reason": "told by sales, the page follows",
        }
        assert two.check().flagged == ["port"]

    def test_edited(self, two: Kestrel, review: Driven) -> None:
        """A new answer is judged, decides both claims at once, and is written as it was typed."""
        done = review(two, "e The Pro plan costs 30 dollars per month.", "r")

        assert done.code == 1
        assert two.baseline("price")["answer"] == "The Pro plan costs 30 dollars per month."
        assert changed(two) == ["M golden_set/baseline/price.yml"]

    def test_an_edited_answer_without_support_is_refused(self, two: Kestrel, review: Driven) -> None:
        """What the docs do not say is told, nothing is written, and the finding stays on the screen."""
        done = review(two, "e The Pro plan costs 99 dollars per month.", "q")

        assert "this answer is not taken" in done.out
        assert changed(two) == []

    def test_rejected(self, two: Kestrel, review: Driven) -> None:
        """Nothing is approved, the page to mend is named, and the next sitting does not ask again."""
        done = review(two, "r", "r", "r")

        assert done.code == 1
        assert "mend docs/plans.md:3" in done.out
        assert changed(two) == []
        assert "The Pro plan" not in review(two, "q").out.split("rejected")[0]

    def test_skipped_is_asked_again(self, two: Kestrel, review: Driven) -> None:
        """A skipped claim stays as it is, beside one that is accepted; the next sitting shows it first."""
        review(two, "s", "a", "q")

        assert (
            two.baseline("price")["answer"]
            == "The Pro plan costs 25 dollars per month. The Pro plan has 60 GB of storage."
        )
        assert review(two, "q").out.startswith("1/2  price/")

    def test_undo_takes_a_written_file_back(self, two: Kestrel, review: Driven) -> None:
        """Undo after the end of a question restores its file to the byte, also one that a person had formatted."""
        path = two.path / "golden_set/baseline/port.yml"
        path.write_bytes(b"# by hand\n" + path.read_bytes())
        before = path.read_bytes()

        done = review(two, "s", "s", "a", "u", "q")

        assert "wrote port.yml" in done.out
        assert "port.yml is as it was before" in done.out
        assert path.read_bytes() == before

    def test_deleted_question(self, repo: Kestrel, review: Driven) -> None:
        """Accepting that a question went deletes its file; undo brings it back."""
        kept = [question(id_) for id_ in ("price", "rate")]
        repo.write("golden_set/questions.yml", golden(kept))
        before = repo.baselines()

        review(repo, "a", "u", "q")
        assert repo.baselines() == before
        review(repo, "a", "q")

        assert len(repo.baselines()) == len(before) - 1

    def test_wrong_keys_change_nothing(self, two: Kestrel, review: Driven) -> None:
        """An unknown key, a missing reason, nothing to undo: each is told, and the finding stays."""
        done = review(two, "x", "k", "u", "?", "q")

        for told in ("'x' is no key here", "reason is missing", "there is nothing to undo", "undo the last decision"):
            assert told in done.out
        assert changed(two) == []

    def test_only_its_files(self, two: Kestrel, review: Driven) -> None:
        """Whatever is decided, no other file of the repository is written."""
        before = two.repo.git("status", "--porcelain", "--untracked-files=all")

        review(two, "k why not", "s", "r")

        after = two.repo.git("status", "--porcelain", "--untracked-files=all").splitlines()
        assert sorted(after) == sorted([*before.splitlines(), " M golden_set/baseline/price.yml"])


class TestLater:
    """What was decided is kept, for the same tree only."""

    def test_another_tree(self, two: Kestrel, review: Driven) -> None:
        """Once a page changed, what was decided before is asked again, and that is told."""
        review(two, "a", "q")
        two.edit("docs/limits.md", "600", "700")

        done = review(two, "q")

        assert "the tree changed since the last review" in done.out
        assert "accepted:" not in done.out

    @pytest.mark.parametrize("content", ["", "[]", "{", '{"decisions": {"price/x": 3}}', '{"decisions": []}', "\x00"])
    def test_a_broken_state_file(self, two: Kestrel, review: Driven, content: str) -> None:
        """A state file that is none is as good as no state file."""
        two.write(".claimdiff/review/docs.json", content)

        assert review(two, "q").out.startswith("1/3")

    def test_a_state_file_that_came_with_a_commit(self, two: Kestrel, review: Driven) -> None:
        """A folder that git tracks is somebody else's: what it says was decided is not believed."""
        review(two, "a", "q")
        two.repo.git("add", "-f", ".claimdiff/review")

        assert "accepted:" not in review(two, "q").out

    def test_a_file_changed_meanwhile(self, two: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where a page is edited between the look and the decision, nothing is written before it was looked at again."""

        def typed() -> Iterator[str]:
            yield "a\n"
            two.edit("docs/plans.md", "30", "35")
            yield "a\n"
            yield "q\n"

        monkeypatch.setattr(sys, "stdin", Typed(typed()))
        done = two.run("review", "--base", "main")

        assert "looked at again" in done.out
        assert changed(two) == []
        assert "costs 35 dollars" in done.out

    def test_a_folder_that_cannot_be_written(self, two: Kestrel, review: Driven) -> None:
        """Something in the way of the new file: it is told, the finding stays, nothing is lost."""
        folder = two.path / "golden_set/baseline"
        content = {path.name: path.read_bytes() for path in folder.iterdir()}
        two.write(f"golden_set/baseline/.port.{os.getpid()}.tmp/in-the-way", "x")

        done = review(two, "s", "s", "a", "q")

        assert done.code == 1
        assert "port.yml could not be written" in " ".join(done.out.split())
        assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == content


class TestWithoutAnybody:
    """No terminal and no lines: the commands are printed."""

    def test_the_commands(self, two: Kestrel, review: Driven) -> None:
        """Each finding has its command, with the options of this call; running them settles everything."""
        done = review(two)

        commands = [line for line in done.out.splitlines() if line.startswith("claimdiff accept ")]
        assert (done.code, len(commands)) == (1, 3)
        assert all(line.endswith(" --base main") for line in commands)
        for line in commands:
            assert two.run(*line.split()[1:]).code == 0
        assert two.check().code == 0

    def test_what_needs_a_text_is_a_comment(self, repo: Kestrel, review: Driven) -> None:
        """Where accept needs words of a person the commands are comments, so that the output can be run as it is."""
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")

        done = review(repo)

        assert done.code == 1
        assert all(line.startswith("#") for line in done.out.splitlines())
        assert "--keep-unsupported --reason" in done.out

    def test_nothing_waits(self, repo: Kestrel, review: Driven) -> None:
        """Without a finding it says so, and ends with 0."""
        done = review(repo)

        assert (done.code, done.out) == (0, "docs: nothing waits for a decision\n")

    def test_several_configs(self, two: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every config has its own findings; ids are not mixed up."""
        two.write("b.yml", config(name="b"))
        monkeypatch.setattr(sys, "stdin", io.StringIO("a\na\na\nq\n"))

        done = two.run("review", "--base", "main", "--config", "claimdiff.yml", "--config", "b.yml")

        assert done.code == 0, done.err
        assert "b: nothing waits for a decision" in done.out


class Terminal:
    """A review in a terminal of its own."""

    def __init__(self, folder: Path, *, editor: str = "true", sized: bool = True) -> None:
        """Start it; with `sized` the environment fixes its size."""
        self.own, self.its = pty.openpty()
        self.before = termios.tcgetattr(self.its)
        self.resize(rows=30, columns=80)
        env = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        env |= {"TERM": "xterm", "EDITOR": editor} | ({"COLUMNS": "80", "LINES": "30"} if sized else {})
        # The first terminal that the leader of a session opens is its own, to which Ctrl-C is sent.
        name = os.ttyname(self.its)
        command = f'exec "$0" review --base main <{name} >{name} 2>&1'
        self.process = subprocess.Popen(
            ["sh", "-c", command, str(PROGRAM)], cwd=folder, env=env, start_new_session=True
        )
        self.shown = ""

    def until(self, text: str) -> None:
        """Read until a text was shown."""
        while text not in self.shown:
            assert select.select([self.own], [], [], 30)[0], f"{text!r} was not shown, but {self.shown!r}"
            self.shown += os.read(self.own, 4096).decode("utf-8", "replace")
        self.shown = self.shown.partition(text)[2]

    def resize(self, *, rows: int, columns: int) -> None:
        """Give the terminal another size."""
        termios.tcsetwinsize(self.its, (rows, columns))

    def until_it_waits(self) -> None:
        """Wait until a key is waited for."""
        while termios.tcgetattr(self.its)[3] & termios.ICANON:
            select.select([], [], [], 0.02)

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self.own, keys.encode())

    def end(self) -> int:
        """Wait for the end; the exit code. The terminal must be as it was."""
        code = self.process.wait(timeout=60)
        assert termios.tcgetattr(self.its) == self.before
        os.close(self.its)
        os.close(self.own)
        return code


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of the test's own needs pty")
class TestTerminal:
    """Single keys on a terminal."""

    def test_keys(self, two: Kestrel) -> None:
        """Keys without Enter, an arrow that means nothing, a reason that is asked for, and the end screen."""
        terminal = Terminal(two.path)
        terminal.until("? help")
        terminal.type("\x1b[Aa")
        terminal.until("2/3")
        terminal.until("? help")
        terminal.type("k")
        terminal.until("Reason (leave it empty to go back): ")
        terminal.type("follows in May\n")
        terminal.until("wrote price.yml")
        terminal.type("a")
        terminal.until("u undo   q end")
        terminal.type("q")
        terminal.until("next: git add golden_set/baseline")

        assert terminal.end() == 0
        assert two.baseline("price")["claims"][1]["accepted"]["reason"] == "follows in May"

    def test_help_stands_alone_until_a_key(self, two: Kestrel) -> None:
        """Help takes the place of the finding; the key that ends it decides nothing."""
        terminal = Terminal(two.path)
        terminal.until("? help")
        terminal.type("?")
        terminal.until("any key goes back")
        terminal.type("a")
        terminal.until("1/3")
        terminal.until("? help")
        terminal.type("q")
        terminal.until("3 findings left")

        assert terminal.end() == 1
        assert changed(two) == []

    def test_another_size_draws_the_screen_again(self, two: Kestrel) -> None:
        """A terminal that is made narrower shows the same finding in fewer columns, without a key."""
        terminal = Terminal(two.path, sized=False)
        terminal.until("? help")
        terminal.resize(rows=30, columns=50)
        terminal.until("1/3")
        terminal.until("\r\n" + "─" * 50 + "\r\n")
        terminal.type("q")
        terminal.until("3 findings left")

        assert terminal.end() == 1

    def test_back_from_the_background(self, two: Kestrel) -> None:
        """Where a shell had the terminal in between, and left it as it wants it, the screen is drawn again and keys are keys."""
        terminal = Terminal(two.path)
        terminal.until("? help")
        terminal.until_it_waits()
        termios.tcsetattr(terminal.its, termios.TCSADRAIN, terminal.before)
        terminal.until("1/3")
        terminal.until("? help")
        terminal.type("q")
        terminal.until("3 findings left")

        assert terminal.end() == 1

    def test_an_answer_that_is_not_taken_is_not_lost(self, two: Kestrel, tmp_path: Path) -> None:
        """The next edit starts from what was written last, not from the approved answer."""
        editor = tmp_path / "editor"
        editor.write_text('#!/bin/sh\ncp "$1" "$0.$(ls "$0".* 2>/dev/null | wc -l)"\nprintf "Pro is free." >"$1"\n')
        editor.chmod(0o755)
        terminal = Terminal(two.path, editor=str(editor))
        terminal.until("? help")
        for _ in range(2):
            terminal.type("e")
            terminal.until("this answer is not taken")
        terminal.type("q")
        terminal.until("3 findings left")

        assert terminal.end() == 1
        drafts = [(tmp_path / f"editor.{number}").read_text(encoding="utf-8").splitlines()[0] for number in (0, 1)]
        assert drafts == ["The Pro plan costs 30 dollars per month. The Pro plan has 50 GB of storage.", "Pro is free."]

    @pytest.mark.parametrize("how", ["ctrl-c", "terminate"])
    def test_interrupted(self, two: Kestrel, how: str) -> None:
        """Ctrl-C and SIGTERM keep what was decided, give the terminal back, and end with 130."""
        terminal = Terminal(two.path)
        terminal.until("? help")
        terminal.type("a")
        terminal.until("2/3")
        terminal.until("? help")
        if how == "ctrl-c":
            terminal.type("\x03")
        else:
            terminal.process.send_signal(signal.SIGTERM)
        terminal.until("what was decided is kept")

        assert terminal.end() == 130
        assert changed(two) == []
        kept = json.loads((two.path / ".claimdiff/review/docs.json").read_text(encoding="utf-8"))
        assert [one["kind"] for one in kept["decisions"].values()] == ["accept"]
