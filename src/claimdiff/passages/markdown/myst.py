"""MyST Markdown: directives written as fences, read as those of reStructuredText are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.passages import hiding
from claimdiff.passages.markdown import including, inline
from claimdiff.passages.markdown.code import code_blocks
from claimdiff.passages.reading import Piece, Reading, plain
from claimdiff.passages.rst import tables
from claimdiff.passages.rst.explicit import Directive, directive
from claimdiff.passages.rst.kinds import VERSIONS, kind_of
from claimdiff.passages.source import Line, Located
from claimdiff.passages.writing import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.token import Token

    from claimdiff.passages.markdown.walk import _Walk as Walk
    from claimdiff.passages.source import Page

_INFO = re.compile(r"\s*:*\{(?P<name>[a-zA-Z][\w:.+-]*)\}[ \t]*(?P<argument>.*)")
_SIGN = re.compile(r"^ *(?:`{3,}|:{3,})\{[a-zA-Z]|^\([\w.: -]{1,100}\)=|\{[a-z][\w:-]*\}`", re.MULTILINE)
_DEPTH = 30
_OTHER = re.compile(r"\s*(?:[-*+>]\s|#{1,6}\s|\||`{3}|~{3}|:{3}|\d+[.)]\s)")
_KERNELS = frozenset({"python", "r", "julia", "bash", "sh", "sql", "ojs", "stan"})
"""Fences of Quarto and R Markdown, named by the language that runs them."""
_CELLS = _KERNELS | {"code-cell"}
_TAGS = re.compile(r"\btags\"?\s*:\s*(\[[^\]]*\]|(?:\s*-\s+\S+)+|\S+)")
_TAG = re.compile(r"[\w-]*\w")
_CELL_OPTION = re.compile(r"\s*:[\w-]+:|\s*---\s*$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Fence:
    """A directive in a fence: as one of reStructuredText, its content as Markdown, and that content's first line."""

    found: Directive
    content: str
    first: int


def is_myst(page: Page) -> bool:
    """Whether a Markdown page is one of MyST: it has a directive, a role or a target."""
    return bool(_SIGN.search(page.text))


def uncommented(located: Located) -> Located:
    """A paragraph without the comments (`% …`) above and below it."""
    rows = located.text.split("\n")
    first = next((at for at, row in enumerate(rows) if not row.startswith("%")), len(rows))
    last = next((at for at in range(len(rows), first, -1) if not rows[at - 1].startswith("%")), first)
    start = sum(len(row) + 1 for row in rows[:first])
    return located.part(min(start, len(located.text)), start + sum(len(row) + 1 for row in rows[first:last]))


def read(walk: Walk, token: Token) -> bool:
    """Read a fence that is a directive; False if it is ordinary code."""
    match = _INFO.match(token.info)
    if not match or len(walk.outline.frames) >= _DEPTH:
        return False
    if (name := match.group("name").lower()) in _CELLS:
        return _cell(walk, token, "code-cell" if name in _KERNELS else name)
    fence = _fence(walk, token, match.group("name"), match.group("argument").strip())
    _HANDLERS.get(kind_of(match.group("name")), _nested)(walk, fence)
    return True


def _cell(walk: Walk, token: Token, name: str) -> bool:
    """Read a cell of a notebook in Markdown; nothing of it where its tags or its directives hide its source."""
    body = token.content.split("\n")
    skipped = _options(body)
    tags = {hiding.normal(tag) for match in _TAGS.findall("\n".join(body[:skipped])) for tag in _TAG.findall(match)}
    if (tags | hiding.directed(body[skipped:])) & (hiding.CELL | hiding.INPUT):
        return True
    fence = _fence(walk, token, name, "")
    lines = fence.content.split("\n")
    above = next((at for at, line in enumerate(lines) if not hiding.is_directive(line)), len(lines))
    _code(walk, replace(fence, content="\n".join(lines[above:]), first=fence.first + above))
    return True


def broken(walk: Walk, located: Located) -> Located:
    """A paragraph without the break (`+++ {"tags": […]}`) before a cell; what a hidden cell holds is passed over."""
    row = located.text.split("\n", 1)[0]
    if not row.startswith("+++"):
        return located
    tags = {hiding.normal(tag) for match in _TAGS.findall(row) for tag in _TAG.findall(match)}
    start = located.origin(0)
    if tags & hiding.CELL:
        end = walk.page.text.find("\n+++", start)
        walk.hidden = max(walk.hidden, end if end >= 0 else len(walk.page.text))
        return located.part(len(located.text), len(located.text))
    return located.part(min(len(row) + 1, len(located.text)), len(located.text))


def _fence(walk: Walk, token: Token, name: str, argument: str) -> Fence:
    first = token.map[0] if token.map else 0
    body = token.content.split("\n")
    skipped = _options(body)
    lines = [_line(walk, text, first + 1 + at) for at, text in enumerate(body) if first + 1 + at < len(walk.page.lines)]
    raw = walk.page.lines[first]
    column = raw.find("{")
    head = Line(walk.page, first, column, column, raw[column:].rstrip())
    given = head.after(raw[column:].find("}") + 1) if argument else Line(walk.page, first, column, column, "")
    found = directive(name, head, given, lines, head)
    rest = body[skipped:]
    return Fence(found=found, content="\n".join(rest), first=first + 1 + skipped)


def _line(walk: Walk, text: str, index: int) -> Line:
    """A line of the content; its indent is that inside the fence."""
    stripped = text.strip()
    column = max(walk.page.lines[index].rfind(stripped), 0)
    return Line(walk.page, index, column, len(text) - len(text.lstrip()), stripped)


