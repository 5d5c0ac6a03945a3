"""Whether a value or a name of one text stands in others, in whatever notation."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.text.anchors import anchors
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.text.anchors import Anchor

GLUED = re.compile(r"(?<=[^\x00-\x7f])\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*(?=[^\x00-\x7f\s])")
"""Numbers without a blank around them, as Chinese and Japanese have them."""
_OPPOSITE = {"<": (">", ">="), "<=": (">", ">="), ">": ("<", "<="), ">=": ("<", "<=")}
_SIGN = re.compile(r"[^\W\d_]+|[$€£¥%]")
_LONGEST = 2000
"""In a longer text a number and its unit are not looked for in two places."""


def stands(anchor: Anchor, texts: Sequence[str]) -> bool:
    """Whether a value or name stands in one of the texts, in any notation; bounds around it may not be opposite."""
    same = [other for text in texts for other in anchors(text).hard if other.key[:3] == anchor.key[:3]]
    if same:
        opposite = _OPPOSITE.get(anchor.comparator, ())
        return not opposite or not all(other.comparator in opposite for other in same)
    if written(anchor.surface, texts):
        return True
    return anchor.kind == "quantity" and any(anchor.key[:3] in _apart(text) for text in texts)


def written(surface: str, texts: Sequence[str]) -> bool:
    """Whether it stands in one of the texts as it is written, and not as a part of a longer name or number."""
    verbatim = re.compile(rf"(?<![a-z0-9_.,]){re.escape(fold(surface).casefold())}(?![a-z0-9_]|[.,]\d)")
    return any(verbatim.search(fold(text).casefold()) for text in texts)


@lru_cache(maxsize=512)
def _apart(text: str) -> frozenset[tuple[str, str, str]]:
    """Values whose number and unit stand apart, as in a table: "Price ($): 12" has 12 dollars."""
    bare = [item for item in anchors(text).hard if item.kind == "quantity" and not item.unit]
    if not bare or len(text) > _LONGEST:
        return frozenset()
    ones = (anchors(f"1 {sign}").hard for sign in sorted(set(_SIGN.findall(text))))
    scales = {
        (one[0].unit, Fraction(one[0].value)) for one in ones if one and one[0].kind == "quantity" and one[0].unit
    }
    products = ((unit, Fraction(item.value) * factor) for item in bare for unit, factor in scales)
    return frozenset(
        ("quantity", unit, str(value) if value.denominator == 1 else f"{float(value):.12g}") for unit, value in products
    )


def lost_unit(anchor: Anchor, texts: Sequence[str]) -> bool:
    """Whether a bare number stands in the texts with a unit only: "5 members" where they have 5 GB."""
    if anchor.kind != "quantity" or anchor.unit:
        return False
    there = [other for text in texts for other in anchors(text).hard if other.kind == "quantity"]
    if any(not other.unit and other.value == anchor.value for other in there):
        return False
    return any(other.unit and written(anchor.surface, (other.surface,)) for other in there)
