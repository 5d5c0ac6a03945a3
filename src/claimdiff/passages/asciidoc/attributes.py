"""Document attributes: their values with the places where they are set, and the references to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.passages.rst.inline import Named

if TYPE_CHECKING:
    from collections.abc import Mapping

ENTRY = re.compile(r":(?P<off>!?)(?P<name>\w[\w-]{0,100})(?P<unset>!?):(?:\s+(?P<value>.*))?$")
REFERENCE = re.compile(r"\{(?P<name>\w[\w-]{0,100})\}")
_NOWHERE = ("", 0)
_INTRINSIC = {
    "empty": "", "blank": "", "sp": " ", "nbsp": " ", "zwsp": "", "wj": "", "apos": "'", "quot": '"', "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "deg": "°", "plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<",
    "gt": ">", "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~", "backslash": "\\",
    "backtick": "`", "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "pp": "++", "cxx": "C++",
}  # fmt: skip
_SET = (
    "backend-html5",
    "basebackend-html",
    "basebackend",
    "backend",
    "asciidoctor",
    "filetype-html",
    "doctype-article",
)
_DEPTH = 5
_LONGEST = 10_000


@dataclass(kw_only=True, slots=True)
class Attributes:
    """What is set at a place of the page. `locked` are those of the site, which no page changes."""

    values: dict[str, Named] = field(default_factory=dict)
    locked: frozenset[str] = frozenset()

    @classmethod
    def of_site(cls, values: Mapping[str, Named], locked: frozenset[str] = frozenset()) -> Attributes:
        """The attributes with which a page begins: the intrinsic ones, then those of its site."""
        known = {name: Named(text=text, place=_NOWHERE) for name, text in _INTRINSIC.items()}
        known |= {name: Named(text="", place=_NOWHERE) for name in _SET}
        known |= {"backend": Named(text="html5", place=_NOWHERE), "basebackend": Named(text="html", place=_NOWHERE)}
        return cls(values={**known, **values}, locked=locked)

    def copy(self) -> Attributes:
        """The same values, to be changed apart."""
        return Attributes(values=dict(self.values), locked=self.locked)

    def entry(self, text: str, place: tuple[str, int]) -> bool:
        """Whether a line sets or unsets an attribute, which is then done."""
        match = ENTRY.match(text)
        if not match:
            return False
        name = match.group("name").lower()
        if name in self.locked:
            return True
        if match.group("off") or match.group("unset"):
            self.values.pop(name, None)
        else:
            self.values[name] = Named(text=self.filled(match.group("value") or "")[:_LONGEST], place=place)
        return True

    def is_set(self, name: str) -> bool:
        """Whether an attribute is set, even to nothing."""
        return name.strip().lower() in self.values

    def get(self, name: str) -> Named | None:
        """The value of an attribute; None if it is not set."""
        return self.values.get(name.lower())

    def filled(self, text: str, depth: int = _DEPTH) -> str:
        """A text with its references replaced; those to nothing stay."""
        if "{" not in text or not depth or len(text) > _LONGEST:
            return text

        def value(match: re.Match[str]) -> str:
            named = self.get(match.group("name"))
            return match.group() if named is None else named.text

        return REFERENCE.sub(value, text)

    def lenders(self, text: str) -> tuple[tuple[str, int], ...]:
        """Where the values that a text refers to are set."""
        names = (self.get(match.group("name")) for match in REFERENCE.finditer(text))
        return tuple(dict.fromkeys(named.place for named in names if named and named.place != _NOWHERE))
