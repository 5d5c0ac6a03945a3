"""Which passages a question may see: globs on the path, in gitignore syntax."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

from claimdiff.text.globs import lines

if TYPE_CHECKING:
    from collections.abc import Iterable


def in_scope(paths: Iterable[str], scope: tuple[str, ...]) -> frozenset[str]:
    """The paths that `scope` lets through; all of them if it is empty. `!pattern` takes away again."""
    if not scope:
        return frozenset(paths)
    return frozenset(GitIgnoreSpec.from_lines(lines(scope)).match_files(paths))
