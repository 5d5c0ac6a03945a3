"""Fragments of Markdown pages: MyST's `include`, and the `--8<--` snippets of MkDocs, in text and in code."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from claimdiff.passages.markdown.code import located_code
from claimdiff.passages.markdown.matter import front_matter
from claimdiff.passages.pages import decode
from claimdiff.passages.rst.fragments import chosen, resolve
from claimdiff.passages.source import Line, Located, Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

    from claimdiff.passages.markdown.walk import _Walk as Walk
    from claimdiff.passages.rst.explicit import Directive

_SNIPPET = re.compile(r"(?P<escape>;*)-{1,}8<-{1,}(?:[ \t]+(?P<quote>[\"'])(?P<target>[^\"'\n]+)(?P=quote))?[ \t]*")
_SECTION = re.compile(r"-{1,}8<-{1,}[ \t]+\[[ \t]*(?P<what>start|end)[ \t]*:[ \t]*(?P<name>[\w-]+)[ \t]*\]")
_BASES = re.compile(
    r"base_path:[ \t]*(?:\[(?P<row>[^\]\n]*)\]|(?P<one>[^\s#\[][^\n#]*)|(?P<list>(?:\n[ \t]*-[ \t]+[^\n]+)+))"
)
_PAGES = frozenset({".md", ".markdown", ".mdx"})
_KEPT_IN = ("_includes", "includes", "content")
_DEEPEST = 8
_MOST = 200_000


def fragment(walk: Walk, argument: Line, found: Directive) -> None:
    """Read the file that an `include` of MyST names, in its place: as code with `literal` or `code`, else as Markdown."""
    page = named(walk, argument)
    if page is None:
        return
    lines = chosen(Line.all_of(page), found)
    if "literal" in found.options or "code" in found.options:
        _add_code(walk, lines)
    else:
        _add_text(walk, page, lines)


def quoted(walk: Walk, found: Directive) -> None:
    """Read the file that a `literalinclude` of MyST names, as code."""
    page = named(walk, found.argument) if found.argument else None
    if page is not None:
        _add_code(walk, chosen(Line.all_of(page), found))


def named(walk: Walk, line: Line) -> Page | None:
    """The file that a line of a directive names; one that does not exist is told, unless it is one of the web."""
    page = resolve(walk.include, walk.page.path, line.text)
    if page is None and walk.absent and walk.include and line.text and "://" not in line.text:
        walk.absent(line, line.text)
    return page


def snippets(walk: Walk, located: Located, first: int) -> bool:
    """Read a paragraph whose lines are snippets; False where they are not. A snippet that is escaped is text."""
    rows = [row.strip() for row in located.text.split("\n")]
    named = list(_named(rows))
    if walk.include is None or not rows or len(named) != len([row for row in rows if not _is_mark(row)]):
        return False
    for at, target in named:
        line = Line(walk.page, first + at, 0, 0, rows[at])
        page, lines = _snippet(walk, line, target)
        if page is not None:
            _add_text(walk, page, lines)
    return True


def templated(walk: Walk, target: str) -> None:
    """Read the page that a tag includes or a component stands for. What is no Markdown, or is not found, is not read."""
    name = target.strip().removeprefix("@site").lstrip("@~/")
    if walk.include is None or posixpath.splitext(name)[1].lower() not in _PAGES:
        return
    for folder in dict.fromkeys(_above(walk)):
        path = posixpath.normpath(posixpath.join(folder, name))
        if path in walk.including or path.startswith(".."):
            continue
        data = walk.include(path)
        text = decode(path, data).text if data is not None else None
        if text is not None:
            page = Page.of(path, text, fragment=True)
            _add_text(walk, page, Line.all_of(page)[front_matter(page)[0] :])
            return


def _above(walk: Walk) -> Iterator[str]:
    """Where files for inclusion lie: beside the page, and in the folders above it, the nearest first."""
    parts = posixpath.dirname(walk.page.path).split("/")
    for depth in range(len(parts), -1, -1):
        folder = posixpath.join(*parts[:depth]) if depth else ""
        yield from (folder, *(posixpath.join(folder, kept) for kept in _KEPT_IN))


def code(walk: Walk, token: Token, first: int) -> bool:
    """Read a fence of which some lines are snippets; False where none is."""
    rows = token.content.split("\n")
    wanted = dict(_named([row.strip() for row in rows]))
    if walk.include is None or not wanted:
        return False
    lines: list[Line] = []
    for at, row in enumerate(rows):
        if at in wanted:
            lines += _snippet(walk, Line(walk.page, first + at, 0, 0, row.strip()), wanted[at])[1]
        elif first + at < len(walk.page.lines) and not _is_mark(row.strip()):
            column = max(walk.page.lines[first + at].rfind(row.strip()), 0)
            lines.append(Line(walk.page, first + at, column, len(row) - len(row.lstrip()), row.strip()))
    _add_code(walk, lines)
    return True


def _named(rows: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The files that lines name: one with its mark, or each line between two marks."""
    block = False
    for at, row in enumerate(rows):
        match = _SNIPPET.fullmatch(row)
        if match and match.group("escape"):
            continue
        if match and match.group("target"):
            yield at, match.group("target")
        elif match:
            block = not block
        elif block and row and not row.startswith(";"):
            yield at, row


