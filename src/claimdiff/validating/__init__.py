"""Everything that is wrong with the files of one config, told at once, and a line about what is fine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff import settings, yamlfile
from claimdiff.changes import open_repository
from claimdiff.changes.folders import FolderTree
from claimdiff.changes.moves import Moves
from claimdiff.changes.working import WorkingTree
from claimdiff.validating import baselines, pages, prompting, questions
from claimdiff.validating.scope import Findings, Scope, count

if TYPE_CHECKING:
    from pathlib import Path

    from claimdiff.changes import Repository
    from claimdiff.errors import Problem
    from claimdiff.settings import Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Validation:
    """What was found in the files of one config. `summary` says what was looked at; `name` is None where that failed."""

    config: str
    name: str | None
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    summary: str = ""


def validate(config: Path) -> Validation:
    """Check config, golden set, baseline, prompts and pages as they are on disk. Raises nothing for what is wrong there."""
    findings = Findings()
    shown = config.as_posix()
    read = findings.tolerate(lambda: settings.load(config), shown)
    summary = findings.tolerate(lambda: _validated(config, read, findings), shown) if read is not None else None
    return Validation(
        config=shown,
        name=read.name if read is not None and summary is not None else None,
        errors=tuple(dict.fromkeys(findings.errors)),
        warnings=tuple(dict.fromkeys(findings.warnings)),
        summary=summary or "",
    )


def _validated(config: Path, read: Settings, findings: Findings) -> str:
    file = yamlfile.load(yamlfile.decode(config.read_bytes(), path=config.as_posix()), path=config.as_posix())
    folder = read.config_path.parent
    if not any((parent / ".git").exists() for parent in (folder, *folder.parents)):
        tree = FolderTree(read.root_dir, f"folder {read.root_dir}")
        return _looked_at(Scope(config=file, settings=read, tree=tree, prefix="", findings=findings), None)
    with open_repository(folder) as repository:
        working = WorkingTree(repository)
        prefix = read.prefix(repository.root)
        moves = Moves(repository=repository, working=working)
        scope = Scope(config=file, settings=read, tree=working, prefix=prefix, findings=findings, moves=moves)
        return _looked_at(scope, repository)


def _looked_at(scope: Scope, repository: Repository | None) -> str:
    read_pages = pages.read(scope)
    golden_set = questions.read(scope)
    entries = baselines.read(scope)
    watched = prompting.check(scope)
    prompting.check_adapters(scope)
    if golden_set is not None:
        questions.check(scope, golden_set, read_pages, entries)
    baselines.check(scope, entries, golden_set, read_pages)
    counts = [
        count(len(golden_set.questions), "question") if golden_set is not None else "",
        count(len(entries), "baseline file"),
        count(len(read_pages), "page"),
        count(watched, "prompt file"),
    ]
    engines = f"generator {scope.settings.generator.use}, judge {scope.settings.judge.use}"
    age = baselines.oldest(repository, scope.located(scope.settings.baseline)) if repository and entries else ""
    return "; ".join(part for part in (", ".join(filter(None, counts)), engines, age) if part)
