"""How much of a claim all passages say together: four shares of its words, weighed by a small fitted table.

A free text says in five sentences, and in other words, what a claim says in one. No single place then carries it, and
yet it is said. The shares count what a reader would count: words that stand somewhere, neighbours that stay
neighbours, names that are missing, a negation that nobody utters.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.judging.lexical.lexemes import lexemes
from claimdiff.judging.lexical.vocabulary import KIN, LIGHT, concept
from claimdiff.text.anchors import negations
from claimdiff.text.words import spans

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.records import Passage

# in content words: still neighbours; a stretch; what lies between two passages; how far a negation reaches
_NEAR, _WINDOW, _GAP, _REACH = 8, 30, 64, 4
_SLIGHT, _NUMBER, _SYNONYM, _FAMILY = 0.6, 1.5, 0.9, 0.8
_SHORTEST, _ROOT = 5, 4
_SUFFIXES = """
    ational ization isation fulness iveness ousness ation ition ment ness ance ence able ible ally ical ship tion sion
    ing ion ive ity ous ful ist ism ary ory ant ent al er or ly ed es ic en e s y t
"""
_ENDINGS = frozenset(_SUFFIXES.split())
_LONGEST_FIRST = tuple(sorted({len(ending) for ending in _ENDINGS}, reverse=True))


class Word(NamedTuple):
    """A content word of a text: its stem, its place, whether it begins with a capital inside a sentence."""

    stem: str
    start: int
    name: bool

    @property
    def number(self) -> bool:
        """Whether it is written in digits, or is a small number in words."""
        return self.stem[0].isdigit()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """What the passages together say of a claim, each 0 to 1.

    Attributes:
        said: weighted share of its content words that stand anywhere.
        near: share of its neighbouring words that stand near each other.
        nameless: names that stand nowhere, as a share of its words.
        denied: 1 where it denies something and the stretch that says most of it denies nothing.
    """

    said: float
    near: float
    nameless: float
    denied: float


def shares(claim: str, passages: Sequence[Passage]) -> Shares:
    """The shares of a claim in passages. Pure."""
    words = _words(claim)
    texts = [_laid_out(passage) for passage in passages]
    where = [_standing(word, texts) for word in words]
    degree = [how for how, _ in where]
    weight = [_weight(word) for word in words]
    pairs = [_near(left, right) for (_, left), (_, right) in pairwise(where)]
    total = len(words) or 1
    return Shares(
        said=sum(map(float.__mul__, degree, weight)) / (sum(weight) or 1.0),
        near=sum(pairs) / len(pairs) if pairs else sum(degree) / total,
        nameless=sum(word.name and not how for word, how in zip(words, degree, strict=True)) / total,
        denied=float(bool(negations(claim)) and not _denies(words, where, texts)),
    )


def weigh(found: Shares) -> float:
    """How sure it is that the passages say the claim, 0 to 1; from one half on they do."""
    table = _table()
    total = table["constant"] + sum(table[name] * getattr(found, name) for name in Shares.__slots__)
    return 1 / (1 + math.exp(-total))


@lru_cache(maxsize=1)
def _table() -> Mapping[str, float]:
    text = resources.files("claimdiff.judging.lexical").joinpath("weighing.json").read_text(encoding="utf-8")
    weights: Mapping[str, float] = json.loads(text)["weights"]
    return weights


class _Text(NamedTuple):
    """A passage as a row of content words: how many there are, and where each stem stands."""

    passage: Passage
    length: int
    stems: Mapping[str, Sequence[int]]


@lru_cache(maxsize=2048)
def _laid_out(passage: Passage) -> _Text:
    stems: defaultdict[str, list[int]] = defaultdict(list)
    keys = [word.key for text in _pieces(passage) for word in lexemes(text) if word.key]
    for at, key in enumerate(keys):
        stems[key].append(at)
    return _Text(passage, len(keys), stems)


@lru_cache(maxsize=2048)
def _families(passage: Passage) -> Mapping[str, Sequence[str]]:
    """The stems of a passage by their word family: asked for only where a word of a claim does not stand there itself."""
    families: defaultdict[str, list[str]] = defaultdict(list)
    for key in _laid_out(passage).stems:
        families[_family(key)].append(key)
    return families


@lru_cache(maxsize=2048)
def _denials(passage: Passage) -> tuple[int, ...]:
    """Before which content word each negation of the passage stands."""
    found: list[int] = []
    at = 0
    for text in _pieces(passage):
        starts = [word.start for word in _words(text)]
        found += [at + bisect_left(starts, start) for start, _ in negations(text)]
        at += len(starts)
    return tuple(found)


def _pieces(passage: Passage) -> tuple[str, ...]:
    return (*passage.heading, *(segment.text for segment in passage.segments))


@lru_cache(maxsize=16384)
def _words(text: str) -> tuple[Word, ...]:
    return tuple(
        Word(word.key, start, at > 0 and text[start].isupper())
        for at, (word, (_, start, _)) in enumerate(zip(lexemes(text), spans(text), strict=True))
        if word.key
    )


@lru_cache(maxsize=32768)
def _meaning(root: str) -> str:
    return concept(root)[0]


@lru_cache(maxsize=32768)
def _family(root: str) -> str:
    """The stem without an ending that makes a noun or an adjective of it: "investor" and "investment" are one family."""
    if len(root) < _SHORTEST:
        return root
    for length in _LONGEST_FIRST:
        if len(root) - length >= _ROOT and root[-length:] in _ENDINGS:
            return root[:-length]
    return root


def _weight(word: Word) -> float:
    if word.number:
        return _NUMBER
    return _SLIGHT if _meaning(word.stem) in LIGHT and not word.name else 1.0


def _standing(word: Word, texts: Sequence[_Text]) -> tuple[float, list[int]]:
    """How well the word stands in the texts (1 in its own stem, less in another), and where."""
    if found := _everywhere(texts, [(word.stem,)] * len(texts)):
        return 1.0, found
    if word.number:
        return 0.0, []
    kin = KIN.get(_meaning(word.stem))
    if kin and (found := _everywhere(texts, [kin] * len(texts))):
        return _SYNONYM, found
    if len(word.stem) < _SHORTEST:
        return 0.0, []
    family = _family(word.stem)
    found = _everywhere(texts, [_families(text.passage).get(family, ()) for text in texts])
    return (_FAMILY, found) if found else (0.0, [])


def _everywhere(texts: Sequence[_Text], stems: Sequence[Sequence[str]]) -> list[int]:
    """Where one of the stems, listed for each text, stands in all texts laid end to end."""
    found: list[int] = []
    offset = 0
    for text, keys in zip(texts, stems, strict=True):
        places = [at for key in keys if key in text.stems for at in text.stems[key]]
        if len(keys) > 1:
            places.sort()
        found += [offset + at for at in places] if offset else places
        offset += text.length + _GAP
    return found


def _near(left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether two words, given by their places, stand near each other somewhere."""
    for at in left:
        here = bisect_left(right, at)
        if any(0 < abs(other - at) <= _NEAR for other in right[max(0, here - 1) : here + 2]):
            return True
    return False