def _is_mark(row: str) -> bool:
    match = _SNIPPET.fullmatch(row)
    return bool(match and not match.group("target") and not match.group("escape"))


def _snippet(walk: Walk, line: Line, target: str) -> tuple[Page | None, list[Line]]:
    """The page that a snippet names, and the lines of it that are wanted: a section, or a range of lines."""
    name, _, part = target.partition(":") if "://" not in target else (target, "", "")
    if "://" in target:
        return None, []
    page = _found(walk, name.strip())
    if page is None:
        if walk.absent:
            walk.absent(line, target)
        return None, []
    lines = Line.all_of(page)
    if re.fullmatch(r"[\d:,-]*", part):
        return page, [kept for kept in _ranged(lines, part) if not _SECTION.search(kept.text)]
    return page, _section(lines, part)


def _found(walk: Walk, name: str) -> Page | None:
    if walk.include is None or name in walk.including:
        return None
    for folder in dict.fromkeys(_folders(walk)):
        path = posixpath.normpath(posixpath.join(folder, name))
        data = None if path.startswith("..") else walk.include(path)
        text = decode(path, data).text if data is not None else None
        if text is not None:
            return Page.of(path, text, fragment=True)
    return None


def _folders(walk: Walk) -> Iterator[str]:
    """Where snippets may lie: what `base_path` in mkdocs.yml says, and the folders above the page, the topmost first."""
    parts = posixpath.dirname(walk.including[0]).split("/")
    above = [posixpath.join(*parts[:depth]) if depth else "" for depth in range(len(parts) + 1)]
    for folder in above:
        data = walk.include(posixpath.join(folder, "mkdocs.yml")) if walk.include else None
        for match in _BASES.finditer(data.decode("utf-8", "replace")) if data else ():
            listed = match.group("row") or match.group("one") or match.group("list") or ""
            for base in re.split(r"[,\n]", listed):
                name = base.strip().lstrip("-").strip().strip("\"'").removeprefix("!relative").strip()
                yield posixpath.normpath(posixpath.join(folder, name)) if name else folder
    yield from above


def _ranged(lines: list[Line], wanted: str) -> list[Line]:
    """Lines `4:6`, from `4` on, or `1:3,5:6`."""
    if not wanted.strip(":,"):
        return lines
    kept: list[Line] = []
    for piece in wanted.split(","):
        start, _, end = piece.partition(":")
        first, last = int(start or 1) if start.isdigit() or not start else 1, int(end) if end.isdigit() else len(lines)
        kept += lines[max(first, 1) - 1 : last]
    return kept


def _section(lines: list[Line], name: str) -> list[Line]:
    kept: list[Line] = []
    inside = False
    for line in lines:
        match = _SECTION.search(line.text)
        if match and match.group("name") == name:
            inside = match.group("what") == "start"
        elif inside and not match:
            kept.append(line)
    return kept


def _add_text(walk: Walk, page: Page, lines: Sequence[Line]) -> None:
    """Read lines of a fragment as Markdown, as if they stood here."""
    walk.included += len(lines)
    if page.path in walk.including or len(walk.including) >= _DEEPEST or walk.included > _MOST:
        return
    wanted = frozenset(line.index for line in lines)
    text = "\n".join(row if at in wanted else "" for at, row in enumerate(page.lines))
    outer, hidden = walk.page, walk.hidden
    walk.page, walk.hidden, walk.including = page, 0, (*walk.including, page.path)
    walk.steps(walk.parse(text))
    walk.page, walk.hidden, walk.including = outer, hidden, walk.including[:-1]


def _add_code(walk: Walk, lines: Sequence[Line]) -> None:
    walk.included += len(lines)
    kept = [line for line in lines if line.text]
    if not kept or walk.included > _MOST:
        return
    least = min(line.indent for line in kept)
    shown = [" " * (line.indent - least) + line.text if line.text else "" for line in lines]
    tight = walk.outline.blocks and not walk.outline.after_code
    context = walk.outline.context(walk.outline.above)
    for number, block in enumerate(located_code(Located.joined(list(lines)), shown, context)):
        walk.outline.add(block.segments, glue="tight" if tight and number == 0 else "free", code=block.code)
