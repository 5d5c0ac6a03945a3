"""A sentence as the judge reads it: terms with their sign, anchors, clauses. Made once per sentence and kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from claimdiff.judging.lexical.vocabulary import LIGHT, NOTES, PHRASES, TELLING, concept
from claimdiff.text.anchors import Anchor, Anchors, anchors, negations
from claimdiff.text.folding import level
from claimdiff.text.words import STOPWORDS, spans, stem

_BREAK = re.compile(
    r"[,;:()\n]|[.!?](?=\s|$)|\s(?:-|--)\s|\b(?:and|but|or|which|while|because|unless|so that|after which|however|whereas|if|when)\b",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_NAME = re.compile(r"[A-Z][\w.]*")
_NEAR = re.compile(r"(?:without|lack(?:s|ing)?|non)$", re.IGNORECASE)
_NOUN = re.compile(r"(?:no|none|nothing|neither)$", re.IGNORECASE)
_REACH = 6


@dataclass(frozen=True, slots=True)
class Term:
    """A content word: the class of meaning, its stem, +1 or -1 by opposites and negation, and its place."""

    concept: str
    stem: str
    sign: int
    start: int
    end: int
    name: bool
    clause: int
    hard: bool = False
    focus: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with everything the judge compares."""

    text: str
    terms: tuple[Term, ...]
    concepts: frozenset[str]
    stems: frozenset[str]
    anchors: Anchors
    notes: bool
    breaks: tuple[int, ...]

    @property
    def values(self) -> tuple[Anchor, ...]:
        """The hard anchors."""
        return self.anchors.hard


@lru_cache(maxsize=32768)
def read(text: str) -> Reading:
    """Read one sentence, row or item."""
    plain = level(text)
    found = anchors(plain)
    breaks = tuple(match.start() for match in _BREAK.finditer(plain) if not _inside(match.start(), found.hard))
    terms = _signed(_terms(plain, found, breaks), plain, breaks)
    return Reading(
        text=text,
        terms=terms,
        concepts=frozenset(term.concept for term in terms),
        stems=frozenset(term.stem for term in terms),
        anchors=found,
        notes=any(term.stem in NOTES for term in terms) or "no longer" in plain.lower(),
        breaks=breaks,
    )


def clause_of(at: int, breaks: tuple[int, ...]) -> int:
    """Number of the clause that the character `at` stands in."""
    return sum(at > place for place in breaks)


def _inside(at: int, hard: tuple[Anchor, ...]) -> bool:
    return any(item.start <= at < item.end for item in hard)


def _terms(text: str, found: Anchors, breaks: tuple[int, ...]) -> list[Term]:
    """Content words outside numbers and dates; names of one letter case (flags, files, URLs) are terms of their own."""
    values = [item for item in found.hard if item.kind in {"quantity", "date", "time", "version"}]
    named = [item for item in found.hard if item.kind not in {"quantity", "date", "time", "version"}]
    terms = [
        Term(
            item.value, item.value, 1, item.start, item.end, name=True, clause=clause_of(item.start, breaks), hard=True
        )
        for item in named
    ]
    words = [word for word in spans(text) if not _inside(word[1], found.hard) and not _inside(word[2] - 1, found.hard)]
    skip = -1
    for index, (word, start, end) in enumerate(words):
        if index == skip:
            continue
        root = stem(word)
        after = words[index + 1] if index + 1 < len(words) else None
        if after and (meaning := PHRASES.get((root, after[0]))):
            root, end, skip = meaning, after[2], index + 1
        elif word in STOPWORDS and word not in TELLING:
            continue
        if any(item.start < end and item.end > start for item in values):
            continue
        group, sign = concept(root)
        name = _is_name(text, start, end)
        clause = clause_of(start, breaks)
        if _CJK.match(word) and len(word) > 1:
            terms += [
                Term(word[at : at + 2], word[at : at + 2], 1, start, end, name=False, clause=clause)
                for at in range(len(word) - 1)
            ]
        elif word[0].isalpha() or len(word) > 1:
            terms.append(Term(group, root, sign, start, end, name=name, clause=clause))
    return sorted(terms, key=lambda term: term.start)


def _is_name(text: str, start: int, end: int) -> bool:
    """Capitalised inside a sentence, or written in capitals."""
    word = text[start:end]
    if not _NAME.fullmatch(word):
        return False
    if len(word) > 1 and word.isupper():
        return True
    before = text[:start].rstrip()
    return bool(before) and before[-1] not in ".!?:;\"'(-*|"


def _signed(terms: list[Term], text: str, breaks: tuple[int, ...]) -> tuple[Term, ...]:
    for start, end in negations(text):
        here = clause_of(start + 1, breaks)
        word = text[start:end]
        after = [at for at, term in enumerate(terms) if term.start >= end and term.clause == here]
        reach = after[: 3 if _NEAR.search(word) else _REACH]
        if _NOUN.search(word):
            reach += [at for at, term in enumerate(terms) if term.end <= start and term.clause == here][-1:]
        for place, at in enumerate(reach):
            term = terms[at]
            terms[at] = replace(term, sign=-term.sign, focus=term.focus or place == 0)
    return tuple(terms)


def is_light(term: Term) -> bool:
    """Whether a term says next to nothing by itself ("include", "use")."""
    return term.concept in LIGHT and not term.name
