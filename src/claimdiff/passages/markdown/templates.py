"""Tags that a site's generator fills in: shortcodes of Hugo, tags of Liquid and Jinja (Jekyll, MkDocs macros).

Tags on lines of their own are blocks, what stands between two of them is Markdown. Of a tag a reader sees the title or
the text that it names, or since when something is there; not its name, its comments, nor what it computes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.rules_block import StateBlock

_ARGUMENTS = (
    r"(?:\"[^\"]{0,2000}\"|`[^`]{0,2000}`|'[^'\n]{0,500}'|[^\"`'{}<>%]|'|%(?!\}\}|\})|<(?!/)|>(?!\}\})){0,500}?"
)
_TAG = re.compile(
    rf"\{{\{{[<%]-?\s*(?P<close>/?)\s*(?P<name>[\w.-]{{1,80}})(?P<args>(?=[\s/%>]){_ARGUMENTS})(?P<whole>/?)\s*-?[%>]\}}\}}"
    rf"|\{{%-?\s*(?P<end>end)?(?P<tag>[a-z][\w-]{{0,80}})(?P<rest>(?=[\s%-]){_ARGUMENTS})\s*-?%\}}"
)
LINK = re.compile(
    r"\(\s{0,9}[^\s(){}]{0,500}\{[{%][^{}\n]{0,500}[}%]\}[^\s()]{0,500}(?:\s+\"[^\"\n]{0,500}\")?\s{0,9}\)"
)
"""The target of a link that a tag or a value of the site stands in."""
_PAIR = re.compile(r"\{\{[<%]-?\s*/\s*(?P<name>[\w.-]{1,80})|\{%-?\s*end(?P<tag>[a-z][\w-]{0,80})")
_CODE = re.compile(r"(?:code|highlight)[\w-]*|mermaid|math")
_REMARK = re.compile(r"comment|todo")
_SINCE = re.compile(
    r"(?P<what>new|added|introduced|deprecated|removed|changed|available|since|experimental)(?:[-_]?(?:in|since|from))?"
)
_VERSION = re.compile(r"\b(?:v|version|since|in)\s*=\s*\{?[\"']([^\"'\n]{1,40})[\"']")
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
_REMARK_LENGTH, _TAG_LENGTH = 5_000, 2_500
_LONGEST = 60
"""Lines of one tag."""


def since(name: str, values: Sequence[str]) -> str:
    """Since when, or until when, something is there, as a tag or component of this name tells it; empty for others."""
    if match := _SINCE.fullmatch(name):
        what = match["what"].capitalize().replace("Since", "Added")
        return f"{what} in {' '.join(values)}" if values else what
    return " ".join(values) if _STATES.fullmatch(name) else ""


class Tag:
    """One tag: `name`, what it names, whether it `closes` another, and whether it is the `whole` of itself."""

    __slots__ = ("arguments", "closes", "name", "whole")

    def __init__(self, match: re.Match[str]) -> None:
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
        return "" if self.closes else since(self.name, [*self.named.values(), *self.loose])

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


def since_component(name: str, attributes: str) -> str:
    """The same of a component of MDX: `<Since v="2.4" />`, `<AddedIn version="2.4" />`."""
    return since(name.lower(), _VERSION.findall(attributes)[:1]) if _VERSION.search(attributes) else ""


def tag_at(text: str, at: int, limit: int) -> tuple[Tag | None, int]:
    """The tag that begins at a brace and where it ends, before `limit`; 0 if none does, and no tag for a remark.

    Looking for the end first keeps it quick on a page that opens what it never closes.
    """
    if text.startswith("{{/*", at):
        end = text.find("*/}}", at + 4, min(limit, at + _REMARK_LENGTH))
        return None, end + 4 if end >= 0 else 0
    if text.startswith(("{# ", "{#\t", "{#\n"), at):
        end = text.find("#}", at + 2, min(limit, at + _REMARK_LENGTH))
        return None, end + 2 if end >= 0 else 0
    if text.find("}", at + 2, min(limit, at + _TAG_LENGTH)) < 0:
        return None, 0
    match = _TAG.match(text, at, limit)
    return (Tag(match), match.end()) if match else (None, 0)


def template(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it calls it so
    """One or more tags on lines of their own; code and remarks between two tags are read whole."""
    at = state.bMarks[start] + state.tShift[start]
    if state.src[at : at + 2] not in {"{{", "{%", "{#"} or state.is_code_block(start):
        return False
    limit = state.eMarks[min(start + _LONGEST, end - 1)]
    found: list[tuple[Tag | None, int, int]] = []
    while state.src[at : at + 1] == "{":
        tag, close = tag_at(state.src, at, limit)
        if not close:
            break
        found.append((tag, at, close))
        at = close
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


def _push(state: StateBlock, start: int, last: int, end: int, found: list[tuple[Tag | None, int, int]]) -> None:
    paired = _paired(state)
    line = start
    state.line = last + 1
    for tag, begin, after in found:
        while state.eMarks[line] < begin:
            line += 1
        if tag is None:
            continue
        opens = not tag.closes and not tag.whole and tag.name in paired
        if after == found[-1][2] and opens and (close := _whole(state, tag, last, end)):
            _between(state, tag, last, close)
            continue
        token = state.push("template", "", 0)
        token.map = [line, line + 1 + state.src.count("\n", begin, after)]
        token.info = tag.name
        token.content = state.src[begin:after]
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
