"""A sentence as the judge reads it: terms with their sign, anchors, clauses. Made once per sentence and kept."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.judging.lexical.lexemes import Lexeme, lexeme, lexemes, twin
from claimdiff.judging.lexical.vocabulary import LIGHT, NOTES, PHRASES, POLAR, concept
from claimdiff.text.anchors import (
    BY_DEFAULT,
    UNLESS,
    Anchor,
    condition_spans,
    hard_anchors,
    in_english,
    modality,
    negations,
    quantifiers,
)
from claimdiff.text.folding import level
from claimdiff.text.words import spans, stem, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_MARKS = re.compile(r"[,;:()\n.!?](?:(?<![.!?])|(?=\s|$))")
# "the number of workers" are workers, "the name of the variable" is the variable
_CALLED = frozenset(["number", "amount", "name", "value"])
_DASH = re.compile(r"\s--?\s")
_JOINTS = re.compile(
    r"\b(?:and|but|which|while|because|unless|so that|after which|however|whereas|if|when|as long as)\b"
)
_JOINING = frozenset(
    ["and", "but", "which", "while", "because", "unless", "so", "however", "whereas", "if", "when", "as"]
)
_ONE = {1: frozenset({1}), -1: frozenset({-1})}
_BOTH = frozenset({1, -1})
_NAME = re.compile(r"[A-Z][\w.]*")
# small words that are names in capitals: the US, a GET request, IT staff
_SHOUTING = ("GET", "IT", "US")
_SHOUTED = re.compile(rf"\b(?:{'|'.join(_SHOUTING)})\b")
_NEAR = re.compile(r"(?:without|lack(?:s|ing)?|non)$", re.IGNORECASE)
_NOUN = re.compile(r"(?:no|none|nothing|neither)$", re.IGNORECASE)
_UNLESS = re.compile(rf"\b{UNLESS}\b|\bnon-(?=[a-z])", re.IGNORECASE)
# the unit says of what kind the value is: "240 MB in size", "5 minutes long"
_KIND_OF_VALUE = re.compile(r"\s(?:in (?:size|length|width|height|weight|duration)|long|wide|tall)\b", re.IGNORECASE)
# "version 2.4" is 2.4
_NUMBERED = re.compile(r"(?<=\w )(?:version|release)(?= v?\d)")
_DEFAULT = "default"
_LONGER = re.compile(r"\bno longer\b|\b(?:not|n't)\b[^.;]{0,40}\b(?:any ?more|any longer)\b", re.IGNORECASE)
_REACH = 6
# what a relative clause denies ends where the sentence goes on: "a key that was not used is disabled"
_RELATIVE = re.compile(r"\b(?:that|which|who) (?:[a-z]+ )?$")
_FINITE = re.compile(r"\b(?:is|are|was|were|will|can|cannot|must|may|should|has|have|gets?)\b")
_START = attrgetter("start")
_MEASURED = frozenset({"quantity", "date", "time", "version"})


class Term(NamedTuple):
    """A content word: its class of meaning, its stem, +1 or -1 by opposites and negation, and its place.

    `name` is a proper name or an identifier, `hard` an anchor that is compared letter by letter, `focus` the word that
    a negation is about, `polar` one word of a pair of plain opposites.
    """

    concept: str
    stem: str
    sign: int
    start: int
    end: int
    name: bool
    clause: int
    hard: bool = False
    focus: bool = False
    polar: bool = False

    @property
    def light(self) -> bool:
        """Whether it says next to nothing by itself ("include", "use")."""
        return self.concept in LIGHT and not self.name


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with everything the judge compares.

    `values` are its hard anchors, `signs` holds with which sign each concept stands there, `longer` marks "no longer", `notes` words of deprecation.
    """

    text: str
    terms: tuple[Term, ...]
    concepts: frozenset[str]
    stems: frozenset[str]
    signs: Mapping[str, frozenset[int]]
    values: tuple[Anchor, ...]
    notes: bool
    longer: bool
    breaks: tuple[int, ...]

    @property
    def quantifiers(self) -> frozenset[str]:
        """`all`, `only`, `some` and their kin."""
        return frozenset([item.value for item in quantifiers(level(self.text))])

    @property
    def modality(self) -> frozenset[str]:
        """`must`, `should`, `may`, `can`."""
        return frozenset([item.value for item in modality(level(self.text))])

    @property
    def conditions(self) -> tuple[tuple[int, int], ...]:
        """Where its conditions stand."""
        return condition_spans(level(self.text))

    def clause_at(self, at: int) -> int:
        """Number of the clause that the character `at` stands in."""
        return bisect_left(self.breaks, at)


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
    """The concepts inside the identifiers of a text: `lock` and `timeout` of `UV_LOCK_TIMEOUT`."""
    return frozenset([key for word in lexemes(text) if word.inner for key in word.inner])


