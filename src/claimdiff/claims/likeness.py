"""How alike two claims are: shared words, shared anchors, and what makes the rest of them disagree."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import Indel

from claimdiff.claims.lexicon import word_set
from claimdiff.text.anchors import anchors
from claimdiff.text.folding import fold
from claimdiff.text.words import STOPWORDS, stem, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.text.anchors import Anchor

_OPPOSITES = (
    "enabl disabl", "requir option", "mandatori option", "public privat", "synchron asynchron", "sync async",
    "includ exclud", "allow deni", "allow forbid", "allow block", "permit forbid", "accept reject", "minimum maximum",
    "min max", "increas decreas", "rais lower", "first last", "start stop", "start end", "open close", "valid invalid",
    "intern extern", "client server", "add remov", "read write", "sourc destin", "primari secondari", "upper lower",
    "local remot", "success failur", "succeed fail", "manual automat", "hard soft", "free paid", "visibl hidden",
    "encrypt unencrypt", "support unsupport", "incom outgo", "inbound outbound", "upload download", "import export",
    "creat delet", "left right", "old new", "earli late", "stabl unstabl", "stabl preview", "test live",
    "lowest highest", "lower higher", "oldest newest", "least most", "before after", "abov below", "over under",
    "on off", "with without", "in out", "up down", "into from", "befor after", "month year", "day hour", "always never",
)  # fmt: skip
_OPPOSITE = frozenset(frozenset(pair.split()) for pair in _OPPOSITES)
_TRUTH = frozenset(
    frozenset(pair.split())
    for pair in (
        "true fals", "true false", "yes no", "ascend descend", "serial parallel", "attach detach", "grant revok",
        "connect disconnect", "lock unlock", "appli ignor", "accept refus", "prefer avoid", "known unknown",
        "seldom often", "greater less", "more less", "more fewer", "longer shorter", "faster slower",
        "better wors", "best worst", "easier harder", "stronger weaker", "increment decrement", "recommend discourag",
        "prefer discourag",
    )
)  # fmt: skip
_DIRECTIONS = word_set("before after above below over under on off with without in out up down into from")
_PREFIXED = re.compile(r"^(?:non|un|in|im|dis|de|mis|ir)-?(?=\w{3})")
_NAME = re.compile(r"(?<![\w/.-])[A-Z][\w]*(?![\w/])")
_JOINT = re.compile(r"\b(?:and|or|plus)\b|,", re.IGNORECASE)
_SHOUTED = re.compile(r"\b(?:GET|IT|US)\b")
"""Small words that are names in capitals."""
_ITEM = r"[`\"']?[\w./+#-]+[`\"']?"
_ROW = re.compile(rf"{_ITEM}(?:, {_ITEM})*,? (?:and|or|und|oder|et|ou|y|o) {_ITEM}")
"""Things of one word in a row, whose order says nothing: "PDF, HTML and CSV"."""
_BETWEEN = re.compile(
    r"\b(?:over|than|overrides?|overwrites?|replaces?|precedes?|before|after|instead of|into|from|to|calls?|contains?|depends on|blocks?|wraps?)\b"
)
"""What stands before one of these is not what stands behind it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """A claim reduced to what is compared: content stems without the anchors, the anchors' keys, its names in order."""

    words: tuple[str, ...]
    keys: tuple[str, ...]
    names: tuple[str, ...]
    directions: frozenset[str]
    joints: int
    """How many "and", "or" and commas join things."""
    passive: bool
    listed: frozenset[str]
    """Names and keys in a row of things, whose order says nothing."""
    sides: tuple[frozenset[str], frozenset[str]]
    """The words before and behind "over", "replaces" and their kin; empty where none or several stand there."""


@lru_cache(maxsize=4096)
def shape(text: str) -> Shape:
    """The shape of a claim; negation, quantifiers and modality are left to the anchors."""
    folded = fold(text)
    found = anchors(folded)
    bare = folded
    for item in reversed(found.hard):
        start, end = item.reach
        bare = f"{bare[:start]} {bare[end:]}"
    small = {word for item in (*found.quantifiers, *found.modality) for word in item.surface.lower().split()}
    shouted = {word.lower() for word in _SHOUTED.findall(bare)}
    small -= shouted
    plain = [word for word in tokens(bare) if (word not in STOPWORDS or word in shouted) and word not in small]
    return Shape(
        words=tuple(stem(word) for word in plain),
        listed=_listed(folded, found.hard),
        sides=_sides(folded),
        keys=tuple("|".join(item.key) for item in found.hard),
        names=tuple(name for name in _names(bare) if name not in small),
        joints=len(_JOINT.findall(bare)),
        directions=frozenset(tokens(folded)) & _DIRECTIONS,
        passive=bool(re.search(r"\b(?:is|are|was|were|be|been)\b.*\bby\b", folded)),
    )


