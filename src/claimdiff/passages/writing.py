"""What readers of line-based formats share: from lines to blocks of the outline."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from claimdiff.passages.markdown.code import located_code
from claimdiff.passages.markdown.outline import Frame, Outline
from claimdiff.passages.reading import is_label, label_length, segment, sentences
from claimdiff.passages.source import Located, Slice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.errors import Problem
    from claimdiff.passages.reading import Reading
    from claimdiff.passages.source import Line, Page


class Include(Protocol):
    """Gives the bytes of a file of the same tree by its path (posix, relative to the repository); None if there is none."""

    def __call__(self, path: str, /) -> bytes | None:
        """The bytes of the file."""


class Absent(Protocol):
    """Is told of a fragment that a page includes and that does not exist."""

    def __call__(self, line: Line, target: str, /) -> None:
        """The line that includes it, and its name there."""


@dataclass(kw_only=True, slots=True)
class Writer:
    """A page in the making. With `flat`, headings are text like any other."""

    page: Page
    outline: Outline = field(default_factory=Outline)
    flat: bool = False
    problems: list[Problem] = field(default_factory=list)

    def problem(self, line: int, message: str, hint: str | None = None) -> None:
        """Tell what is wrong with the page."""
        from claimdiff.errors import Problem  # noqa: PLC0415 -- only pages that are broken need it

        self.problems.append(Problem(path=self.page.path, line=line, message=message, hint=hint))

    def heading(self, level: int, located: Located, reading: Reading) -> None:
        """Begin a section, unless the heading stands inside something."""
        if not reading.line:
            return
        found = segment(located.slice(0, len(located.text)), reading.line, "heading")
        if self.flat or self.outline.frames:
            self.outline.titles.append(found)
        else:
            self.outline.start(level, found)

    def paragraph(self, located: Located, reading: Reading) -> None:
        """A paragraph: its sentences, which are items where it stands in one."""
        frame = self.outline.frames[-1] if self.outline.frames else None
        item = bool(frame and frame.kind == "item")
        skip = 0 if item else label_length(reading.text)
        found = sentences(located, reading, "item" if item else "sentence", self.outline.context(), skip=skip)
        if item and len(found) > 1:
            rest = self.outline.context(found[0].text)
            found = (found[0], *(replace(sentence, context=rest) for sentence in found[1:]))
        self.outline.add(found)
        if frame and item and found and not frame.context:
            frame.context = found[0].text

    def term(self, located: Located, reading: Reading) -> str:
        """A term of a definition list or a signature; the text that its definition needs."""
        text = reading.line
        if text:
            place = located.slice(0, len(located.text))
            found = segment(place, text, "term", self.outline.context())
            self.outline.add((replace(found, lenders=reading.lenders(0, len(reading.text))),))
        return text

    def title(self, place: Slice, text: str, frame: Frame | None = None) -> None:
        """The title of a box, tab, figure or table, unless it only names the kind of box."""
        if text and not is_label(text):
            self.outline.titles.append(segment(place, text, "heading", self.outline.context()))
            if frame:
                frame.context = text

    def code(self, lines: Sequence[Line], texts: Sequence[str] | None = None) -> None:
        """Lines of code, with what `texts` show for them; glued to the sentence above."""
        lines = list(lines)
        kept = [line for line in lines if line.text]
        if not kept:
            return
        least = min(line.indent for line in kept)
        shown = [" " * (line.indent - least) + line.text if line.text else "" for line in lines]
        outline = self.outline
        tight = bool(outline.blocks) and not outline.after_code
        context = outline.context(outline.above)
        blocks = located_code(Located.joined(lines), shown if texts is None else list(texts), context)
        for number, block in enumerate(blocks):
            outline.add(block.segments, glue="tight" if tight and number == 0 else "free", code=block.code)

    def row(self, place: Slice, text: str, context: str, lenders: tuple[tuple[str, int], ...] = ()) -> None:
        """A table row as a reader reads it."""
        if text:
            found = segment(place, text, "row", context)
            self.outline.add((replace(found, lenders=lenders) if lenders else found,))
            self.outline.above = ""


def span(first: Line, last: Line) -> Slice:
    """From the text of one line to the end of another; of the first one's page alone if they are of two."""
    if last.page is not first.page or last.index < first.index:
        last = first
    return Slice(page=first.page, start=first.origin, end=max(last.origin + len(last.text), first.origin))
