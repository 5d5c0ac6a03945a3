"""A look at lists of names in a sentence: one that the claim has was left out."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from claimdiff.comparison.turns import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.comparison.turns import Seen

_NAME = r"\b[a-z]{0,4}[A-Z][\w+#]*(?:[.-]\w+)*"
_NAMES = re.compile(_NAME)
_LIST = re.compile(rf"{_NAME}(?:(?:,|,? (?:and|or|as well as)) {_NAME})+")


def left_out(seen: Seen) -> Turn | None:
    """A name of a list ("CSV, JSON and Parquet") that the claim has, and the rest of the list without it.

    To be trusted since the rest of the list still stands there and no name came: none was put in another form.
    """
    before, after = _NAMES.findall(seen.old.text), _NAMES.findall(seen.new.text)
    if not set(after) <= set(before):
        return None
    texts = (seen.new.text, *seen.also, *seen.beside)
    for names in map(_NAMES.findall, _LIST.findall(seen.old.text)):
        lost = [name for name in names if _names(name, (seen.claim,)) and not _names(name, texts)]
        if lost and any(name in after for name in names):
            return Turn(kind="name", reason=f"it no longer names {', '.join(lost)}", contradicts=False)
    return None


def _names(name: str, texts: Sequence[str]) -> bool:
    """Whether one of the texts has the name, in whatever case."""
    words = chain.from_iterable(re.findall(r"[\w+#.-]+", text.casefold()) for text in texts)
    return name.casefold() in {word.rstrip(".-") for word in words}
