"""Explicit markup of reStructuredText: directives, footnotes; targets, substitutions and comments, which are not text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.passages.reading import plain
from claimdiff.passages.rst import fragments, inline, tables
from claimdiff.passages.rst.conditions import is_shown, looks_like_code
from claimdiff.passages.rst.kinds import VERSIONS, kind_of
from claimdiff.passages.source import Located

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.passages.rst.blocks import Blocks
    from claimdiff.passages.rst.inline import Mark
    from claimdiff.passages.source import Line

_DIRECTIVE = re.compile(r"(?P<name>[A-Za-z][\w.+:-]{0,60}?)\s?::(?:\s+|$)")
_FOOTNOTE = re.compile(r"\[(?:\d{1,4}|#[\w.-]*|\*|[A-Za-z][\w.:-]*)\](?:\s+|$)")
_OPTION = re.compile(r":(?P<name>[\w-]+):(?:\s+|$)")
_OTHER = re.compile(r"\.\. |[-*+]\s|\d+[.)]\s|\S+::$")
_NO_TITLE = re.compile(r"[\d\s]*|\S*[/.:]\S*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Directive:
    """A directive: the line of its name, its argument (None where there is none), options and content."""

    name: str
    whole: Line
    argument: Line | None
    options: Mapping[str, Line]
    content: tuple[Line, ...]

    def option(self, name: str) -> str:
        """The value of an option; empty where it is not given."""
        line = self.options.get(name)
        return line.text if line else ""


def explicit(blocks: Blocks, head: Line, body: Sequence[Line], whole: Line) -> None:
    """Read what follows two dots: `head` is the rest of their line, `body` the indented lines below it."""
    if match := _DIRECTIVE.match(head.text):
        found = directive(match.group("name"), head, head.after(match.end()), body, whole)
        _HANDLERS[kind_of(found.name)](blocks, found)
    elif note := _FOOTNOTE.match(head.text):
        blocks.inside("footnote", [head.after(note.end()), *body])


def directive(name: str, head: Line, argument: Line, body: Sequence[Line], whole: Line) -> Directive:
    """Tell options and content apart."""
    options: dict[str, Line] = {}
    at = 0
    while at < len(body) and (match := _OPTION.match(body[at].text)):
        options[match.group("name")] = body[at].after(match.end())
        at += 1
        while (
            at < len(body) and body[at].text and not body[at].text.startswith(":") and body[at].indent > body[0].indent
        ):
            at += 1
    rest = tuple(body[at:])
    given = argument if argument.text else None
    return Directive(
        name=name.lower(), whole=head if head.text else whole, argument=given, options=options, content=rest
    )


def _code(blocks: Blocks, found: Directive) -> None:
    name = found.name
    caption = found.options.get("caption")
    if caption and caption.text:
        place = Located.joined([caption])
        blocks.writer.title(place.slice(0, len(caption.text)), inline.read(caption.text, blocks.names).line)
    if name == "literalinclude":
        blocks.writer.code(fragments.quoted(blocks, found))
        return
    if name == "math" and found.argument:
        blocks.writer.code([found.argument])
    blocks.writer.code(found.content)


def _box(blocks: Blocks, found: Directive) -> None:
    first = [found.argument] if found.argument else []
    blocks.inside("box", _level([*first, *found.content]))


def _level(lines: list[Line]) -> list[Line]:
    """Text beside the name of a directive and the text below it are one paragraph, whatever their indents."""
    least = min((line.indent for line in lines[1:] if line.text), default=None)
    if lines and least is not None:
        first = lines[0]
        lines[0] = type(first)(first.page, first.index, first.column, least, first.text)
    return lines


def _version(blocks: Blocks, found: Directive) -> None:
    """A version note, in one sentence with what is below it: `Deprecated since version 8.2: Use the other one`."""
    argument = found.argument
    body = list(found.content)
    if argument is None:
        blocks.inside("box", body)
        return
    begun = bool(body) and bool(body[0].text)
    while body and not body[0].text:
        del body[0]
    start = found.whole
    words = argument.column - start.column
    end = words + len(argument.text.split(None, 1)[0])
    rest = len(start.text[end:].lstrip())
    joined = not _OTHER.match(body[0].text) if body and (begun or not rest) else False
    marks: list[Mark] = [(0, words, VERSIONS[found.name])]
    if rest:
        marks.append((end, len(start.text) - rest, ": "))
    else:
        marks.append((end, end + joined, ": " if joined else ":" if body else "."))
    cut = next((at for at, line in enumerate(body) if not line.text), len(body)) if joined else 0
    blocks.labelled([start, *body[:cut]], body[cut:], marks, "")


def _object(blocks: Blocks, found: Directive) -> None:
    argument = found.argument
    if argument is None or (found.name == "class" and not any(line.text for line in found.content)):
        return _unknown(blocks, found)
    content = list(found.content)
    end = 0
    while end < len(content) and content[end].text and not found.options:
        end += 1
    terms = [argument, *content[:end]]
    context = ""
    for line in terms:
        context = blocks.writer.term(Located.joined([line]), plain(line.text)) or context
    blocks.inside("definition", content[end:], context, filled=True)
    return None


def _plain(blocks: Blocks, found: Directive) -> None:
    if found.name == "only" and found.argument and not is_shown(found.argument.text):
        return
    spoken = found.name in {"epigraph", "highlights", "pull-quote", "centered"} and found.argument
    first = [found.argument] if spoken and found.argument else []
    blocks.inside("box", _level([*first, *found.content]))


def _unknown(blocks: Blocks, found: Directive) -> None:
    body = any(line.text for line in found.content)
    if not body:
        return
    argument = found.argument
    if not argument and looks_like_code([line.text for line in found.content]):
        blocks.writer.code(found.content)
        return
    frame = blocks.writer.outline.open("box")
    if argument and not _NO_TITLE.fullmatch(argument.text):
        place = Located.joined([argument]).slice(0, len(argument.text))
        blocks.writer.title(place, inline.read(argument.text, blocks.names).line, frame)
    blocks.read(found.content)
    blocks.writer.outline.close("box")


def _heading(blocks: Blocks, found: Directive) -> None:
    if line := found.argument:
        place = Located.joined([line]).slice(0, len(line.text))
        blocks.writer.title(place, inline.read(line.text, blocks.names).line)


def _image(blocks: Blocks, found: Directive) -> None:
    alt = found.options.get("alt")
    if alt and alt.text:
        blocks.writer.paragraph(Located.joined([alt]), plain(alt.text))
    blocks.inside("box", found.content)


def _table(blocks: Blocks, found: Directive) -> None:
    writer, outline = blocks.writer, blocks.writer.outline
    caption = ""
    lead = outline.lead()
    if found.argument:
        caption = inline.read(found.argument.text, blocks.names).line
        place = Located.joined([found.argument]).slice(0, len(found.argument.text))
        writer.title(place, caption)
    frame = outline.open("box", caption or lead)
    if found.name in {"list-table", "flat-table"}:
        tables.write(writer, blocks.inline, tables.listed(found))
    elif found.name == "csv-table":
        tables.write(writer, blocks.inline, tables.separated(found, fragments.named(blocks, found, "file")))
    else:
        blocks.read(found.content)
    outline.close(frame.kind)


def _include(blocks: Blocks, found: Directive) -> None:
    fragments.include(blocks, found)


def _silent(_blocks: Blocks, _found: Directive) -> None:
    return


_HANDLERS: dict[str, Callable[[Blocks, Directive], None]] = {
    "silent": _silent,
    "code": _code,
    "box": _box,
    "version": _version,
    "object": _object,
    "plain": _plain,
    "titled": _unknown,
    "heading": _heading,
    "image": _image,
    "table": _table,
    "include": _include,
}
