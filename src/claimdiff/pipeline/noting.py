"""What a check that had nothing to do leaves for the next one; see `unchanged`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pathspec

from claimdiff import prompts
from claimdiff.pipeline import fragments
from claimdiff.pipeline.watching import glob_test, prompt_paths
from claimdiff.unchanged import Watch

if TYPE_CHECKING:
    from pathlib import Path

    from claimdiff.changes import Tree
    from claimdiff.settings import Settings


def watch(tree: Tree, config: Settings, repository: Path) -> Watch:
    """The files that decide a check of `tree`, wider than `watching.is_watched`.

    Globs that take files away again do not count, and an include counts wherever a file of its name lies.
    """
    prefix = config.prefix(repository)
    start = f"{prefix}/" if prefix else ""
    own = config.config_path.resolve().relative_to(repository.resolve()).as_posix()
    globs = (*config.docs, *prompts.patterns(config.prompts))
    found = prompt_paths(tree, config, prefix)
    docs = filter(glob_test(config.docs, prefix), tree.files())
    return Watch(
        prefix=prefix,
        paths=(own, start + config.golden_set, *found, *(start + glob for glob in globs)),
        folders=(f"{start}{config.baseline}/",),
        patterns=tuple(
            one.regex.pattern for one in pathspec.GitIgnoreSpec.from_lines(globs).patterns if one.include and one.regex
        ),
        names=(*prompts.included_names(config.prompts, found, tree.read), *sorted(fragments.SITES)),
        including=fragments.may_include(tree, docs),
    )
