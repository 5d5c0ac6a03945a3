"""From a model's reply to claims: what it says of each unit, what is refused of that, and what has to be asked again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from claimdiff.claims import marking
from claimdiff.claims.abstention import is_abstention
from claimdiff.claims.coverage import missing
from claimdiff.claims.duplicates import distinct
from claimdiff.claims.grounding import Ground, fault
from claimdiff.claims.identity import NEAR, claim_id, similarity
from claimdiff.claude.content import UnusableReplyError, structured
from claimdiff.records import Claim

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.claims.units import Unit
    from claimdiff.claude.messages import Reply

UNITS, UNIT, CLAIMS = "units", "unit", "claims"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        UNITS: {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    UNIT: {"type": "string", "description": "the id of the unit"},
                    CLAIMS: {"type": "array", "items": {"type": "string"}},
                },
                "required": [UNIT, CLAIMS],
                "additionalProperties": False,
            },
        }
    },
    "required": [UNITS],
    "additionalProperties": False,
}
_MOSTLY = 0.5
"""Where more than this share of the units that state something came without a claim, the reply is doubted."""

SHOWN, SHOWN_CLAIMS = 200, 5
"""Characters of a refused claim, and refused claims of a unit, that are told when it is asked for again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejected:
    """A claim of the reply that is none of the answer. `unit` is the id that the reply gave."""

    unit: str
    text: str
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Gap:
    """A unit whose claims do not say what it says. `silent`: the reply holds that it says nothing."""

    unit: Unit
    why: str
    silent: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Extraction:
    """What a reply gives: the claims by the ids of their units, what was refused, and the units that are not covered."""

    by_unit: Mapping[str, tuple[Claim, ...]]
    rejected: tuple[Rejected, ...] = ()
    uncovered: tuple[Gap, ...] = ()
    marks: marking.Marks = field(default_factory=marking.Marks)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims, in the order of the answer."""
        return tuple(claim for claims in self.by_unit.values() for claim in claims)


def read(
    reply: Reply,
    units: Sequence[Unit],
    question: str | None,
    *,
    wanted: Sequence[Unit] | None = None,
    reference: Sequence[str] = (),
) -> Extraction:
    """The claims of a reply. `units` are all of the answer, `wanted` those that were asked for (default: all).

    `reference` are the claims that were to be marked; whatever became of the marks, the claims stand.

    Raises:
        UnusableReplyError: the reply is cut or refused, or holds no list of units.
    """
    wanted = units if wanted is None else wanted
    known = {unit.id: unit for unit in wanted}
    ground = Ground(question=question or "", units=tuple(units))
    given: dict[str, list[str]] = {}
    rejected: list[Rejected] = []
    value = structured(reply)
    for name, texts in _listed(value):
        if name in known:
            given.setdefault(name, []).extend(texts)
        else:
            rejected += [Rejected(unit=name, text=text, why="there is no such unit") for text in texts]
    by_unit: dict[str, tuple[Claim, ...]] = {}
    for unit in wanted:
        texts = [text for text in dict.fromkeys(given.get(unit.id, ())) if not is_abstention(text)]
        faults = {text: why for text in texts if (why := fault(text, unit, ground))}
        rejected += [Rejected(unit=unit.id, text=text, why=why) for text, why in faults.items()]
        by_unit[unit.id] = tuple(_claim(text, unit) for text in texts if text not in faults)
    return Extraction(
        by_unit=by_unit,
        rejected=tuple(rejected),
        uncovered=tuple(_gaps(wanted, by_unit, given, rejected)),
        marks=marking.read(value, reference),
    )


def settled(units: Sequence[Unit], first: Extraction, second: Extraction | None) -> tuple[Claim, ...]:
    """The claims of an answer after at most two replies: a unit that neither of them covers is the claim itself."""
    again = {} if second is None else second.by_unit
    twice = () if second is None else second.uncovered
    # What holds twice that a unit says nothing is believed.
    open_ = {gap.unit.id for gap in first.uncovered if gap.unit.id not in again}
    open_ |= {gap.unit.id for gap in twice if not gap.silent}
    made: dict[str, tuple[Claim, ...]] = {}
    for unit in units:
        whole = (_claim(unit.whole, unit),)
        made[unit.id] = whole if unit.id in open_ else again.get(unit.id, first.by_unit.get(unit.id, ()))
    if not any(made.values()):
        made = {unit.id: (_claim(unit.whole, unit),) for unit in units if unit.states}
    return distinct([claim for unit in units for claim in made.get(unit.id, ())])


def _listed(value: Any) -> list[tuple[str, list[str]]]:
    """The unit ids of a reply with their claims, in its order; what has another form is left out."""
    entries = value.get(UNITS) if isinstance(value, dict) else None
    if not isinstance(entries, list):
        raise UnusableReplyError(f'it has no list "{UNITS}"')
    found: list[tuple[str, list[str]]] = []
    for entry in entries:
        match entry:
            case {"unit": str(name), "claims": list(texts)}:
                lines = [" ".join(text.replace("\0", "").split()) for text in texts if isinstance(text, str)]
                found.append((name.strip(), [line for line in lines if any(char.isalnum() for char in line)]))
    return found


def _claim(text: str, unit: Unit) -> Claim:
    """A claim with its place: that of the part of the unit that the rules read alike, else all of the unit."""
    near = max(unit.told, key=lambda told: similarity(told.text, text), default=None) if len(unit.told) > 1 else None
    if near is not None and similarity(near.text, text) >= NEAR:
        return Claim(id=claim_id(text), text=text, start=near.start, end=near.end)
    return Claim(id=claim_id(text), text=text, start=unit.start, end=unit.end)


def _gaps(
    wanted: Sequence[Unit],
    by_unit: Mapping[str, tuple[Claim, ...]],
    given: Mapping[str, Sequence[str]],
    rejected: Sequence[Rejected],
) -> list[Gap]:
    stating = [unit for unit in wanted if unit.states and unit.kind != "code"]
    doubted = sum(not given.get(unit.id) for unit in stating) > _MOSTLY * len(stating)
    gaps: list[Gap] = []
    for unit in wanted:
        if not unit.states:
            continue
        refused = [item for item in rejected if item.unit == unit.id]
        own = [claim.text for claim in by_unit[unit.id]]
        others = [claim.text for name, claims in by_unit.items() if name != unit.id for claim in claims]
        if refused:
            told = (f'"{item.text[:SHOWN]}": {item.why}' for item in refused[:SHOWN_CLAIMS])
            gaps.append(Gap(unit=unit, why="; ".join(told)))
        elif unit.id not in given:
            gaps.append(Gap(unit=unit, why="it was left out"))
        elif lost := missing(unit, own, others):
            gaps.append(Gap(unit=unit, why=lost))
        elif not own and (doubted or unit.kind == "code"):
            gaps.append(Gap(unit=unit, why="no claim was given, and it may state a fact", silent=True))
    return gaps