@lru_cache(maxsize=16384)
def read(text: str) -> Reading:
    """Read one sentence, row or item."""
    plain = level(text)
    lowered = plain.lower()
    found = hard_anchors(plain)
    breaks = _breaks(plain, lowered, found, text)
    terms = _signed(_named(found, breaks) + _words(plain, found, breaks), plain, lowered, breaks)
    longer = ("longer" in lowered or "more" in lowered) and _LONGER.search(plain) is not None
    stems = frozenset([term.stem for term in terms])
    return Reading(
        text=text,
        terms=terms,
        concepts=frozenset([term.concept for term in terms]),
        stems=stems,
        signs=_signs(terms),
        values=found,
        notes=longer or "no effect" in plain or not NOTES.isdisjoint(stems),
        longer=longer,
        breaks=breaks,
    )


def _breaks(plain: str, lowered: str, hard: tuple[Anchor, ...], text: str) -> tuple[int, ...]:
    """Where a clause ends: at marks, at a long dash of `text`, and at the words that join clauses."""
    found = {match.start() for match in _MARKS.finditer(plain)}
    if "\N{EM DASH}" in text:
        found.update(at for at, char in enumerate(text) if char == "\N{EM DASH}")
    if " -" in plain:
        found.update(match.start() for match in _DASH.finditer(plain))
    if not _JOINING.isdisjoint(vocabulary(plain)):
        found.update(match.start() for match in _JOINTS.finditer(lowered))
    return tuple(sorted([at for at in found if not _inside(at, hard)] if hard else found))


