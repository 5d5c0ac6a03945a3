"""What the stages of one run share: both sides, the engines, the searchers and the facts about the docs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from claimdiff import prompts
from claimdiff.comparison.docsview import ApprovedDocs, DocsView
from claimdiff.pipeline.engines import choose
from claimdiff.pipeline.retrieving import Searcher

if TYPE_CHECKING:
    from claimdiff.changes import Change
    from claimdiff.comparison.causes import DocsFacts
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.loading import SideState
    from claimdiff.pipeline.options import Options
    from claimdiff.prompts import Template


@dataclass(frozen=True, kw_only=True)
class Session:
    """One run. `base` and `at_base` are None for a run without base; `at_base` is `at_head` where both find the same."""

    options: Options
    engines: Engines
    head: SideState
    base: SideState | None
    at_head: Searcher
    at_base: Searcher | None
    docs: DocsFacts

    @property
    def prompt_changed(self) -> bool:
        """Whether a watched prompt differs between the sides."""
        return self.base is not None and self.base.prompt_hash != self.head.prompt_hash

    @property
    def same_docs(self) -> bool:
        """Whether both sides find the same for the same question."""
        return self.at_base is None or self.at_base is self.at_head

    @cached_property
    def engines_at_base(self) -> Engines | None:
        """What base's settings say, for finding a change of engines; a key plays no part in that."""
        return choose(self.base.settings, offline=True, has_key=False)[0] if self.base else None

    @cached_property
    def engines_at_head(self) -> Engines:
        """The same for head."""
        return choose(self.head.settings, offline=True, has_key=False)[0]

    @cached_property
    def template(self) -> Template | None:
        """Head's first prompt, parsed; None where the settings name none."""
        config = self.head.settings
        if not config.prompts:
            return None
        tree = self.head.tree
        return prompts.prepare(config.prompts[0], prefix=self.head.prefix, files=tree.files(), read=tree.read)


def prepare(
    change: Change,
    options: Options,
    engines: Engines,
    head: SideState,
    base: SideState | None,
) -> Session:
    """Put a session together; nothing is read or indexed before it is asked for."""
    touched = frozenset(path for item in change.files for path in (item.old_path, item.new_path) if path)
    at_head = Searcher(side=head, name="head", language=engines.language, retriever=engines.retriever, touched=touched)
    if base is None:
        docs: DocsFacts = ApprovedDocs(pages=head.pages)
        return Session(options=options, engines=engines, head=head, base=None, at_head=at_head, at_base=None, docs=docs)
    settings = base.settings
    retriever = choose(settings, offline=options.offline, has_key=False)[0].retriever
    same = base.docs == head.docs and base.prefix == head.prefix and settings.language == head.settings.language
    at_base = at_head
    if not same or retriever != engines.retriever:
        at_base = Searcher(side=base, name="base", language=settings.language, retriever=retriever, touched=touched)
    docs = DocsView(
        base_pages=base.pages,
        head_pages=head.pages,
        renames=change.renames,
        touched=touched,
        changed_lines=change.changed_lines,
    )
    return Session(options=options, engines=engines, head=head, base=base, at_head=at_head, at_base=at_base, docs=docs)
