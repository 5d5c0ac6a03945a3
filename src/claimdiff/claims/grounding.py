"""Whether a claim that a model wrote says what its unit says, in numbers, names, denials and words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import verb_form, word_set
from claimdiff.claims.likeness import shape, similarity, without
from claimdiff.claims.standing import GLUED, lost_unit, stands, written
from claimdiff.text.anchors import anchors, negations
from claimdiff.text.words import STOPWORDS, stem, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.units import Unit

_FAMILIAR = 0.5
"""Share of a claim's words that must stand in the answer or the question; a translation has none of them."""
_PREFIX = 4
"""Letters by which forms of one word are known in languages whose stems are not: "zahlen" and "zahlt"."""
_NEARLY_ALL = 0.75
"""Share of the words of a sentence from which on a claim says the same, or its contrary."""
_VALUES = frozenset(("quantity", "date", "time", "version"))
_STRONGER = {"must": ("should", "may", "can"), "all": ("most", "some", "none"), "none": ("most", "some", "all")}
_NAME = re.compile(r"(?<![\w-])[^\W\d_]*[A-Z][^\W_]*(?![\w-])")
_OPENERS = word_set("user users customer customers people everyone anyone someone reader readers version sie ihr ihre")
"""Words that may open a claim without being a name: they stand for "you" or for the "v" of v2."""
_ROOM = 300
"""Characters that a claim may have beyond those of its unit and the question: names in the place of pronouns."""


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


@lru_cache(maxsize=4096)
def fault(text: str, unit: Unit, ground: Ground) -> str | None:
    """Why a claim is not what its unit says; None if it may be."""
    own = f"{unit.heading}\n{unit.full}\n{unit.whole}"
    if len(text) > len(own) + len(ground.question) + _ROOM:
        return "it is longer than what it could be made of"
    for anchor in anchors(text).hard:
        if not stands(anchor, (own, ground.question)) and (
            anchor.kind in _VALUES or not stands(anchor, (ground.upto(unit),))
        ):
            return f"{anchor.surface} stands neither in the unit nor in the question"
        if lost_unit(anchor, (own, ground.question)):
            return f"{anchor.surface} has a unit there"
    for number in GLUED.findall(text):
        if not written(number, (own, ground.question)):
            return f"{number} stands neither in the unit nor in the question"
    return _turned(text, own, unit) or _renamed(text, unit) or _foreign(text, ground)


def _turned(text: str, own: str, unit: Unit) -> str | None:
    """A claim that denies what its unit does not deny, or the other way round, or is stronger than it."""
    if negations(text) and not negations(own):
        return "it denies something, the unit does not"
    if any(denies(told.text) and _nearly_all(told.text, text) for told in unit.told) and not negations(text):
        return "the unit denies what it says"
    said, made = _strengths(own), _strengths(text)
    for word, weaker in _STRONGER.items():
        if word in made and word not in said and said.intersection(weaker):
            return f'it says "{word}" where the unit does not'
    return None


def _nearly_all(whole: str, text: str) -> bool:
    words = set(stems(whole))
    return len(words.intersection(stems(text))) >= _NEARLY_ALL * len(words)


def denies(text: str) -> bool:
    """Whether something is denied outside of conditions: "if nothing happens" denies nothing."""
    inside = [(item.start, item.end) for item in anchors(text).conditions]
    outside = [at for at, _ in negations(text) if not any(start <= at < end for start, end in inside)]
    return len(outside) % 2 == 1


def _strengths(text: str) -> set[str]:
    found = anchors(text)
    return {item.value for item in (*found.modality, *found.quantifiers)}


def _renamed(text: str, unit: Unit) -> str | None:
    """A claim with another name in the place of the unit's: "Pro costs 25 dollars" of "Team costs 25 dollars"."""
    told = max(unit.told, key=lambda claim: similarity(claim.text, text), default=None)
    if told is None:
        return None
    theirs, ours = shape(told.text), shape(text)
    left = [name for name in without(theirs.names, ours.names) if not _known(name, text) and not _opener(name)]
    right = [name for name in without(ours.names, theirs.names) if not _known(name, told.text) and not _opener(name)]
    return f"it speaks of {right[0]} where the unit speaks of {left[0]}" if left and right else None


def _opener(name: str) -> bool:
    return name in _OPENERS or name.endswith("ing") or verb_form(name) is not None


def _known(name: str, text: str) -> bool:
    begins = name[:_PREFIX]
    return any(word == name or (len(begins) == _PREFIX and word.startswith(begins)) for word in tokens(text))


def _foreign(text: str, ground: Ground) -> str | None:
    """A claim in other words than the answer and the question have, or with a name that they do not have."""
    words = [word for word in stems(text) if not any(char.isdigit() for char in word)]
    if sum(word in ground.known or word[:_PREFIX] in ground.begins for word in words) < _FAMILIAR * len(words):
        return "its words are not those of the answer"
    for match in _NAME.finditer(text):
        name = match[0].lower()
        common = match.start() == 0 and _opener(name)
        if common or match[0] in ground.text or name in STOPWORDS:
            continue
        if name not in ground.tokens and stem(name) not in ground.known:
            return f"{match[0]} stands neither in the answer nor in the question"
    return None
