"""The headings above a sentence that still stands: other ones than before, and whether they limit what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import word_set
from claimdiff.text.folding import fold_key
from claimdiff.text.words import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Passage

LIMITING = word_set(
    "without legacy deprecated obsolete removed former formerly old older previous previously unsupported experimental "
    "disabled except unless alternative alternatives not no never before until"
)
"""Words of a heading that say when, or for whom, the text below does not hold."""


def same_headings(before: Passage, after: Passage) -> bool:
    """Whether two passages stand under the same headings, whatever their level."""
    return _trail(before) == _trail(after)


def limiting(before: Passage, after: Passage, page: Sequence[Passage]) -> str | None:
    """The heading of `after` that is new and limits what stands below it; None where there is none.

    A heading that the page (`page`, its passages at base) had before, above a section that kept its own, only changed
    its level.
    """
    if same_headings(before, after):
        return None
    known = {word for heading in before.heading for word in tokens(heading)}
    own = fold_key(before.heading[-1]) == fold_key(after.heading[-1]) if before.heading and after.heading else False
    there = {fold_key(heading) for passage in page for heading in passage.heading}
    headings = [heading for heading in after.heading if not own or fold_key(heading) not in there]
    return next((heading for heading in headings if (LIMITING & set(tokens(heading))) - known), None)


def _trail(passage: Passage) -> tuple[str, ...]:
    return tuple(fold_key(heading) for heading in passage.heading)
