"""The docs of both sides as comparing asks for them: is a quote still there, which line changed, was it reworded."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from claimdiff.comparison.changedlines import Touched, closest, nearest
from claimdiff.comparison.headings import limiting, same_headings
from claimdiff.comparison.quotes import Quotes
from claimdiff.comparison.results import ChangedLine
from claimdiff.comparison.rewording import is_rewording
from claimdiff.comparison.successors import Successors
from claimdiff.comparison.turns import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from claimdiff.comparison.changedlines import ChangedLines
    from claimdiff.comparison.turns import Edit
    from claimdiff.records import Evidence, Passage


class Pages(Protocol):
    """Gives the passages of every page by path."""

    def __call__(self) -> Mapping[str, Sequence[Passage]]:
        """Passages by path."""


@dataclass(frozen=True, kw_only=True)
class DocsView:
    """Facts about the docs before and after (implements `facts.DocsFacts`).

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

    @cached_property
    def lines(self) -> Touched:
        """The lines of the change."""
        return Touched(
            base=self.base,
            head=self.head,
            renames=self.renames,
            paths=self.touched,
            changed_lines=self.changed_lines,
        )

    @cached_property
    def _successors(self) -> Successors:
        return Successors(touched=self.lines)

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a head quote that this change adds or edits; None if it touches none of them."""
        return self.lines.added_at(evidence)

    def removed_at(self, evidence: Evidence) -> ChangedLine:
        """The line of a base quote that this change removes or edits, else the nearest such line of the page."""
        return self.lines.removed_at(evidence)

    def adds_to(self, passage: Passage) -> bool:
        """Whether the change adds or edits a line of a head passage."""
        return self.lines.adds_to(passage)

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the head docs still say what a base quote says; None if nowhere.

        A table row is compared with its header, so a row under other headings says something else.
        """
        memo = (evidence.path, evidence.line_start, evidence.quote)
        if memo not in self._places:
            old = self.base.segment(evidence)
            first = self.lines.name_at_head(evidence.path)
            found = self.head.reading(old.text, first, old.context) if old else self.head.holding(evidence.quote, first)
            self._places[memo] = found
        return self._places[memo]

    def quoted(self, evidence: Evidence) -> bool:
        """Whether the head docs hold a quote, wherever and under whatever heading."""
        return self.head.holding(evidence.quote, self.lines.name_at_head(evidence.path)) is not None

    def reworded(self, evidence: Evidence, claim: str) -> bool:
        """Whether the change put a sentence in place of a base quote that says the same of the claim in other words."""
        old = self.base.segment(evidence)
        if old is not None and old.kind == "code":
            return False  # in code each word counts
        before = Sentence(text=old.text if old else evidence.quote, source=evidence.quote)
        new = (Sentence(text=segment.text, source=segment.source) for _, segment in self.lines.new_pieces())
        return any(is_rewording(before, after, claim) for after in new)

    def edited(self, evidence: Evidence) -> Edit | None:
        """What the change made of the sentence of a base quote; None where it stands, or nothing took its place."""
        return self._successors.edited(evidence)

    def default_edited(self, evidence: Evidence) -> Edit | None:
        """The edit of the sentence that tells the default of what a base quote speaks of."""
        return self._successors.default_edited(evidence)

    def beside(self, evidence: Evidence) -> ChangedLine | None:
        """The changed line closest to a base quote that still stands on a page that the change touches."""
        place = self.still_there(evidence)
        if place is None or place.path not in self.touched:
            return None
        if added := self.lines.added(place.path):
            return ChangedLine(path=place.path, line=closest(added, place.line_start), side="head")
        removed = self.lines.removed(evidence.path)
        line = closest(removed, evidence.line_start)
        return ChangedLine(path=evidence.path, line=line, side="base") if removed else None

    def around(self, evidence: Evidence, *, base: bool) -> str:
        """A quote as read, with its lead-in and the headings above it."""
        side = self.base if base else self.head
        segment, passage = side.segment(evidence), side.passage(evidence)
        read = (segment.context, segment.text) if segment else (evidence.quote,)
        return "\n".join((*(passage.heading if passage else ()), *read))

    def retitled(self, evidence: Evidence) -> ChangedLine | None:
        """The changed line above a base quote that still stands, where it now stands under another heading."""
        place = self.still_there(evidence)
        before, after = self.base.passage(evidence), self.head.passage(place) if place else None
        if place is None or before is None or after is None or place.path not in self.touched:
            return None
        if same_headings(before, after):
            return None
        return ChangedLine(path=place.path, line=nearest(self.lines.added(place.path), place.line_start), side="head")

    def limited(self, evidence: Evidence) -> str | None:
        """The heading that a base quote, or what it was edited into, now stands under and that limits what it says.

        None where there is none.
        """
        edit = self.edited(evidence)
        place = self.still_there(evidence) or (edit.place if edit else None)
        before, after = self.base.passage(evidence), self.head.passage(place) if place else None
        if before is None or after is None:
            return None
        return limiting(before, after, self.base.pages.get(before.path, ()))

    def added_texts(self) -> Iterator[tuple[str, str]]:
        """Path and verbatim text of what this change adds to the head docs, also what a reader does not see."""
        for path in self.lines.pages_at_head():
            added = self.lines.added(path)
            text = "\n".join(line for number, line in enumerate(self.head_lines(path), start=1) if number in added)
            if text:
                yield path, text
