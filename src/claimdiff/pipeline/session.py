"""What the stages of one run share: both sides, the engines, the searchers and the facts about the docs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff import prompts
from claimdiff.comparison.approved import ApprovedDocs
from claimdiff.comparison.docsview import DocsView
from claimdiff.errors import UsageError
from claimdiff.passages.pages import decode
from claimdiff.pipeline.engines import embeds, retriever_of
from claimdiff.pipeline.fragments import touches
from claimdiff.pipeline.identities import same_judge
from claimdiff.pipeline.retrieving import Searcher
from claimdiff.settings import Bm25Retriever

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.changes import Change
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.loading import SideState
    from claimdiff.pipeline.model import Model
    from claimdiff.pipeline.options import Options
    from claimdiff.prompts import Template
    from claimdiff.records import JudgeIdentity, Judgement, Passage
    from claimdiff.retrieval.vectors import Vectors


@dataclass(frozen=True, kw_only=True)
class Session:
    """One run. `base` and `at_base` are None for a run without base; `at_base` is `at_head` where both find the same."""

    options: Options
    engines: Engines
    head: SideState
    base: SideState | None
    at_head: Searcher
    at_base: Searcher | None
    docs: DocsView | ApprovedDocs
    model: Model | None = None
    renames: Mapping[str, str] = field(default_factory=dict)
    """Path at base → path at head of the pages that this change renames."""
    notes: tuple[str, ...] = ()
    """What a person should know about the two sides."""

    @property
    def prompt_changed(self) -> bool:
        """Whether a watched prompt differs between the sides."""
        return self.base is not None and self.base.prompt_hash != self.head.prompt_hash

    @property
    def identity(self) -> JudgeIdentity:
        """Who judges, as baseline and report name it."""
        return self.model.identity(self.engines) if self.model is not None else self.engines.identity

    def comparable(self, entry: BaselineEntry) -> bool:
        """Whether the verdicts of a baseline file are by the judge and the extractor of this run."""
        if self.model is None:
            return entry.judged_by == self.engines.identity
        return same_judge(entry.judged_by, self.identity)

    def judged(self, claims: Sequence[str], passages: Sequence[Passage], question: str | None) -> tuple[Judgement, ...]:
        """What the judge of this run says of claims against passages, in their order.

        Raises:
            KeyRefusedError, BudgetReachedError, InterruptedRunError: no further call can be made.
        """
        if self.model is not None and self.model.judge is not None:
            return self.model.judge.judge(claims, passages, question=question)
        return tuple(self.engines.judged(claim, passages, question) for claim in claims)

    @property
    def same_docs(self) -> bool:
        """Whether both sides find the same for the same question."""
        return self.at_base is None or self.at_base is self.at_head

    def approved(self, id_: str) -> tuple[list[str], list[str]]:
        """The claims that are approved for a question at head and at base; both are head's in a run without base."""
        now = self.head.entries.get(id_)
        before = self.base.entries.get(id_) if self.base is not None else now
        return _texts(now), _texts(before)

    def moved(self, path: str) -> str:
        """The path at head of a page that this change renames; any other path as it is."""
        return self.renames.get(path, path)

    def expected_sources(self, question: GoldenQuestion) -> tuple[str, ...]:
        """The pages that a question should be answered from, relative to the repository, by their names at head."""
        paths = (self.head.in_repository(source) for source in question.sources)
        return tuple(path if path in self.head.docs else self.moved(path) for path in paths)

    @cached_property
    def template(self) -> Template | None:
        """Head's first prompt, parsed; None where the settings name none."""
        return _template(self.head)

    @cached_property
    def template_at_base(self) -> Template | None:
        """Base's first prompt, parsed; None where base has none."""
        return _template(self.base) if self.base is not None else None


def _texts(entry: BaselineEntry | None) -> list[str]:
    return [claim.text for claim in entry.claims] if entry is not None else []


def _template(side: SideState) -> Template | None:
    config = side.settings
    if not config.prompts:
        return None
    tree = side.tree
    return prompts.prepare(config.prompts[0], prefix=side.prefix, files=tree.files(), read=tree.read)


def prepare(
    change: Change,
    options: Options,
    engines: Engines,
    head: SideState,
    base: SideState | None,
    model: Model | None = None,
    say: Callable[[str], None] | None = None,
) -> Session:
    """Put a session together; nothing is read or indexed before it is asked for.

    Raises:
        UsageError: head embeds, and the extra is not installed.
    """
    touched = frozenset(path for item in change.files for path in (item.old_path, item.new_path) if path)
    limits = head.settings.limits
    vectors = _vectors(head, options, say) if embeds(engines.retriever) else None
    at_head = Searcher(
        side=head, name="head", language=engines.language, retriever=engines.retriever, limits=limits,
        touched=touched, vectors=vectors,
    )  # fmt: skip
    if base is None:
        docs: DocsView | ApprovedDocs = ApprovedDocs(pages=head.pages)
        return Session(
            options=options,
            engines=engines,
            head=head,
            base=None,
            at_head=at_head,
            at_base=None,
            docs=docs,
            model=model,
        )
    settings = base.settings
    retriever = retriever_of(settings, offline=options.offline)
    notes: tuple[str, ...] = ()
    if vectors is None and embeds(retriever):
        vectors, notes = _vectors_at_base(head, options, say)
        retriever = retriever if vectors is not None else Bm25Retriever(passages=retriever.passages)
    same = (
        base.docs == head.docs
        and base.prefix == head.prefix
        and (settings.language, settings.readers) == (head.settings.language, head.settings.readers)
        and not touches(head.docs_tree, head.docs, touched)
    )
    at_base = at_head
    if not same or retriever != engines.retriever:
        at_base = Searcher(
            side=base, name="base", language=settings.language, retriever=retriever, limits=limits, touched=touched,
            vectors=vectors,
        )  # fmt: skip
        at_head = replace(at_head, like=at_base if base.docs and settings.language == engines.language else None)
    docs = DocsView(
        base_pages=base.pages,
        head_pages=head.pages,
        renames=change.renames,
        touched=touched,
        changed_lines=change.changed_lines,
        head_lines=lambda path: (decode(path, head.docs_tree.read(path)).text or "").splitlines(),
    )
    return Session(
        options=options, engines=engines, head=head, base=base, at_head=at_head, at_base=at_base, docs=docs,
        model=model, renames=change.renames, notes=notes,
    )  # fmt: skip


def _vectors(head: SideState, options: Options, say: Callable[[str], None] | None) -> Vectors:
    """The vectors of both sides.

    Raises:
        UsageError: the extra is not installed.
    """
    from claimdiff.retrieval import minilm  # noqa: PLC0415 -- only who turns it on pays for it
    from claimdiff.retrieval.vectors import Vectors  # noqa: PLC0415 -- same

    asked = options.chosen(head.questions)
    soon = tuple(item.question for id_, item in head.questions.items() if id_ in asked)
    return Vectors(model=minilm.find(), folder=head.memo.folder, soon=soon, say=say)


def _vectors_at_base(
    head: SideState, options: Options, say: Callable[[str], None] | None
) -> tuple[Vectors | None, tuple[str, ...]]:
    """The vectors of a base that embeds where head no longer does: who takes the extra away must get through."""
    try:
        return _vectors(head, options, say), ()
    except UsageError as problem:
        return None, (f"at base: {problem}; it was searched by words alone",)
