"""Blocks of AsciiDoc, line by line: sections, paragraphs, delimited blocks, macros; lists are in `lists`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc import inline, lists, sections, tables
from claimdiff.passages.asciidoc.attributes import ENTRY, Attributes
from claimdiff.passages.asciidoc.style import STYLE, Style, options_of
from claimdiff.passages.source import Line, Located

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.passages.reading import Reading
    from claimdiff.passages.rst.inline import Named
    from claimdiff.passages.writing import Writer

_TITLE = re.compile(r"\.(?P<title>\.?[^\s.].*)$")
_DELIMITER = re.compile(
    r"(?P<mark>-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|`{3,}|[|,:!]={3,})(?P<info>(?<=```)\w.*)?$"
)
_ADMONITION = re.compile(r"(?P<name>NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+")
_MACRO = re.compile(r"(?P<name>[a-zA-Z][\w-]*)::(?P<target>\S*)\[(?P<inside>.*)\]$")
_BREAK = re.compile(r"'{3,}$|<{3,}$|(?:- ?){3}$|(?:\* ?){3}$")
_CODE_STYLES = frozenset({"source", "listing", "literal", "stem", "latexmath", "asciimath", "verse-code"})
_SILENT_STYLES = frozenset({"comment", "plantuml", "mermaid", "graphviz", "ditaa", "index", "toc"})
_DEEPEST = 20


@dataclass(kw_only=True, slots=True)
class Blocks:
    """One pass over the lines that are text. `offsets` are shifts of heading levels by path and index."""

    writer: Writer
    attributes: Attributes
    labels: Mapping[str, Named]
    offsets: Mapping[tuple[str, int], int]
    depth: int = 0
    style: Style = field(default_factory=Style)

    def read(self, lines: Sequence[Line]) -> None:
        """Read the lines of the page or of a container."""
        self.depth += 1
        outer, self.style = self.style, Style()
        at = sections.header(self, lines) if self.depth == 1 else 0
        while at < len(lines):
            at = self.block(lines, at)
        self.style = outer
        self.depth -= 1

    def entry(self, line: Line) -> bool:
        """Whether a line sets an attribute, which is then done."""
        return self.attributes.entry(line.text, (line.page.path, line.index + line.page.first_line))

    def block(self, lines: Sequence[Line], at: int) -> int:
        """Read the block that begins at `at`, or one line about it; where the next one begins."""
        line = lines[at]
        if not line.text:
            return at + 1
        after = max(self.skipped(lines, at), self.about(line, at))
        if after > at:
            return after
        style = self.style
        for rule in _RULES:
            after = rule(self, lines, at)
            if after > at:
                break
        if self.style is style:
            self.style = Style()
        return after

    def skipped(self, lines: Sequence[Line], at: int) -> int:
        """Past a comment, an attribute, a break; `at` if there is none."""
        text = lines[at].text
        if text.startswith("//"):
            if len(text) > len("///") and not text.strip("/"):
                return min(closing(lines, at, text) + 1, len(lines))
            return at if text.startswith("///") else at + 1
        if ENTRY.match(text) and not lines[at].indent:
            place = (lines[at].page.path, lines[at].index + lines[at].page.first_line)
            while text.endswith(" \\") and at + 1 < len(lines):
                at += 1
                text = text.removesuffix("\\") + lines[at].text
            self.attributes.entry(text, place)
            return at + 1
        return at + 1 if _BREAK.match(text) else at

    def about(self, line: Line, at: int) -> int:
        """A line that says something of the block below it."""
        if line.indent:
            return at
        if match := STYLE.match(line.text):
            name, options = options_of(self.attributes.filled(match.group("inside") or ""))
            merged = {**self.style.options, **options}
            self.style = Style(name=name or self.style.name, options=merged, title=self.style.title)
            return at + 1
        match = _TITLE.match(line.text)
        if match and not lists.MARK.match(line.text):
            self.style = Style(name=self.style.name, options=self.style.options, title=line.after(1))
            return at + 1
        return at

    def inline(self, located: Located) -> Reading:
        """The reading of a located text, with the attributes that are set here."""
        return inline.read(located.text, self.attributes, self.labels)

    def title(self, *, frame: bool = False) -> None:
        """The title of the block, above its content; with `frame` it is also what the content stands under."""
        line = self.style.title
        if line is None:
            return
        located = Located.joined([line])
        outline = self.writer.outline
        self.writer.title(
            located.slice(0, len(line.text)), self.inline(located).line, outline.frames[-1] if frame else None
        )

    def delimited(self, lines: Sequence[Line], at: int) -> int:
        """A block between two equal lines."""
        match = _DELIMITER.match(lines[at].text)
        if not match or self.depth >= _DEEPEST:
            return at
        mark = match.group("mark")
        end = closing(lines, at, mark)
        self.content(mark, lines[at + 1 : end])
        return min(end + 1, len(lines))

    def content(self, mark: str, inside: Sequence[Line]) -> None:
        """The content of a delimited block, by its mark and its style."""
        style = self.style
        if style.name in _SILENT_STYLES:
            return
        if mark[1:] == "=" * (len(mark) - 1) and mark[0] in "|,:!":
            self.title()
            tables.write(self, mark[0], inside)
        elif mark[0] in "-.`" and mark != "--":
            self.title()
            self.code(inside)
        elif mark[0] == "+":
            (self.code if style.name in _CODE_STYLES else self.passed)(inside)
        elif style.name in _CODE_STYLES:
            self.title()
            self.code(inside)
        elif style.name == "verse":
            self.plain([line for line in inside if line.text])
        else:
            self.writer.outline.open("quote" if mark[0] == "_" else "box")
            self.title(frame=True)
            self.read(inside)
            self.writer.outline.close("quote" if mark[0] == "_" else "box")

    def code(self, lines: Sequence[Line]) -> None:
        """Lines of code without callouts; attributes are replaced where the block asks for it."""
        kept = [line for line in lines if line.text]
        if not kept:
            return
        least = min(line.indent for line in kept)
        replaced = "attributes" in self.style.options.get("subs", "") or self.style.options.get("subs") == "normal"
        texts = []
        for line in lines:
            text = lists.CALLOUT.sub("", line.text)
            text = re.sub(r"^\\(?=(?:include|ifdef|ifndef|ifeval|endif)::)", "", text)
            filled = self.attributes.filled(text) if replaced else text
            texts.append(" " * (line.indent - least) + filled if text else "")
        self.writer.code(lines, texts)

    def passed(self, lines: Sequence[Line]) -> None:
        """HTML that is passed through: what a browser shows of it."""
        from claimdiff.passages.markdown.raw import add_html  # noqa: PLC0415 -- few pages have any

        if any(line.text for line in lines):
            add_html(self.writer.outline, Located.joined(lines), frozenset(), flat=True)

    def macro(self, lines: Sequence[Line], at: int) -> int:
        """A macro that is a block: of an image its description is text, of others nothing."""
        match = _MACRO.match(lines[at].text)
        if not match or lists.TERM.match(lines[at].text):
            return at
        alt = match.group("inside").split(",", 1)[0].strip().strip('"')
        if match.group("name") == "image" and alt and "=" not in alt:
            start = match.start("inside") + match.group("inside").index(alt)
            self.plain([Line(lines[at].page, lines[at].index, lines[at].column + start, 0, alt)])
        self.title()
        return at + 1

    def literal(self, lines: Sequence[Line], at: int) -> int:
        """An indented paragraph is literal."""
        if not lines[at].indent or lines[at].text.startswith("//"):
            return at
        end = at
        while end < len(lines) and lines[end].text:
            end += 1
        if self.style.name == "normal":
            self.plain(lines[at:end])
        else:
            self.title()
            self.code(lines[at:end])
        return end

    def paragraph(self, lines: Sequence[Line], at: int) -> int:
        """Lines up to a blank one or the beginning of a block; comments among them are left out."""
        end = at + 1
        while end < len(lines) and lines[end].text and not interrupts(lines[end]):
            end += 1
        kept = [line for line in lines[at:end] if line is lines[at] or not line.text.startswith("//")]
        style = self.style
        if style.name in _SILENT_STYLES:
            return end
        if style.name in _CODE_STYLES:
            self.title()
            self.code(kept)
            return end
        if style.name == "pass":
            self.passed(kept)
            return end
        self.title()
        if label := _ADMONITION.match(kept[0].text):
            kept[0] = kept[0].after(label.end())
        self.plain(kept)
        return end

    def plain(self, lines: Sequence[Line]) -> None:
        """A paragraph of these lines."""
        located = Located.joined(lines)
        self.writer.paragraph(located, self.inline(located))

    def listed(self, lines: Sequence[Line], at: int) -> int:
        """A list of any kind."""
        return lists.read(self, lines, at) if self.depth < _DEEPEST else at


def closing(lines: Sequence[Line], at: int, mark: str) -> int:
    """The line that closes the block which `mark` opens at `at`; the end of the lines if none does."""
    mark = mark if mark[0] != "`" else "`" * len(mark)
    return next((end for end in range(at + 1, len(lines)) if lines[end].text == mark), len(lines))


def interrupts(line: Line) -> bool:
    """Whether a line ends the paragraph above it."""
    text = line.text
    if text[0] in "-.=*_+/`|,:![":
        return bool(_DELIMITER.match(text)) or bool(not line.indent and text[0] == "[" and STYLE.match(text))
    return False


_RULES: tuple[Callable[[Blocks, Sequence[Line], int], int], ...] = (
    sections.section,
    Blocks.delimited,
    Blocks.macro,
    Blocks.listed,
    Blocks.literal,
    Blocks.paragraph,
)
