"""Names that are joined by hyphens, of which no part is the whole: `deep-tidy`, X-Token."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.places import title
from claimdiff.text.words import stem

if TYPE_CHECKING:
    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.reading import Reading

_HYPHENATED = re.compile(r"(?<![\w./-])[a-z]+(?:-[a-z]+)+(?![\w./-])")
_TITLED = re.compile(r"(?<![\w./-])[A-Z][A-Za-z0-9]*(?:-[A-Z][A-Za-z0-9]*)+(?![./-]?\w)")
_JOINTS = re.compile(r"[\s_-]+")


def other_command(claim: Reading, place: Place) -> bool:
    """Whether code has a part of a hyphenated word of the claim, but nowhere the whole: `tidy` is not `deep-tidy`."""
    text = _joined(_around(place))
    return any(
        _joined(word) not in text and any(part in place.reading.stems for part in map(stem, word.split("-")))
        for word in _HYPHENATED.findall(claim.text.lower())
    )


def other_compound(claim: Reading, place: Place) -> bool:
    """Whether the place has another compound with capitals than the claim: X-Key for X-Token, Proxy-Origin for Origin.

    The parts of such a name are no words, so no synonym of one stands for it.
    """
    if "-" not in place.text:
        return False
    named = frozenset(_TITLED.findall(claim.text))
    others = frozenset(_TITLED.findall(place.text)) - named
    if not others:
        return False
    around = _around(place)
    text = _joined(around)
    if any(_joined(name) not in text for name in named):
        return True
    alone = _TITLED.sub(" ", around).lower()
    parts = {part.lower() for name in others for part in name.split("-")}
    single = _TITLED.sub(" ", claim.text)
    return any(
        term.name and term.stem in parts and claim.text[term.start : term.end] in single and term.stem not in alone
        for term in claim.terms
    )


def _around(place: Place) -> str:
    return " ".join((place.text, *place.near, title(place.passage)))


def _joined(text: str) -> str:
    return _JOINTS.sub("", text).lower()
