"""A sentence as the judge reads it: terms with their sign, anchors, clauses. Made once per sentence and kept."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.judging.lexical.lexemes import CALLED, SHOUTED, Lexeme, lexemes, twin
from claimdiff.judging.lexical.signing import signed
from claimdiff.judging.lexical.vocabulary import LIGHT, NOTES, PHRASES, POLAR, concept
from claimdiff.text.anchors import (
    BY_DEFAULT,
    Anchor,
    condition_spans,
    hard_anchors,
    modality,
    quantifiers,
)
from claimdiff.text.folding import level
from claimdiff.text.words import spans, stem, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_MARKS = re.compile(r"[,;:()\n.!?](?:(?<![.!?])|(?=\s|$))")
_DASH = re.compile(r"\s--?\s")
_JOINTS = re.compile(
    r"\b(?:and|but|which|while|because|unless|so that|after which|however|whereas|if|when|as long as)\b"
)
_PREPOSITION = re.compile(r" (in|on|for|at|from|by|during|under|with) ")
_JOINING = frozenset(
    ["and", "but", "which", "while", "because", "unless", "so", "however", "whereas", "if", "when", "as"]
)
_ONE = {1: frozenset({1}), -1: frozenset({-1})}
_BOTH = frozenset({1, -1})
_NAME = re.compile(r"[A-Z][\w.]*")
_SHOUTING = ("GET", "IT", "US", "May")
# "may" is a month behind a preposition only
_BEFORE_MONTH = "in of by until since before after from this next last"
_MONTH = "|".join([rf"(?<=\b{word} )" for word in _BEFORE_MONTH.split()])
_SHOUTED = re.compile(rf"\b(?:GET|IT|US)\b|(?:{_MONTH})May\b")
# the unit says of what kind the value is: "240 MB in size", "5 minutes long"
_KIND_OF_VALUE = re.compile(r"\s(?:in (?:size|length|width|height|weight|duration)|long|wide|tall)\b", re.IGNORECASE)
# "version 2.4" is 2.4
_NUMBERED = re.compile(r"(?<=\w )(?:version|release)(?= v?\d)")
_HUMPED = re.compile(r"\b[a-z]+[a-z0-9]*(?:[A-Z]+[a-z0-9]+)+\b")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_DEFAULT = "default"
_LONGER = re.compile(r"\bno longer\b|\b(?:not|n't)\b[^.;]{0,40}\b(?:any ?more|any longer)\b", re.IGNORECASE)
_START = attrgetter("start")
_FARTHEST = 6
_PARTED, _PARTICLES = frozenset({"turn", "switch"}), frozenset({"on", "off"})
_MEASURED = frozenset({"quantity", "date", "time", "version"})


class Term(NamedTuple):
    """A content word: its class of meaning, its stem, +1 or -1 by opposites and negation, and its place.

    `name` is a proper name or an identifier, `hard` an anchor that is compared letter by letter, `focus` the word that
    a negation is about, `polar` one word of a pair of plain opposites. It stands in `text`.
    """

    text: str
    concept: str
    stem: str
    sign: int
    start: int
    end: int
    name: bool = False
    hard: bool = False
    focus: bool = False
    polar: bool = False

    @property
    def light(self) -> bool:
        """Whether it says next to nothing by itself ("include", "use")."""
        return self.concept in LIGHT and not self.name

    @property
    def clause(self) -> int:
        """Number of the clause that it stands in."""
        return bisect_left(_breaks(self.text), self.start)


@dataclass(frozen=True, eq=False)
class Reading:
    """A text with everything the judge compares. What few comparisons ask for is found when it is asked for.

    `values` are its hard anchors, `signs` holds with which sign each concept stands there.
    """

    text: str
    terms: tuple[Term, ...]
    signs: Mapping[str, frozenset[int]]
    values: tuple[Anchor, ...]

    @cached_property
    def concepts(self) -> frozenset[str]:
        """The classes of meaning of its terms."""
        return frozenset([term.concept for term in self.terms])

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its terms."""
        return frozenset([term.stem for term in self.terms])

    @cached_property
    def longer(self) -> bool:
        """Whether it says "no longer"."""
        lowered = self.text.lower()
        return ("longer" in lowered or "more" in lowered) and _LONGER.search(level(self.text)) is not None

    @cached_property
    def notes(self) -> bool:
        """Whether it has words of deprecation."""
        return not NOTES.isdisjoint(self.stems) or self.longer or "no effect" in level(self.text)

    @cached_property
    def quantifiers(self) -> frozenset[str]:
        """`all`, `only`, `some` and their kin."""
        return frozenset([item.value for item in quantifiers(level(self.text))])

    @cached_property
    def modality(self) -> frozenset[str]:
        """`must`, `should`, `may`, `can`."""
        return frozenset([item.value for item in modality(level(self.text))])

    @cached_property
    def conditions(self) -> tuple[tuple[int, int], ...]:
        """Where its conditions stand."""
        return condition_spans(level(self.text))

    def clause_at(self, at: int) -> int:
        """Number of the clause that the character `at` stands in."""
        return bisect_left(_breaks(self.text), at)


