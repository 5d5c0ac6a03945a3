"""Pages with the files that they include: those are text of the docs, though no glob names them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from claimdiff.errors import FileProblems

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from claimdiff.changes import Tree
    from claimdiff.passages import PageReading
    from claimdiff.settings import Readers

_INCLUDING = frozenset({".rst", ".rest", ".adoc", ".asciidoc", ".asc"})
_FRAGMENTS = _INCLUDING | {".inc", ".txt", ".md", ".include"}
_SITE = frozenset({"antora.yml", "antora-playbook.yml", "site.yml"})
"""Descriptors of an AsciiDoc site: they set attributes of its pages."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """A reading, and the content ids of the files that it asked for (None: there is no such file)."""

    reading: PageReading
    fragments: Mapping[str, str | None]


Readings = dict[tuple[str, str, bool], list[Known]]
"""By path, content id and whether outputs of notebooks are read; several where fragments differ between the sides."""


def read_pages(tree: Tree, docs: Mapping[str, str], readers: Readers, memo: Readings) -> dict[str, PageReading]:
    """The readings of all pages. One is used again where neither the page nor a fragment of it differs."""
    from claimdiff.passages import read_page  # noqa: PLC0415 -- a check with nothing to do reads no page

    files = tree.files()
    outputs = readers.notebook_outputs
    asked: dict[str, bytes | None] = {}
    found: dict[str, PageReading] = {}

    def include(path: str) -> bytes | None:
        if path not in asked:
            asked[path] = _content(tree, path) if path in files else None
        return asked[path]

    def fits(known: Known) -> bool:
        return all(files.get(path) == content for path, content in known.fragments.items())

    for path, content in docs.items():
        fitting = next(filter(fits, memo.get((path, content, outputs), ())), None)
        if fitting is not None:
            found[path] = fitting.reading
    for path, data in tree.read_many([path for path in docs if path not in found]).items():
        reading = read_page(path, data, include=include, notebook_outputs=outputs)
        known = Known(reading=reading, fragments={name: files.get(name) for name in reading.includes})
        memo.setdefault((path, docs[path], outputs), []).append(known)
        found[path] = reading
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
    including = [path for path in pages if PurePosixPath(path).suffix.lower() in _INCLUDING]
    names = {PurePosixPath(path).name for path in changed if path not in pages}
    if not including or not names:
        return False
    if names & _SITE:
        return True
    tops = {PurePosixPath(path).parts[0] for path in including}
    fragments = [path for path in tree.files() if path not in pages and _is_fragment(path, tops)]
    try:
        texts = tree.read_many(sorted((*including, *fragments)))
    except FileProblems:
        return True
    wanted = [name.encode() for name in sorted(names)]
    return any(name in data for data in texts.values() for name in wanted)


def _is_fragment(path: str, tops: Iterable[str]) -> bool:
    place = PurePosixPath(path)
    return place.suffix.lower() in _FRAGMENTS and place.parts[0] in tops
