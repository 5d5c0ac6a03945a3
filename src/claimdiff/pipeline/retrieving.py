"""Retrieval on one side: an index over its pages that is built when the first question asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff.retrieval import bm25

if TYPE_CHECKING:
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.loading import SideState
    from claimdiff.records import Hit


@dataclass(frozen=True, kw_only=True)
class Searcher:
    """Searches the docs of one side. Hits of a question are kept for the run."""

    side: SideState
    language: str
    passages: int
    _kept: dict[str, tuple[Hit, ...]] = field(default_factory=dict)

    @cached_property
    def _index(self) -> bm25.Index:
        every = [passage for passages in self.side.pages().values() for passage in passages]
        return bm25.Index.build(every, language=self.language)

    def hits(self, question: GoldenQuestion) -> tuple[Hit, ...]:
        """What is retrieved for a question, best first."""
        if question.id not in self._kept:
            self._kept[question.id] = self.search(question.question, question)
        return self._kept[question.id]

    def search(self, text: str, question: GoldenQuestion) -> tuple[Hit, ...]:
        """What any text finds within a question's scope."""
        scope = tuple(self._scoped(glob) for glob in question.scope)
        return self._index.search(text, self.passages, scope=scope)

    def _scoped(self, glob: str) -> str:
        """A glob of the golden set, relative to the repository. Without a slash it matches at any depth, as git reads it."""
        prefix = self.side.prefix
        if not prefix:
            return glob
        negated = "!" if glob.startswith("!") else ""
        body = glob.removeprefix("!").removeprefix("/")
        return f"{negated}{prefix}/{body}" if "/" in body.rstrip("/") else f"{negated}{prefix}/**/{body}"
