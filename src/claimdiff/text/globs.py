"""Globs of settings and golden sets, in gitignore syntax, written for a folder of pages and not for a folder to ignore."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def lines(globs: Iterable[str]) -> tuple[str, ...]:
    """The lines for `pathspec`: a folder that is taken away ("!docs/old/") goes with all that is in it.

    git takes a line that names a folder by itself for the folder alone, so that "docs/**/*.md" would still choose its
    pages. Who takes a folder out of a list of pages means the pages.
    """
    return tuple(line for glob in globs for line in (glob, *_inside(glob)))


def _inside(glob: str) -> tuple[str, ...]:
    folder = glob.removeprefix("!").rstrip("/")
    if not glob.startswith("!") or not folder or folder.endswith("*"):
        return ()
    anchored = folder if "/" in folder else f"**/{folder}"
    return (f"!{anchored}/**",)
