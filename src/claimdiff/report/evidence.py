"""Old and new evidence of one claim, put side by side: what is gone, what the docs say now, what stands on both sides."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from claimdiff.report import words
from claimdiff.report.detail import Near
from claimdiff.report.escape import clipped, visible
from claimdiff.report.marking import Piece, mark, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.records import Side, Verdict
    from claimdiff.report.document import Quote

Role = Literal["before", "now", "both", "nearest", "supporting", "says"]

MAX_QUOTES = 3
MAX_CHARACTERS = 600
MAX_NEAR = 160
"""Characters that are shown of what stands on each side of a quote."""
_SIGNS: dict[Role, str] = {"before": "- ", "now": "+ ", "both": "  ", "nearest": "  ", "supporting": "  ", "says": "  "}
_NOTES: dict[Role, str] = {
    "before": "before",
    "now": "now",
    "both": "before and now",
    "nearest": "nearest now",
    "supporting": "supports it",
    "says": "evidence",
}
NOTHING_NEAR = Near()
NOTHING = "(nothing that was retrieved says this)"


@dataclass(frozen=True, kw_only=True, slots=True)
class QuoteView:
    """A quote with its place, its role, and its text in pieces, those marked that differ from the other side.

    `near` is what stands around it on its page, where that is known.
    """

    role: Role
    place: str
    pieces: tuple[Piece, ...]
    near: Near = NOTHING_NEAR

    @property
    def note(self) -> str:
        """The role in words."""
        return _NOTES[self.role]

    @property
    def tabular(self) -> bool:
        """Whether the quote is a table row, which is read best in letters of one width."""
        return self.text.startswith("|")

    @property
    def text(self) -> str:
        """The quote as a whole."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, kw_only=True, slots=True)
class EvidenceView:
    """The quotes of both sides, in reading order, and how many more there are than are shown."""

    quotes: tuple[QuoteView, ...]
    hidden: int
    judged: bool = True

    @property
    def empty_now(self) -> bool:
        """Whether nothing at head is shown beside what was there before; of what was not judged nobody knows."""
        return self.judged and not any(
            quote.role in {"now", "both", "supporting", "nearest", "says"} for quote in self.quotes
        )

    @property
    def diff(self) -> str:
        """The text of a diff block, one header for each place."""
        lines: list[str] = []
        headed: set[str] = set()
        for index, quote in enumerate(self.quotes):
            if quote.place not in headed:
                headed.add(quote.place)
                lines.append(f"@@ {self._header(index)} @@")
            lines += [f"{_SIGNS[quote.role]}{line}".rstrip() for line in quote.text.splitlines()]
        if self.quotes and self.empty_now:
            lines.append(f"  {NOTHING}")
        if self.hidden:
            lines.append(f"  (and {words.counted(self.hidden, 'more quote')})")
        return "\n".join(lines)

    def _header(self, index: int) -> str:
        quote = self.quotes[index]
        roles = {other.role for other in self.quotes if other.place == quote.place}
        return quote.place if {"before", "now"} <= roles else f"{quote.place}, {quote.note}"


def compared(
    before: Sequence[Quote],
    now: Sequence[Quote],
    verdict: Verdict | None,
    *,
    conflict: bool,
    nears: Mapping[tuple[Side, Quote], Near] = MappingProxyType({}),
) -> EvidenceView:
    """Put the evidence of both sides together; at most `MAX_QUOTES` a side, each at most `MAX_CHARACTERS` long.

    `nears` tells what stands around a quote of a side.
    """
    folded_before = {_folded(quote.quote) for quote in before}
    both = [quote for quote in now if _folded(quote.quote) in folded_before]
    folded_both = {_folded(quote.quote) for quote in both}
    old = [quote for quote in before if _folded(quote.quote) not in folded_both]
    new = [quote for quote in now if _folded(quote.quote) not in folded_both]
    hidden = sum(max(0, len(side) - MAX_QUOTES) for side in (old, new, both))
    views = _paired(old[:MAX_QUOTES], new[:MAX_QUOTES], _roles(verdict, conflict=conflict, compared=bool(old)), nears)
    shown_both = [
        _view(quote, "supporting" if conflict else "both", plain(_shown(quote)), nears) for quote in both[:MAX_QUOTES]
    ]
    return EvidenceView(quotes=(*views, *shown_both), hidden=hidden, judged=verdict is not None)


def _roles(verdict: Verdict | None, *, conflict: bool, compared: bool) -> tuple[Role, Role]:
    """Return the role of the first quote at head, and that of the others."""
    if conflict:
        return "now", "supporting"
    if verdict == "unverifiable":
        return "nearest", "nearest"
    if verdict in {"supported", "partially_supported"} and not compared:
        return "says", "says"
    return "now", "now"


def _paired(
    old: Sequence[Quote],
    new: Sequence[Quote],
    roles: tuple[Role, Role],
    nears: Mapping[tuple[Side, Quote], Near],
) -> list[QuoteView]:
    views: list[QuoteView] = []
    for index in range(max(len(old), len(new))):
        before = _shown(old[index]) if index < len(old) else ""
        now = _shown(new[index]) if index < len(new) else ""
        role = roles[0] if index == 0 else roles[1]
        left, right = mark(before, now) if before and now and role == "now" else (plain(before), plain(now))
        if before:
            views.append(_view(old[index], "before", left, nears))
        if now:
            views.append(_view(new[index], role, right, nears))
    return views


def _view(quote: Quote, role: Role, pieces: tuple[Piece, ...], nears: Mapping[tuple[Side, Quote], Near]) -> QuoteView:
    around = nears.get(("base" if role == "before" else "head", quote), NOTHING_NEAR)
    return QuoteView(
        role=role,
        place=words.place(quote.path, quote.line_start, quote.line_end),
        pieces=pieces,
        near=Near(before=_end(around.before), after=clipped(visible(around.after).strip("\n"), MAX_NEAR)),
    )


def _end(text: str) -> str:
    """The end of what stands before a quote."""
    told = visible(text).strip("\n")
    return told if len(told) <= MAX_NEAR else f"…{told[1 - MAX_NEAR :]}"


def _shown(quote: Quote) -> str:
    return clipped(visible(quote.quote).strip("\n"), MAX_CHARACTERS)


def beyond(more: Sequence[Quote], quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Those of `more` that say something else than all of `quotes`."""
    known = {_folded(quote.quote) for quote in quotes}
    return tuple(quote for quote in more if _folded(quote.quote) not in known)


def _folded(text: str) -> str:
    return " ".join(text.split())
