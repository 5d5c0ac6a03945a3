"""The docs of both sides as comparing asks for them: is a quote still there, which line changed, was it reworded."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from claimdiff.comparison.results import ChangedLine
from claimdiff.comparison.rewording import is_rewording
from claimdiff.records import Evidence
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.records import Passage, Segment


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
    _keys: dict[str, dict[str, Segment]] = field(default_factory=dict)
    _places: dict[tuple[str, int, str], Evidence | None] = field(default_factory=dict)

    @cached_property
    def base(self) -> Mapping[str, Sequence[Passage]]:
        """Passages at base by path."""
        return self.base_pages()

    @cached_property
    def head(self) -> Mapping[str, Sequence[Passage]]:
        """Passages at head by path."""
        return self.head_pages()

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a head quote that this change adds or edits; None if it touches none of them."""
        if evidence.path not in self.touched:
            return None
        old = self._old_path(evidence.path)
        added = self.changed_lines(old, evidence.path).added
        lines = [line for line in range(evidence.line_start, evidence.line_end + 1) if line in added]
        return ChangedLine(path=evidence.path, line=lines[0], side="head") if lines else None

    def removed_at(self, evidence: Evidence) -> ChangedLine:
        """The line of a base quote that this change removes or edits, else the quote's first line."""
        new = self.renames.get(evidence.path, evidence.path)
        removed = self.changed_lines(evidence.path, new if new in self.head else None).removed
        lines = [line for line in range(evidence.line_start, evidence.line_end + 1) if line in removed]
        return ChangedLine(path=evidence.path, line=lines[0] if lines else evidence.line_start, side="base")

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the head docs still say what a base quote says; None if nowhere."""
        memo = (evidence.path, evidence.line_start, evidence.quote)
        if memo not in self._places:
            self._places[memo] = self._find(evidence)
        return self._places[memo]

    def reworded(self, evidence: Evidence, claim: str) -> bool:
        """Whether the change put a sentence in place of a base quote that says the same of the claim in other words."""
        old = self._read(evidence)
        return any(is_rewording(old, segment.text, claim) for segment in self._new_segments())

    def _find(self, evidence: Evidence) -> Evidence | None:
        key = fold_key(self._read(evidence))
        first = self.renames.get(evidence.path, evidence.path)
        for path in (first, *(path for path in self.head if path != first)):
            segment = self._segments(path).get(key)
            if segment is not None:
                return Evidence(
                    path=path, line_start=segment.line_start, line_end=segment.line_end, quote=segment.source
                )
        return None

    def _read(self, evidence: Evidence) -> str:
        """The quote as a reader reads it: a table row with its header, without markup."""
        for passage in self.base.get(evidence.path, ()):
            for segment in passage.segments:
                if segment.line_start == evidence.line_start and segment.source == evidence.quote:
                    return segment.text
        return evidence.quote

    def _segments(self, path: str) -> dict[str, Segment]:
        if path not in self._keys:
            self._keys[path] = {
                fold_key(segment.text): segment for passage in self.head.get(path, ()) for segment in passage.segments
            }
        return self._keys[path]

    def _new_segments(self) -> Iterator[Segment]:
        for path in sorted(self.touched & self.head.keys()):
            added = self.changed_lines(self._old_path(path), path).added
            for passage in self.head[path]:
                for segment in passage.segments:
                    if any(line in added for line in range(segment.line_start, segment.line_end + 1)):
                        yield segment

    def _old_path(self, path: str) -> str | None:
        old = next((old for old, new in self.renames.items() if new == path), path)
        return old if old in self.base else None


@dataclass(frozen=True, kw_only=True)
class ApprovedDocs:
    """Facts for a run without base: the approved quotes stand for the docs before (implements `causes.DocsFacts`)."""

    pages: Pages

    @cached_property
    def _head(self) -> dict[str, Evidence]:
        return {
            fold_key(segment.source): Evidence(
                path=path, line_start=segment.line_start, line_end=segment.line_end, quote=segment.source
            )
            for path, passages in self.pages().items()
            for passage in passages
            for segment in passage.segments
        }

    def added_at(self, evidence: Evidence) -> None:
        """Without a base no line is known to be new."""

    def removed_at(self, evidence: Evidence) -> None:
        """Without a base no line is known to be gone."""

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the docs still hold an approved quote; None if nowhere."""
        return self._head.get(fold_key(evidence.quote))

    def reworded(self, evidence: Evidence, claim: str) -> bool:  # noqa: ARG002 -- the protocol's signature
        """Without a base nothing is known to have taken a quote's place."""
        return False
