"""The docs pages: do the globs find them, can they be read, does one repeat another?"""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from claimdiff.changes import select
from claimdiff.errors import FileProblems
from claimdiff.passages import PageReading, duplicates, read_page

if TYPE_CHECKING:
    from claimdiff.validating.scope import Scope

_TEXTS = frozenset(
    {".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".asc", ".html", ".htm", ".ipynb", ".txt", ""}
)


def read(scope: Scope) -> dict[str, PageReading]:
    """The pages by their paths in the tree. Pages that cannot be read are errors, empty ones and images are not."""
    paths = _matched(scope)
    readings: dict[str, PageReading] = {}
    foreign: Counter[str] = Counter()
    for path in paths:
        reading, blank = _reading(scope, path)
        suffix = PurePosixPath(path).suffix.lower()
        if not reading.passages and reading.problems and suffix not in _TEXTS:
            foreign[suffix] += 1
            continue
        readings[path] = reading
        (scope.findings.warnings if reading.passages or blank else scope.findings.errors).extend(reading.problems)
        scope.findings.warnings.extend(reading.missing)
    if foreign:
        kinds = ", ".join(f"{number} {suffix}" for suffix, number in sorted(foreign.items()))
        message = f"files that hold no text are matched: {kinds}"
        scope.findings.warnings.append(scope.problem(("docs",), message, 'name the format, for example "docs/**/*.md"'))
    scope.findings.warnings.extend(duplicates(readings.items()))
    return readings


def _reading(scope: Scope, path: str) -> tuple[PageReading, bool]:
    """The page as read, and whether there is nothing in it."""
    try:
        data = scope.tree.read(path)
    except FileProblems as found:
        return PageReading(passages=(), problems=found.problems), False
    outputs = scope.settings.readers.notebook_outputs
    reading = read_page(path, data, include=lambda name: _fragment(scope, name), notebook_outputs=outputs)
    return reading, not data.strip()


def _fragment(scope: Scope, path: str) -> bytes | None:
    """What a page includes; None where that cannot be read."""
    try:
        return scope.tree.read(path) if path in scope.tree.files() else None
    except FileProblems:
        return None


def _matched(scope: Scope) -> tuple[str, ...]:
    globs = scope.settings.docs
    files = scope.tree.files()
    wanted = frozenset(scope.matched(globs, files))
    for at, glob in enumerate(globs):
        if wanted and not glob.startswith("!") and not scope.matched((glob,), files):
            scope.findings.warnings.append(scope.problem(("docs", at), f'no file matches "{glob}"'))
    scope.findings.errors += [scope.tree.problems[path] for path in scope.matched(globs, scope.tree.problems)]
    if not wanted:
        message = f"no file matches {', '.join(globs)}"
        hint = _ignored(scope) or "globs are relative to root, in gitignore syntax"
        scope.findings.errors.append(scope.problem(("docs",), message, hint))
    return select(scope.tree, wanted.__contains__)


def _ignored(scope: Scope) -> str | None:
    """Why nothing is found though it is on disk: git ignores it."""
    import pathspec  # noqa: PLC0415 -- as in Scope.matched

    spec = pathspec.GitIgnoreSpec.from_lines(scope.settings.docs)
    on_disk = min(spec.match_tree_files(scope.settings.root_dir), default=None)
    if on_disk is None:
        return None
    return f"{on_disk} is on disk and ignored by git; track it, or compare built docs with --base-docs and --head-docs"
