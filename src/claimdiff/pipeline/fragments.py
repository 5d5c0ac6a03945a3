"""Pages with the files that they include: those are text of the docs, though no glob names them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from claimdiff.errors import FileProblems

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from claimdiff.changes import Tree
    from claimdiff.passages import PageReading
    from claimdiff.passages.keeping import Keeper, Kept, Source
    from claimdiff.settings import Readers

_MARKDOWN = frozenset({".md", ".markdown"})
_INCLUDING = frozenset({".rst", ".rest", ".adoc", ".asciidoc", ".asc"}) | _MARKDOWN
_FRAGMENTS = _INCLUDING | {".inc", ".txt", ".include"}
_SITE = frozenset({"antora.yml", "antora-playbook.yml", "site.yml", "conf.py"})
"""Descriptors of an AsciiDoc or a Sphinx site: they set values that its pages name."""
_BASES = "mkdocs.yml"
"""Says where snippets lie."""
SITES = _SITE | {_BASES}
_MARKS = (b"include::", b"include}", b"8<", b":file:")
"""What stands in a page that includes anything."""
_NAME = re.compile(rb"[\w@.-]+\.\w+")


@dataclass(frozen=True, kw_only=True)
class Readings:
    """What both sides share: readings by page, several where fragments differ, and the keeper that outlives the run."""

    keeper: Keeper | None = None
    known: dict[Source, list[Kept]] = field(default_factory=dict)


def read_pages(tree: Tree, docs: Mapping[str, str], readers: Readers, memo: Readings) -> dict[str, PageReading]:
    """The readings of all pages. One is used again where neither the page nor a fragment of it differs."""
    from claimdiff.passages import read_page  # noqa: PLC0415 -- a check with nothing to do reads no page
    from claimdiff.passages.keeping import Kept, Source  # noqa: PLC0415 -- same

    files = tree.files()
    outputs = readers.notebook_outputs
    asked: dict[str, bytes | None] = {}
    found: dict[str, PageReading] = {}

    def include(path: str) -> bytes | None:
        if path not in asked:
            asked[path] = _content(tree, path) if path in files else None
        return asked[path]

    def fits(known: Kept) -> bool:
        return all(files.get(path) == content for path, content in known.fragments.items())

    sources = {path: Source(path=path, content=content, outputs=outputs) for path, content in docs.items()}
    if memo.keeper is not None:
        memo.known.update(memo.keeper.get([source for source in sources.values() if source not in memo.known]))
    for path, source in sources.items():
        fitting = next(filter(fits, memo.known.get(source, ())), None)
        if fitting is not None:
            found[path] = fitting.reading
    new: list[tuple[Source, Kept]] = []
    for path, data in tree.read_many([path for path in docs if path not in found]).items():
        reading = read_page(path, data, include=include, notebook_outputs=outputs)
        kept = Kept(reading=reading, fragments={name: files.get(name) for name in reading.includes})
        memo.known.setdefault(sources[path], []).append(kept)
        new.append((sources[path], kept))
        found[path] = reading
    if memo.keeper is not None:
        memo.keeper.put(new)
    return {path: found[path] for path in docs}


def _content(tree: Tree, path: str) -> bytes | None:
    try:
        return tree.read(path)
    except FileProblems:
        return None  # what cannot be read is not shown either


def touches(tree: Tree, docs: Iterable[str], changed: Iterable[str]) -> bool:
    """Whether a change touches a file that pages may include and that is no page itself.

    A page that does not even hold the name of a file does not include it. Nothing is read where no page can include.
    """
    pages = frozenset(docs)
    including = sorted(path for path in pages if PurePosixPath(path).suffix.lower() in _INCLUDING)
    names = {PurePosixPath(path).name for path in changed if path not in pages}
    if not including or not names:
        return False
    if names & _SITE and any(PurePosixPath(path).suffix.lower() not in _MARKDOWN for path in including):
        return True
    tops = {PurePosixPath(path).parts[0] for path in including}
    others = [path for path in tree.files() if path not in pages]
    try:
        texts = _including(tree.read_many(including))
        if texts and _BASES in names:
            return True
        named = {name.decode("utf-8", "replace") for text in texts for name in _NAME.findall(text)}
        fragments = [path for path in others if _is_fragment(path, tops) or PurePosixPath(path).name in named]
        texts += _including(tree.read_many(sorted(fragments))) if texts else []
    except FileProblems:
        return True
    wanted = [name.encode() for name in sorted(names)]
    return any(name in data for data in texts for name in wanted)


def _including(texts: Mapping[str, bytes]) -> list[bytes]:
    return [text for text in texts.values() if any(mark in text for mark in _MARKS)]


def _is_fragment(path: str, tops: Iterable[str]) -> bool:
    place = PurePosixPath(path)
    return place.suffix.lower() in _FRAGMENTS and place.parts[0] in tops


def may_include(tree: Tree, docs: Iterable[str]) -> bool:
    """Whether any page holds what makes it show another file."""
    including = sorted(path for path in docs if PurePosixPath(path).suffix.lower() in _INCLUDING)
    try:
        return bool(_including(tree.read_many(including)))
    except FileProblems:
        return True
