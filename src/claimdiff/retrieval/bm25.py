"""Word retrieval: BM25 over stems and identifiers, with headings, without paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from claimdiff.records import Hit
from claimdiff.retrieval.scope import in_scope
from claimdiff.text.folding import fold_key
from claimdiff.text.words import search_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Passage

_HEADING_WEIGHT = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Index:
    """An index of passages. Passages that say the same (equal `hash`) share one place in the results."""

    passages: tuple[Passage, ...]
    language: str
    vocabulary: dict[str, int]
    engine: Any
    order: tuple[int, ...]

    @classmethod
    def build(cls, passages: Sequence[Passage], *, language: str = "en") -> Self:
        """Index these passages. The order in which they come does not matter."""
        ordered = sorted(
            passages, key=lambda passage: (fold_key(passage.text), passage.heading, passage.path, passage.line_start)
        )
        vocabulary: dict[str, int] = {}
        documents = [
            [vocabulary.setdefault(term, len(vocabulary)) for term in _terms(passage, language)] for passage in ordered
        ]
        engine = _engine(documents, vocabulary) if vocabulary else None
        return cls(passages=tuple(ordered), language=language, vocabulary=vocabulary, engine=engine, order=())

    def search(self, query: str, k: int, *, scope: tuple[str, ...] = ()) -> tuple[Hit, ...]:
        """The `k` best passages for `query` on paths in `scope`, best first; fewer if fewer share a word with it.

        Equal scores are ordered by folded text. Of passages that say the same, only the first by path is returned.
        """
        known = dict.fromkeys(search_terms(query, language=self.language))
        terms = [self.vocabulary[term] for term in known if term in self.vocabulary]
        if not terms or self.engine is None:
            return ()
        scores = self.engine.get_scores(terms)
        allowed = in_scope({passage.path for passage in self.passages}, scope) if scope else None
        hits: list[Hit] = []
        seen: set[str] = set()
        for number in (-scores).argsort(kind="stable"):
            passage, score = self.passages[number], float(scores[number])
            if score <= 0 or len(hits) == k:
                break
            if passage.hash not in seen and (allowed is None or passage.path in allowed):
                seen.add(passage.hash)
                hits.append(Hit(passage=passage, score=round(score, 4)))
        return tuple(hits)


def _terms(passage: Passage, language: str) -> list[str]:
    heading = search_terms(" ".join(passage.heading), language=language)
    return [*(heading * _HEADING_WEIGHT), *search_terms(passage.text, language=language)]


def _engine(documents: list[list[int]], vocabulary: dict[str, int]) -> Any:
    import bm25s  # noqa: PLC0415 -- it takes 0.3 s to import

    engine = bm25s.BM25(method="lucene", backend="numpy", csc_backend="numpy", dtype="float64")
    engine.index((documents, vocabulary), show_progress=False)
    return engine
