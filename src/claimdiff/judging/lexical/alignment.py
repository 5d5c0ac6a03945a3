"""How much of a claim each place says, term by term."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.joined import joined
from claimdiff.judging.lexical.lexemes import denying, twin
from claimdiff.judging.lexical.reading import negated_twin, read
from claimdiff.judging.lexical.values import stands
from claimdiff.judging.lexical.vocabulary import CODING, DECISIVE, PAGES, SETTING, SHOWING, SOFT, TYPES, concept
from claimdiff.text.words import listed, runs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.reading import Reading, Term

LENT, HEADING, NEIGHBOUR = 0.95, 0.9, 0.8
_LIGHT_WEIGHT, _NAME_WEIGHT = 0.15, 1.4
_ACRONYM = range(2, 7)
_TRUTH = concept("true")[0]
_PAGE = re.compile(
    rf"\b(?:the|this|our) (?:(?P<sample>sample) (?P<thing>config(?:uration)?|code|script|file|project)|(?P<page>{'|'.join(PAGES)}))\b"
    rf"(?: (?P<verb>{'|'.join(SHOWING)})\b)?",
    re.IGNORECASE,
)
# what stands in the next row or item is said of something else
_SEPARATE = frozenset({"row", "item", "term"})
_BOUNDS = {"maximum": ("<", "<="), "max": ("<", "<="), "minimum": (">", ">="), "min": (">", ">=")}
# "of", "and", "the"
_SMALL_BEGINS = frozenset("oat")
_REST_OF_WORD = r"\w*[\s-]+(?:of |and |the )?"


@dataclass(frozen=True, eq=False)
class Alignment:
    """A claim beside one place.

    `tier` holds for each concept of the claim how near it stands: 1 in the segment, less in its context, its headings
    or its neighbours, 0 nowhere around. `turned` are terms that stand in the segment with the opposite sign.
    """

    claim: Reading
    place: Place
    neighbours: tuple[Place, ...]
    weight: Mapping[str, float]
    tier: Mapping[str, float]
    turned: tuple[Term, ...]
    wide: float
    """What the place says together with its neighbours."""
    inside: float
    """What the segment says by itself."""
    subject: float
    """How sure it is that the place is about the same thing: plain terms here or in the headings, conditions apart."""

    def share(self, least: float = 0.0, *, main: bool = False) -> float:
        """Weighted share (0 to 1) of the claim's terms with a tier of at least `least`.

        `main` leaves out what stands in a condition of the claim.
        """
        rows = [
            (self.weight[term.concept], self.tier[term.concept])
            for term, conditional in self._terms
            if not (main and conditional)
        ]
        return _share(rows, least)

    @cached_property
    def literal(self) -> float:
        """What the segment says by itself in the very words of the claim, no synonym counted."""
        stems = self.place.reading.stems
        have = total = 0.0
        for term, _ in self._terms:
            value = self.weight[term.concept]
            total += value
            have += value if term.stem in stems or (term.hard and self.tier[term.concept] == 1.0) else 0.0
        return have / total if total else 1.0

    @property
    def missing(self) -> tuple[Term, ...]:
        """Terms of the claim that stand nowhere around."""
        return tuple(term for term, _ in self._terms if not self.tier[term.concept] and self.weight[term.concept])

    @cached_property
    def listed(self) -> bool:
        """Whether everything that the claim lists ("red, green and blue") stands around."""
        return all(self.tier[key] for key in listed_in(self.claim.text) if self.weight[key])

    @property
    def strange(self) -> bool:
        """Whether a name of the claim stands neither here nor in the headings."""
        return any(
            term.name and self.tier[term.concept] < HEADING and self.weight[term.concept] for term in self.claim.terms
        )

    @property
    def strange_around(self) -> bool:
        """Whether a name of the claim stands nowhere around."""
        return any(term.name for term in self.missing)

    def covers(self, other: Alignment) -> bool:
        """Whether everything that `other` says of the claim is spoken of here as well, and as near."""
        return all(
            self.tier[term.concept] >= min(other.tier[term.concept], LENT)
            for term, _ in self._terms
            if other.tier[term.concept] >= HEADING and self.weight[term.concept] > _LIGHT_WEIGHT and not term.hard
        )

    @cached_property
    def focused(self) -> float:
        """Share (0 to 1) of the place's own content words that the claim knows: low where it speaks of much else."""
        stated = self.place.reading.concepts
        return len(stated & self.claim.concepts) / len(stated) if stated else 0.0

    @property
    def _terms(self) -> tuple[tuple[Term, bool], ...]:
        return _once(self.claim.text)


def _share(rows: Sequence[tuple[float, float]], least: float) -> float:
    """Share (0 to 1) of the weights whose tier is at least `least`; 1 where there is no weight."""
    have = total = 0.0
    for value, near in rows:
        total += value
        if near >= least:
            have += value * near
    return have / total if total else 1.0


