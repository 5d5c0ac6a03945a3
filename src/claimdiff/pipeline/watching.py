"""Which files a run reads, and the golden set: as much as a check with nothing to do needs, and no more."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from claimdiff import golden, yamlfile
from claimdiff.errors import FileProblems, Problem
from claimdiff.text.globs import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from claimdiff.changes import Tree
    from claimdiff.golden import GoldenQuestion
    from claimdiff.settings import Settings


def is_watched(tree: Tree, config: Settings, repository: Path) -> Callable[[str], bool]:
    """A test for paths whose change can affect a question; `config` and `tree` are head's.

    A change of the config itself is always watched, so the globs of base are those of head wherever this says no.
    """
    prefix = config.prefix(repository)
    start = f"{prefix}/" if prefix else ""
    own = config.config_path.resolve().relative_to(repository.resolve()).as_posix()
    single = {own, start + config.golden_set}
    folder = f"{start}{config.baseline}/"
    is_doc = glob_test(config.docs, prefix)
    is_prompt = glob_test(tuple(prompt.path for prompt in config.prompts), prefix)
    included = cache(lambda: frozenset(prompt_paths(tree, config, prefix)))  # reading prompts takes 0.1 s
    return lambda path: (
        path in single or path.startswith(folder) or is_doc(path) or is_prompt(path) or path in included()
    )


def glob_test(globs: Sequence[str], prefix: str) -> Callable[[str], bool]:
    """A test for paths of the repository that match globs in gitignore syntax, relative to `prefix`."""
    import pathspec  # noqa: PLC0415 -- 0.1 s that --version does not need

    spec = pathspec.GitIgnoreSpec.from_lines(lines(globs))
    start = f"{prefix}/" if prefix else ""
    return lambda path: path.startswith(start) and spec.match_file(path.removeprefix(start))


def golden_questions(tree: Tree, config: Settings, prefix: str) -> dict[str, GoldenQuestion]:
    """The golden set of a tree by question id.

    Raises:
        FileProblems: what is wrong with it, or that there is none.
    """
    path = f"{prefix}/{config.golden_set}" if prefix else config.golden_set
    if path not in tree.files():
        message = f"there is no golden set {path}"
        raise FileProblems(
            (Problem(path=config.config_path.name, key="golden_set", message=message, hint="claimdiff init"),)
        )
    return golden.parse(yamlfile.decode(tree.read(path), path=path), path=path).by_id()


def prompt_paths(tree: Tree, config: Settings, prefix: str) -> tuple[str, ...]:
    """Every watched prompt of a tree, with what it includes."""
    from claimdiff import prompts  # noqa: PLC0415 -- a check with nothing to do reads no prompt

    return tuple(prompts.watched(config.prompts, prefix=prefix, files=tree.files(), read=tree.read))


def refuse_no_page(files: Iterable[str], config: Settings, prefix: str) -> None:
    """Globs that match nothing are wrong, whether anything changed or not.

    Raises:
        FileProblems: none of the files is a page.
    """
    if not any(map(glob_test(config.docs, prefix), files)):
        raise FileProblems((no_page(config),))


def no_page(config: Settings) -> Problem:
    """Globs of `docs` that match nothing."""
    message = f"no file matches {', '.join(config.docs)}, so there is nothing to retrieve from"
    return Problem(path=config.config_path.name, key="docs", message=message, hint="claimdiff validate")
