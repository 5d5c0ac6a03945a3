"""The page as it grows: the trail of headings, the section that is open, its blocks."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.passages.cutting import Block, Glue, Section

if TYPE_CHECKING:
    from claimdiff.records import Segment

_LEADS = (":", "：")
_POINTERS = re.compile(r"\b(?:following|follows|below|these)\b", re.IGNORECASE)
_PIECE = 200
_CONTEXT = 480


@dataclass(kw_only=True, slots=True)
class Frame:
    """An open container (`list`, `item`, `quote`, `box`, `definition`, `footnote`, `details`) and the words that it lends to its content."""

    kind: str
    context: str = ""
    filled: bool = False


@dataclass(kw_only=True, slots=True)
class Outline:
    """Sections in the making."""

    title: str = ""
    sections: list[Section] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    trail: list[tuple[int, str]] = field(default_factory=list)
    heading: Segment | None = None
    blocks: list[Block] = field(default_factory=list)
    titles: list[Segment] = field(default_factory=list)
    above: str = ""
    above_in: tuple[Frame, ...] = ()
    term: str = ""
    around: list[str] = field(default_factory=list)
    """Words that lend themselves to all text, and contain none of it: headings below them begin sections."""

    def start(self, level: int, heading: Segment) -> None:
        """Begin the section under a heading; `heading.text` is what the trail holds."""
        self.finish(level)
        self.trail = [entry for entry in self.trail if entry[0] < level]
        self.trail.append((level, heading.text))
        self.heading = heading

    def finish(self, level: int = 0) -> None:
        """Close the open section before a heading of this level (0: the page ends).

        A heading with nothing below it, not even a lower heading, is itself what the section says.
        """
        if self.titles:
            self.add(())
        if not self.blocks and self.heading and level <= self.trail[-1][0]:
            self.blocks.append(Block(segments=(self.heading,)))
        if self.blocks:
            place = self.heading or self.blocks[0].segments[0]
            words = tuple(text for _, text in self.trail)
            if self.title and not any(depth == 1 for depth, _ in self.trail):
                words = (self.title, *words)
            self.sections.append(Section(heading=words, line_start=place.line_start, blocks=tuple(self.blocks)))
        self.blocks, self.heading, self.above = [], None, ""

    def resume(self, trail: list[tuple[int, str]]) -> None:
        """Go on under the headings of an earlier place, where headings since then were those of something apart."""
        if trail != self.trail:
            self.finish()
            self.trail = trail

    def add(self, segments: tuple[Segment, ...], *, glue: Glue = "free", code: str | None = None) -> None:
        """A block, with the titles of boxes that stand above it."""
        if not (segments or self.titles):
            return
        item = next(
            (frame for frame in reversed(self.frames) if frame.kind in {"item", "definition", "footnote"}), None
        )
        if glue == "free" and ((item and item.filled) or self.above.endswith(_LEADS)):
            glue = "loose"
        if item:
            item.filled = True
        if code is not None and self.titles:
            code = "\n".join([*(title.text for title in self.titles), code])
        self.blocks.append(Block(segments=(*self.titles, *segments), glue=glue, code=code))
        self.titles = []
        if segments and segments[-1].kind in {"sentence", "item", "term"}:
            self.above, self.above_in = segments[-1].text, tuple(self.frames)

    @property
    def beside(self) -> bool:
        """Whether the sentence above stands in the same container as what comes now."""
        return len(self.above_in) == len(self.frames) and all(map(operator.is_, self.above_in, self.frames))

    @property
    def after_code(self) -> bool:
        """Whether the last block is a fence."""
        return bool(self.blocks) and self.blocks[-1].segments[-1].kind == "code"

    def open(self, kind: str, context: str = "") -> Frame:
        """Enter a container."""
        self.frames.append(Frame(kind=kind, context=context))
        return self.frames[-1]

    def close(self, kind: str) -> None:
        """Leave the innermost container of this kind, and what was left open in it; nothing if there is none."""
        if any(frame.kind == kind for frame in self.frames):
            while self.frames.pop().kind != kind:
                pass

    def lead(self) -> str:
        """The sentence above, where it introduces what follows."""
        if not self.blocks or self.after_code or not self.beside:
            return ""
        introduces = self.above.endswith(_LEADS) or self.above[-1:].isalnum() or _POINTERS.search(self.above)
        return self.above if introduces else ""

    def context(self, *more: str) -> str:
        """What the open containers lend to the text in them, outermost first, then `more`."""
        pieces = [*self.around, *(frame.context for frame in self.frames), *more]
        kept = dict.fromkeys(piece if len(piece) <= _PIECE else piece[: _PIECE - 1] + "…" for piece in pieces if piece)
        text = " ".join(kept)
        return text if len(text) <= _CONTEXT else "…" + text[1 - _CONTEXT :]

    def make_term(self, line: int) -> str:
        """The paragraph that ends just above `line` is the term of a definition list; its text.

        A further definition of the same term has that term.
        """
        if not self.blocks or self.blocks[-1].segments[-1].line_end != line - 1:
            return ""
        if any(frame.kind == "definition" for frame in self.above_in[len(self.frames) :]):
            return self.term
        last = self.blocks[-1]
        if not self.beside or last.code is not None:
            return ""
        self.blocks[-1] = replace(last, segments=tuple(replace(segment, kind="term") for segment in last.segments))
        self.term = " ".join(segment.text for segment in last.segments)
        return self.term