@lru_cache(maxsize=1024)
def _once(text: str) -> tuple[tuple[Term, bool], ...]:
    """The terms of a claim, each concept once, and whether it stands in a condition of the claim."""
    claim = read(text)
    conditions = claim.conditions
    first: dict[str, Term] = {}
    for term in claim.terms:
        first.setdefault(term.concept, term)
    return tuple((term, any(a <= term.start < b for a, b in conditions)) for term in first.values())


def weights(claim: Reading, found: Sequence[Place]) -> dict[str, float]:
    """Weight of each concept of the claim: rare ones among the places count more, light verbs next to nothing."""
    total = len(found) + 1
    named = any(term.hard for term in claim.terms)
    typed = named or any(term.concept in TYPES and not term.name for term in claim.terms)
    pages = _of_the_page(claim)
    result: dict[str, float] = {}
    for term in claim.terms:
        if term.concept in result:
            continue
        shared = sum([term.concept in place.own for place in found])
        rarity = 0.6 + 0.4 * math.log(total / (shared + 1)) / math.log(total) if total > 1 else 1.0
        kind_of_thing = (named and term.concept in TYPES) or (typed and term.concept in SETTING)
        slight = term.light or (kind_of_thing and not term.name)
        kind = _NAME_WEIGHT if term.name else _LIGHT_WEIGHT if slight else 1.0
        result[term.concept] = 0.0 if term.end in pages else kind * rarity
    return result


_ABOUT = r" (?:the first |the last |about |at least |at most |a |an |the )?$"
_AFTER = re.compile(r"\bafter" + _ABOUT, re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|within|until)" + _ABOUT, re.IGNORECASE)


@lru_cache(maxsize=4096)
def _amounts(reading: Reading, word: re.Pattern[str]) -> frozenset[int]:
    """Where a word stands right before an amount: "after 30 days" only tells how much goes by, the amount says all of it."""
    found = [word.search(reading.text[: item.start]) for item in reading.values if item.kind == "quantity"]
    return frozenset(match.start() for match in found if match)


def _of_the_page(claim: Reading) -> frozenset[int]:
    """Where the words end by which a claim speaks of the page itself; they say nothing, if the rest of it does."""
    found = frozenset(
        [match.end(part) for match in _PAGE.finditer(claim.text) for part in ("page", "sample", "thing", "verb")]
    )
    rest = claim.values or any(not term.light and term.end not in found for term in claim.terms)
    return found if rest else frozenset()


_ITEM = r"[\w.+#/-]{1,60}"
_LIST = re.compile(rf"{_ITEM}(?:, {_ITEM}){{1,30}},? (?:and|or) {_ITEM}")
_FEWEST = 3


@lru_cache(maxsize=8192)
def listed_in(claim: str) -> frozenset[str]:
    """The concepts of three or more single words that a claim lists."""
    found: set[str] = set()
    for match in _LIST.finditer(claim) if ", " in claim else ():
        terms = [term for term in read(claim).terms if match.start() <= term.start < match.end() and not term.light]
        if len(terms) >= _FEWEST:
            found.update(term.concept for term in terms)
    return frozenset(found)


def align(claim: Reading, place: Place, page: Sequence[Place], weight: Mapping[str, float]) -> Alignment:
    """The claim beside `place`; `page` are all places of the same passage in order."""
    neighbours = tuple(
        [page[at] for at in (place.index - 1, place.index + 1) if 0 <= at < len(page) and _near(place, page[at])]
    )
    stated = place.reading
    signs = stated.signs
    own = claim.signs
    tier: dict[str, float] = {}
    turned: list[Term] = []
    before, lapses = "", _amounts(claim, _AFTER)
    for term in claim.terms:
        key, sign = term.concept, term.sign
        if key not in signs and (positive := negated_twin(term)) in signs:
            key, sign = positive, -sign
        known = signs.get(key)
        # a claim that names both ("set it to true; it is false by default") is turned by neither
        opposite = known is not None and sign not in known and not (key == _TRUTH and len(own[key]) > 1)
        if opposite:
            turned.append(term._replace(polar=True) if _denied_within(term, key, stated) else term)
        if term.hard:
            near = _hard_tier(claim, term, place, neighbours)
        elif term.start in lapses and not _amounts(stated, _BEFORE):
            near = 1.0
        elif opposite and key in SOFT and not _denied(term, stated):
            near = 0.0
        else:
            near = 1.0 if known is not None else _tier(term, place, stated, neighbours)
            near = 1.0 if not near and joined(term, claim, stated) else near
            if not near and key in TYPES and (before in place.heading or before in place.lent):
                near = HEADING  # "the retry directive" below the heading "retry"
        before = key
        tier[term.concept] = max(tier.get(term.concept, 0.0), near)
    every = [(weight[term.concept], tier[term.concept]) for term, _ in _once(claim.text)]
    return Alignment(
        claim=claim,
        place=place,
        neighbours=neighbours,
        weight=weight,
        tier=tier,
        turned=tuple(turned),
        wide=_share(every, 0.0),
        inside=_share(every, 1.0),
        subject=_subject(claim, weight, tier),
    )


