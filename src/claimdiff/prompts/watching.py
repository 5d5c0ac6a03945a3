"""Which files a change of the prompt can be in."""

from __future__ import annotations

import hashlib
import posixpath
from typing import TYPE_CHECKING

from claimdiff.errors import Problem
from claimdiff.prompts.tree import YAML, PromptTree, format_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from claimdiff.settings.models import PromptFile


def watched(
    prompts: Sequence[PromptFile], *, prefix: str, files: Collection[str], read: Callable[[str], bytes]
) -> tuple[str, ...]:
    """The prompt files of a tree, with everything that their Jinja2 templates include, import or extend.

    The first is the one that is rendered, its includes follow, then the others, sorted.

    Args:
        prompts: the settings' prompts.
        prefix: the settings' root, relative to the repository; empty where they are the same.
        files: the paths of the tree, relative to the repository.
        read: gives the bytes of one of them.
    """
    tree = PromptTree(prefix=prefix, files=files, read=read)
    first: list[str] = []
    others: set[str] = set()
    for at, prompt in enumerate(prompts):
        found = [path for start in _starts(tree, prompt) for path in (start, *_below(tree, prompt, start))]
        if at == 0:
            first = list(dict.fromkeys(found))
        else:
            others.update(found)
    return (*first, *sorted(others.difference(first)))


def unmatched(prompts: Sequence[PromptFile], *, prefix: str, files: Collection[str]) -> tuple[str, ...]:
    """The paths and globs of the settings that name no file of the tree."""
    tree = PromptTree(prefix=prefix, files=files, read=_unread)
    return tuple(pattern for prompt in prompts for pattern in _patterns(prompt) if not tree.matches(pattern))


def missing_includes(
    prompts: Sequence[PromptFile], *, prefix: str, files: Collection[str], read: Callable[[str], bytes]
) -> tuple[Problem, ...]:
    """Includes, imports and extends of watched Jinja2 templates that name no file inside root."""
    from claimdiff.prompts import jinja  # noqa: PLC0415 -- as in _below

    tree = PromptTree(prefix=prefix, files=files, read=read)
    problems = []
    for prompt in prompts:
        for start in _starts(tree, prompt):
            for path in (start, *_below(tree, prompt, start)):
                if format_of(prompt, path) == "jinja2":
                    problems += [
                        Problem(path=path, line=line, message=f'"{name}" is no file inside root')
                        for name, line, optional in jinja.references(tree.text(path))
                        if not optional and tree.included(name, path) is None
                    ]
    return tuple(dict.fromkeys(problems))


def included_names(
    prompts: Sequence[PromptFile], paths: Sequence[str], read: Callable[[str], bytes]
) -> tuple[str, ...]:
    """The last parts of all names that the watched prompts at `paths` include, import or extend, also of absent files."""
    if not any(format_of(prompt, path) == "jinja2" for prompt in prompts for path in paths):
        return ()
    from claimdiff.prompts import jinja  # noqa: PLC0415 -- as in _below

    tree = PromptTree(prefix="", files=paths, read=read)
    named = (name for path in paths for name, _, _ in jinja.references(tree.text(path)))
    return tuple(sorted({posixpath.basename(posixpath.normpath(name)) for name in named}))


def patterns(prompts: Sequence[PromptFile]) -> tuple[str, ...]:
    """The paths and globs of the settings, relative to root."""
    return tuple(pattern for prompt in prompts for pattern in _patterns(prompt))


def prompt_hash(paths: Sequence[str], read: Callable[[str], bytes], rendered: PromptFile | None = None) -> str:
    """12 hex digits over the contents, the first file apart from the rest; names and line ends do not count.

    With `rendered`, the settings of the first prompt, its format, key and variables count too: they change the prompt as
    an edit of the file does.
    """
    digests = [hashlib.sha256(read(path).replace(b"\r\n", b"\n").rstrip()).hexdigest() for path in paths]
    parts = [*digests[:1], *sorted(digests[1:])]
    if rendered is not None:
        parts.append(repr((rendered.format, rendered.key, sorted(rendered.variables.items()))))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _patterns(prompt: PromptFile) -> tuple[str, ...]:
    """The path, and the further prompt files that `system` and `user` name where the prompt is no YAML."""
    if any(prompt.path.endswith(suffix) for suffix in YAML):
        return (prompt.path,)
    return tuple(path for path in (prompt.path, prompt.system, prompt.user) if path)


def _starts(tree: PromptTree, prompt: PromptFile) -> tuple[str, ...]:
    return tuple(path for pattern in _patterns(prompt) for path in tree.matches(pattern))


def _below(tree: PromptTree, prompt: PromptFile, start: str) -> Iterator[str]:
    """Everything that a template reaches; nothing for a file that is no Jinja2."""
    if format_of(prompt, start) != "jinja2":
        return
    from claimdiff.prompts import jinja  # noqa: PLC0415 -- a run without Jinja2 prompts does not import it

    seen = {start}
    waiting = [start]
    while waiting:
        parent = waiting.pop(0)
        for name, _, _ in jinja.references(tree.text(parent)):
            path = tree.included(name, parent)
            if path is not None and path not in seen:
                seen.add(path)
                waiting.append(path)
                yield path


def _unread(path: str) -> bytes:
    raise FileNotFoundError(path)
