"""`claimdiff demo`: the main job on a sample, in a repository made for it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from claimdiff.errors import UsageError
from claimdiff.statefolder import NAME

PAGE = Path("docs/plans.md")
OLD, NEW = "$25", "$30"


def command(
    directory: Annotated[
        Path | None,
        typer.Option("--dir", help="Empty or missing folder for the sample repository; else a temporary one."),
    ] = None,
) -> int:
    """Edit a docs page of a sample product on a branch, run the check, show the pull request comment.

    report.html is left in --dir, or in the current folder.
    """
    from claimdiff.cli.publishing import keep_last, show, write_all
    from claimdiff.cli.running import Trees, configs, finished
    from claimdiff.pipeline import Options

    folder = _folder(directory)
    line = _edited_sample(folder)
    _tell(
        f"Someone edits {PAGE}:{line} on a branch: {OLD} becomes {NEW}. Then: claimdiff check --base main --format markdown"
    )
    _tell("")
    [config] = configs([folder / "claimdiff.yml"])
    with finished(config, Trees(base="main"), Options(offline=True), {}) as done:
        keep_last(done)
        write_all(done, folder / NAME / "demo")
        show(done, "markdown")
    page = (directory or Path()) / "report.html"
    shutil.copyfile(folder / NAME / "demo" / "report.html", page)
    _tell(f"\nThat is the comment which the pull request would get. The whole report: {page}")
    _tell(f"Go on in the sample repository: cd {folder} && claimdiff check")
    if not done.report.newly_unsupported:
        raise AssertionError("the demo's edit was not found")
    return 0


def _folder(directory: Path | None) -> Path:
    if directory is None:
        return Path(tempfile.mkdtemp(prefix="claimdiff-demo-"))
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise UsageError(f"--dir {directory} is not an empty folder", hint="name a new one, or delete it first")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"--dir {directory} cannot be made: {problem.strerror}") from None
    return directory


def _edited_sample(folder: Path) -> int:
    """Make the sample a repository with one commit on main and an edited page on a branch; the line of the edit."""
    from claimdiff import samples
    from claimdiff.changes.git import Git

    try:
        shutil.copytree(samples.path(), folder, dirs_exist_ok=True)
        git = Git(
            folder=folder,
            options=(
                "-c",
                "user.name=Docs writer",
                "-c",
                "user.email=writer@example.com",
                "-c",
                "commit.gpgsign=false",
            ),
        )
        git.run("init", "--quiet", "--initial-branch=main")
        git.run("add", "--all")
        git.run("commit", "--quiet", "--no-verify", "--message=Docs, golden set and baseline")
        git.run("checkout", "--quiet", "-b", "new-price")
        page = folder / PAGE
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(OLD, NEW), encoding="utf-8")
        git.run("commit", "--quiet", "--no-verify", "--all", "--message=Raise the price of the Pro plan")
    except OSError as problem:
        raise UsageError(f"the sample cannot be written to {folder}: {problem.strerror or problem}") from None
    return text[: text.index(OLD)].count("\n") + 1


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
