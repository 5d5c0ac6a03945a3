"""Names and their values in a line of code: in `size=4, depth=2` the two is the depth's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.values import MEASURED, Rival, same_value
from claimdiff.text.words import parts, stem, vocabulary

if TYPE_CHECKING:
    from claimdiff.judging.lexical.reading import Reading
    from claimdiff.text.anchors import Anchor

_OWNER = re.compile(r"(?P<name>[A-Za-z_][\w.-]*)[\"'`]?\s?(?:=|:)\s?(?:[\"'(\[{]{0,3}\s?|[(\[]{1,2}[^()\[\]=:]*)-?$")
"""What stands before a value that has a name; within brackets other values may stand between."""


def exchanged(claim: Reading, stated: Reading) -> list[Rival]:
    """Values of the claim that the line gives to another name than the one that the claim speaks of.

    A value without a name (`load(4, depth=2)`) is that of anything.
    """
    owned = [(item, _owner(stated.text, item)) for item in stated.values if item.kind in MEASURED]
    spoken = [(item, name) for item, name in owned if name and _speaks_of(claim, name)]
    open_ = [(item, name) for item, name in spoken if not any(same_value(mine, item) for mine in claim.values)]
    found: list[Rival] = []
    for mine in claim.values:
        owners = {name for item, name in owned if mine.kind in MEASURED and same_value(mine, item)}
        if open_ and owners and "" not in owners and owners.isdisjoint(name for _, name in spoken):
            found.append(Rival(mine, open_[0][0]))
    return found


def _owner(text: str, item: Anchor) -> str:
    match = _OWNER.search(text[: item.reach[0]])
    return match["name"].lower() if match else ""


def _speaks_of(claim: Reading, name: str) -> bool:
    """Whether the claim has the name, or all words that it is made of: "read timeout" is `read_timeout`."""
    return name in vocabulary(claim.text) or all(stem(part) in claim.stems for part in parts(name) or (name,))
