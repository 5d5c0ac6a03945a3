"""How strong a claim is beside a place: a duty or an option, all or only some."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.text.anchors import modality
from claimdiff.text.folding import level
from claimdiff.text.words import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.alignment import Alignment
    from claimdiff.judging.lexical.reading import Reading
    from claimdiff.text.anchors import Anchor

OPTION = frozenset({"may", "can"})
_STRONG = frozenset({"all", "only"})
_AUXILIARY = frozenset({"may", "might", "could"})
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SPARED = re.compile(
    r"(?:\bnot|n't|\bnever|\bno longer)\s+(?:\w+\s)?"
    r"(?:required?|needed|mandatory|compulsory|obligatory|necessary|obliged|have to|need(?: to)?)\b",
    re.IGNORECASE,
)
# "must be at least 5" sets a bound, as "the minimum is 5" does
_BOUNDED = re.compile(
    r"\b(?:must|has to|have to|needs? to|should) (?:be|have) (?:at (?:least|most)\b|no (?:more|less|fewer) than\b"
    r"|(?:version )?\S*\d\S* or (?:newer|later|higher|more|less|above|greater|lower)\b)",
    re.IGNORECASE,
)
# "once per page" says it of every page
_EACH = re.compile(r"\bper\b", re.IGNORECASE)


def against_quantifier(beside: Alignment) -> bool:
    """A claim about all beside a sentence about only some."""
    mine = beside.claim.quantifiers
    if "all" not in mine or "only" in mine:
        return False
    theirs = beside.place.reading.quantifiers
    return "only" in theirs and "all" not in theirs


def against_modality(beside: Alignment) -> bool:
    """A duty beside an option."""
    if not _is_duty(beside.claim):
        return False
    stated = beside.place.reading
    return "must" not in stated.modality and any(
        item.value == "may" and (item.surface.lower() not in _AUXILIARY or _of_the_claim(item, beside))
        for item in modality(level(stated.text))
    )


def _of_the_claim(item: Anchor, beside: Alignment) -> bool:
    """Whether the claim says what the place says may be done: "you may see an error" makes no option of another thing."""
    verb = next((term for term in beside.place.reading.terms if term.start >= item.end), None)
    return verb is not None and verb.concept in beside.claim.concepts


def _is_duty(reading: Reading) -> bool:
    """Whether something must be; what is "not required" need not, and says of an option what the option says."""
    return "must" in reading.modality and not (_SPARED.search(reading.text) or _BOUNDED.search(reading.text))


def imposed(beside: Alignment) -> bool:
    """An option beside a duty to do the same: "may attach a label", "must attach a label"."""
    claim, stated = beside.claim, beside.place.reading
    if not claim.modality & OPTION or "must" in claim.modality or stated.modality & OPTION:
        return False
    if "must" not in stated.modality:
        return False
    mine = {_next_word(claim.text, item) for item in modality(level(claim.text)) if item.value in OPTION}
    theirs = {_next_word(stated.text, item) for item in modality(level(stated.text)) if item.value == "must"}
    return bool(mine & theirs) or any(_CJK.search(item.surface) for item in modality(level(claim.text)))


def _next_word(text: str, item: Anchor) -> str:
    return next(iter(listed(text[item.end :])), "")


def weaker(claim: Reading, where: Sequence[Reading]) -> str:
    """The rule by which the place says less than the claim ("" where it does not)."""
    strong = claim.quantifiers & _STRONG
    if any(_EACH.search(reading.text) for reading in where):
        strong -= {"all"}
    if strong and not strong <= frozenset[str]().union(*(reading.quantifiers for reading in where)):
        return "quantifier"
    if not _is_duty(claim):
        return ""
    strength = frozenset[str]().union(*(reading.modality for reading in where))
    advised = strength == {"should"} and "should" in claim.modality
    return "modality" if strength and "must" not in strength and not advised else ""
