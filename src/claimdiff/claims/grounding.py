"""Whether a claim that a model wrote says what its unit says, and whether a unit's claims say all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import verb_form, word_set
from claimdiff.text.anchors import anchors, negations
from claimdiff.text.folding import fold
from claimdiff.text.words import STOPWORDS, stem, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.units import Unit
    from claimdiff.text.anchors import Anchor

_FAMILIAR = 0.5
"""Share of a claim's words that must stand in the answer or the question; a translation has none of them."""
_PREFIX = 4
"""Letters by which forms of one word are known in languages whose stems are not: "zahlen" and "zahlt"."""
_ALIKE = 0.5
"""Share of a unit's words from which on a claim of another unit speaks of the same."""
_NEARLY_ALL = 0.75
"""Share of the words of a sentence from which on a claim says the same, or its contrary."""
_KEPT = 0.5
"""Share of the words of a condition that a claim must keep."""
_VALUES = frozenset(("quantity", "date", "time", "version"))
_OPPOSITE = {"<": (">", ">="), "<=": (">", ">="), ">": ("<", "<="), ">=": ("<", "<=")}
_STRONGER = {"must": ("should", "may", "can"), "all": ("most", "some", "none"), "none": ("most", "some", "all")}
_NAME = re.compile(r"(?<![\w-])[^\W\d_]*[A-Z][^\W_]*(?![\w-])")
_OPENERS = word_set("user users customer customers people everyone anyone someone reader readers team teams version")
"""Words that may open a claim without being a name: they stand for "you", or for the "v" of v2."""
_GLUED = re.compile(r"(?<=[^\x00-\x7f])\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*(?=[^\x00-\x7f\s])")
"""Numbers without a blank around them, as Chinese and Japanese have them."""
_SIGN = re.compile(r"[^\W\d_]+|[$€£¥%]")
_ROOM = 300
"""Characters that a claim may have beyond those of its unit and the question: names in the place of pronouns."""
_LONGEST = 2000
"""In a longer text a number and its unit are not looked for in two places."""


@dataclass(frozen=True, kw_only=True)
class Ground:
    """What claims are made of: the question, and the units of the answer in their order."""

    question: str
    units: Sequence[Unit]

    @cached_property
    def text(self) -> str:
        """All of it."""
        return "\n".join([self.question, *(f"{unit.heading}\n{unit.full}" for unit in self.units)])

    @cached_property
    def known(self) -> frozenset[str]:
        """The stems of its words."""
        return frozenset(stems(self.text))

    @cached_property
    def begins(self) -> frozenset[str]:
        """The first letters of its words."""
        return frozenset(word[:_PREFIX] for word in self.known if len(word) >= _PREFIX)

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Its words as they are, in lower case."""
        return frozenset(tokens(self.text))

    def upto(self, unit: Unit) -> str:
        """Question and answer as far as the end of a unit: what its pronouns can stand for."""
        before = (other for other in self.units if other.start <= unit.start)
        return "\n".join([self.question, *(f"{other.heading}\n{other.full}" for other in before)])


def fault(text: str, unit: Unit, ground: Ground) -> str | None:
    """Why a claim is not what its unit says; None if it may be."""
    own = f"{unit.heading}\n{unit.full}\n{unit.whole}"
    if len(text) > len(own) + len(ground.question) + _ROOM:
        return "it is longer than what it could be made of"
    for anchor in anchors(text).hard:
        if not _stands(anchor, (own, ground.question)) and (
            anchor.kind in _VALUES or not _stands(anchor, (ground.upto(unit),))
        ):
            return f"{anchor.surface} stands neither in the unit nor in the question"
    for number in _GLUED.findall(text):
        if not _written(number, (own, ground.question)):
            return f"{number} stands neither in the unit nor in the question"
    return _turned(text, own, unit) or _foreign(text, ground)


def missing(unit: Unit, own: Sequence[str], others: Sequence[str]) -> str | None:
    """What of a unit none of its claims holds; None if they hold all of it.

    `others` are the claims of the other units, which may tell the same.
    """
    values = [anchor for anchor in anchors(unit.text).hard if not _stands(anchor, own)]
    numbers = [number for number in _GLUED.findall(unit.text) if not _written(number, own)]
    alike = _alike(unit, others) if values or numbers else []
    lost = [anchor.surface for anchor in values if not _stands(anchor, alike)]
    lost += [number for number in numbers if not _written(number, alike)]
    lost += [anchor.surface for anchor in anchors(unit.before).hard if not _stands(anchor, (*own, *others))]
    if lost:
        return f"no claim holds {', '.join(dict.fromkeys(lost))}"
    if own and any(_denies(told.text) for told in unit.told) and not any(negations(text) for text in own):
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


def _stands(anchor: Anchor, texts: Sequence[str]) -> bool:
    """Whether a value or name stands in one of the texts, in any notation; bounds around it may not be opposite."""
    same = [other for text in texts for other in anchors(text).hard if other.key[:3] == anchor.key[:3]]
    if same:
        opposite = _OPPOSITE.get(anchor.comparator, ())
        return not opposite or not all(other.comparator in opposite for other in same)
    if _written(anchor.surface, texts):
        return True
    return anchor.kind == "quantity" and any(anchor.key[:3] in _apart(text) for text in texts)


def _written(surface: str, texts: Sequence[str]) -> bool:
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


def _turned(text: str, own: str, unit: Unit) -> str | None:
    """A claim that denies what its unit does not deny, or the other way round, or is stronger than it."""
    if negations(text) and not negations(own):
        return "it denies something, the unit does not"
    if any(_denies(told.text) and _nearly_all(told.text, text) for told in unit.told) and not negations(text):
        return "the unit denies what it says"
    said, made = _strengths(own), _strengths(text)
    for word, weaker in _STRONGER.items():
        if word in made and word not in said and said.intersection(weaker):
            return f'it says "{word}" where the unit does not'
    return None


def _nearly_all(whole: str, text: str) -> bool:
    words = set(stems(whole))
    return len(words.intersection(stems(text))) >= _NEARLY_ALL * len(words)


def _denies(text: str) -> bool:
    """Whether something is denied outside of conditions: "if nothing happens" denies nothing."""
    inside = [(item.start, item.end) for item in anchors(text).conditions]
    outside = [at for at, _ in negations(text) if not any(start <= at < end for start, end in inside)]
    return len(outside) % 2 == 1


def _strengths(text: str) -> set[str]:
    found = anchors(text)
    return {item.value for item in (*found.modality, *found.quantifiers)}


def _foreign(text: str, ground: Ground) -> str | None:
    """A claim in other words than the answer and the question have, or with a name that they do not have."""
    words = [word for word in stems(text) if not any(char.isdigit() for char in word)]
    if sum(word in ground.known or word[:_PREFIX] in ground.begins for word in words) < _FAMILIAR * len(words):
        return "its words are not those of the answer"
    for match in _NAME.finditer(text):
        name = match[0].lower()
        common = match.start() == 0 and (name in _OPENERS or name.endswith("ing") or verb_form(name))
        if common or match[0] in ground.text or name in STOPWORDS:
            continue
        if name not in ground.tokens and stem(name) not in ground.known:
            return f"{match[0]} stands neither in the answer nor in the question"
    return None
