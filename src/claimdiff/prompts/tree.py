"""The prompt files of a tree, and how one names another."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from claimdiff.settings.models import PromptFile

Format = Literal["jinja2", "fstring", "mustache", "plain"]
_JINJA = frozenset({".j2", ".jinja", ".jinja2"})
YAML = frozenset({".yml", ".yaml"})
_GLOB = frozenset("*?[!")


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptTree:
    """Files of one tree. Paths are posix and relative to the repository; `prefix` is the settings' root in it, or empty."""

    prefix: str
    files: Collection[str]
    read: Callable[[str], bytes]

    def located(self, path: str) -> str:
        """A path of the settings, relative to the repository."""
        return f"{self.prefix}/{path}" if self.prefix else path

    def matches(self, pattern: str) -> tuple[str, ...]:
        """The files that a path or glob (gitignore syntax, relative to root) names, sorted."""
        if self.located(pattern) in self.files:
            return (self.located(pattern),)
        if not _GLOB.intersection(pattern) and not pattern.endswith("/"):
            return ()
        import pathspec  # noqa: PLC0415 -- most prompts are plain paths and do not need it

        spec = pathspec.GitIgnoreSpec.from_lines([pattern])
        start = f"{self.prefix}/" if self.prefix else ""
        inside = (path for path in self.files if path.startswith(start))
        return tuple(sorted(path for path in inside if spec.match_file(path.removeprefix(start))))

    def text(self, path: str) -> str:
        """A file's text; bytes that are no UTF-8 are shown as U+FFFD, line ends become newlines."""
        return self.read(path).decode("utf-8-sig", "replace").replace("\r\n", "\n")

    def included(self, name: str, parent: str) -> str | None:
        """The file that a template means by a name: beside itself, in a folder above it, or from root; None if none is inside root."""
        folder = PurePosixPath(parent).parent
        root = PurePosixPath(self.prefix)
        while True:
            path = posixpath.normpath((folder / name.lstrip("/")).as_posix())
            if path in self.files and PurePosixPath(path).is_relative_to(root):
                return path
            if folder == root or not folder.parts:
                return None
            folder = folder.parent


def format_of(prompt: PromptFile, path: str) -> Format:
    """The format that is named, else the one that the suffix means; nothing is guessed from the content."""
    if prompt.format:
        return prompt.format
    return "jinja2" if PurePosixPath(path).suffix.lower() in _JINJA else "plain"
