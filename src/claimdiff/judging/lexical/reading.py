"""A sentence as the judge reads it: terms with their sign, anchors, clauses. Made once per sentence and kept."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from claimdiff.judging.lexical.vocabulary import COUNTING, LIGHT, NOTES, PHRASES, POLAR, TELLING, concept
from claimdiff.text.anchors import Anchor, Anchors, anchors, negations
from claimdiff.text.folding import level
from claimdiff.text.words import STOPWORDS, parts, spans, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

_BREAK = re.compile(
    r"[,;:()\n]|[.!?](?=\s|$)|\s(?:-|--)\s"
    r"|\b(?:and|but|which|while|because|unless|so that|after which|however|whereas|if|when|as long as)\b",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_NAME = re.compile(r"[A-Z][\w.]*")
_NEAR = re.compile(r"(?:without|lack(?:s|ing)?|non)$", re.IGNORECASE)
_NOUN = re.compile(r"(?:no|none|nothing|neither)$", re.IGNORECASE)
_UNLESS = re.compile(r"\bunless\b|\bnon-(?=[a-z])", re.IGNORECASE)
_LONGER = re.compile(r"\bno longer\b|\b(?:not|n't)\b[^.;]{0,40}\b(?:any ?more|any longer)\b", re.IGNORECASE)
_REACH = 6
_PREFIXES = ("un", "in", "non", "dis")
_SHORTEST = 6
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
    """A text with everything the judge compares. `longer` marks "no longer", `notes` words of deprecation."""

    text: str
    terms: tuple[Term, ...]
    concepts: frozenset[str]
    stems: frozenset[str]
    anchors: Anchors
    notes: bool
    longer: bool
    breaks: tuple[int, ...]

    @property
    def values(self) -> tuple[Anchor, ...]:
        """The hard anchors."""
        return self.anchors.hard

    def clause_at(self, at: int) -> int:
        """Number of the clause that the character `at` stands in."""
        return bisect_left(self.breaks, at)


@lru_cache(maxsize=32768)
def gist(text: str) -> frozenset[str]:
    """The concepts of a text, cheaply: enough to tell whether it is worth reading."""
    words = spans(text)
    found = {
        _concept(word, text[start:end].isupper())
        for word, start, end in words
        if word not in STOPWORDS or word in TELLING
    }
    found.update(pair for word, _, _ in words if _CJK.match(word) for pair in _pairs(word))
    found.update(
        meaning for (first, _, _), (second, _, _) in pairwise(words) if (meaning := PHRASES.get((stem(first), second)))
    )
    return frozenset(found)


@lru_cache(maxsize=32768)
def inner(text: str) -> frozenset[str]:
    """The concepts inside the identifiers of a text: `lock` and `timeout` of `UV_LOCK_TIMEOUT`."""
    return frozenset(_concept(part) for word, _, _ in spans(text) for part in parts(word))


@lru_cache(maxsize=16384)
def read(text: str) -> Reading:
    """Read one sentence, row or item."""
    plain = level(text)
    found = anchors(plain)
    breaks = tuple(match.start() for match in _BREAK.finditer(plain) if not _inside(match.start(), found.hard))
    terms = _signed(_named(found, breaks) + _words(plain, found, breaks), plain, breaks)
    longer = _LONGER.search(plain) is not None
    return Reading(
        text=text,
        terms=terms,
        concepts=frozenset(term.concept for term in terms),
        stems=frozenset(term.stem for term in terms),
        anchors=found,
        notes=longer or "no effect" in plain or any(term.stem in NOTES for term in terms),
        longer=longer,
        breaks=breaks,
    )


def _pairs(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(len(word) - 1)]


@lru_cache(maxsize=32768)
def _concept(word: str, capitals: bool = False) -> str:  # noqa: FBT001, FBT002 -- one more fact of the word
    return _group(stem(word), capitals=capitals)[0]


def _group(root: str, *, capitals: bool) -> tuple[str, int]:
    """The class of a stem and its sign; a word in capitals is a name and no word of a pair of opposites."""
    group, sign = concept(root)
    return (root, 1) if capitals and (sign < 0 or group in POLAR) else (group, sign)


def _inside(at: int, hard: tuple[Anchor, ...]) -> bool:
    return any(item.start <= at < item.end for item in hard)


def _named(found: Anchors, breaks: tuple[int, ...]) -> list[Term]:
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
        for item in found.hard
        if item.kind not in _MEASURED
    ]


def _words(text: str, found: Anchors, breaks: tuple[int, ...]) -> list[Term]:
    """Content words outside anchors and the words of their bounds."""
    taken = [item.reach for item in found.hard]
    words: Sequence[tuple[str, int, int]] = spans(text)
    if taken:
        words = [word for word in words if not any(start < word[2] and end > word[1] for start, end in taken)]
    terms: list[Term] = []
    merged = False
    for index, (word, start, end) in enumerate(words):
        if merged:
            merged = False
            continue
        root = stem(word)
        after = words[index + 1] if index + 1 < len(words) else ("", 0, end)
        meaning = PHRASES.get((root, after[0]))
        merged = meaning is not None
        if meaning is None and (word in COUNTING or (word in STOPWORDS and word not in TELLING)):
            continue
        clause = bisect_left(breaks, start)
        if _CJK.match(word) and len(word) > 1:
            terms += [Term(pair, pair, 1, start, end, name=False, clause=clause) for pair in _pairs(word)]
        elif word[0].isalnum():
            group, sign = _group(meaning or root, capitals=end - start > 1 and text[start:end].isupper())
            polar = group in POLAR
            name = meaning is None and (_is_name(text, start, end) or (group in LIGHT and _numbered(text, start, end)))
            last = after[2] if merged else end
            terms.append(Term(group, meaning or root, sign, start, last, name=name, clause=clause, polar=polar))
    return terms


def _is_name(text: str, start: int, end: int) -> bool:
    """Capitalised inside a sentence, or written in capitals."""
    word = text[start:end]
    if not _NAME.fullmatch(word):
        return False
    if len(word) > 1 and word.isupper():
        return True
    before = text[:start].rstrip()
    return bool(before) and before[-1] not in ".!?:;\"'(-*|#"


def _numbered(text: str, start: int, end: int) -> bool:
    """A capitalised word with a number behind it: "Go 1.22" is no verb."""
    return text[start].isupper() and text[end : end + 2].lstrip(" v")[:1].isdigit()


def _signed(terms: list[Term], text: str, breaks: tuple[int, ...]) -> tuple[Term, ...]:
    """Turn the sign of the words that a negation is about, and mark the first of them."""
    terms.sort(key=lambda term: term.start)
    spans_ = [*negations(text), *(match.span() for match in _UNLESS.finditer(text))]
    for start, end in spans_:
        here = bisect_left(breaks, end)
        word = text[start:end]
        after = [at for at, term in enumerate(terms) if term.start >= end and term.clause == here]
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
    if term.name or not term.stem.startswith(_PREFIXES) or len(term.stem) < _SHORTEST:
        return ""
    return concept(stem(term.stem[3 if term.stem.startswith(("non", "dis")) else 2 :]))[0]
