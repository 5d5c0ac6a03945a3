"""New answers for the baseline, answers that are asked for again, and what of a store is trusted: whole commands."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from helpers.docent import Docent, served
from helpers.kestrel import Kestrel, config, golden, kestrel, question

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

PORT = "The admin server listens on port 8080"
ASKED = "On which port does the admin server listen?"
MODEL: dict[str, Any] = {"generator": {"use": "claude"}, "judge": {"use": "claude"}, "extractor": {"use": "claude"}}
WAVERING = """\
import json, pathlib, sys
for line in sys.stdin:
    asked = json.loads(line)
    seen = pathlib.Path("asked.txt")
    before = seen.read_text().count(asked["id"] + ";") if seen.exists() else 0
    with seen.open("a") as file:
        file.write(asked["id"] + ";")
    said = json.loads(pathlib.Path("said.json").read_text())
    more = said[min(before, len(said) - 1)] if asked["id"] == "port" else ""
    print(json.dumps({"id": asked["id"], "answer": (asked["passages"][0]["text"] + " " + more).strip()}))
"""


@pytest.fixture
def docent(fake_claude: FakeClaude, monkeypatch: pytest.MonkeyPatch) -> Docent:
    """The assistant; the environment points at it."""
    return served(fake_claude, monkeypatch)


def _repo(path: Path, capsys: pytest.CaptureFixture[str], docent: Docent, **keys: Any) -> Kestrel:
    """Two questions with approved answers; nothing is stored."""
    files = {
        "claimdiff.yml": config(**keys),
        "golden_set/questions.yml": golden([question("port"), question("backups")]),
    }
    made = kestrel(path, capsys, files)
    shutil.rmtree(made.path / ".claimdiff", ignore_errors=True)
    docent.said.clear()
    return made


@pytest.fixture
def recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str], docent: Docent) -> Kestrel:
    """Recorded answers, judged offline."""
    return _repo(tmp_path / "kestrel", capsys, docent)


def test_regenerate_never_gives_the_stored_answer(recorded: Kestrel, docent: Docent) -> None:
    """Who types it again did not want that answer: Claude is asked anew, by the same request."""
    docent.answers[ASKED] = f"{PORT}."
    recorded.accept("port", "--regenerate")
    docent.answers[ASKED] = f"Port 8080: {PORT[0].lower()}{PORT[1:]}."
    done = recorded.accept("port", "--regenerate")
    assert done.code == 0, done.err
    assert docent.count("answer") == 2
    assert recorded.baseline("port")["answer"].startswith("Port 8080:")


def test_a_round_that_failed_pays_nothing_twice(recorded: Kestrel, docent: Docent, fake_claude: FakeClaude) -> None:
    """One question fails; the same command again asks for that one alone."""
    fake_claude.fault("400", match="admin server")
    assert recorded.accept("--all", "--regenerate").code == 1
    assert docent.count("answer") == 1
    assert recorded.accept("--all", "--regenerate").code == 0
    assert docent.count("answer") == 2


def test_a_killed_batch_is_taken_up_by_the_same_command(
    recorded: Kestrel, docent: Docent, fake_claude: FakeClaude
) -> None:
    """Killed while its batch was running, the command goes on with that batch: nothing is submitted or paid twice."""
    fake_claude.batches.polls = 1_000_000
    docent.answers[ASKED] = f"{PORT}, and nowhere else."
    recorded.edit("docs/ports.md", PORT, f"{PORT}, and nowhere else")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "claimdiff", "accept", "--base", "main", "--all", "--regenerate", "--batch"]
    running = subprocess.Popen(command, cwd=recorded.path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    notes = recorded.path / ".claimdiff" / "responses"
    while running.poll() is None and not [path for path in notes.rglob("batches/*.json") if b"msgbatch" in _read(path)]:
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    _, told = running.communicate(timeout=60)
    assert running.returncode == -signal.SIGKILL, told.decode()
    assert fake_claude.stats["batches"] == 1
    fake_claude.batches.polls = 0
    done = recorded.accept("--all", "--regenerate", "--batch")
    assert done.code == 0, done.err
    assert fake_claude.stats["batches"] == 1
    assert docent.count("answer") == 2
    assert "halved for batches" in done.err
    assert recorded.baseline("port")["answer"] == f"{PORT}, and nowhere else."


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_replies_that_came_with_a_commit_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], docent: Docent
) -> None:
    """A store in git is somebody's word for what Claude said: nobody is asked, and the way out is told."""
    repo = _repo(tmp_path / "kestrel", capsys, docent, **MODEL)
    repo.write(".claimdiff/responses/other_server/replies/aa/aa.json", "{}")
    repo.repo.git("add", "-f", ".claimdiff")
    repo.commit("help the judge")
    repo.edit("docs/ports.md", "8080", "8081")
    ran = repo.check()
    assert (ran.code, docent.said) == (2, [])
    assert "git rm -r --cached .claimdiff" in ran.err
    assert repo.check("--offline").code == 1


