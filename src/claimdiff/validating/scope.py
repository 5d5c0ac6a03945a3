"""What every check of one config stands on: its settings, its tree, and where findings are noted."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from claimdiff import yamlfile
from claimdiff.errors import ClaimdiffError, FileProblems, Problem
from claimdiff.text.globs import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from claimdiff.changes import Tree
    from claimdiff.changes.moves import Moves
    from claimdiff.settings import Settings

Read = TypeVar("Read")
Loc = tuple[str | int, ...]


@dataclass(kw_only=True, slots=True)
class Findings:
    """Errors end the command with 2; warnings are only told."""

    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def tolerate(self, load: Callable[[], Read], path: str) -> Read | None:
        """The loaded value, or None with its problems noted as errors."""
        try:
            return load()
        except FileProblems as found:
            self.errors += found.problems
        except ClaimdiffError as found:
            self.errors.append(Problem(path=path, message=str(found), hint=found.hint))
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """One config with its tree. `prefix` is the settings' root relative to the tree's top, or empty.

    `moves` is what git knows of files that are gone; None without git.
    """

    config: yamlfile.YamlFile
    settings: Settings
    tree: Tree
    prefix: str
    findings: Findings
    moves: Moves | None = None

    def located(self, path: str) -> str:
        """A path of the settings, relative to the tree's top."""
        return f"{self.prefix}/{path}" if self.prefix else path

    def relative(self, path: str) -> str:
        """A path of the tree, relative to the settings' root."""
        return path.removeprefix(f"{self.prefix}/") if self.prefix else path

    def moved(self, path: str) -> str | None:
        """Where git says that a file went; both paths are relative to root, and None is for nowhere that git knows.

        A path outside of root is told from the tree's top, with a slash before it.
        """
        target = self.moves.target(self.located(path)) if self.moves else None
        if target is None or not self.prefix or target.startswith(f"{self.prefix}/"):
            return target and self.relative(target)
        return f"/{target}"

    def deleted(self, path: str) -> bool:
        """Whether git had a file at this path, relative to root."""
        return self.moves is not None and self.moves.deleted(self.located(path))

    def matched(self, globs: Sequence[str], paths: Iterable[str]) -> tuple[str, ...]:
        """The paths inside root that globs of the settings match, sorted."""
        import pathspec  # noqa: PLC0415 -- it takes 0.1 s, and --help of this command does not need it

        spec = pathspec.GitIgnoreSpec.from_lines(lines(globs))
        start = f"{self.prefix}/" if self.prefix else ""
        return tuple(sorted(path for path in paths if path.startswith(start) and spec.match_file(self.relative(path))))

    def problem(self, loc: Loc, message: str, hint: str | None = None) -> Problem:
        """A problem at a place of the config."""
        return at(self.config, loc, message, hint)


def at(file: yamlfile.YamlFile, loc: Loc, message: str, hint: str | None = None) -> Problem:
    """A problem at a place of a YAML file."""
    return Problem(path=file.path, line=file.line(loc), key=yamlfile.dotted(loc), message=message, hint=hint)


def meant(path: str, options: Iterable[str]) -> str | None:
    """A hint with the existing path that was probably meant: the same file name elsewhere, else the most similar one."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 -- needed where something is wrong

    known = sorted(options)
    name = PurePosixPath(path).name
    same_name = [option for option in known if PurePosixPath(option).name == name]
    best = process.extractOne(path, same_name or known, scorer=fuzz.ratio, score_cutoff=0 if same_name else 70)
    return f"did you mean {best[0]}?" if best else None


def count(number: int, noun: str) -> str:
    """`1 page`, `1,024 pages`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
