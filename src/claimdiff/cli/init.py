"""`claimdiff init`: a config, a first question and a baseline folder for a repository that has none."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimdiff.cli import workflow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.changes import Tree
    from claimdiff.drafting import Found
    from claimdiff.golden import GoldenQuestion
    from claimdiff.records import Passage
    from claimdiff.yamlfile.writer import Block

CONFIG = "claimdiff.yml"
CODEOWNERS = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")

HOOK = """\
To check what is staged before each commit, add this to .pre-commit-config.yaml:

    repos:
      - repo: <address of the claimdiff repository>
        rev: <tag or commit>
        hooks:
          - id: claimdiff
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Places:
    golden_set: str = "golden_set/questions.yml"
    baseline: str = "golden_set/baseline"
    prefix: str = ""

    def from_top(self, path: str) -> str:
        """A path from the top of the repository as seen from here."""
        return "../" * len(Path(self.prefix).parts) + path

    @property
    def owned(self) -> str:
        """The baseline folder as CODEOWNERS names it: from the top of the repository."""
        return "/" + "/".join(part for part in (self.prefix, self.baseline) if part) + "/"


@dataclass(frozen=True, kw_only=True, slots=True)
class _File:
    path: str
    text: str


def command(
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
    action: Annotated[
        str | None,
        typer.Option("--action", help=f"Write a GitHub workflow too, with this action ({workflow.ADDRESS})."),
    ] = None,
) -> None:
    """Write claimdiff.yml, a golden set with one example question, and the baseline folder. Overwrites nothing."""
    here = Path.cwd()
    with _tree(here) as (tree, prefix):
        places = _places(here, prefix)
        wanted = _wanted(here, tree, places)
    if action is not None:
        wanted.append(_workflow(places, action))
    missing = [file for file in wanted if not _exists(here, file.path)]
    for file in wanted:
        if file not in missing:
            _say(f"{file.path.removesuffix('/.gitkeep')} exists and stays as it is")
    if missing and not yes and sys.stdin.isatty():
        _say("These files will be written: " + ", ".join(file.path for file in missing))
        if not typer.confirm("Write them?", default=True):
            _say("nothing was written")
            return
    for file in missing:
        _write(here, file)
        _say(f"wrote {file.path}")
    _what_next(here, places)


def _wanted(here: Path, tree: Tree, places: _Places) -> list[_File]:
    """The files that a repository of these docs needs. Raises UsageError: there is no docs page."""
    from claimdiff import drafting
    from claimdiff.errors import UsageError

    start = f"{places.prefix}/" if places.prefix else ""
    found = drafting.look_around(path.removeprefix(start) for path in tree.files() if path.startswith(start))
    if found is None:
        hint = "run it in the repository of your docs, where a folder such as docs/ holds Markdown pages"
        raise UsageError(f"there is no docs page below {here}", hint=hint)
    return _files(found, _question(tree, start, found), places)


def _workflow(places: _Places, action: str) -> _File:
    """The workflow, which GitHub reads at the top of the repository only."""
    config = "/".join(part for part in (places.prefix, CONFIG) if part)
    return _File(path=places.from_top(workflow.PATH), text=workflow.workflow(action, config))


def _places(here: Path, prefix: str) -> _Places:
    """Where golden set and baseline go: where a config that is already there says, else where the new one will."""
    from claimdiff import settings

    if not (here / CONFIG).exists():
        return _Places(prefix=prefix)
    read = settings.load(Path(CONFIG))
    start = os.path.relpath(read.root_dir, here)
    golden_set, baseline = (os.path.normpath(Path(start) / path) for path in (read.golden_set, read.baseline))
    return _Places(golden_set=Path(golden_set).as_posix(), baseline=Path(baseline).as_posix(), prefix=prefix)


@contextmanager
def _tree(here: Path) -> Iterator[tuple[Tree, str]]:
    """The files below a folder that git does not ignore, and the folder's place among them; git ends with it."""
    from claimdiff.changes import open_repository
    from claimdiff.changes.folders import FolderTree
    from claimdiff.changes.working import WorkingTree

    if not any((parent / ".git").exists() for parent in (here, *here.parents)):
        yield FolderTree(here, f"folder {here}"), ""
        return
    repository = open_repository(here)
    try:
        inside = here.resolve().relative_to(repository.root)
        yield WorkingTree(repository), "" if inside == Path() else inside.as_posix()
    finally:
        repository.close()


