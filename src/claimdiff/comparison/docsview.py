"""The docs of both sides as comparing asks for them: is a quote still there, which line changed, was it reworded."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from claimdiff.comparison.quotes import Quotes
from claimdiff.comparison.results import ChangedLine
from claimdiff.comparison.rewording import is_rewording
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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


class Pages(Protocol):
    """Gives the passages of every page by path."""

    def __call__(self) -> Mapping[str, Sequence[Passage]]:
        """Passages by path."""


@dataclass(frozen=True, kw_only=True)
class DocsView:
    """Facts about the docs before and after (implements `causes.DocsFacts`).

    `base_pages` and `head_pages` give passages by path, when first needed; `renames` maps old to new paths; `touched`
    are the paths that the change touches on either side.
    """

    base_pages: Pages
    head_pages: Pages
    renames: Mapping[str, str]
    touched: frozenset[str]
    changed_lines: ChangedLines
    head_lines: Callable[[str], Sequence[str]]
    _places: dict[tuple[str, int, str], Evidence | None] = field(default_factory=dict)

    @property
    def has_base(self) -> bool:
        """Whether there is a tree before the change."""
        return True

    @cached_property
    def base(self) -> Quotes:
        """The docs at base."""
        return Quotes(pages=self.base_pages())

    @cached_property
    def head(self) -> Quotes:
        """The docs at head."""
        return Quotes(pages=self.head_pages())

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a head quote that this change adds or edits; None if it touches none of them."""
        places = [(evidence.path, line) for line in range(evidence.line_start, evidence.line_end + 1)]
        segment = self.head.segment(evidence)
        for path, line in (*places, *(segment.lenders if segment else ())):
            if path in self.touched and line in self._added(path):
                return ChangedLine(path=path, line=line, side="head")
        return None

    def removed_at(self, evidence: Evidence) -> ChangedLine:
        """The line of a base quote that this change removes or edits, else the nearest such line of the page."""
        removed = self._removed(evidence.path)
        lines = [line for line in range(evidence.line_start, evidence.line_end + 1) if line in removed]
        segment = None if lines else self.base.segment(evidence)
        for path, line in segment.lenders if segment else ():
            if path in self.touched and line in self._removed(path):
                return ChangedLine(path=path, line=line, side="base")
        line = lines[0] if lines else _nearest(removed, evidence.line_start)
        return ChangedLine(path=evidence.path, line=line, side="base")

    def _removed(self, path: str) -> frozenset[int]:
        """Base lines that go. A file that nobody reads but that lends values (a site's descriptor) is compared as it is."""
        new = self.renames.get(path, path)
        there = path in self.touched if not self.base.holds(path) else self.head.holds(new)
        return self.changed_lines(path, new if there else None).removed

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the head docs still say what a base quote says; None if nowhere.

        A table row is compared with its header, so a row under other headings says something else.
        """
        memo = (evidence.path, evidence.line_start, evidence.quote)
        if memo not in self._places:
            old = self.base.segment(evidence)
            first = self.renames.get(evidence.path, evidence.path)
            found = self.head.reading(old.text, first, old.context) if old else self.head.holding(evidence.quote, first)
            self._places[memo] = found
        return self._places[memo]

    def quoted(self, evidence: Evidence) -> bool:
        """Whether the head docs hold a quote, wherever and under whatever heading."""
        first = self.renames.get(evidence.path, evidence.path)
        return self.head.holding(evidence.quote, first) is not None

    def retitled(self, evidence: Evidence) -> ChangedLine | None:
        """The changed line above a base quote that still stands, where it now stands under another heading."""
        place = self.still_there(evidence)
        before, after = self.base.passage(evidence), self.head.passage(place) if place else None
        if place is None or before is None or after is None or place.path not in self.touched:
            return None
        if _trail(before) == _trail(after):
            return None
        line = _nearest(self._added(place.path), place.line_start)
        return ChangedLine(path=place.path, line=line, side="head")

    def reworded(self, evidence: Evidence, claim: str) -> bool:
        """Whether the change put a sentence in place of a base quote that says the same of the claim in other words."""
        old = self.base.segment(evidence)
        text = old.text if old else evidence.quote
        return any(is_rewording(text, segment.text, claim) for segment in self._new_segments())

    def added_texts(self) -> Iterator[tuple[str, str]]:
        """Path and verbatim text of what this change adds to the head docs, also what a reader does not see."""
        for path in sorted(self.touched & self.head.pages.keys()):
            added = self._added(path)
            lines = self.head_lines(path)
            text = "\n".join(line for number, line in enumerate(lines, start=1) if number in added)
            if text:
                yield path, text

    def _new_segments(self) -> Iterator[Segment]:
        for path in sorted(self.touched & self.head.pages.keys()):
            added = self._added(path)
            for passage in self.head.pages[path]:
                for segment in passage.segments:
                    if any(line in added for line in range(segment.line_start, segment.line_end + 1)):
                        yield segment

    def _added(self, path: str) -> frozenset[int]:
        old = next((old for old, new in self.renames.items() if new == path), path)
        there = path in self.touched if not self.head.holds(path) else self.base.holds(old)
        return self.changed_lines(old if there else None, path).added


def _trail(passage: Passage) -> tuple[str, ...]:
    return tuple(fold_key(heading) for heading in passage.heading)


def _nearest(lines: frozenset[int], line: int) -> int:
    """The changed line that is nearest above a line, else nearest below it; the line itself where none changed."""
    above = [changed for changed in lines if changed <= line]
    return max(above) if above else min(lines, default=line)


@dataclass(frozen=True, kw_only=True)
class ApprovedDocs:
    """Facts for a run without base: the approved quotes stand for the docs before (implements `causes.DocsFacts`)."""

    pages: Pages

    @property
    def has_base(self) -> bool:
        """Whether there is a tree before the change."""
        return False

    @cached_property
    def head(self) -> Quotes:
        """The docs as they are now."""
        return Quotes(pages=self.pages())

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """Without a base no line is known to be new."""

    def removed_at(self, evidence: Evidence) -> ChangedLine | None:
        """Without a base no line is known to be gone."""

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the docs still hold an approved quote; None if nowhere."""
        return self.head.holding(evidence.quote, evidence.path)

    def quoted(self, evidence: Evidence) -> bool:
        """Whether the docs hold a quote."""
        return self.still_there(evidence) is not None

    def retitled(self, evidence: Evidence) -> ChangedLine | None:
        """Without a base no heading is known to be new."""

    def reworded(self, evidence: Evidence, claim: str) -> bool:  # noqa: ARG002 -- the protocol's signature
        """Without a base nothing is known to have taken a quote's place."""
        return False

    def added_texts(self) -> Iterator[tuple[str, str]]:
        """Without a base nothing is known to be new."""
        return iter(())
