"""Where the pages of one side hold a quote: by what a reader reads, by its characters, or as a part of a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff.records import Evidence
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from claimdiff.records import Passage, Segment


@dataclass(frozen=True, kw_only=True)
class Quotes:
    """Finds quotes in pages. `pages` maps paths to passages; both indexes of a page are made when it is first asked."""

    pages: Mapping[str, Sequence[Passage]]
    _texts: dict[str, dict[str, Segment]] = field(default_factory=dict)
    _sources: dict[str, dict[str, Segment]] = field(default_factory=dict)

    def reading(self, text: str, first: str, context: str = "") -> Evidence | None:
        """The sentence, row or item that reads like `text`; the page `first` is looked at first.

        On other pages it must stand under the same `context` too: "Default: 5." is said of many things.
        """
        key, around = fold_key(text), fold_key(context)

        def look(path: str) -> Segment | None:
            found = self._texts_of(path).get(key)
            other = found is not None and around and path != first and fold_key(found.context) != around
            return None if other else found

        return self._anywhere(first, look)

    def holding(self, quote: str, first: str) -> Evidence | None:
        """The sentence, row or item that the verbatim `quote` is, or is a part of."""
        key = fold_key(quote)
        return self._anywhere(first, lambda path: self._sources_of(path).get(key)) or self._anywhere(
            first, lambda path: next((it for text, it in self._sources_of(path).items() if key and key in text), None)
        )

    def pages_holding(self, quote: str) -> tuple[str, ...]:
        """Every page that holds the verbatim quote as a whole sentence, row or item."""
        key = fold_key(quote)
        return tuple(path for path in self.pages if key in self._sources_of(path))

    def segment(self, evidence: Evidence) -> Segment | None:
        """The piece of its page that a quote was cut from, by its line where that is known."""
        near = None
        for path, passage in self._holders(evidence.path):
            for segment in passage.segments:
                if segment.source == evidence.quote and (segment.path or path) == evidence.path:
                    if segment.line_start == evidence.line_start:
                        return segment
                    near = near or segment
        return near

    def passage(self, evidence: Evidence) -> Passage | None:
        """The passage that holds the first line of a quote."""
        for path, passage in self._holders(evidence.path):
            if path == evidence.path and passage.line_start <= evidence.line_start <= passage.line_end:
                return passage
            for segment in passage.segments if path != evidence.path else ():
                if segment.path == evidence.path and segment.line_start <= evidence.line_start <= segment.line_end:
                    return passage
        return None

    def holds(self, path: str) -> bool:
        """Whether anything that stands in this file is read, as a page or as a fragment of one."""
        return path in self.pages or path in self._fragments

    @cached_property
    def _fragments(self) -> dict[str, list[str]]:
        """The pages that include a file, by its path."""
        found: dict[str, dict[str, None]] = {}
        for path, passages in self.pages.items():
            for passage in passages:
                for segment in passage.segments:
                    if segment.path:
                        found.setdefault(segment.path, {})[path] = None
        return {path: list(pages) for path, pages in found.items()}

    def _holders(self, path: str) -> Iterator[tuple[str, Passage]]:
        """The passages of a page, and those of pages that include a file of this path."""
        for page in (path, *self._fragments.get(path, ())):
            yield from ((page, passage) for passage in self.pages.get(page, ()))

    def _anywhere(self, first: str, look: Callable[[str], Segment | None]) -> Evidence | None:
        for path in self._order(first):
            found = look(path)
            if found is not None:
                place = found.path or path
                return Evidence(path=place, line_start=found.line_start, line_end=found.line_end, quote=found.source)
        return None

    def _order(self, first: str) -> Iterator[str]:
        if first in self.pages:
            yield first
        yield from self._fragments.get(first, ())
        yield from (path for path in self.pages if path != first)

    def _texts_of(self, path: str) -> dict[str, Segment]:
        if path not in self._texts:
            self._texts[path] = {fold_key(segment.text): segment for segment in self._segments(path)}
        return self._texts[path]

    def _sources_of(self, path: str) -> dict[str, Segment]:
        if path not in self._sources:
            self._sources[path] = {fold_key(segment.source): segment for segment in self._segments(path)}
        return self._sources[path]

    def _segments(self, path: str) -> Iterator[Segment]:
        """Last to first, so that the first of several equal ones stays in an index."""
        for passage in reversed(self.pages.get(path, ())):
            yield from reversed(passage.segments)
