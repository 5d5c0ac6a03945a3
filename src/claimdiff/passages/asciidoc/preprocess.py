"""What happens before a page is read: conditions, included files. What is left are lines that know their files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.asciidoc import antora
from claimdiff.passages.asciidoc.attributes import ENTRY
from claimdiff.passages.asciidoc.tags import chosen
from claimdiff.passages.pages import decode
from claimdiff.passages.source import Line, Page

if TYPE_CHECKING:
    from claimdiff.passages.asciidoc.antora import Site
    from claimdiff.passages.asciidoc.attributes import Attributes
    from claimdiff.passages.writing import Absent, Include

_DIRECTIVE = re.compile(r"\\?(?P<name>ifdef|ifndef|ifeval|endif|include)::(?P<target>[^\[\n]*)\[(?P<inside>.*)\]$")
_COMPARISON = re.compile(r"\s*(?P<left>\"[^\"]*\"|'[^']*'|[^\s=!<>]+)\s*(?P<how>==|!=|<=|>=|<|>)\s*(?P<right>.+?)\s*$")
_VERBATIM = re.compile(r"(?:-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,}.*)$")
_DEEPEST = 8
_MOST = 200_000
_MOST_FILES = 2_000
"""Files that a page includes, one by one or by each other: twelve that include the next twelve times are 430 million."""


@dataclass(kw_only=True, slots=True)
class Preprocessor:
    """One pass. `attributes` are those set so far; `offsets` are the shifts of heading levels, by path and index."""

    site: Site
    include: Include | None
    attributes: Attributes
    lines: list[Line] = field(default_factory=list)
    offsets: dict[tuple[str, int], int] = field(default_factory=dict)
    verbatim: str = ""
    absent: Absent | None = None
    files: int = 0

    def run(self, lines: list[Line], including: tuple[str, ...], offset: int = 0) -> None:
        """Add the lines that are text, with those of included files in their place."""
        conditions: list[bool] = []
        for line in lines:
            match = _DIRECTIVE.match(line.text) if "::" in line.text else None
            if match and not line.text.startswith("\\"):
                self.directive(line, match, conditions, including, offset)
            elif all(conditions):
                self.keep(line, offset)

    def keep(self, line: Line, offset: int) -> None:
        """Keep a line, and note what it sets."""
        if len(self.lines) >= _MOST:
            return
        self.lines.append(line)
        if offset:
            self.offsets[line.page.path, line.index] = offset
        if self.verbatim:
            self.verbatim = "" if line.text == self.verbatim else self.verbatim
        elif _VERBATIM.match(line.text):
            self.verbatim = "```" if line.text.startswith("```") else line.text
        elif ENTRY.match(line.text):
            self.attributes.entry(line.text, (line.page.path, line.index + line.page.first_line))

    def directive(
        self, line: Line, match: re.Match[str], conditions: list[bool], including: tuple[str, ...], offset: int
    ) -> None:
        """A condition, its end, or an inclusion."""
        name, target, inside = match.group("name", "target", "inside")
        if name == "endif":
            if conditions:
                conditions.pop()
        elif name == "include":
            if all(conditions):
                self.included(line, self.attributes.filled(target), inside, including, offset)
        elif name != "ifeval" and inside:
            if all(conditions) and self.holds(name, target, inside):
                column = line.column + match.start("inside")
                self.keep(Line(line.page, line.index, column, line.indent, inside), offset)
        else:
            conditions.append(self.holds(name, target, inside))

    def holds(self, name: str, target: str, inside: str) -> bool:
        """Whether a condition holds here."""
        if name == "ifeval":
            match = _COMPARISON.match(inside)
            if match is None:
                return False
            left, how, right = map(self.attributes.filled, match.group("left", "how", "right"))
            return _compare(left, how, right)
        some = any if "," in target else all
        found = [self.attributes.is_set(part) for part in re.split(r"[,+]", target)]
        if name == "ifdef":
            return some(found)
        return not (all(found) if "," in target else any(found))

    def included(self, line: Line, target: str, inside: str, including: tuple[str, ...], offset: int) -> None:
        """Read a file in the place where it is included; nothing if it does not exist or includes itself."""
        if self.include is None or len(including) >= _DEEPEST or "://" in target or self.files >= _MOST_FILES:
            return
        for path in antora.candidates(target.strip(), line.page.path, self.site):
            data = None if path.startswith("..") or path in including else self.include(path)
            text = decode(path, data).text if data is not None else None
            if text is not None:
                self.files += 1
                options = _options(inside)
                lines = chosen(Line.all_of(Page.of(path, text, fragment=True)), options)
                shift = options.get("leveloffset", "")
                added = int(shift) if re.fullmatch(r"[+-]?\d", shift) else 0
                self.run(lines, (*including, path), offset + added)
                return
        if self.absent and not self.commented and _is_ours(target, inside):
            self.absent(line, target.strip())

    @property
    def commented(self) -> bool:
        """Whether the lines here are a comment."""
        return self.verbatim.startswith("////")


def _is_ours(target: str, inside: str) -> bool:
    """Whether a file that is not there should be: it is named in full, not optional, and of this component."""
    return "{" not in target and target.count(":") <= 1 and "optional" not in _options(inside).get("opts", "")


def _options(inside: str) -> dict[str, str]:
    found = re.findall(r"([\w-]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^,]*)", inside)
    return {name: value.strip().strip("\"'") for name, value in found}


def _compare(left: str, how: str, right: str) -> bool:
    one, two = left.strip("\"'"), right.strip("\"'")
    order: int
    try:
        order = (float(one) > float(two)) - (float(one) < float(two))
    except ValueError:
        order = (one > two) - (one < two)
    return {"==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[how]