def _signs(terms: Sequence[Term]) -> Mapping[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for term in terms:
        key, sign = term.concept, term.sign
        found[key] = _ONE[sign] if found.get(key, _ONE[sign]) is _ONE[sign] else _BOTH
        if term.hard and key.isalpha():
            # "Github" is said where "GitHub" stands
            found.setdefault(stem(key), _ONE[sign])
        if not term.name and (key := twin(term.stem)):
            found[key] = _ONE[-sign] if found.get(key, _ONE[-sign]) is _ONE[-sign] else _BOTH
    return found


def _inside(at: int, hard: tuple[Anchor, ...]) -> bool:
    return any(item.start <= at < item.end for item in hard)


def _named(found: tuple[Anchor, ...], breaks: tuple[int, ...]) -> list[Term]:
    return [
        Term(
            item.value,
            item.value,
            1,
            item.start,
            item.end,
            name=True,
            clause=bisect_left(breaks, item.start),
            hard=True,
        )
        for item in found
        if item.kind not in _MEASURED
    ]


def _words(text: str, found: tuple[Anchor, ...], breaks: tuple[int, ...]) -> list[Term]:
    """Content words outside anchors and the words of their bounds."""
    default = [match.span() for match in BY_DEFAULT.finditer(text)] if "otherwise" in text else []
    taken = [item.reach for item in found] + [match.span() for match in _kinds_of_value(text, found)] + default
    if any(item.kind in _MEASURED for item in found):
        taken += [match.span() for match in _NUMBERED.finditer(text)]
    words = _outside(spans(text), sorted(taken))
    terms = [
        Term(_DEFAULT, _DEFAULT, 1, start, end, name=False, clause=bisect_left(breaks, start)) for start, end in default
    ]
    merged = False
    for index, (word, start, end) in enumerate(words):
        if merged:
            merged = False
            continue
        known = lexeme(word)
        if word in _CALLED and words[index + 1 : index + 2] and words[index + 1][0] == "of":
            continue
        if known.opening and (meaning := _phrase(known, words, index)):
            merged = True
            group, sign = concept(meaning)
            clause = bisect_left(breaks, start)
            terms.append(
                Term(group, meaning, sign, start, words[index + 1][2], name=False, clause=clause, polar=group in POLAR)
            )
        elif known.counting or not known.content:
            if text[start].isupper() and _SHOUTED.fullmatch(text, start, end):
                terms.append(Term(word, word, 1, start, end, name=True, clause=bisect_left(breaks, start)))
        elif known.pairs:
            clause = bisect_left(breaks, start)
            terms += [Term(pair, pair, 1, start, end, name=False, clause=clause) for pair in known.pairs]
        elif word[0].isalnum():
            terms.append(_term(known, text, start, end, bisect_left(breaks, start)))
    return terms


def _kinds_of_value(text: str, found: tuple[Anchor, ...]) -> Iterator[re.Match[str]]:
    """What stands behind a value with a unit and only names its dimension."""
    for item in found:
        if item.unit and (match := _KIND_OF_VALUE.match(text, item.reach[1])):
            yield match


def _phrase(known: Lexeme, words: Sequence[tuple[str, int, int]], index: int) -> str | None:
    """What a word means together with the one behind it, where the two are one ("sign in")."""
    return PHRASES.get((known.stem, words[index + 1][0])) if index + 1 < len(words) else None


def _outside(words: Sequence[tuple[str, int, int]], taken: Sequence[tuple[int, int]]) -> Sequence[tuple[str, int, int]]:
    """The words, in their order, that lie in none of the spans."""
    if not taken:
        return words
    found: list[tuple[str, int, int]] = []
    at = 0
    for word in words:
        while at < len(taken) and taken[at][1] <= word[1]:
            at += 1
        if at == len(taken) or taken[at][0] >= word[2]:
            found.append(word)
    return found


def _term(known: Lexeme, text: str, start: int, end: int, clause: int) -> Term:
    """A word in its sentence; in capitals it is a name and no word of a pair of opposites."""
    if not text[start].isupper():
        return Term(known.concept, known.stem, known.sign, start, end, False, clause, False, False, known.polar)  # noqa: FBT003 -- by position, which is twice as fast
    name = _is_name(text, start, end) or (known.concept in LIGHT and _numbered(text, start, end))
    if known.turns and end - start > 1 and text[start:end].isupper():
        return Term(known.stem, known.stem, 1, start, end, name, clause, polar=known.stem in POLAR)
    return Term(known.concept, known.stem, known.sign, start, end, name, clause, polar=known.polar)


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


def _signed(terms: list[Term], text: str, lowered: str, breaks: tuple[int, ...]) -> tuple[Term, ...]:
    """Turn the sign of the words that an English negation is about, and mark the first of them.

    In other languages it may stand behind them, so there whole clauses are compared (`denying`).
    """
    terms.sort(key=_START)
    spans_ = [span for span in negations(text) if in_english(text[slice(*span)], text)]
    if "unless" in lowered or "non-" in lowered:
        spans_ += [match.span() for match in _UNLESS.finditer(text)]
    for start, end in spans_:
        here = bisect_left(breaks, end)
        word = text[start:end]
        stop = lowered.find(" nor ", end) if "nor" in lowered else -1
        after = [
            at
            for at, term in enumerate(terms)
            if term.start >= end and term.clause == here and (stop < 0 or term.start < stop)
        ]
        if after and _RELATIVE.search(text, max(0, start - 20), start):
            verb = _FINITE.search(text, terms[after[0]].end)
            after = [at for at in after if verb is None or terms[at].start < verb.start()]
        reach = after[: 1 if word.lower().startswith("non") else 3 if _NEAR.search(word) else _REACH]
        if _NOUN.search(word):
            reach += [at for at, term in enumerate(terms) if term.end <= start and term.clause == here][-1:]
        marks = not word.lower().startswith("unless")
        for place, at in enumerate(reach):
            term = terms[at]
            terms[at] = term._replace(sign=-term.sign, focus=term.focus or (marks and place == 0))
    return tuple(terms)


def negated_twin(term: Term) -> str:
    """The concept that the word denies by its first letters: "sent" for "unsent"; "" where there is none."""
    return "" if term.name else twin(term.stem)