def _denies(words: Sequence[Word], where: Sequence[tuple[float, Sequence[int]]], texts: Sequence[_Text]) -> bool:
    """Whether there is a negation in the stretch of words that says most of the claim."""
    start, end = _stretch(words, where)
    offset = 0
    for text in texts:
        if any(start - _REACH <= offset + at <= end + _REACH for at in _denials(text.passage)):
            return True
        offset += text.length + _GAP
    return False


def _stretch(words: Sequence[Word], where: Sequence[tuple[float, Sequence[int]]]) -> tuple[int, int]:
    """First and last place of the stretch of 30 words that says most of the claim."""
    known: dict[str, float] = {}
    events: list[tuple[int, str]] = []
    for word, (how, places) in zip(words, where, strict=True):
        if word.stem not in known:
            known[word.stem] = how * _weight(word)
            events += [(place, word.stem) for place in places]
    events.sort()
    count = dict.fromkeys(known, 0)
    best, have, low, found = 0.0, 0.0, 0, (0, 0)
    for place, key in events:
        have += known[key] if not count[key] else 0.0
        count[key] += 1
        while events[low][0] < place - _WINDOW:
            gone = events[low][1]
            count[gone] -= 1
            have -= known[gone] if not count[gone] else 0.0
            low += 1
        if have > best:
            best, found = have, (events[low][0], place)
    return found
