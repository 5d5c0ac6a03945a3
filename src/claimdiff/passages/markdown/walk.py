"""From markdown-it's block tokens to an outline of sections, blocks and segments."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.passages.markdown import including, inline, mdx, myst
from claimdiff.passages.markdown.code import code_blocks
from claimdiff.passages.markdown.html import open_element
from claimdiff.passages.markdown.outline import Frame, Outline
from claimdiff.passages.markdown.raw import add_html
from claimdiff.passages.markdown.tables import row_text
from claimdiff.passages.markdown.templates import since_component
from claimdiff.passages.reading import is_label, label_length, segment, sentences
from claimdiff.passages.source import Located, Slice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.token import Token

    from claimdiff.passages.cutting import Section
    from claimdiff.passages.markdown.templates import Tag
    from claimdiff.passages.source import Page
    from claimdiff.passages.writing import Absent, Include
    from claimdiff.records import Segment

_ALERT = re.compile(r"\[!(?P<name>[A-Za-z]+)\][+-]?[ \t]*(?P<title>[^\n]*)(?:\n|$)")
_TARGET = re.compile(r"\([\w.: -]{1,100}\)=[ \t]*(?:\n|$)")
_ONLY = re.compile(r"([A-Z]\w*?)Only")
_NAMES = frozenset({"title", "label", "summary", "heading", "header"})
_FENCE_TITLE = re.compile(r"\b(?:title|filename)\s*=\s*(?:\"(?P<double>[^\"]+)\"|'(?P<single>[^']+)')")


def walk(
    page: Page,
    tokens: Sequence[Token],
    references: frozenset[str],
    *,
    parse: Callable[[str], Sequence[Token]],
    title: str = "",
    flat: bool = False,
    include: Include | None = None,
    absent: Absent | None = None,
) -> tuple[Section, ...]:
    """The sections of a page from its block tokens.

    Fragments come through `include`; `absent` is told of those that do not exist. `parse` gives the tokens of Markdown inside a fence, `references` are the case-folded labels of link definitions, `title` heads the trail of a page without a heading
    of level 1. With `flat`, headings are text like any other and there is one section at most.
    """
    state = _Walk(
        page=page,
        references=references,
        parse=parse,
        outline=Outline(title=title),
        flat=flat,
        include=include,
        absent=absent,
        including=(page.path,),
    )
    return tuple(state.run(tokens).sections)


@dataclass(kw_only=True, slots=True)
class _Walk:
    """State of one pass over the tokens."""

    page: Page
    references: frozenset[str]
    parse: Callable[[str], Sequence[Token]]
    outline: Outline
    flat: bool
    include: Include | None = None
    absent: Absent | None = None
    including: tuple[str, ...] = ()
    included: int = 0
    hidden: int = 0
    imports: dict[str, str] = field(default_factory=dict)
    components: list[tuple[str, Frame | None, list[tuple[int, str]] | None]] = field(default_factory=list)

    def run(self, tokens: Sequence[Token]) -> Outline:
        """The outline of the page."""
        self.steps(tokens)
        self.outline.finish()
        return self.outline

    def steps(self, tokens: Sequence[Token]) -> None:
        """Read these tokens, one block after the other."""
        index = 0
        while index < len(tokens):
            handler = _HANDLERS.get(tokens[index].type)
            index = handler(self, tokens, index) if handler else index + 1

    def located(self, token: Token, content: str | None = None, skip: int = 0) -> Located:
        """The content of a token on its lines, without what an open comment hides."""
        text = token.content if content is None else content
        located = Located.of(self.page, text, _first(token) + skip, self.hidden)
        closing = open_element(text)
        if closing and located.text.strip():
            end = self.page.text.lower().find(closing, located.origin(len(located.text)))
            self.hidden = max(self.hidden, end + len(closing)) if end >= 0 else self.hidden
        return located

    def heading(self, tokens: Sequence[Token], index: int) -> int:
        located = self.located(tokens[index + 1])
        text = inline.read(located.text, self.references).line
        if text:
            found = segment(located.slice(0, len(located.text)), text, "heading")
            if self.flat or self.outline.frames:
                self.outline.titles.append(found)
            else:
                self.outline.start(int(tokens[index].tag[1:]), found)
        return index + 3

    def paragraph(self, tokens: Sequence[Token], index: int) -> int:
        located = self.located(tokens[index + 1])
        if "-8<-" in located.text and including.snippets(self, located, _first(tokens[index + 1])):
            return index + 3
        if ("%" in located.text or located.text.startswith("+++")) and myst.is_myst(self.page):
            located = myst.uncommented(myst.broken(self, located))
            if not located.text.strip():
                return index + 3
        if target := _TARGET.match(located.text):
            located = located.part(target.end(), len(located.text))
            if not located.text.strip():
                return index + 3
        frame = self.outline.frames[-1] if self.outline.frames else None
        if frame and frame.kind in {"quote", "box"} and not frame.filled:
            located = self.unlabelled(located, frame)
            frame.filled = True
        reading = inline.read(located.text, self.references)
        item = bool(frame and frame.kind == "item")
        skip = 0 if item else label_length(reading.text)
        found = sentences(located, reading, "item" if item else "sentence", self.outline.context(), skip=skip)
        if item and len(found) > 1:
            rest = self.outline.context(found[0].text)
            found = (found[0], *(replace(sentence, context=rest) for sentence in found[1:]))
        self.outline.add(found)
        if frame and item and found and not frame.context:
            frame.context = found[0].text
        return index + 3

    def unlabelled(self, located: Located, frame: Frame) -> Located:
        """A quoted paragraph without the line that says what kind of box it is; a title of its own is kept."""
        line = located.text.split("\n", 1)[0]
        alert = _ALERT.match(located.text)
        title = alert.group("title").strip() if alert else ""
        if title and alert:
            place = located.slice(alert.start("title"), alert.end("title"))
            self.name(place, inline.read(title, self.references).line, frame)
        if alert or is_label(inline.read(line).line):
            return located.part(min(len(line) + 1, len(located.text)), len(located.text))
        return located

    def name(self, place: Slice, title: str, frame: Frame | None) -> None:
        """A title of a box or tab, unless it only names the kind of box."""
        if title and not is_label(title):
            self.outline.titles.append(segment(place, title, "heading", self.outline.context()))
            if frame:
                frame.context = title

    def fence(self, tokens: Sequence[Token], index: int) -> int:
        token = tokens[index]
        first = _first(token) + (token.type == "fence")
        if self.page.starts[_first(token)] < self.hidden:
            return index + 1
        if "{" in token.info and myst.read(self, token):
            return index + 1
        if "-8<-" in token.content and including.code(self, token, first):
            return index + 1
        if match := _FENCE_TITLE.search(token.info):
            title = match.group("double") or match.group("single")
            self.name(self.on_line(_first(token), title), title, None)
        tight = self.outline.blocks and not self.outline.after_code
        blocks = code_blocks(self.page, token.content, first, self.outline.context(self.outline.above))
        for number, block in enumerate(blocks):
            self.outline.add(block.segments, glue="tight" if tight and number == 0 else "free", code=block.code)
        return index + 1

    def inside(self, content: str, first: int) -> None:
        """Read Markdown that stands in a fence; its first line is the page's line with this 0-based index."""
        inner = self.parse(content)
        for child in inner:
            if child.map:
                child.map = [child.map[0] + first, child.map[1] + first]
        self.steps(inner)

    def on_line(self, index: int, text: str) -> Slice:
        """Where `text` stands on a line; the whole line if it does not."""
        line, start = self.page.lines[index], self.page.starts[index]
        column = line.rfind(text)
        if column < 0:
            column, text = len(line) - len(line.lstrip()), line.strip()
        return Slice(page=self.page, start=start + column, end=start + column + len(text))

    def html(self, tokens: Sequence[Token], index: int) -> int:
        add_html(self.outline, self.located(tokens[index]), self.references, flat=self.flat)
        return index + 1

    def table(self, tokens: Sequence[Token], index: int) -> int:
        outline = self.outline
        context = outline.context(outline.lead())
        headers: list[str] = []
        cells: list[str] = []
        rows: list[tuple[Segment, ...]] = []
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "inline":
                cells.append(inline.read(token.content, self.references).line)
            elif token.type == "thead_close":
                headers, cells = cells, []
            elif token.type == "tr_open":
                line = token
            elif token.type == "tr_close" and tokens[index - 1].type == "td_close":
                rows.append(self.row(line, row_text(headers, cells), context))
                cells = []
            index += 1
        if not any(rows) and headers:
            rows.append(self.row(line, "; ".join(filter(None, headers)), context))
        for found in rows:
            outline.add(found)
            outline.above = ""
        return index + 1

    def row(self, token: Token, text: str, context: str) -> tuple[Segment, ...]:
        start = self.page.starts[_first(token)]
        if not text or start < self.hidden:
            return ()
        line = self.page.lines[_first(token)].strip()
        return (segment(self.on_line(_first(token), line.lstrip("> \t")), text, "row", context),)

    def open(self, tokens: Sequence[Token], index: int) -> int:
        kind = _KINDS[tokens[index].type]
        context = self.outline.lead() if kind == "list" else ""
        if kind == "definition":
            context = self.outline.make_term(self.page.line_at(self.page.starts[_first(tokens[index])]))
        self.outline.open(kind, context).filled = kind == "definition"
        return index + 1

    def box(self, tokens: Sequence[Token], index: int) -> int:
        token = tokens[index]
        frame = Frame(kind="box")
        if token.content:
            title = inline.read(token.content, self.references).line
            self.name(self.on_line(_first(token), token.content), title, frame)
        self.outline.frames.append(frame)
        return index + 1

    def colons(self, tokens: Sequence[Token], index: int) -> int:
        token = tokens[index]
        if token.content:
            self.name(self.on_line(_first(token), token.content), inline.read(token.content).line, None)
        return index + 1

    def component(self, tokens: Sequence[Token], index: int) -> int:
        """A component of MDX: what its attributes show is text; `<AppOnly>` lends its name to what is in it."""
        token = tokens[index]
        if token.info in self.imports and token.meta["whole"]:
            including.templated(self, self.imports[token.info])
            return index + 1
        if told := since_component(token.info, token.content):
            self.outline.add(
                (segment(self.on_line(_first(token), token.content), f"{told}.", "sentence", self.outline.context()),)
            )
        only = _ONLY.fullmatch(token.info)
        shown = mdx.shown(token.content)
        frame = None
        if shown and not token.meta["whole"]:
            frame = self.outline.open("component")
        for name, value in shown:
            self.name(
                self.on_line(_first(token), value),
                inline.read(value, self.references).line,
                frame if name in _NAMES else None,
            )
        if described := mdx.field(token.info, token.content):
            frame = self.described(token, *described, frame)
        if only and not token.meta["whole"]:
            self.outline.around.append(f"{only.group(1)} only")
        if not token.meta["whole"]:
            self.components.append((token.info, frame, list(self.outline.trail) if only else None))
        return index + 1

    def described(self, token: Token, name: str, told: Sequence[str], frame: Frame | None) -> Frame | None:
        """A parameter by the attributes of its component: its name is a title and lends itself to what is in it."""
        place = self.on_line(_first(token), name)
        opened = self.outline.open("component") if frame is None else frame
        if not opened.context:
            self.name(place, name, opened)
        context = self.outline.context()
        self.outline.add(tuple(segment(place, text, "sentence", context) for text in told))
        if not token.meta["whole"]:
            return opened
        if frame is None:
            self.outline.close("component")
        return frame

    def template(self, tokens: Sequence[Token], index: int) -> int:
        """A tag of the site's generator: a file that it includes, since when something is there, or a title."""
        token = tokens[index]
        tag: Tag = token.meta["tag"]
        if tag.closes:
            return self.component_end(tokens, index)
        if tag.target:
            including.templated(self, tag.target)
            return index + 1
        if tag.since:
            place = self.on_line(_first(token), token.content)
            self.outline.add((segment(place, f"{tag.since}.", "sentence", self.outline.context()),))
        title = "" if tag.since else inline.read(tag.title, self.references).line
        frame = None if token.meta["whole"] else self.outline.open("component")
        if title:
            self.name(self.on_line(_first(token), tag.title), title, frame)
        if frame:
            self.components.append((token.info, frame, None))
        return index + 1

    def module(self, tokens: Sequence[Token], index: int) -> int:
        """The pages that a page of MDX imports, by the names of the components that show them."""
        self.imports |= tokens[index].meta
        return index + 1

    def component_end(self, tokens: Sequence[Token], index: int) -> int:
        """What a component lent ends with it; so do headings in what is shown to some readers only."""
        name = tokens[index].info
        while any(found == name for found, _, _ in self.components):
            found, frame, trail = self.components.pop()
            if frame:
                self.outline.close(frame.kind)
            if trail is not None:
                self.outline.around.pop()
                self.outline.resume(trail)
            if found == name:
                break
        return index + 1

    def close(self, tokens: Sequence[Token], index: int) -> int:
        self.outline.close(_KINDS.get(tokens[index].type.replace("_close", "_open"), "box"))
        return index + 1


def _first(token: Token) -> int:
    return token.map[0] if token.map else 0


_KINDS = {
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "item",
    "blockquote_open": "quote",
    "definition_open": "definition",
    "footnote_open": "footnote",
}
_HANDLERS: dict[str, Callable[[_Walk, Sequence[Token], int], int]] = {
    "heading_open": _Walk.heading,
    "paragraph_open": _Walk.paragraph,
    "fence": _Walk.fence,
    "code_block": _Walk.fence,
    "html_block": _Walk.html,
    "table_open": _Walk.table,
    "box_open": _Walk.box,
    "box_close": _Walk.close,
    "colons": _Walk.colons,
    "template": _Walk.template,
    "module": _Walk.module,
    "component_open": _Walk.component,
    "component_close": _Walk.component_end,
    **dict.fromkeys(_KINDS, _Walk.open),
    **dict.fromkeys((name.replace("_open", "_close") for name in _KINDS), _Walk.close),
}
