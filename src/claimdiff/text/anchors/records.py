"""What an anchor is: a piece of a statement that must not differ between two statements of the same fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

AnchorKind = Literal[
    "quantity",  # a number, with or without a unit
    "date",
    "time",
    "version",
    "identifier",  # variables, functions, files, error codes
    "flag",
    "url",
    "path",
    "quantifier",
    "modality",
    "condition",
]
Comparator = Literal["", "<", "<=", ">", ">=", "~"]

HARD_KINDS = frozenset({"quantity", "date", "time", "version", "identifier", "flag", "url", "path"})


class Anchor(NamedTuple):
    """A hard piece of a text at `start` to `end` (half-open), where `surface` stands verbatim.

    `unit` is the dimension in base terms (`s`, `B`, `%`, `usd`, `month`; "" for a bare number), `value` the normalised
    value in it, `comparator` the bound around it ("up to" is `<=`). `key` compares all of that: equal keys mean the
    same, whatever the notation (30 days and 720 hours, three and 3). `before` and `after` are the lengths of the words
    of the bound around the surface. Every text has many of them, and a tuple is made much faster than a dataclass.
    """

    kind: AnchorKind
    value: str
    surface: str
    start: int
    end: int
    unit: str = ""
    comparator: Comparator = ""
    before: int = 0
    after: int = 0

    @property
    def reach(self) -> tuple[int, int]:
        """The span together with the words of its bound ("at least", "or later")."""
        return self.start - self.before, self.end + self.after

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Normalised and hashable: family, unit, value, comparator."""
        kind = "quantity" if self.kind == "version" else self.kind
        return (kind, self.unit, self.value, self.comparator)


@dataclass(frozen=True, kw_only=True, slots=True)
class Anchors:
    """All anchors of a text, each tuple in the order of the text. `polarity` is true where the statement is negated."""

    hard: tuple[Anchor, ...] = ()
    quantifiers: tuple[Anchor, ...] = ()
    modality: tuple[Anchor, ...] = ()
    conditions: tuple[Anchor, ...] = ()
    polarity: bool = False
