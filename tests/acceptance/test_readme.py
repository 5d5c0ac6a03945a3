"""The README is executed: its commands run as they stand there, and its picture is what the demo prints."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from functools import cache
from typing import TYPE_CHECKING

import pytest

from helpers.program import GOLDEN, PROGRAM, ROOT, Run, claimdiff, commit, git, replace, sample_repository

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(section: str) -> list[list[str]]:
    """The shell commands under one heading of the README, without comments."""
    body = README.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return [shlex.split(line, comments=True) for block in blocks(body, "sh") for line in block.splitlines()]


@cache
def usage(command: str = "") -> Run:
    """The help of a command, or of the program."""
    return claimdiff(*filter(None, (command, "--help")), cwd=ROOT)


def run(command: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the README with our program first on the path."""
    env = {**os.environ, "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False
    )


def test_two_commands_stand_there() -> None:
    """The README names the two scripts, and both are there to be started."""
    named = re.findall(r"^\| `(scripts/\w+)` \|", README, re.MULTILINE)

    assert named == ["scripts/demo", "scripts/test"]
    assert all(os.access(ROOT / name, os.X_OK) for name in named)


def test_quick_start(tmp_path: Path) -> None:
    """From a repository with docs and nothing else, the commands of the quick start all succeed, in order."""
    repo = sample_repository(
        tmp_path / "your-repository", "meridian", without=("claimdiff.yml", "questions.yml", "baseline", "prompts")
    )
    told = commands("Quick start")
    assert told[:2] == [["pip", "install", "."], ["cd", "../your-repository"]]

    for command in told[2:]:
        done = run(command, cwd=repo)
        assert done.returncode == 0, f"{shlex.join(command)}: {done.stderr}{done.stdout}"

    staged = git("diff", "--cached", "--name-only", cwd=repo).splitlines()
    assert {"claimdiff.yml", "golden_set/questions.yml"} <= set(staged)
    assert any(path.startswith("golden_set/baseline/") for path in staged)


def test_accepting_a_change(tmp_path: Path) -> None:
    """The command under "Accepting a change" settles what the edit of a price raised, and the check passes again."""
    repo = sample_repository(tmp_path / "repo", "meridian")
    git("checkout", "--quiet", "-b", "new-price", cwd=repo)
    replace(repo / "docs" / "plans.md", "$25", "$30")
    commit(repo, "Raise the price of Pro")
    (accept,) = commands("Accepting a change")

    before = claimdiff("check", cwd=repo)
    accepted = run(accept, cwd=repo)
    after = claimdiff("check", cwd=repo)

    assert before.code == 1
    assert shlex.join(accept) in before.out
    assert accepted.returncode == 0, accepted.stderr
    assert "$30" in (repo / "baseline" / "pro-price.yml").read_text(encoding="utf-8")
    assert after.code == 0, after.out


def test_the_picture_is_the_demos(tmp_path: Path) -> None:
    """The comment that the README shows is the one that the demo prints, line by line."""
    picture = README.split("<!-- picture:")[1].split("````markdown\n")[1].split("````\n")[0].splitlines()
    done = claimdiff("demo", "--dir", tmp_path / "demo", cwd=tmp_path)
    printed = {line.strip() for line in done.out.splitlines()}

    assert done.code == 0, done.err
    assert picture
    assert [line for line in picture if line.strip() not in printed] == []


@pytest.mark.parametrize("page", GUIDE, ids=lambda page: page.name)
def test_commands_and_options_exist(page: Path) -> None:
    """Every `claimdiff …` in code on a page is a command, and every option beside it is one of its options."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in blocks(text, "sh") for line in block.splitlines() if line.startswith("claimdiff ")]
    wrong = []
    for line in [*lines, *re.findall(r"`(claimdiff [^`]+)`", text)]:
        words = shlex.split(line, comments=True)[1:]
        known = usage(words[0])
        options = [word for word in words if word.startswith("--")]
        if known.code != 0 or any(not re.search(rf"{option}\b", known.out) for option in options):
            wrong.append(line)

    assert wrong == []


def test_every_option_is_told() -> None:
    """The page of commands has a section for each command, and that section names each of its options."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    known = re.findall(r"^  (\w+)  ", usage().out.split("Commands:")[1], re.MULTILINE)

    missing = [
        f"{command} {option}"
        for command in known
        for option in re.findall(r"^  (--[\w-]+)", usage(command).out, re.MULTILINE)
        if option != "--help" and not re.search(rf"`{option}\b", sections.get(command, ""))
    ]
    assert sorted(sections) == sorted(known)
    assert missing == []


def test_samples_named_there_exist() -> None:
    """The README counts two samples and the product's own questions, and they are there."""
    assert sorted(path.parent.name for path in GOLDEN.glob("*/claimdiff.yml")) == ["meridian", "self", "sprocket"]
