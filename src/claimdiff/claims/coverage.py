"""Whether the claims of a unit say all that it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.grounding import denies
from claimdiff.claims.standing import GLUED, stands, written
from claimdiff.text.anchors import anchors, negations
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.units import Unit

_ALIKE = 0.5
"""Share of a unit's words from which on a claim of another unit speaks of the same."""
_KEPT = 0.5
"""Share of the words of a condition that a claim must keep."""


def missing(unit: Unit, own: Sequence[str], others: Sequence[str]) -> str | None:
    """What of a unit none of its claims holds; None if they hold all of it.

    `others` are the claims of the other units, which may tell the same.
    """
    values = [anchor for anchor in anchors(unit.text).hard if not stands(anchor, own)]
    numbers = [number for number in GLUED.findall(unit.text) if not written(number, own)]
    alike = _alike(unit, others) if values or numbers else []
    lost = [anchor.surface for anchor in values if not stands(anchor, alike)]
    lost += [number for number in numbers if not written(number, alike)]
    lost += [anchor.surface for anchor in anchors(unit.before).hard if not stands(anchor, (*own, *others))]
    if lost:
        return f"no claim holds {', '.join(dict.fromkeys(lost))}"
    if own and any(denies(told.text) for told in unit.told) and not any(negations(text) for text in own):
        return "the denial is lost"
    return _unconditional(unit, own)


def _alike(unit: Unit, others: Sequence[str]) -> list[str]:
    """The claims of other units that speak of the same as this one."""
    wanted = set(stems(unit.text))
    return [text for text in others if len(wanted.intersection(stems(text))) >= _ALIKE * len(wanted)]


def _unconditional(unit: Unit, own: Sequence[str]) -> str | None:
    """A condition that stands before all claims of a unit must be in each, any other in one of them."""
    for condition in anchors(unit.full).conditions:
        words = set(condition.value.split())
        if not own or not words or condition.surface.lower().startswith("while"):
            continue
        kept = [len(words.intersection(stems(text))) >= _KEPT * len(words) for text in own]
        if not (all(kept) if condition.start == 0 else any(kept)):
            return f"the condition is lost: {condition.surface}"
    return None