def _near(place: Place, other: Place) -> bool:
    """Whether a neighbour speaks of the same thing: the sentences of one item do, another item or row does not."""
    return place.segment.kind not in _SEPARATE or (place.segment.kind == "item" and place.item == other.item)


def _subject(claim: Reading, weight: Mapping[str, float], tier: Mapping[str, float]) -> float:
    """The larger share of the plain terms, names that are anchors apart: of all, or of those outside of conditions."""
    terms = [(term.concept, conditional) for term, conditional in _once(claim.text) if not term.hard]
    whole = _share([(weight[key], tier[key]) for key, _ in terms], HEADING)
    if not claim.conditions:
        return whole
    return max(whole, _share([(weight[key], tier[key]) for key, conditional in terms if not conditional], HEADING))


def _denied_within(term: Term, key: str, stated: Reading) -> bool:
    """Whether one of two words denies the other by its first letters: "sent", "unsent"."""
    if key != term.concept:
        return denying(term.stem)
    return key not in stated.concepts and any(denying(other) and twin(other) == key for other in stated.stems)


def _denied(term: Term, stated: Reading) -> bool:
    """Whether the very word stands there and a negation turns it: "open" and "not open" are about the same thing."""
    return any(other.stem == term.stem and (other.focus or term.focus) for other in stated.terms)


def _tier(term: Term, place: Place, stated: Reading, neighbours: Sequence[Place]) -> float:
    key = term.concept
    if _spelled_out(term, stated) or _is_bound(term, stated):
        return 1.0
    if key in place.lent or (place.segment.kind == "code" and (key in place.inner or key in CODING)):
        return LENT
    if key in place.heading:
        return HEADING
    telling = term.polar or term.focus or term.stem in DECISIVE
    if key in place.inner or (not telling and any(key in other.own or key in other.inner for other in neighbours)):
        return NEIGHBOUR
    return 0.0


def _hard_tier(claim: Reading, term: Term, place: Place, neighbours: Sequence[Place]) -> float:
    item = next(item for item in claim.values if item.start == term.start)
    if stands(item, (place.reading,)):
        return 1.0
    if stands(item, place.around):
        return LENT
    if stands(item, (place.title,)):
        return HEADING
    return NEIGHBOUR if stands(item, [other.reading for other in neighbours]) else 0.0


def _is_bound(term: Term, stated: Reading) -> bool:
    """Whether "maximum" or "minimum" of the claim is said by the bound of a value: "up to 20", "at least 3"."""
    bounds = _BOUNDS.get(term.stem)
    return bounds is not None and any(item.comparator in bounds for item in stated.values)


def _spelled_out(term: Term, stated: Reading) -> bool:
    """An acronym of the claim whose words stand in the text: CI beside "continuous integration"."""
    if not term.name or term.hard or len(term.stem) not in _ACRONYM or not term.stem.isalpha():
        return False
    following = iter(_beginnings(stated.text))
    if not all(letter in following for letter in term.stem) or not _in_a_row(term.stem, stated.text):
        return False
    return _initials(term.stem).search(stated.text) is not None


@lru_cache(maxsize=8192)
def _beginnings(text: str) -> str:
    """The first letters of all words of a text: where an acronym is not among them, no pattern has to be made for it."""
    return "".join([word[0] for word in listed(text)])


def _in_a_row(letters: str, text: str) -> bool:
    """Whether words that begin with these letters follow each other, but for a small word: weaker than the pattern."""
    begins = [word[0] for word, _ in runs(text)]
    here = {at + 1 for at, letter in enumerate(begins) if letter == letters[0]}
    for wanted in letters[1:]:
        over = {at + 1 for at in here if begins[at : at + 1] and begins[at] in _SMALL_BEGINS}
        here = {at + 1 for at in here | over if begins[at : at + 1] == [wanted]}
    return bool(here)


@lru_cache(maxsize=1024)
def _initials(letters: str) -> re.Pattern[str]:
    return re.compile(r"\b" + _REST_OF_WORD.join(letters), re.IGNORECASE)


def quick(weight: Mapping[str, float], place: Place) -> float:
    """A cheap bound for ranking: what of the claim stands in the segment, its context and its headings."""
    score = 0.0
    code = place.segment.kind == "code"
    for key, value in weight.items():
        if key in place.own:
            score += value
        elif key in place.lent or (code and key in place.inner):
            score += value * 0.7
        elif key in place.heading:
            score += value * 0.5
    return score
