"""Tags that a site's generator fills in: shortcodes of Hugo, tags of Liquid and Jinja (Jekyll, MkDocs macros).

Tags on lines of their own are blocks, what stands between two of them is Markdown. Of a tag a reader sees the title or
the text that it names, or since when something is there; not its name, its comments, nor what it computes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_ARGUMENTS = (
    r"(?:\"[^\"]{0,2000}\"|`[^`]{0,2000}`|'[^'\n]{0,500}'|[^\"`'{}<>%]|'|%(?!\}\}|\})|<(?!/)|>(?!\}\})){0,500}?"
)
TAG = re.compile(
    rf"\{{\{{[<%]-?\s*(?P<close>/?)\s*(?P<name>[\w.-]{{1,80}})(?P<args>(?=[\s/%>]){_ARGUMENTS})(?P<whole>/?)\s*-?[%>]\}}\}}"
    rf"|\{{%-?\s*(?P<end>end)?(?P<tag>[a-z][\w-]{{0,80}})(?P<rest>(?=[\s%-]){_ARGUMENTS})\s*-?%\}}"
    r"|(?P<remark>\{\{/\*(?:[^*]|\*(?!/)){0,5000}\*/\}\}|\{#[ \t\n][^#]{0,5000}#\})"
)
LINK = re.compile(
    r"\(\s{0,9}[^\s(){}]{0,500}\{[{%][^{}\n]{0,500}[}%]\}[^\s()]{0,500}(?:\s+\"[^\"\n]{0,500}\")?\s{0,9}\)"
)
"""The target of a link that a tag or a value of the site stands in."""
_PAIR = re.compile(r"\{\{[<%]-?\s*/\s*(?P<name>[\w.-]{1,80})|\{%-?\s*end(?P<tag>[a-z][\w-]{0,80})")
_CODE = re.compile(r"(?:code|highlight)[\w-]*|mermaid|math")
_REMARK = re.compile(r"comment|todo")
_SINCE = re.compile(
    r"(?P<what>new|added|introduced|deprecated|removed|changed|available|since|experimental)(?:[-_](?:in|since|from))?"
)
_STATES = re.compile(r"(?:feature|version|api)?[-_]?(?:state|status|since)")
_INCLUDES = re.compile(r"include(?:[-_](?:relative|file|md|markdown))?s?|import|readfile|read-file|snippet|reuse|data")
_NAMED = re.compile(
    r"(?P<key>[\w-]{1,80})\s{0,9}=\s{0,9}"
    r"(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|`(?P<tick>[^`]*)`|(?P<bare>[^\s\"'`]+))"
)
_VALUES = frozenset({"param", "params", "var", "variable", "value", "skew", "version", "badge", "kbd", "hl"})
_LOOSE = re.compile(r"\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'=/]+)")
_QUOTED = re.compile(r"\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")
_TITLES = ("title", "header", "heading", "label", "summary", "caption", "name")
_TEXTS = ("text", "content", "description", "alt")
_LONGEST = 60
"""Lines of one tag."""


class Tag:
    """One tag: `name`, what it names, whether it `closes` another, and whether it is the `whole` of itself."""

    __slots__ = ("arguments", "closes", "name", "remark", "whole")

    def __init__(self, match: re.Match[str]) -> None:
        self.remark = match["remark"] is not None
        self.name = (match["name"] or match["tag"] or "").lower()
        self.arguments = match["args"] or match["rest"] or ""
        self.closes = bool(match["close"] or match["end"])
        self.whole = bool(match["whole"])

    @property
    def named(self) -> dict[str, str]:
        """The arguments with a name."""
        return {
            found["key"].lower(): found["double"] or found["single"] or found["tick"] or found["bare"] or ""
            for found in _NAMED.finditer(self.arguments)
        }

    @property
    def loose(self) -> tuple[str, ...]:
        """The arguments without a name."""
        rest = _NAMED.sub(" ", self.arguments)
        return tuple(found["double"] or found["single"] or found["bare"] or "" for found in _LOOSE.finditer(rest))

    @property
    def since(self) -> str:
        """Since when, or until when, something is there: `New in 0.152`; empty where the tag does not tell."""
        if self.closes:
            return ""
        if match := _SINCE.fullmatch(self.name):
            what = match["what"].capitalize()
            values = [*self.named.values(), *self.loose]
            return f"{what} {'' if what == 'Since' else 'in '}{' '.join(values)}".strip() if values else what
        if _STATES.fullmatch(self.name):
            return " ".join([*self.named.values(), *self.loose])
        return ""

    @property
    def target(self) -> str:
        """The file whose text stands here; empty where the tag includes none."""
        if self.closes or not _INCLUDES.fullmatch(self.name):
            return ""
        named, loose = self.named, self.loose
        found = next((named[key] for key in ("file", "path", "src", "page") if key in named), loose[0] if loose else "")
        if self.name != "data":
            return found
        kind, _, rest = found.partition(".")
        return f"data/reusables/{rest.replace('.', '/')}.md" if kind == "reusables" and rest else ""

    @property
    def title(self) -> str:
        """What stands at the head of its content."""
        named = self.named
        if self.name == "tabs":
            return named.get("title", "")
        found = next((named[key] for key in _TITLES if named.get(key)), "")
        quoted = _QUOTED.match(self.arguments)
        return found or (quoted["double"] or quoted["single"] or "" if quoted else "")

    @property
    def text(self) -> str:
        """What stands in its place in a sentence."""
        named = self.named
        found = self.since or next((named[key] for key in (*_TEXTS, "title", "term_id") if named.get(key)), "")
        return found or (" ".join(self.loose) if self.name in _VALUES else "")


def template(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it calls it so
    """One or more tags on lines of their own; code and remarks between two tags are read whole."""
    at = state.bMarks[start] + state.tShift[start]
    if state.src[at : at + 2] not in {"{{", "{%", "{#"} or state.is_code_block(start):
        return False
    limit = state.eMarks[min(start + _LONGEST, end - 1)]
    found: list[re.Match[str]] = []
    while match := TAG.match(state.src, at, limit):
        found.append(match)
        at = match.end()
        while at < limit and state.src[at] in " \t":
            at += 1
    if not found or (at < limit and state.src[at] != "\n"):
        return False
    if not silent:
        last = start
        while state.eMarks[last] < at:
            last += 1
        _push(state, start, last, end, found)
    return True


def _push(state: StateBlock, start: int, last: int, end: int, found: list[re.Match[str]]) -> None:
    paired = _paired(state)
    line = start
    state.line = last + 1
    for match in found:
        while state.eMarks[line] < match.start():
            line += 1
        tag = Tag(match)
        if tag.remark:
            continue
        opens = not tag.closes and not tag.whole and tag.name in paired
        if match is found[-1] and opens and (close := _whole(state, tag, last, end)):
            _between(state, tag, last, close)
            continue
        token = state.push("template", "", 0)
        token.map = [line, line + 1 + match.group().count("\n")]
        token.info = tag.name
        token.content = match.group()
        token.meta = {"tag": tag, "whole": not opens}


def _whole(state: StateBlock, tag: Tag, last: int, end: int) -> int:
    """The line that closes a tag whose content is no Markdown; 0 if it is, or none does."""
    if not (_CODE.fullmatch(tag.name) or _REMARK.fullmatch(tag.name)):
        return 0
    close = re.compile(rf"\{{[{{%][<%-]*\s*(?:/\s*|end){re.escape(tag.name)}\s*[-%>]")
    for line in range(last + 1, end):
        if close.match(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line]):
            return line
    return 0


def _between(state: StateBlock, tag: Tag, last: int, close: int) -> None:
    state.line = close + 1
    if _REMARK.fullmatch(tag.name):
        return
    token = state.push("fence", "code", 0)
    token.map = [last, close + 1]
    token.info = ""
    token.content = state.getLines(last + 1, close, state.blkIndent, keepLastLF=True)


def _paired(state: StateBlock) -> frozenset[str]:
    """The names of the tags that the page closes anywhere."""
    names = state.env.get("paired_tags")
    if names is None:
        names = frozenset((found["name"] or found["tag"]).lower() for found in _PAIR.finditer(state.src))
        state.env["paired_tags"] = names
    return frozenset(names)
