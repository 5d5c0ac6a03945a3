"""Whether an edit turned a sentence of the docs against a claim: another value, name, unit, or small word.

Old and new sentence are known to stand in the same place, so what differs between them is what the change did. That
tells more than the new sentence alone, which a judge of words can take for support. Every look knows one kind of edit
and is silent on all others; the first that speaks is believed, so those that can name the new value come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.comparison.conditions import condition
from claimdiff.comparison.denials import denial
from claimdiff.comparison.lists import left_out
from claimdiff.comparison.names import code_name, other_name, proper_name, quoted_name
from claimdiff.comparison.smallwords import only, swapped
from claimdiff.comparison.values import cell, switch, value

if TYPE_CHECKING:
    from claimdiff.comparison.turns import Look, Seen, Turn

LOOKS: tuple[Look, ...] = (
    value,
    code_name,
    other_name,
    proper_name,
    quoted_name,
    left_out,
    cell,
    switch,
    denial,
    swapped,
    only,
    condition,
)


def turned(seen: Seen) -> Turn | None:
    """How an edit took the claim's support; None where what the claim rests on is intact."""
    return next((turn for look in LOOKS if (turn := look(seen)) is not None), None)
