"""The lines that a change removes from the pages of base and adds to those of head, and the pieces that stand on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from claimdiff.comparison.results import ChangedLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from claimdiff.comparison.quotes import Quotes
    from claimdiff.records import Evidence, Passage, Segment


class Lines(Protocol):
    """Changed lines of one page: base lines that went, head lines that came (1-based)."""

    @property
    def removed(self) -> frozenset[int]:
        """Lines of the base page that the change removes or edits."""

    @property
    def added(self) -> frozenset[int]:
        """Lines of the head page that the change adds or edits."""


class ChangedLines(Protocol):
    """Looks up the changed lines of a page by its path at base and at head."""

    def __call__(self, path_old: str | None, path_new: str | None) -> Lines:
        """Changed lines; everything where one side has no such page."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Touched:
    """The lines of a change, by the paths of each side. A file that nobody reads but that lends values is one of them."""

    base: Quotes
    head: Quotes
    renames: Mapping[str, str]
    """Path at base → path at head."""
    paths: frozenset[str]
    """What the change touches on either side."""
    changed_lines: ChangedLines

    def name_at_head(self, path: str) -> str:
        """What a path of base is called at head."""
        return self.renames.get(path, path)

    def name_at_base(self, path: str) -> str:
        """What a path of head was called at base."""
        return next((old for old, new in self.renames.items() if new == path), path)

    def added(self, path: str) -> frozenset[int]:
        """Lines that a head page has new."""
        old = self.name_at_base(path)
        there = path in self.paths if not self.head.holds(path) else self.base.holds(old)
        return self.changed_lines(old if there else None, path).added

    def removed(self, path: str) -> frozenset[int]:
        """Lines that go from a base page."""
        new = self.name_at_head(path)
        there = path in self.paths if not self.base.holds(path) else self.head.holds(new)
        return self.changed_lines(path, new if there else None).removed

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a head quote, or of what it borrows from, that is new."""
        for path, line in (*_lines_of(evidence), *_lenders(evidence, self.head)):
            if path in self.paths and line in self.added(path):
                return ChangedLine(path=path, line=line, side="head")
        return None

    def removed_at(self, evidence: Evidence) -> ChangedLine:
        """The line of a base quote, or of what it borrows from, that goes, else the nearest such line of the page."""
        removed = self.removed(evidence.path)
        line = next((line for _, line in _lines_of(evidence) if line in removed), None)
        for path, lent in _lenders(evidence, self.base) if line is None else ():
            if path in self.paths and lent in self.removed(path):
                return ChangedLine(path=path, line=lent, side="base")
        line = nearest(removed, evidence.line_start) if line is None else line
        return ChangedLine(path=evidence.path, line=line, side="base")

    def adds_to(self, passage: Passage) -> bool:
        """Whether a line of a head passage is new."""
        held = {segment.path or passage.path for segment in passage.segments}
        return any(
            line in self.added(segment.path or passage.path)
            for segment in (passage.segments if held & self.paths else ())
            for line in range(segment.line_start, segment.line_end + 1)
        )

    def pages_at_head(self) -> tuple[str, ...]:
        """The touched pages that head has, in their order."""
        return tuple(sorted(self.paths & self.head.pages.keys()))

    def new_pieces(self) -> Iterator[tuple[str, Segment]]:
        """The sentences, rows and items of head on a new line, with the page of each."""
        for path in self.pages_at_head():
            added = self.added(path)
            for passage in self.head.pages[path]:
                for segment in passage.segments:
                    if any(line in added for line in range(segment.line_start, segment.line_end + 1)):
                        yield path, segment

    def rows(self) -> Iterator[tuple[str, Segment]]:
        """The table rows of the touched pages: an old one is read under a new header."""
        for path in self.pages_at_head():
            for passage in self.head.pages[path]:
                yield from ((path, segment) for segment in passage.segments if segment.kind == "row")


def closest(lines: frozenset[int], line: int) -> int:
    """The changed line that is nearest to a line, above or below; the line itself where none changed."""
    return min(lines, key=lambda changed: (abs(changed - line), changed), default=line)


def nearest(lines: frozenset[int], line: int) -> int:
    """The changed line that is nearest above a line, else nearest below it; the line itself where none changed."""
    above = [changed for changed in lines if changed <= line]
    return max(above) if above else min(lines, default=line)


def _lines_of(evidence: Evidence) -> Iterator[tuple[str, int]]:
    return ((evidence.path, line) for line in range(evidence.line_start, evidence.line_end + 1))


def _lenders(evidence: Evidence, side: Quotes) -> tuple[tuple[str, int], ...]:
    segment = side.segment(evidence)
    return tuple(segment.lenders) if segment else ()