@lru_cache(maxsize=32768)
def gist(text: str) -> frozenset[str]:
    """The concepts of a text, cheaply: enough to tell whether it is worth reading."""
    words = lexemes(text)
    found = {word.concept for word in words if word.content}
    if "otherwise" in text and BY_DEFAULT.search(text):
        found.add(_DEFAULT)
    apart = [(at, word) for at, word in enumerate(words) if word.turns or word.opening or word.pairs]
    if any(word.turns and word.word.upper() in text for _, word in apart):
        found = {
            word.stem if word.turns and text[start:end].isupper() else word.concept
            for word, (_, start, end) in zip(words, spans(text), strict=True)
            if word.content
        }
    for at, word in apart:
        if word.pairs:
            found.update(word.pairs)
        elif word.opening and at + 1 < len(words) and (meaning := PHRASES.get((word.stem, words[at + 1].word))):
            found.add(meaning)
    if any(name in text for name in _SHOUTING):
        found.update(match[0].lower() for match in _SHOUTED.finditer(text))
    return frozenset(found)


@lru_cache(maxsize=32768)
def inner(text: str) -> frozenset[str]:
    """The concepts inside the identifiers of a text: `lock` and `timeout` of `UV_LOCK_TIMEOUT`, or of `lockTimeout`."""
    found = {key for word in lexemes(text) if word.inner for key in word.inner}
    for name in _HUMPED.findall(text):
        found.update(concept(stem(part.lower()))[0] for part in _HUMP.findall(name))
    return frozenset(found)


@lru_cache(maxsize=16384)
def read(text: str) -> Reading:
    """Read one sentence, row or item."""
    found = hard_anchors(level(text))
    terms = signed([*_named(text, found), *_words(text, found)], text, lambda at: bisect_left(_breaks(text), at))
    return Reading(text=text, terms=terms, signs=_signs(terms), values=found)


@lru_cache(maxsize=16384)
def _breaks(text: str) -> tuple[int, ...]:
    """Where a clause ends: at marks, at a long dash, and at the words that join clauses."""
    plain = level(text)
    hard = hard_anchors(plain)
    found = {match.start() for match in _MARKS.finditer(plain)}
    if "\N{EM DASH}" in text:
        found.update(at for at, char in enumerate(text) if char == "\N{EM DASH}")
    if " -" in plain:
        found.update(match.start() for match in _DASH.finditer(plain))
    if not _JOINING.isdisjoint(vocabulary(plain)):
        lowered = plain.lower()
        found.update(match.start() for match in _JOINTS.finditer(lowered) if not _goes_on(lowered, match))
    return tuple(sorted([at for at in found if not _inside(at, hard)] if hard else found))


def _goes_on(lowered: str, joint: re.Match[str]) -> bool:
    """Whether an "and" joins two of the same preposition within one clause: "never on import and on export"."""
    if joint[0] != "and" or not (following := _PREPOSITION.match(lowered, joint.end())):
        return False
    before = lowered[: joint.start()]
    return re.search(rf"\b{following[1]} [^,.;:]*$", before[max(0, len(before) - 60) :]) is not None


