"""Word retrieval: BM25 over stems and identifiers, with headings, without paths.

Two settings differ from the textbook, so that an edit elsewhere in the docs does not reorder what is found: lengths
are compared with a fixed length instead of the average one, and the weight of a word moves in steps; a word in one page
more or less then rarely changes a score. Where two sides are compared, the second is searched with the weights of the
first, and it never does. This is plain Python: it starts at once, adds nothing to an installation, and its
sums are the same on every machine.
"""

from __future__ import annotations

import heapq
import math
from array import array
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from claimdiff.records import Hit
from claimdiff.retrieval.scope import in_scope
from claimdiff.retrieval.terms import terms
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from claimdiff.records import Passage

_K1, _B = 1.5, 0.75
_LENGTH = 100
"""Terms of an ordinary passage."""
_SMOOTHING, _STEP, _FLOOR = 2.0, 0.25, 0.25
_OWN_HEADING, _UPPER_HEADING = 2, 1
_ROUNDING = 1e-6
_MANY = 200
"""Postings from which it pays to ask whether the best passages are already known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Postings:
    """In which documents a term occurs, ascending, and what it adds to their scores before its own weight."""

    documents: array[int]
    weights: array[float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Index:
    """An index of passages.

    Passages that say the same (equal `hash`) are one document and take one place in the results. `documents` holds
    them, first by path, in the order that breaks ties between equal scores.
    """

    documents: tuple[tuple[Passage, ...], ...]
    language: str
    postings: Mapping[str, _Postings]
    values: Mapping[str, float]

    @classmethod
    def build(cls, passages: Sequence[Passage], *, language: str = "en", like: Index | None = None) -> Self:
        """Index these passages; the order in which they come does not matter. Raises nothing.

        With `like`, words weigh what they weigh in that index, so far as it knows them: head is searched with the
        weights of base, and a passage that both sides hold has the same score on both.
        """
        same: dict[str, list[Passage]] = {}
        for passage in sorted(passages, key=lambda passage: (passage.path, passage.line_start)):
            same.setdefault(passage.hash, []).append(passage)
        documents = tuple(sorted(map(tuple, same.values()), key=lambda twins: (fold(twins[0].text), twins[0].hash)))
        taken = _taken(documents, like) if like is not None and like.language == language else {}
        numbers, weights = _carried(like, taken) if like is not None and taken else ({}, {})
        for number, twins in enumerate(documents):
            if number in taken:
                continue
            for term, weight in _weights(twins[0], language).items():
                if term not in numbers:
                    numbers[term], weights[term] = array("L", (number,)), array("d", (weight,))
                elif numbers[term][-1] < number:
                    numbers[term].append(number)
                    weights[term].append(weight)
                else:
                    _insert(numbers[term], weights[term], number, weight)
        postings = {term: _Postings(documents=numbers[term], weights=weights[term]) for term in numbers}
        known = like.values if like is not None else {}
        values = {
            term: known[term] if term in known else _value(len(numbers[term]), len(documents)) for term in numbers
        }
        return cls(documents=documents, language=language, postings=postings, values=values)

    def search(
        self, query: str, k: int, *, scope: tuple[str, ...] = (), prefer: Collection[str] = ()
    ) -> tuple[Hit, ...]:
        """The `k` best passages for `query` on paths in `scope` (gitignore syntax; empty is everywhere), best first.

        Fewer where fewer share a word with it. Equal scores are ordered by folded text. Of passages that say the
        same, one on a path in `prefer` (the pages that a question expects) is returned, else the first by path.
        Raises nothing.
        """
        if k < 1:
            return ()
        allowed = self.allowed(scope)
        return self.hits(self.best(query, k, allowed), allowed, prefer)

    def allowed(self, scope: tuple[str, ...]) -> frozenset[str] | None:
        """The paths that a scope lets through; None where that is every path."""
        if not scope:
            return None
        return in_scope(sorted({twin.path for twins in self.documents for twin in twins}), scope)

    def best(self, query: str, k: int, allowed: frozenset[str] | None) -> dict[int, float]:
        """The scores of the `k` best documents by their numbers, best first; equal scores in the order of `documents`."""
        scores = self._scores(query, k, allowed)
        last = heapq.nlargest(k, scores.values())[-1] - _ROUNDING if scores else 0.0
        near = [number for number, score in scores.items() if score >= last]
        best = heapq.nsmallest(k, near, key=lambda number: (-round(scores[number], 6), number))
        return {number: scores[number] for number in best}

    def hits(
        self, best: Mapping[int, float], allowed: frozenset[str] | None, prefer: Collection[str]
    ) -> tuple[Hit, ...]:
        """Documents as hits in their order: of passages that say the same, one on a path in `prefer`, else the first."""
        found: list[Hit] = []
        for number, score in best.items():
            twins = [twin for twin in self.documents[number] if allowed is None or twin.path in allowed]
            passage = next((twin for twin in twins if twin.path in prefer), twins[0])
            found.append(Hit(passage=passage, score=round(score, 4)))
        return tuple(found)

    def _scores(self, query: str, k: int, allowed: frozenset[str] | None) -> dict[int, float]:
        """Scores by document number, rare words first; exact for the `k` best, the others may be left out."""
        known = [term for term in dict.fromkeys(terms(query, self.language)) if term in self.postings]
        known.sort(key=lambda term: (len(self.postings[term].documents), term))
        values = [self.values[term] for term in known]
        scores: dict[int, float] = {}
        for at, (term, value) in enumerate(zip(known, values, strict=True)):
            found = self.postings[term]
            if len(found.documents) > _MANY and (kept := _settled(scores, k, sum(values[at:]))):
                scores = kept
                _raise(scores, found, value)
                continue
            for number, weight in zip(found.documents, found.weights, strict=True):
                if number in scores:
                    scores[number] += value * weight
                elif allowed is None or any(twin.path in allowed for twin in self.documents[number]):
                    scores[number] = value * weight
        return scores


def _taken(documents: Sequence[tuple[Passage, ...]], like: Index) -> dict[int, int]:
    """The documents that another index holds as well: their numbers here, by which their numbers there are found."""
    there = {_read(twins[0]): number for number, twins in enumerate(like.documents)}
    found = ((number, there.get(_read(twins[0]))) for number, twins in enumerate(documents))
    return {number: known for number, known in found if known is not None}


def _read(passage: Passage) -> tuple[str, str, tuple[str, ...]]:
    """All that is indexed of a passage, and what makes it one document."""
    return (passage.hash, passage.text, passage.heading)


def _carried(like: Index, taken: Mapping[int, int]) -> tuple[dict[str, array[int]], dict[str, array[float]]]:
    """The postings of another index under the numbers of this one: most passages are the same on both sides.

    Both sides order their documents alike, so that ascending numbers stay ascending.
    """
    here = array("q", [-1]) * len(like.documents)
    for number, known in taken.items():
        here[known] = number
    numbers: dict[str, array[int]] = {}
    weights: dict[str, array[float]] = {}
    for term, found in like.postings.items():
        kept = [(here[known], weight) for known, weight in zip(found.documents, found.weights, strict=True)]
        kept = [pair for pair in kept if pair[0] >= 0]
        if kept:
            numbers[term] = array("L", [number for number, _ in kept])
            weights[term] = array("d", [weight for _, weight in kept])
    return numbers, weights


def _insert(numbers: array[int], weights: array[float], number: int, weight: float) -> None:
    at = bisect_left(numbers, number)
    numbers.insert(at, number)
    weights.insert(at, weight)


def _weights(passage: Passage, language: str) -> dict[str, float]:
    """How much each term of a passage counts: its frequency, saturated, relative to the length."""
    counts = Counter(terms(passage.text, language))
    length = counts.total()
    for depth, heading in enumerate(reversed(passage.heading)):
        weight = _UPPER_HEADING if depth else _OWN_HEADING
        for term in terms(heading, language):
            counts[term] += weight
            length += weight
    norm = _K1 * (1 - _B + _B * length / _LENGTH)
    return {term: count / (count + norm) for term, count in counts.items()}


def _value(frequency: int, documents: int) -> float:
    """The weight of a word in the query: rare words count more. It moves in steps, and never to nothing."""
    size = 2 ** (round(2 * math.log2(documents)) / 2)
    raw = math.log((size + _SMOOTHING) / (frequency + _SMOOTHING))
    return max(_FLOOR, round(raw / _STEP) * _STEP)


def _settled(scores: dict[int, float], k: int, rest: float) -> dict[int, float]:
    """The documents that can still be among the `k` best, if no document without a score can; else nothing.

    `rest` is more than what the terms to come can add to any document.
    """
    if len(scores) < k:
        return {}
    last = heapq.nlargest(k, scores.values())[-1] - _ROUNDING
    return {number: score for number, score in scores.items() if score + rest >= last} if last > rest else {}


def _raise(scores: dict[int, float], found: _Postings, value: float) -> None:
    """Add a frequent term to the documents that are known already."""
    for number in scores:
        at = bisect_left(found.documents, number)
        if at < len(found.documents) and found.documents[at] == number:
            scores[number] += value * found.weights[at]
