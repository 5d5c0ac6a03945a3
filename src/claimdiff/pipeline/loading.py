"""One side of the comparison, read from its tree: settings, golden set, baseline, prompts and docs pages.

Paths are posix and relative to the repository's root, also those inside baseline entries (in the files they are relative
to the settings' `root`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from claimdiff import baseline, prompts, settings, yamlfile
from claimdiff.approval.relocating import relocated
from claimdiff.changes import select
from claimdiff.errors import ClaimdiffError, FileProblems, Problem
from claimdiff.pipeline.fragments import Readings, read_pages
from claimdiff.pipeline.watching import glob_test, golden_questions, no_page, prompt_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from claimdiff.baseline import BaselineEntry
    from claimdiff.changes import Tree
    from claimdiff.golden import GoldenQuestion
    from claimdiff.passages import PageReading
    from claimdiff.records import Passage
    from claimdiff.settings import Settings

Read = TypeVar("Read")


@dataclass(frozen=True, kw_only=True)
class Memo:
    """What both sides share: pages and baseline files by path and content id, so that equal ones are read once.

    `folder` is where more may be kept between runs; None where nothing may be.
    """

    pages: Readings = field(default_factory=Readings)
    folder: Path | None = None
    entries: dict[tuple[str, str], BaselineEntry] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SideState:
    """Everything of one tree that a run reads. `docs` maps the pages to their content ids.

    `prompt_hash` covers every watched prompt with what it includes; None where there is none.
    """

    tree: Tree
    settings: Settings
    prefix: str
    questions: Mapping[str, GoldenQuestion]
    entries: Mapping[str, BaselineEntry]
    docs_tree: Tree
    docs: Mapping[str, str]
    prompt_hash: str | None
    memo: Memo

    def pages(self) -> Mapping[str, Sequence[Passage]]:
        """The passages of every page, pages in the order of their paths."""
        return self._passages

    @cached_property
    def _passages(self) -> dict[str, Sequence[Passage]]:
        return {path: reading.passages for path, reading in self._readings.items()}

    def page_problems(self) -> tuple[Problem, ...]:
        """What is wrong with the pages."""
        return tuple(problem for reading in self._readings.values() for problem in reading.problems)

    def gaps(self) -> tuple[Problem, ...]:
        """Fragments that pages include and that do not exist."""
        return tuple(problem for reading in self._readings.values() for problem in reading.missing)

    def unread(self) -> frozenset[str]:
        """Pages that hold something and of which nothing could be read."""
        return frozenset(path for path, item in self._readings.items() if item.problems and not item.passages)

    @cached_property
    def _readings(self) -> dict[str, PageReading]:
        return read_pages(self.docs_tree, self.docs, self.settings.readers, self.memo.pages)

    def in_repository(self, path: str) -> str:
        """A path of the golden set, relative to the repository."""
        return f"{self.prefix}/{path}" if self.prefix else path


def load_head(tree: Tree, docs_tree: Tree, config: Settings, repository: Path, memo: Memo) -> SideState:
    """Read the head side.

    Raises:
        FileProblems: every problem of golden set and baseline together; globs that match no page are one.
    """
    problems: list[Problem] = []

    def all_at_once(load: Callable[[], Read]) -> Read | None:
        try:
            return load()
        except FileProblems as found:
            problems.extend(found.problems)
            return None

    prefix = config.prefix(repository)
    questions = all_at_once(lambda: golden_questions(tree, config, prefix))
    entries = all_at_once(lambda: _entries(tree, config, prefix, memo))
    docs = _docs(tree, docs_tree, config, prefix)
    if not docs:
        problems.append(no_page(config))
    watched = all_at_once(lambda: _prompt_hash(tree, config, prefix))
    if problems or questions is None or entries is None:
        raise FileProblems(tuple(problems))
    return SideState(
        tree=tree, settings=config, prefix=prefix, questions=questions, entries=entries,
        docs_tree=docs_tree, docs=docs, prompt_hash=watched, memo=memo,
    )  # fmt: skip


def load_base(tree: Tree, docs_tree: Tree, head: SideState, repository: Path) -> tuple[SideState, tuple[str, ...]]:
    """Read the base side, with notes on what could not be read.

    A file of base that is broken counts as missing there: a change that repairs it must not be blocked by the fault.
    """
    notes: list[str] = []

    def tolerated(load: Callable[[], Read], otherwise: Read) -> Read:
        try:
            return load()
        except ClaimdiffError as problem:
            notes.append(f"at base: {problem}")
            return otherwise

    config = tolerated(lambda: _base_settings(tree, head.settings, repository), head.settings)
    prefix = config.prefix(repository)
    golden_path = config.in_repository(config.golden_set, repository)
    there = golden_path in tree.files()
    none: dict[str, GoldenQuestion] = {}
    questions = tolerated(lambda: golden_questions(tree, config, prefix), none) if there else none
    entries = _entries(tree, config, prefix, head.memo, broken=lambda problem: notes.append(f"at base: {problem}"))
    watched = tolerated(lambda: _prompt_hash(tree, config, prefix), None)
    side = SideState(
        tree=tree, settings=config, prefix=prefix, questions=questions, entries=entries, docs_tree=docs_tree,
        docs=_docs(tree, docs_tree, config, prefix), prompt_hash=watched, memo=head.memo,
    )  # fmt: skip
    return side, tuple(notes)


def _base_settings(tree: Tree, head: Settings, repository: Path) -> Settings:
    path = head.config_path.resolve().relative_to(repository.resolve()).as_posix()
    if path not in tree.files():
        return head
    return settings.load(head.config_path, text=yamlfile.decode(tree.read(path), path=path))


def _docs(tree: Tree, docs_tree: Tree, config: Settings, prefix: str) -> dict[str, str]:
    """The pages. In a folder of built docs that the globs do not fit, every file of a known format is one."""
    files = docs_tree.files()
    if docs_tree is tree or docs_tree.sha is not None:
        return {path: files[path] for path in select(docs_tree, glob_test(config.docs, prefix))}
    from claimdiff.passages import is_page  # noqa: PLC0415 -- a check with nothing to do reads no page

    chosen = select(docs_tree, glob_test(config.docs, "")) or select(docs_tree, is_page)
    return {path: files[path] for path in chosen}


def _entries(
    tree: Tree, config: Settings, prefix: str, memo: Memo, *, broken: Callable[[FileProblems], None] | None = None
) -> dict[str, BaselineEntry]:
    """The baseline of a tree by question id. With `broken`, a file that cannot be read is told to it and left out.

    Raises:
        FileProblems: without `broken`, what is wrong with all of them.
    """
    folder = (f"{prefix}/{config.baseline}" if prefix else config.baseline) + "/"
    files = tree.files()
    paths = [path for path in files if path.startswith(folder) and "/" not in path.removeprefix(folder)]
    new = [path for path in paths if (path, files[path]) not in memo.entries]
    loaded = baseline.load(tree.read, new) if broken is None else _readable(tree, new, broken)
    for path in new:
        entry = loaded.get(path.removeprefix(folder).removesuffix(".yml"))
        if entry is not None:
            memo.entries[path, files[path]] = relocated(entry, lambda inner: f"{prefix}/{inner}" if prefix else inner)
    found = (memo.entries.get((path, files[path])) for path in sorted(paths))
    return {entry.question_id: entry for entry in found if entry is not None}


def _readable(tree: Tree, paths: Sequence[str], broken: Callable[[FileProblems], None]) -> dict[str, BaselineEntry]:
    found: dict[str, BaselineEntry] = {}
    for path in paths:
        try:
            found |= baseline.load(tree.read, [path])
        except FileProblems as problem:
            broken(problem)
    return found


def _prompt_hash(tree: Tree, config: Settings, prefix: str) -> str | None:
    paths = prompt_paths(tree, config, prefix)
    return prompts.prompt_hash(paths, tree.read, config.prompts[0]) if paths else None