def _names(text: str) -> list[str]:
    """Lower-cased names: capitalised words, but for a common word that opens the sentence."""
    found = (match.group() for match in _NAME.finditer(text))
    return [word.lower() for word in found if word.lower() not in STOPWORDS or _SHOUTED.fullmatch(word)]


def _listed(text: str, hard: Sequence[Anchor]) -> frozenset[str]:
    if "respectively" in text:
        return frozenset()
    rows = [match.span() for match in _ROW.finditer(text)]
    keys = {"|".join(item.key) for item in hard if any(a <= item.start and item.end <= b for a, b in rows)}
    return frozenset(keys | {word for start, end in rows for word in tokens(text[start:end])})


def _sides(text: str) -> tuple[frozenset[str], frozenset[str]]:
    match [*_BETWEEN.finditer(text.lower())]:
        case [mark]:
            parts = (text[: mark.start()], text[mark.end() :])
        case [first, mark] if first[0] == "from" and mark[0] in ("to", "into"):
            parts = (text[first.end() : mark.start()], text[mark.end() :])
        case _:
            return frozenset(), frozenset()
    before, behind = (frozenset(stem(word) for word in tokens(part) if word not in STOPWORDS) for part in parts)
    return before - behind, behind - before


def overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """Shared words as a share of both, 0 to 1, whatever their order; 1 for two empty ones."""
    return float(Indel.normalized_similarity(sorted(first), sorted(second)))


def similarity(first: str, second: str) -> float:
    """How much two claims share of words and anchors, 0 to 1."""
    one, two = shape(first), shape(second)
    return overlap((*one.words, *one.keys), (*two.words, *two.keys))


def without(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """What is in the first and not in the second, each as often as it is missing."""
    rest = list(second)
    left: list[str] = []
    for word in first:
        if word in rest:
            rest.remove(word)
        else:
            left.append(word)
    return tuple(left)


def opposite(first: str, second: str) -> bool:
    """Whether two words, or their stems, are opposites: enabled and disabled, before and after, true and false."""
    pair = frozenset((first, second))
    return pair in _OPPOSITE or pair in _TRUTH


def opposed(one: Shape, two: Shape) -> bool:
    """Whether a word of one is the opposite of a word of the other: enabled and disabled, before and after."""
    left, right = without(one.words, two.words), without(two.words, one.words)
    if any(
        frozenset((a, b)) in _OPPOSITE or _PREFIXED.sub("", a) == b or _PREFIXED.sub("", b) == a
        for a in left
        for b in right
    ):
        return True
    here, there = one.directions - two.directions, two.directions - one.directions
    return any(frozenset((a, b)) in _OPPOSITE for a in sorted(here) for b in sorted(there))


def names_clash(one: Shape, two: Shape, *, quote: str | None = None) -> bool:
    """Whether each speaks of a name that the other does not have: Free and Pro.

    With a `quote` that both rest on, only names that it tells apart count.
    """
    left = [name for name in without(one.names, two.names) if stem(name) not in two.words]
    right = [name for name in without(two.names, one.names) if stem(name) not in one.words]
    if quote is None:
        return bool(left and right)
    told = tokens(quote)
    return any(name in told for name in left) and any(name in told for name in right)


def turned_round(one: Shape, two: Shape) -> bool:
    """Whether shared names and anchors stand in another order: "a wins over b" and "b wins over a"."""
    if one.passive != two.passive:
        return False
    for first, second in ((one.keys, two.keys), (one.names, two.names)):
        shared = [item for item in dict.fromkeys(first) if item in second]
        order = [item for item in dict.fromkeys(second) if item in first]
        rows = one.listed & two.listed
        mine, theirs = ([item if item not in rows else "" for item in items] for items in (shared, order))
        if len(shared) > 1 and mine != theirs and overlap(one.words, two.words) == 1.0:
            return True
    return _sides_changed(one, two)


def _sides_changed(one: Shape, two: Shape) -> bool:
    """Whether what stood before "over" stands behind it now, and the other way round."""
    return bool(one.sides[0] & two.sides[1]) and bool(one.sides[1] & two.sides[0])
