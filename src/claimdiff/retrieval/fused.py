"""Words and meaning together: BM25 and sentence vectors, fused by reciprocal rank.

A passage counts 1 / (60 + its rank) for each of both lists. Where two sides are compared, ranks are counted among the
passages of base on both: a passage that a change does not touch then has one rank, and an edit elsewhere cannot swap
two that it left alone.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from claimdiff.records import Hit, Passage
    from claimdiff.retrieval.bm25 import Index
    from claimdiff.retrieval.vectors import Vectors

_CONSTANT = 60
"""Of the paper that proposed the fusion (Cormack, Clarke and Büttcher, 2009)."""
_DEPTH = 100
"""How far down a list a passage counts."""


_ROUNDING = 6
"""Digits of a word score. The order in which its parts are added up may differ between two sides."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Near:
    """The vectors of the documents in a scope, `rows` one after the other: whole numbers, kept as floats."""

    numbers: Sequence[int]
    rows: Any

    def best(self, query: bytes, k: int) -> dict[int, float]:
        """The `k` documents nearest to a vector by their numbers, with products that are exact on every machine."""
        if not self.numbers:
            return {}
        scores = self.rows.reshape(len(self.numbers), -1) @ _floats([query])
        return {self.numbers[at]: float(scores[at]) for at in (-scores).argsort(kind="stable")[:k].tolist()}


@dataclass(frozen=True, kw_only=True)
class FusedIndex:
    """An index of passages by words, and by the vectors of what they say.

    `like` is the index of the other side, if that is fused too and its words weigh the same.
    """

    words: Index
    vectors: Vectors
    like: FusedIndex | None = None
    _near: dict[tuple[str, ...], _Near] = field(default_factory=dict, compare=False, repr=False)

    def search(
        self, query: str, k: int, *, scope: tuple[str, ...] = (), prefer: Collection[str] = ()
    ) -> tuple[Hit, ...]:
        """The `k` best passages, as `Index.search` finds them; also such that share no word with the query.

        Raises:
            UsageError: the model does not start.
        """
        if k < 1:
            return ()
        own = self.lists(query, scope, _DEPTH + 1 + self._new)
        base = self.like.lists(query, scope, _DEPTH + 1) if self.like is not None else own
        fused: dict[int, float] = {}
        for scores, ranked in zip(own, base, strict=True):
            better = sorted(-score for score in ranked.values())
            # Where equal scores reach across the end of the list, none of them counts: the list holds only some.
            end = -better[_DEPTH] if len(better) > _DEPTH else -math.inf
            for number, score in scores.items():
                if score > end:
                    fused[number] = fused.get(number, 0.0) + 1 / (_CONSTANT + bisect_left(better, -score) + 1)
        best = sorted(fused, key=lambda number: (-round(fused[number], 9), number))[:k]
        return self.words.hits({number: fused[number] for number in best}, self.words.allowed(scope), prefer)

    @cached_property
    def _new(self) -> int:
        """How many documents the other side does not have: they may push any other down by so many ranks."""
        return len(_contents(self.words) - _contents(self.like.words)) if self.like is not None else 0

    def lists(self, query: str, scope: tuple[str, ...], depth: int) -> tuple[dict[int, float], dict[int, float]]:
        """The best documents by words and by meaning, with their scores."""
        words = self.words.best(query, depth, self.words.allowed(scope))
        [vector] = self.vectors.of([query])
        return (
            {number: round(score, _ROUNDING) for number, score in words.items()},
            self._vectors(scope).best(vector, depth),
        )

    def _vectors(self, scope: tuple[str, ...]) -> _Near:
        """The vectors of a scope, made when it is first asked for: what no question may see is not embedded."""
        if scope not in self._near:
            allowed = self.words.allowed(scope)
            documents = self.words.documents
            numbers = [
                number
                for number, twins in enumerate(documents)
                if allowed is None or any(twin.path in allowed for twin in twins)
            ]
            found = self.vectors.of([_said(documents[number][0]) for number in numbers])
            self._near[scope] = _Near(numbers=numbers, rows=_floats(found))
        return self._near[scope]


def _said(passage: Passage) -> str:
    """What a passage says, as its hash knows it: passages of one hash have one vector."""
    return fold("\n".join([*passage.heading, *(segment.text for segment in passage.segments)])).casefold()


def _contents(index: Index) -> set[tuple[str, str]]:
    return {(twins[0].hash, twins[0].text) for twins in index.documents}


def _floats(vectors: Sequence[bytes]) -> Any:
    import numpy as np  # noqa: PLC0415 -- it comes with the extra

    return np.frombuffer(b"".join(vectors), dtype="<i2").astype(np.float64)