def _options(body: Sequence[str]) -> int:
    """How many lines of the content are options."""
    if body and body[0].strip() == "---":
        return next((at + 1 for at, line in enumerate(body[1:], 1) if line.strip() == "---"), 0)
    return next((at for at, line in enumerate(body) if not _CELL_OPTION.match(line)), len(body))


def _nested(walk: Walk, fence: Fence) -> None:
    """The content is Markdown, under the argument as its title."""
    argument = fence.found.argument
    if fence.found.name == "eval-rst":
        _rst(walk, fence)
        return
    kind = kind_of(fence.found.name)
    frame = walk.outline.open("directive")
    if argument and kind not in {"box", "plain", "image"} and not argument.text.isdigit():
        place = Located.joined([argument]).slice(0, len(argument.text))
        walk.name(place, inline.read(argument.text, walk.references).line, frame)
    content, first = fence.content, fence.first
    if argument and kind == "box" and first == argument.index + 1:
        content, first = f"{argument.text}\n{content}", argument.index
    elif argument and kind == "box":
        walk.inside(argument.text, argument.index)
    if alt := fence.found.options.get("alt"):
        Writer(page=walk.page, outline=walk.outline).paragraph(Located.joined([alt]), plain(alt.text))
    walk.inside(content, first)
    walk.outline.close("directive")


def _rst(walk: Walk, fence: Fence) -> None:
    from claimdiff.passages.rst.blocks import Blocks  # noqa: PLC0415 -- few pages hold any
    from claimdiff.passages.rst.inline import Names  # noqa: PLC0415 -- same

    writer = Writer(page=walk.page, outline=walk.outline, flat=True)
    Blocks(writer=writer, names=Names(), depth=1).read(fence.found.content)


def _code(walk: Walk, fence: Fence) -> None:
    if caption := fence.found.options.get("caption"):
        place = Located.joined([caption]).slice(0, len(caption.text))
        walk.name(place, inline.read(caption.text, walk.references).line, None)
    if fence.found.name == "literalinclude":
        including.quoted(walk, fence.found)
        return
    tight = walk.outline.blocks and not walk.outline.after_code
    context = walk.outline.context(walk.outline.above)
    for number, block in enumerate(code_blocks(walk.page, fence.content, fence.first, context)):
        walk.outline.add(block.segments, glue="tight" if tight and number == 0 else "free", code=block.code)


def _version(walk: Walk, fence: Fence) -> None:
    """`Added in version 3.1: text`, in one sentence with the first paragraph."""
    argument = fence.found.argument
    if argument is None:
        _nested(walk, fence)
        return
    head = fence.found.whole
    words = argument.column - head.column
    version = argument.text.split(None, 1)[0]
    rest = argument.text[len(version) :].strip()
    body = fence.content.split("\n")
    start = next((at for at, line in enumerate(body) if line.strip()), len(body))
    end = next((at for at in range(start, len(body)) if not body[at].strip()), len(body))
    plain_text = not rest and start < end and not _OTHER.match(body[start])
    below = [_line(walk, body[at], fence.first + at) for at in range(start, end)] if plain_text else []
    located = Located.joined([head, *below])
    pieces = [Piece(text=VERSIONS[fence.found.name], start=0, end=words, plain=False)]
    pieces.append(Piece(text=version, start=words, end=words + len(version)))
    offset = words + len(argument.text) - len(rest) if rest else len(head.text) + 1
    pieces.append(
        Piece(text=": " if rest or below else ".", start=words + len(version), end=words + len(version), plain=False)
    )
    for piece in inline.read(located.text[offset:], walk.references).pieces:
        moved = Piece(
            text=piece.text, start=piece.start + offset, end=piece.end + offset, plain=piece.plain, code=piece.code
        )
        pieces.append(moved)
    Writer(page=walk.page, outline=walk.outline).paragraph(located, Reading.of(pieces))
    after = end if below else start
    walk.inside("\n".join(body[after:]), fence.first + after)


def _object(walk: Walk, fence: Fence) -> None:
    argument = fence.found.argument
    if argument is None:
        _nested(walk, fence)
        return
    writer = Writer(page=walk.page, outline=walk.outline)
    context = writer.term(Located.joined([argument]), plain(argument.text))
    walk.outline.open("definition", context).filled = True
    walk.inside(fence.content, fence.first)
    walk.outline.close("definition")


def _table(walk: Walk, fence: Fence) -> None:
    found, outline = fence.found, walk.outline
    if found.name == "table":
        _nested(walk, fence)
        return
    lead = outline.lead()
    caption = inline.read(found.argument.text, walk.references).line if found.argument else ""
    if found.argument:
        walk.name(Located.joined([found.argument]).slice(0, len(found.argument.text)), caption, None)
    rows = tables.separated(found, _file(walk, found)) if found.name == "csv-table" else tables.listed(found)
    outline.open("directive", caption or lead)
    tables.write(Writer(page=walk.page, outline=outline), lambda text: inline.read(text, walk.references), rows)
    outline.close("directive")


def _file(walk: Walk, found: Directive) -> list[Line]:
    """The lines of the file that a table is made of."""
    line = found.options.get("file")
    page = including.named(walk, line) if line else None
    return Line.all_of(page) if page else []


def _include(walk: Walk, fence: Fence) -> None:
    argument = fence.found.argument
    if argument is not None:
        including.fragment(walk, argument, fence.found)


def _silent(_walk: Walk, _fence: Fence) -> None:
    return


_HANDLERS: dict[str, Callable[[Walk, Fence], None]] = {
    "silent": _silent,
    "code": _code,
    "version": _version,
    "object": _object,
    "table": _table,
    "include": _include,
}
