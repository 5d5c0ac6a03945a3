"""Kestrel, a small product with ten pages and ten approved answers: a repository in which a test changes one thing."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from claimdiff.cli.main import main
from helpers.repos import Repo, new_repo

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pytest

PAGES: dict[str, str] = {
    "docs/plans.md": "# Plans\n\nThe Pro plan costs 25 dollars per month.\n",
    "docs/limits.md": "# Rate limits\n\nThe gateway allows 600 requests per minute.\n",
    "docs/ports.md": "# Ports\n\nThe admin server listens on port 8080.\n",
    "docs/backups.md": "# Backups\n\nBackups are kept for 30 days.\n",
    "docs/uploads.md": "# Uploads\n\nAn upload may be 40 MB large.\n",
    "docs/sessions.md": "# Sessions\n\nA session expires after 15 minutes.\n",
    "docs/regions.md": "# Regions\n\nA database lives in the Frankfurt region.\n",
    "docs/tokens.md": "# Tokens\n\nA token is revoked on the dashboard.\n",
    "docs/webhooks.md": "# Webhooks\n\nA failed webhook is sent again 5 times.\n",
    "docs/export.md": "# Export\n\nAn export is written as a CSV file.\n",
}
QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("price", "What does the Pro plan cost?", "plans"),
    ("rate", "How many requests does the gateway allow?", "limits"),
    ("port", "On which port does the admin server listen?", "ports"),
    ("backups", "How long are backups kept?", "backups"),
    ("uploads", "How large may an upload be?", "uploads"),
    ("sessions", "When does a session expire?", "sessions"),
    ("regions", "In which region does a database live?", "regions"),
    ("tokens", "Where is a token revoked?", "tokens"),
    ("webhooks", "How often is a failed webhook sent again?", "webhooks"),
    ("export", "How is an export written?", "export"),
)
"""Id, question, page; the recorded answer is the sentence of the page."""


def question(id_: str, **other: Any) -> dict[str, Any]:
    """One of the golden questions, with other keys where they are given."""
    asked, page = next((asked, page) for known, asked, page in QUESTIONS if known == id_)
    answer = PAGES[f"docs/{page}.md"].splitlines()[2]
    return {"id": id_, "question": asked, "answer": answer, "sources": [f"docs/{page}.md"], **other}


def golden(questions: Sequence[Mapping[str, Any]] | None = None) -> str:
    """The text of a golden set; without `questions` of all ten."""
    rows = [question(id_) for id_, _, _ in QUESTIONS] if questions is None else list(questions)
    return yaml.safe_dump({"questions": rows}, sort_keys=False, allow_unicode=True, width=1000)


def config(**keys: Any) -> str:
    """The text of a claimdiff.yml: one passage a question, so that a page is all that a question sees."""
    return yaml.safe_dump({"retriever": {"passages": 1}, **keys}, sort_keys=False, width=1000)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """What a command left: exit code, stdout, stderr, and the report where it wrote one as JSON."""

    code: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        """The report on stdout; with several configs the first."""
        return dict(json.loads(self.out.splitlines()[0]))

    @property
    def flagged(self) -> list[str]:
        """Questions with a newly unsupported claim."""
        return [claim["question_id"] for claim in self.report["newly_unsupported"]]

    def question(self, id_: str) -> dict[str, Any]:
        """One question of the report."""
        return next(item for item in self.report["questions"] if item["id"] == id_)

    def statuses(self, id_: str) -> list[str]:
        """The statuses of a question's claims."""
        return [claim["status"] for claim in self.question(id_)["claims"]]

    def findings(self, kind: str) -> list[dict[str, Any]]:
        """The findings of one kind."""
        return [found for found in self.report["findings"] if found["kind"] == kind]

    @property
    def replayed(self) -> list[str]:
        """The questions that were replayed."""
        return [item["id"] for item in self.report["questions"] if item["status"] == "replayed"]


@dataclass(frozen=True)
class Kestrel:
    """The repository and the command line in it, run in this process."""

    repo: Repo
    capsys: pytest.CaptureFixture[str]

    @property
    def path(self) -> Path:
        """The top folder."""
        return self.repo.path

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that stands once in a file of the working tree."""
        file = self.path / name
        text = file.read_bytes().decode()
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        file.write_bytes(text.replace(old, new).encode())

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file of the working tree."""
        self.repo.write(name, content)

    def delete(self, name: str) -> None:
        """Delete a file of the working tree."""
        (self.path / name).unlink()

    def commit(self, message: str = "change") -> str:
        """Commit everything."""
        return self.repo.commit(message=message)

    def run(self, *arguments: str, folder: str = ".") -> Ran:
        """Run a command of claimdiff in a folder of the repository."""
        self.capsys.readouterr()
        with _inside(self.path / folder):
            code = main(list(arguments))
        done = self.capsys.readouterr()
        return Ran(code=code, out=done.out, err=done.err)

    def check(self, *arguments: str, folder: str = ".") -> Ran:
        """`claimdiff check --format json`, against main unless something else is said."""
        other = {"--base", "--no-base", "--staged", "--base-docs"} & set(arguments)
        return self.run("check", "--format", "json", *(() if other else ("--base", "main")), *arguments, folder=folder)

    def accept(self, *arguments: str) -> Ran:
        """`claimdiff accept`, against main unless something else is said."""
        other = {"--base", "--no-base", "--staged"} & set(arguments)
        return self.run("accept", *(() if other else ("--base", "main")), *arguments)

    def baseline(self, id_: str) -> dict[str, Any]:
        """A baseline file as YAML reads it."""
        return dict(yaml.safe_load(self.baseline_text(id_)))

    def baseline_text(self, id_: str) -> str:
        """A baseline file as it is."""
        return (self.path / f"golden_set/baseline/{id_}.yml").read_text(encoding="utf-8")

    def baselines(self) -> dict[str, str]:
        """Every file of the baseline folder."""
        folder = self.path / "golden_set/baseline"
        return (
            {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())}
            if folder.is_dir()
            else {}
        )


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    here = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)


def kestrel(
    path: Path,
    capsys: pytest.CaptureFixture[str],
    files: Mapping[str, str | bytes] | None = None,
    *,
    approved: bool = True,
) -> Kestrel:
    """The repository on a branch `topic` that starts at `main`; `files` are other or further files of the first commit.

    With `approved`, the baseline of every question was accepted and committed on main.
    """
    start = {"claimdiff.yml": config(), "golden_set/questions.yml": golden(), **PAGES, **(files or {})}
    made = Kestrel(new_repo(path, start), capsys)
    if approved:
        done = made.run("accept", "--all", "--no-base")
        assert done.code == 0, done.err
        made.commit("approve")
    made.repo.branch("topic")
    return made


def copied(made: Kestrel, path: Path, capsys: pytest.CaptureFixture[str]) -> Kestrel:
    """A copy of a repository, for the next test."""
    shutil.copytree(made.path, path, symlinks=True)
    return Kestrel(Repo(path), capsys)


Driven = Callable[..., Ran]
"""A review of a repository, with its lines."""


def driven(monkeypatch: pytest.MonkeyPatch) -> Driven:
    """A review that is driven by lines of stdin."""

    def run(repo: Kestrel, *lines: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return repo.run("review", "--base", "main")

    return run