def _question(tree: Tree, start: str, found: Found) -> GoldenQuestion | None:
    import pathspec

    from claimdiff import drafting
    from claimdiff.errors import FileProblems
    from claimdiff.passages import read_page

    spec = pathspec.GitIgnoreSpec.from_lines(found.docs)
    passages: list[Passage] = []
    for path in sorted(tree.files()):
        inside = path.removeprefix(start)
        if path.startswith(start) and spec.match_file(inside):
            try:
                passages += read_page(inside, tree.read(path)).passages
            except FileProblems:
                continue  # validate tells it
    return drafting.draft_question(passages)


def _files(found: Found, question: GoldenQuestion | None, places: _Places) -> list[_File]:
    files = [
        _File(path=CONFIG, text=_config(found, places)),
        _File(path=places.golden_set, text=_golden(question)),
        _File(path=f"{places.baseline}/.gitkeep", text=""),
    ]
    # GitHub reads CODEOWNERS at the top of the repository only.
    return files if places.prefix else [*files, _File(path=CODEOWNERS[0], text=_codeowners(places))]


def _config(found: Found, places: _Places) -> str:
    from claimdiff.yamlfile.writer import document

    head = "# Settings of claimdiff; `claimdiff schema config` lists every key.\n"
    return head + document(
        {
            "name": "docs",
            "docs": list(found.docs),
            "prompts": list(found.prompts),
            "golden_set": places.golden_set,
            "baseline": places.baseline,
        }
    )


def _golden(question: GoldenQuestion | None) -> str:
    from claimdiff.yamlfile.writer import document

    head = (
        "# What people ask, and what the assistant should answer.\n"
        "# The example is a draft: it is reported and never fails a check. Make it a question that your users ask,\n"
        "# write the answer that they should get, and take `draft: true` out.\n"
    )
    if question is None:
        example: Block = {"id": "first-question", "question": "What does the product do?", "draft": True}
        return head + document({"questions": [example]})
    block: Block = {
        "id": question.id,
        "question": question.question,
        "answer": question.answer or "",
        "sources": list(question.sources),
        "draft": True,
    }
    return head + document({"questions": [block]})


def _codeowners(places: _Places) -> str:
    return (
        "# Who approves a new baseline. Name your team, and take the # of the line below away.\n"
        f"# {places.owned} @your-organization/your-docs-team\n"
    )


def _exists(here: Path, path: str) -> bool:
    if path.endswith("/.gitkeep"):
        return (here / path).parent.exists()
    if path in CODEOWNERS:
        return any((here / place).exists() for place in CODEOWNERS)
    return os.path.lexists(here / path)


def _write(here: Path, file: _File) -> None:
    from claimdiff.errors import UsageError
    from claimdiff.wholefile import write_whole

    target = here / file.path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, file.text)
    except OSError as error:
        message = f"{file.path} could not be written: {error.strerror or error}"
        raise UsageError(message, hint="check the disk and the permissions of the folder") from None


def _what_next(here: Path, places: _Places) -> None:
    from claimdiff.validating import validate

    owners = next((place for place in CODEOWNERS if (here / place).exists()), "CODEOWNERS at the top of the repository")
    named = (here / owners).is_file() and places.owned in (here / owners).read_text(encoding="utf-8", errors="replace")
    if not named:
        _say(
            f"\nTo have a new baseline approved by its owners, add this to {owners}:\n\n    {places.owned} @your-docs-team"
        )
    _say("\n" + HOOK)
    if not (here / places.from_top(workflow.PATH)).exists():
        _say(f"For pull requests on GitHub: claimdiff init --action {workflow.ADDRESS} writes {workflow.PATH}\n")
    found = validate(Path(CONFIG))
    for problem in (*found.errors, *found.warnings):
        _say(f"note: {problem}")
    _say(
        f"Next: edit {places.golden_set}, then\n"
        "    claimdiff validate\n"
        "    claimdiff accept --all   # approves today's answers\n"
        "    claimdiff check          # after a change of the docs"
    )


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
