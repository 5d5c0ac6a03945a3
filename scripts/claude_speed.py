#!/usr/bin/env python3
"""Measure a check with Claude: its wall time as a ratio to the service's own, calls x latency / concurrency.

    claude_speed.py [--questions 200] [--latency 1.0] [--concurrency 20] [--runs 3] [--stored]

A site is made up, approved, and its prompt edited, so that every question is answered, taken apart and judged anew.
The service is the tests' own stand-in on loopback. `--stored` keeps the replies of the approval, as a build with a
cache does. The first line is of a check whose replies are all stored: it makes no call.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from helpers.docent import Docent
from helpers.fake_claude import FakeClaude, serving
from helpers.repos import Repo, new_repo

if TYPE_CHECKING:
    from collections.abc import Mapping

FACTS_A_PAGE = 4
STORE = ".claimdiff"
PROMPT = "Answer from the search results{more}.\n\n{{{{ question }}}}\n"
FILLER = "It can be changed in the settings of the project, and takes effect with the next deployment of the service."


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """One check: seconds of wall and of CPU, and the calls that it made."""

    wall: float
    cpu: float
    calls: int

    def line(self, latency: float, concurrency: int) -> str:
        """The figures, and the ratio where there was a call."""
        ideal = self.calls * latency / concurrency
        ratio = f" = {self.wall / ideal:.3f} of {ideal:.1f} s" if ideal else ""
        return f"{self.calls} calls, {self.wall:.2f} s{ratio}, {self.cpu:.2f} s of CPU\n"


def site(questions: int, concurrency: int) -> Mapping[str, str]:
    """The files: a page for every four questions."""
    pages: dict[str, list[str]] = {}
    rows = []
    for number in range(questions):
        page, mode = divmod(number, FACTS_A_PAGE)
        fact = f"The queue of product P{page:03d} keeps {7 + page} jobs in mode M{mode}."
        pages.setdefault(f"docs/p{page:03d}.md", [f"# Product P{page:03d}"]).append(
            f"## Mode M{mode}\n\n{fact} {FILLER}"
        )
        asked = f"How many jobs does the queue of P{page:03d} keep in mode M{mode}?"
        rows.append({"id": f"q{number}", "question": asked, "answer": fact})
    engines = {"generator": {"use": "claude"}, "extractor": {"use": "claude"}, "judge": {"use": "claude"}}
    settings = {"prompts": ["prompts/answer.md"], **engines, "limits": {"concurrency": concurrency}}
    return {
        "claimdiff.yml": yaml.safe_dump(settings),
        "golden_set/questions.yml": yaml.safe_dump({"questions": rows}),
        "prompts/answer.md": PROMPT.format(more=""),
        **{name: "\n\n".join(parts) + "\n" for name, parts in pages.items()},
    }


def ran(repo: Repo, fake: FakeClaude, *arguments: str) -> Timed:
    """Run a command of claimdiff, which must not fail."""
    env = {name: value for name, value in os.environ.items() if name not in {"CI", "GITHUB_ACTIONS"}} | fake.env
    before, begin, asked = os.times(), time.perf_counter(), fake.calls
    command = [sys.executable, "-m", "claimdiff", *arguments]
    done = subprocess.run(command, cwd=repo.path, env=env, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 -- our own program
    wall, after = time.perf_counter() - begin, os.times()
    if done.returncode:
        sys.exit(f"claimdiff {' '.join(arguments)} exited {done.returncode}: {done.stderr[-500:]}{done.stdout[-500:]}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Timed(wall=wall, cpu=cpu, calls=fake.calls - asked)


def approved(folder: Path, fake: FakeClaude, files: Mapping[str, str]) -> Repo:
    """The site with an approved baseline on main, and its prompt edited on a branch."""
    repo = new_repo(folder / "site", files)
    ran(repo, fake, "accept", "--all", "--reason", "base")
    repo.commit(message="approve")
    repo.branch("topic")
    repo.write("prompts/answer.md", PROMPT.format(more=", in one sentence"))
    repo.commit(message="prompt")
    return repo


def main() -> None:
    """Print a line for each run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--latency", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--concurrency", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--stored", action="store_true", help="keep the replies of the approval")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="claude-speed-")))
        fake = stack.enter_context(serving())
        Docent().serve(fake)
        repo = approved(folder, fake, site(asked.questions, asked.concurrency))
        kept = folder / "kept"
        shutil.copytree(repo.path / STORE, kept)
        check = ("check", "--base", "main", "--format", "json")
        ran(repo, fake, *check)
        sys.stdout.write("stored: " + ran(repo, fake, *check).line(asked.latency, asked.concurrency))
        fake.latency = asked.latency
        for _ in range(asked.runs):
            shutil.rmtree(repo.path / STORE)
            if asked.stored:
                shutil.copytree(kept, repo.path / STORE)
            sys.stdout.write(ran(repo, fake, *check).line(asked.latency, asked.concurrency))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