def test_replies_that_git_does_not_know_came_with_no_commit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], docent: Docent
) -> None:
    """A store that was brought back without its `.gitignore` is read like any other, and ignores itself again."""
    repo = _repo(tmp_path / "kestrel", capsys, docent, **MODEL)
    repo.edit("docs/ports.md", "8080", "8081")
    first = repo.check()
    (repo.path / ".claimdiff/.gitignore").unlink()
    docent.said.clear()
    again = repo.check()
    assert (again.code, docent.said) == (first.code, []), again.err
    assert {**again.report, "usage": None} == {**first.report, "usage": None}
    assert repo.repo.git("status", "--porcelain", "--untracked-files=all") == "M docs/ports.md"


def test_a_state_folder_without_its_gitignore_is_no_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], docent: Docent
) -> None:
    """What the tool keeps for itself is neither a page nor a reason to say that files are not committed."""
    repo = _repo(tmp_path / "kestrel", capsys, docent, **MODEL)
    repo.write("claimdiff.yml", config(docs=["**/*.md"], **MODEL))
    repo.commit("all pages")
    repo.write(".claimdiff/last/report.md", "# Ports\n\nThe admin server listens on port 1.\n")
    report = repo.check("--offline", "--all").report
    assert not report["head"]["dirty"]
    assert not [page for page in _pages(report) if page.startswith(".claimdiff")]


def _pages(report: dict[str, Any]) -> list[str]:
    return [passage["path"] for item in report["questions"] for passage in item["retrieval"]["passages"]]


def test_what_a_failed_call_may_have_cost_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], docent: Docent, fake_claude: FakeClaude
) -> None:
    """A reply that was lost on the way may be on the bill: the log says how much at the most."""
    repo = _repo(tmp_path / "kestrel", capsys, docent, **MODEL)
    repo.edit("docs/ports.md", "8080", "8081")
    fake_claude.fault("reset_mid")
    ran = repo.check()
    assert ran.report["conclusion"] == "pass", ran.out + ran.err
    assert "may have cost at the most" in ran.err
    assert "may have cost" not in repo.check().err


def _wavering(repo: Kestrel, *said: str) -> None:
    repo.write("answer.py", WAVERING)
    repo.write("said.json", json.dumps(said))
    keys: dict[str, Any] = {"judge": {"use": "claude", "confirm": 2}, "extractor": {"use": "rules"}}
    repo.write("claimdiff.yml", config(generator={"use": "command", "command": "python3 answer.py"}, **keys))


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        (("The port is never shared.", "", ""), "uncertain", 0),
        (("The port is never shared.", "The port is never shared.", ""), "new_unsupported", 1),
    ],
)
def test_the_own_generator_is_asked_as_often_as_votes_are_taken(
    recorded: Kestrel, said: tuple[str, ...], status: str, code: int
) -> None:
    """A claim of one answer in three is uncertain, of two in three it is reported; base is never generated."""
    _wavering(recorded, *said)
    recorded.edit("docs/ports.md", f"{PORT}.", f"{PORT}. Backups run at night.")
    ran = recorded.check("--question", "port")
    assert status in ran.statuses("port"), ran.out + ran.err
    assert ran.code == code
    assert (recorded.path / "asked.txt").read_text() == "port;" * 3


def test_an_answer_that_a_person_gives_is_not_asked_for_again(recorded: Kestrel) -> None:
    """The team's generator has no part in it."""
    _wavering(recorded, "")
    recorded.accept("port", "--answer", f"{PORT}. The port is never shared.")
    assert not (recorded.path / "asked.txt").exists()
