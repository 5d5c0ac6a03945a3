"""markdown-it's block phase with the blocks that documentation sites add to it.

Only blocks are parsed: inline markup is read by `inline`, which keeps offsets. Every added rule is a function of the
block state, as markdown-it's own rules are.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from claimdiff.passages.markdown import mdx as mdx_blocks
from claimdiff.passages.markdown.templates import template

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock

_BOX = re.compile(r"(?P<mark>!!!|\?\?\?\+?|===[!+]?)[ \t]+(?P<rest>\S.*)")
_QUOTED = re.compile(r"\"(?P<title>[^\"]*)\"|'(?P<single>[^']*)'")
_NAMED = re.compile(r"\{[a-zA-Z][\w:.+-]*\}")
_COLONS = re.compile(r"(?P<mark>:{3,})[ \t]*(?P<name>\{[^}]*\}|[^\s\[{]*)[ \t]*(?P<rest>.*)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,100}\]:[ \t]*")
_DEFINITION = re.compile(r":[ \t]+(?=\S)")
_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


@cache
def parser(*, mdx: bool = False) -> MarkdownIt:
    """The parser of block structure; it holds no state between pages."""
    made = MarkdownIt("commonmark", {"html": True, "maxNesting": 30}).enable("table")
    made.core.ruler.enableOnly(["normalize", "block"])
    rules = made.block.ruler
    rules.before("table", "site", site, _INTERRUPTS)
    if mdx:
        rules.before("table", "module", mdx_blocks.module, _INTERRUPTS)
        rules.before("table", "component", mdx_blocks.component, _INTERRUPTS)
        rules.before("table", "expression", mdx_blocks.expression, _INTERRUPTS)
        made.disable("code")
    else:
        rules.before("table", "template", template, _INTERRUPTS)
    return made


def site(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it calls it so
    """The added blocks in one rule: every line is asked about every rule, and few lines begin like one of these."""
    at = state.bMarks[start] + state.tShift[start]
    rules = _RULES.get(state.src[at : at + 1])
    return (
        rules is not None and not state.is_code_block(start) and any(rule(state, start, end, silent) for rule in rules)
    )


def box(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- as above
    """`!!! note "Title"`, `??? tip`, `=== "Tab"` with an indented body."""
    at = state.bMarks[start] + state.tShift[start]
    match = _BOX.match(state.src, at, state.eMarks[start])
    if not match:
        return False
    if silent:
        return True
    quoted = _QUOTED.search(match.group("rest"))
    if match.group("mark").startswith("===") and not quoted:
        return False
    token = state.push("box_open", "div", 1)
    token.map = [start, start + 1]
    token.content = (quoted.group("title") or quoted.group("single") or "") if quoted else ""
    token.info = match.group("mark")[0]
    _body(state, start, end, indent=4)
    state.push("box_close", "div", -1)
    return True


def definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- as above
    """`:   text` below a term."""
    at = state.bMarks[start] + state.tShift[start]
    if start == 0 or state.isEmpty(start - 1):
        return False
    match = _DEFINITION.match(state.src, at, state.eMarks[start])
    if not match:
        return False
    if not silent:
        _marked(state, start, end, width=match.end() - at, name="definition")
    return True


def footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- as above
    """`[^1]: text`, with an indented body."""
    at = state.bMarks[start] + state.tShift[start]
    match = _FOOTNOTE.match(state.src, at, state.eMarks[start])
    if not match:
        return False
    if not silent:
        _marked(state, start, end, width=match.end() - at, name="footnote")
    return True


def colons(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- as above
    """The lines `:::note Title` and `:::` around a container; what is between them is read as it stands."""
    at = state.bMarks[start] + state.tShift[start]
    match = _COLONS.match(state.src, at, state.eMarks[start])
    if not match:
        return False
    if _NAMED.match(match.group("name")) and (close := _colons_end(state, start, end, match.group("mark"))):
        if not silent:
            token = state.push("fence", "code", 0)
            token.map = [start, close + 1]
            token.info = match.group("name") + " " + match.group("rest")
            token.content = state.getLines(start + 1, close, state.blkIndent, keepLastLF=True)
            state.line = close + 1
        return True
    if not silent:
        token = state.push("colons", "", 0)
        token.map = [start, start + 1]
        rest = match.group("rest").strip()
        token.content = "" if rest.startswith("{") else rest.strip("[]")
        state.line = start + 1
    return True


def _colons_end(state: StateBlock, start: int, end: int, mark: str) -> int:
    """The line that closes the container of `mark`; 0 if there is none, which is looked up once."""
    key = f"no_end_of_{len(mark)}_colons"
    if state.env.get(key, end) <= start:
        return 0
    for line in range(start + 1, end):
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        if len(text) >= len(mark) and not text.strip(":") and text:
            return line
    state.env[key] = start
    return 0


def html_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- as above
    """A raw `<table>` up to its end, blank lines included."""
    at = state.bMarks[start] + state.tShift[start]
    if state.src[at : at + 6].lower() != "<table":
        return False
    limit = state.eMarks[end - 1]
    if state.env.get("no_table_end", limit + 1) <= at:
        return False
    close = re.compile(r"</table\s*>", re.IGNORECASE).search(state.src, at, limit)
    if not close:
        state.env["no_table_end"] = at
        return False
    if not silent:
        after = start
        while state.eMarks[after] < close.end():
            after += 1
        token = state.push("html_block", "", 0)
        token.map = [start, after + 1]
        token.content = state.getLines(start, after + 1, state.blkIndent, keepLastLF=False)
        state.line = after + 1
    return True


def _body(state: StateBlock, start: int, end: int, *, indent: int) -> None:
    """Parse the lines after `start` that are indented by `indent` columns more than it."""
    least = state.sCount[start] + indent
    after = start + 1
    while after < end and (state.isEmpty(after) or state.sCount[after] >= least):
        after += 1
    while after > start + 1 and state.isEmpty(after - 1):
        after -= 1
    _inside(state, start + 1, after, least)


def _inside(state: StateBlock, start: int, after: int, indent: int) -> None:
    parent, last, outer = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax, state.blkIndent = "box", after, indent
    if after > start:
        state.md.block.tokenize(state, start, after)
    state.parentType, state.lineMax, state.blkIndent = parent, last, outer
    state.line = max(after, start)


def _marked(state: StateBlock, start: int, end: int, *, width: int, name: str) -> None:
    """Parse a container whose first line holds a mark of `width` characters and whose other lines are indented."""
    state.push(f"{name}_open", "div", 1).map = [start, start + 1]
    least = state.sCount[start] + 2
    after = start + 1
    while after < end and _continues(state, after, least):
        after += 1
    while after > start + 1 and state.isEmpty(after - 1):
        after -= 1
    indents = [state.sCount[line] for line in range(start + 1, after) if not state.isEmpty(line)]
    indent = max(min(indents, default=least), least)
    kept = state.bMarks[start], state.tShift[start], state.sCount[start]
    state.bMarks[start] += state.tShift[start] + width
    state.tShift[start], state.sCount[start] = 0, indent
    _inside(state, start, after, indent)
    state.bMarks[start], state.tShift[start], state.sCount[start] = kept
    state.push(f"{name}_close", "div", -1)


def _continues(state: StateBlock, line: int, least: int) -> bool:
    """Whether a line belongs to the marked block above it: blank, indented, or its paragraph carried on."""
    if state.isEmpty(line) or state.sCount[line] >= least:
        return True
    at = state.bMarks[line] + state.tShift[line]
    plain = state.src[at : at + 1].isalnum() and state.sCount[line] >= state.blkIndent
    return plain and not state.isEmpty(line - 1)


_RULES: dict[str, tuple[Callable[[StateBlock, int, int, bool], bool], ...]] = {
    **dict.fromkeys("!?=", (box,)),
    ":": (colons, definition),
    "[": (footnote,),
    "<": (html_table,),
}
