"""Retrieval on one side: an index over its pages that is built when the first question asks."""

from __future__ import annotations

import tempfile
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.retrieval import bm25, external
from claimdiff.retrieval.scope import in_scope
from claimdiff.settings import Bm25Retriever

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.loading import SideState
    from claimdiff.records import Hit, Passage, Side
    from claimdiff.retrieval.fused import FusedIndex
    from claimdiff.retrieval.vectors import Vectors
    from claimdiff.settings import Limits, Retriever


def _key(question: GoldenQuestion) -> object:
    """What decides the hits of a question. The same id may ask something else at the other side."""
    return (question.id, question.question, question.scope, question.sources)


@dataclass(frozen=True, kw_only=True)
class Searcher:
    """Searches the docs of one side.

    `limits` are those of the run, which are head's. `touched` are the pages that the change touches, for a store that
    does not see it. `like` is the searcher of the other side, whose word weights are taken over, so that an edit moves
    no ranking but its own. A query with any text always goes to the words of the docs; only questions go to the team's
    own retriever, or to `vectors` too.
    """

    side: SideState
    name: Side
    language: str
    retriever: Retriever
    limits: Limits
    touched: frozenset[str] = frozenset()
    like: Searcher | None = None
    vectors: Vectors | None = None
    _kept: dict[object, tuple[Hit, ...]] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock, compare=False, repr=False)
    """Workers share a searcher, and neither an index is built twice nor a program asked twice."""

    def hits(self, question: GoldenQuestion) -> tuple[Hit, ...]:
        """What is retrieved for a question, best first."""
        key = _key(question)
        with self._lock:
            if key not in self._kept:
                if isinstance(self.retriever, Bm25Retriever):
                    index = self._fused if self.retriever.embed else self._index
                    self._kept[key] = self._found(index, question.question, question)
                else:
                    asked = {item.id: item for item in (*self.side.questions.values(), question)}
                    found = self._own(list(asked.values()))
                    self._kept.update({_key(asked[id_]): hits for id_, hits in found.items()})
            return self._kept[key]

    def search(self, text: str, question: GoldenQuestion) -> tuple[Hit, ...]:
        """What the words of any text find within a question's scope."""
        return self._found(self.index, text, question)

    def _found(self, index: bm25.Index | FusedIndex, text: str, question: GoldenQuestion) -> tuple[Hit, ...]:
        sources = tuple(self.side.in_repository(source) for source in question.sources)
        return index.search(text, self.retriever.passages, scope=self._scope(question), prefer=sources)

    def in_scope(self, question: GoldenQuestion) -> Mapping[str, Sequence[Passage]]:
        """The passages that a question may see, by page."""
        pages = self.side.pages()
        if not question.scope:
            return pages
        seen = in_scope(pages, self._scope(question))
        return {path: passages for path, passages in pages.items() if path in seen}

    @property
    def unmapped(self) -> tuple[str, ...]:
        """Paths that the team's own retriever named and that are no docs page."""
        named = {hit.passage.path for hits in self._kept.values() for hit in hits}
        return tuple(sorted(named - self.side.docs.keys()))

    @property
    def index(self) -> bm25.Index:
        """The word index over all pages of this side."""
        with self._lock:
            return self._index

    @cached_property
    def _index(self) -> bm25.Index:
        every = [passage for passages in self.side.pages().values() for passage in passages]
        return bm25.Index.build(every, language=self.language, like=self.like.index if self.like else None)

    @property
    def fused(self) -> FusedIndex | None:
        """The index by words and meaning; None where the settings leave meaning out."""
        with self._lock:
            return self._fused if isinstance(self.retriever, Bm25Retriever) and self.retriever.embed else None

    @cached_property
    def _fused(self) -> FusedIndex:
        from claimdiff.retrieval.fused import FusedIndex  # noqa: PLC0415 -- only who turns it on pays for it

        if self.vectors is None:
            raise AssertionError("a searcher that embeds was given no vectors")
        return FusedIndex(words=self.index, vectors=self.vectors, like=self.like.fused if self.like else None)

    @cached_property
    def _changed_index(self) -> bm25.Index:
        pages = self.side.pages()
        every = [passage for path in sorted(self.touched & pages.keys()) for passage in pages[path]]
        return bm25.Index.build(every, language=self.language)

    def _own(self, questions: list[GoldenQuestion]) -> dict[str, tuple[Hit, ...]]:
        """Ask the team's own retriever for every question at once."""
        config = self.side.settings
        with self._docs_root() as folder:
            queries = [
                external.Query(
                    id=item.id,
                    question=item.question,
                    k=self.retriever.passages,
                    side=self.name,
                    docs_root=folder,
                    sha=self.side.tree.sha,
                )
                for item in {item.id: item for item in questions}.values()
            ]
            found = external.ask(queries, self.retriever, cwd=config.root_dir, limits=self.limits)
        asked = {item.id: item for item in questions}
        pages = self.side.pages()
        placed = {id_: external.placed(returned, pages, self.side.in_repository) for id_, returned in found.items()}
        if self.retriever.sees == "checkout":
            return placed
        return {id_: self._overlaid(hits, asked[id_]) for id_, hits in placed.items()}

    def _overlaid(self, hits: tuple[Hit, ...], question: GoldenQuestion) -> tuple[Hit, ...]:
        found = self._changed_index.search(question.question, self.retriever.passages, scope=self._scope(question))
        return external.overlaid(hits, self.side.pages(), self.touched, found)

    @contextmanager
    def _docs_root(self) -> Iterator[Path]:
        """A folder with the pages of this side as files: for head the one that the user works in."""
        if self.name == "head" and self.side.tree.label == "working tree":
            yield self.side.settings.root_dir
            return
        with tempfile.TemporaryDirectory(prefix="claimdiff-docs-") as name:
            start = f"{self.side.prefix}/" if self.side.prefix else ""
            for path, data in self.side.docs_tree.read_many(list(self.side.docs)).items():
                target = Path(name) / path.removeprefix(start)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            yield Path(name)

    def _scope(self, question: GoldenQuestion) -> tuple[str, ...]:
        return tuple(self._scoped(glob) for glob in question.scope)

    def _scoped(self, glob: str) -> str:
        """A glob of the golden set, relative to the repository. Without a slash it matches at any depth, as git reads it."""
        prefix = self.side.prefix
        if not prefix:
            return glob
        negated = "!" if glob.startswith("!") else ""
        body = glob.removeprefix("!").removeprefix("/")
        return f"{negated}{prefix}/{body}" if "/" in body.rstrip("/") else f"{negated}{prefix}/**/{body}"
