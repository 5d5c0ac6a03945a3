"""The units of an answer that a model takes apart: sentences, list items, table cells, lines of code, each with an id."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from claimdiff.claims import rules, yesno
from claimdiff.claims.abstention import is_abstention, is_handover
from claimdiff.claims.blocks import parse
from claimdiff.claims.reading import read
from claimdiff.claims.statements import statements
from claimdiff.claims.talk import is_talk, lead_length
from claimdiff.text.anchors import anchors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.statements import Statement, StatementKind
    from claimdiff.records import Claim

UnitKind = Literal["sentence", "item", "row", "code", "lead", "heading"]
_TOPIC = re.compile(r"(?:how|what|why|when|where|which|who|is|are|can|do|does|steps?|example)\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Unit:
    """A piece of an answer that can be asked about by its id (`u1`, `u2`, … in the order of the answer).

    `text` is the piece as read, `start` and `end` its half-open span of the answer. `before` is what it inherits from
    the lines above (a lead-in, the item or the header of its column), `joint` stands between the two, `heading` is the
    heading above. `told` are the claims that the rules find in it: a unit without any need not come out as a claim.
    """

    id: str
    kind: UnitKind
    text: str
    start: int
    end: int
    before: str = ""
    joint: str = " "
    heading: str = ""
    told: tuple[Claim, ...] = ()

    @property
    def states(self) -> bool:
        """Whether it states something that a claim must hold."""
        return bool(self.told) or self.kind == "heading"

    @property
    def full(self) -> str:
        """The unit with what it inherits."""
        return f"{self.before}{self.joint}{self.text}" if self.before else self.text

    @property
    def whole(self) -> str:
        """The unit itself as one claim."""
        if len(self.told) == 1:
            return self.told[0].text
        if self.kind in ("code", "row", "heading"):
            return self.full
        skip = yesno.leading(self.text)
        skip += lead_length(self.text[skip:])
        text = self.text[skip:].rstrip(":： ") if self.kind == "lead" else self.text[skip:]
        whole = f"{self.before}{self.joint}{text}" if self.before else text
        return whole[0].upper() + whole[1:] if skip and not self.before else whole


def units(answer: str, *, question: str | None = None) -> tuple[Unit, ...]:
    """The units of an answer in its order; greetings, offers and abstentions without an answer in them are left out.

    A heading is a unit only where it states a value ("Pro: 25 dollars a month"). Pure; raises nothing.
    """
    told = rules.extract(answer, question=question)
    titles = _titles(answer)
    found = [_unit(statement, _within(statement, told), titles) for statement in statements(answer)]
    found += [
        Unit(id="", kind="heading", text=text, start=start, end=end)
        for start, end, text in titles
        if _states_value(text)
    ]
    kept = [unit for unit in found if unit.states or not _says_nothing(unit)]
    return tuple(_numbered(sorted(kept, key=lambda unit: (unit.start, unit.end))))


def _numbered(found: Sequence[Unit]) -> list[Unit]:
    return [replace(unit, id=f"u{number}") for number, unit in enumerate(found, start=1)]


def _unit(statement: Statement, told: tuple[Claim, ...], titles: Sequence[tuple[int, int, str]]) -> Unit:
    start, end = statement.reading.span
    kind: StatementKind = statement.kind
    return Unit(
        id="",
        kind=kind,
        text=statement.reading.text,
        start=start,
        end=end,
        before=statement.before,
        joint=statement.joint,
        heading=next((text for at, _, text in reversed(titles) if at < start), ""),
        told=told,
    )


def _within(statement: Statement, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    start, end = statement.reading.span
    return tuple(
        claim for claim in claims if claim.start is not None and claim.end is not None and start <= claim.start < end
    )


def _titles(answer: str) -> list[tuple[int, int, str]]:
    """Start, end and text of the headings."""
    found: list[tuple[int, int, str]] = []
    for block in parse(answer):
        text = read(answer, block.start, block.end).text.rstrip(":： ") if block.kind == "heading" else ""
        if text and not is_talk(text):
            found.append((block.start, block.end, text))
    return found


def _states_value(title: str) -> bool:
    """Whether a heading holds a number with its unit: a bare one counts steps, a name is only a topic."""
    return not _TOPIC.match(title) and any(anchor.unit for anchor in anchors(title).hard)


def _says_nothing(unit: Unit) -> bool:
    return is_talk(unit.text) or is_abstention(unit.text) or is_handover(unit.text)
