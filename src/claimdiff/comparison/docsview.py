"""The docs of both sides as comparing asks for them: is a quote still there, which line changed, was it reworded."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from rapidfuzz import fuzz

from claimdiff.claims.lexicon import word_set
from claimdiff.comparison.quotes import Quotes
from claimdiff.comparison.results import ChangedLine
from claimdiff.comparison.rewording import is_rewording
from claimdiff.comparison.turns import Sentence
from claimdiff.comparison.undercutting import Edit
from claimdiff.records import Evidence
from claimdiff.text.folding import fold_key
from claimdiff.text.words import stems, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from claimdiff.records import Passage, Segment

SUCCESSOR = 60
"""Likeness, of 100, from which on a new sentence counts as the edited old one."""
_SAME_PAGE = 15
_SPLIT = 0.6
LIMITING = word_set(
    "without legacy deprecated obsolete removed former formerly old older previous previously unsupported experimental "
    "disabled except unless alternative alternatives not no never before until"
)
"""Words of a heading that say when, or for whom, the text below does not hold."""


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
    _edits: dict[tuple[str, int, str], Edit | None] = field(default_factory=dict)

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
        return any(is_rewording(text, segment.text, claim) for _, segment in self._new_pieces())

    def edited(self, evidence: Evidence) -> Edit | None:
        """What the change made of the sentence of a base quote; None where it stands, or nothing took its place.

        A table row is looked for by its first cell, and then by all the others. Sentences that base has too are no successors: they only moved.
        """
        memo = (evidence.path, evidence.line_start, evidence.quote)
        if memo not in self._edits:
            old = self.base.segment(evidence)
            self._edits[memo] = self._successor(old, evidence.path) if old else None
        return self._edits[memo]

    def _successor(self, old: Segment, path: str) -> Edit | None:
        page = self.renames.get(path, path)
        first, _, rest = old.text.partition("; ")
        best: tuple[float, str, Segment] | None = None
        for place, segment in self._fresh:
            name, _, others = segment.text.partition("; ")
            if (segment.kind == "row") != (old.kind == "row") or (
                old.kind == "row" and name != first and (not rest or others != rest)
            ):
                continue
            likeness = fuzz.ratio(old.text, segment.text) + (_SAME_PAGE if place == page else 0)
            if old.kind == "row" and name != first:
                likeness = SUCCESSOR + _SAME_PAGE
            if likeness >= SUCCESSOR + _SAME_PAGE and (best is None or likeness > best[0]):
                best = (likeness, place, segment)
        if best is None:
            return None
        _, place, new = best
        return Edit(
            old=Sentence(text=old.text, source=old.source),
            new=Sentence(text=new.text, source=new.source),
            place=Evidence(path=place, line_start=new.line_start, line_end=new.line_end, quote=new.source),
            beside=self._beside(place, new, old),
        )

    def _beside(self, place: str, new: Segment, old: Segment) -> tuple[str, ...]:
        """The new sentences right before and after a new one that are mostly made of words of the old one; none for a row."""
        if new.kind == "row":
            return ()
        pieces = [segment for path, segment in self._fresh if path == place and segment.kind != "row"]
        at = pieces.index(new)
        near = [segment.text for segment in (*pieces[max(at - 1, 0) : at], *pieces[at + 1 : at + 2])]
        return tuple(text for text in near if _made_of(text, old.text))

    @cached_property
    def _fresh(self) -> tuple[tuple[str, Segment], ...]:
        """The pieces on lines that the change adds or edits, with the file of each, that read like nothing at base.

        A table row is new as well where only its header changed.
        """
        found = []
        for path, segment in (*self._new_pieces(), *self._old_rows()):
            place = segment.path or path
            old = next((old for old, new in self.renames.items() if new == place), place)
            if self.base.reading(segment.text, old, segment.context) is None:
                found.append((place, segment))
        return tuple(found)

    def around(self, evidence: Evidence, *, base: bool) -> str:
        """A quote as read, with its lead-in and the headings above it."""
        side = self.base if base else self.head
        segment, passage = side.segment(evidence), side.passage(evidence)
        read = (segment.context, segment.text) if segment else (evidence.quote,)
        return "\n".join((*(passage.heading if passage else ()), *read))

    def limited(self, evidence: Evidence) -> str | None:
        """The heading that a base quote now stands under and that limits what it says; None where there is none.

        A heading that the page had before, above a section that kept its own, only changed its level.
        """
        place = self.still_there(evidence)
        before, after = self.base.passage(evidence), self.head.passage(place) if place else None
        if before is None or after is None or _trail(before) == _trail(after):
            return None
        known = {word for heading in before.heading for word in tokens(heading)}
        own = fold_key(before.heading[-1]) == fold_key(after.heading[-1]) if before.heading and after.heading else False
        there = {fold_key(it) for passage in self.base.pages.get(before.path, ()) for it in passage.heading}
        headings = [it for it in after.heading if not own or fold_key(it) not in there]
        return next((it for it in headings if (LIMITING & set(tokens(it))) - known), None)

    def adds_to(self, passage: Passage) -> bool:
        """Whether the change adds or edits a line of a head passage."""
        paths = {segment.path or passage.path for segment in passage.segments}
        return any(
            line in self._added(segment.path or passage.path)
            for segment in (passage.segments if paths & self.touched else ())
            for line in range(segment.line_start, segment.line_end + 1)
        )

    def added_texts(self) -> Iterator[tuple[str, str]]:
        """Path and verbatim text of what this change adds to the head docs, also what a reader does not see."""
        for path in sorted(self.touched & self.head.pages.keys()):
            added = self._added(path)
            lines = self.head_lines(path)
            text = "\n".join(line for number, line in enumerate(lines, start=1) if number in added)
            if text:
                yield path, text

    def _new_pieces(self) -> Iterator[tuple[str, Segment]]:
        for path in sorted(self.touched & self.head.pages.keys()):
            added = self._added(path)
            for passage in self.head.pages[path]:
                for segment in passage.segments:
                    if any(line in added for line in range(segment.line_start, segment.line_end + 1)):
                        yield path, segment

    def _old_rows(self) -> Iterator[tuple[str, Segment]]:
        for path in sorted(self.touched & self.head.pages.keys()):
            for passage in self.head.pages[path]:
                yield from ((path, segment) for segment in passage.segments if segment.kind == "row")

    def _added(self, path: str) -> frozenset[int]:
        old = next((old for old, new in self.renames.items() if new == path), path)
        there = path in self.touched if not self.head.holds(path) else self.base.holds(old)
        return self.changed_lines(old if there else None, path).added


def _made_of(text: str, whole: str) -> bool:
    words = stems(text)
    return bool(words) and len(frozenset(words) & frozenset(stems(whole))) >= _SPLIT * len(frozenset(words))


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

    def edited(self, evidence: Evidence) -> Edit | None:
        """Without a base no sentence is known to be edited."""

    def around(self, evidence: Evidence, *, base: bool) -> str:  # noqa: ARG002 -- the protocol's signature
        """A quote as it is."""
        return evidence.quote

    def limited(self, evidence: Evidence) -> str | None:
        """Without a base no heading is known to be new."""

    def adds_to(self, passage: Passage) -> bool:  # noqa: ARG002 -- the protocol's signature
        """Without a base nothing is known to be new."""
        return False

    def added_texts(self) -> Iterator[tuple[str, str]]:
        """Without a base nothing is known to be new."""
        return iter(())