def _signs(terms: Sequence[Term]) -> Mapping[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for term in terms:
        key, sign = term.concept, _ONE[term.sign]
        if found.setdefault(key, sign) is not sign:
            found[key] = _BOTH
        if term.hard and key.isalpha():
            # "Github" is said where "GitHub" stands
            found.setdefault(stem(key), sign)
        if not term.name and (key := twin(term.stem)) and key != term.concept:
            opposite = _ONE[-term.sign]
            if found.setdefault(key, opposite) is not opposite:
                found[key] = _BOTH
    return found


def _inside(at: int, hard: tuple[Anchor, ...]) -> bool:
    return any(item.start <= at < item.end for item in hard)


def _named(text: str, found: tuple[Anchor, ...]) -> list[Term]:
    return [
        Term(text, item.value, item.value, 1, item.start, item.end, name=True, hard=True)
        for item in found
        if item.kind not in _MEASURED
    ]


def _words(text: str, found: tuple[Anchor, ...]) -> list[Term]:
    """Content words outside anchors and the words of their bounds."""
    plain = level(text)
    default = [match.span() for match in BY_DEFAULT.finditer(plain)] if "otherwise" in text else []
    words = [(known, start, end) for known, (_, start, end) in zip(lexemes(plain), spans(plain), strict=True)]
    if found or default:
        words = _outside(words, sorted([*_taken(plain, found), *default]))
    terms = [Term(text, _DEFAULT, _DEFAULT, 1, start, end) for start, end in default]
    merged = -1
    for index, (known, start, end) in enumerate(words):
        if known.silent or index == merged:
            continue
        if known.usual:
            terms.append(_term(known, text, plain, start, end))
            continue
        following = words[index + 1][0].word if index + 1 < len(words) else ""
        if known.word in CALLED and following == "of":
            continue
        if known.opening and (meaning := PHRASES.get((known.stem, following))):
            merged = index + 1
            group, sign = concept(meaning)
            terms.append(Term(text, group, meaning, sign, start, words[merged][2], polar=group in POLAR))
        elif known.stem in _PARTED and (meaning := _parted(known, words[index:], _breaks(text))):
            group, sign = concept(meaning)
            terms.append(Term(text, group, meaning, sign, start, end, polar=group in POLAR))
        else:
            terms += _unusual(known, text, plain, start, end)
    return terms


def _parted(known: Lexeme, words: Sequence[tuple[Lexeme, int, int]], breaks: tuple[int, ...]) -> str | None:
    """What a verb means together with the "on" or "off" that ends its clause: "turns the lights off"."""
    here = bisect_left(breaks, words[0][1])
    behind = [word for word, start, _ in words[1 : 2 + _FARTHEST] if bisect_left(breaks, start) == here]
    if not behind or behind[-1].word not in _PARTICLES or len(behind) > _FARTHEST:
        return None
    return PHRASES.get((known.stem, behind[-1].word))


def _unusual(known: Lexeme, text: str, plain: str, start: int, end: int) -> list[Term]:
    """A small word, which says something where it is a name in capitals, or one of which not all is said by itself."""
    if known.counting or not known.content:
        shouted = known.word in SHOUTED and _SHOUTED.fullmatch(plain, start, end)
        return [Term(text, known.word, known.word, 1, start, end, name=True)] if shouted else []
    if known.pairs:
        return [Term(text, pair, pair, 1, start, end) for pair in known.pairs]
    return [_term(known, text, plain, start, end)] if known.word[0].isalnum() else []


def _taken(text: str, found: tuple[Anchor, ...]) -> Iterator[tuple[int, int]]:
    """Where anchors stand with the words that only tell of what kind they are."""
    yield from (item.reach for item in found)
    yield from (match.span() for match in _kinds_of_value(text, found))
    if any(item.kind in _MEASURED for item in found):
        yield from (match.span() for match in _NUMBERED.finditer(text))


def _kinds_of_value(text: str, found: tuple[Anchor, ...]) -> Iterator[re.Match[str]]:
    """What stands behind a value with a unit and only names its dimension."""
    for item in found:
        if item.unit and (match := _KIND_OF_VALUE.match(text, item.reach[1])):
            yield match


def _outside(
    words: Sequence[tuple[Lexeme, int, int]], taken: Sequence[tuple[int, int]]
) -> list[tuple[Lexeme, int, int]]:
    """The words, in their order, that lie in none of the spans."""
    found: list[tuple[Lexeme, int, int]] = []
    at = 0
    for word in words:
        while at < len(taken) and taken[at][1] <= word[1]:
            at += 1
        if at == len(taken) or taken[at][0] >= word[2]:
            found.append(word)
    return found


def _term(known: Lexeme, text: str, plain: str, start: int, end: int) -> Term:
    """A word in its sentence; in capitals it is a name and no word of a pair of opposites."""
    if not plain[start].isupper():
        return Term(text, known.concept, known.stem, known.sign, start, end, False, False, False, known.polar)  # noqa: FBT003 -- by position, which is twice as fast
    name = _is_name(plain, start, end) or (known.concept in LIGHT and _numbered(plain, start, end))
    if known.turns and end - start > 1 and plain[start:end].isupper():
        return Term(text, known.stem, known.stem, 1, start, end, name, polar=known.stem in POLAR)
    return Term(text, known.concept, known.stem, known.sign, start, end, name, polar=known.polar)


def _is_name(text: str, start: int, end: int) -> bool:
    """Capitalised inside a sentence, or written in capitals."""
    word = text[start:end]
    if not word[0].isupper() or not _NAME.fullmatch(word):
        return False
    if len(word) > 1 and word.isupper():
        return True
    before = text[:start].rstrip()
    return bool(before) and before[-1] not in ".!?:;\"'(-*|#"


def _numbered(text: str, start: int, end: int) -> bool:
    """A capitalised word with a number behind it: "Go 1.22" is no verb."""
    return text[start].isupper() and text[end : end + 2].lstrip(" v")[:1].isdigit()


def negated_twin(term: Term) -> str:
    """The concept that the word denies by its first letters: "sent" for "unsent"; "" where there is none."""
    return "" if term.name else twin(term.stem)
