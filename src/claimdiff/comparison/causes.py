"""Why a claim lost its support, and the line of the change that did it. Pure decisions on facts about the docs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from claimdiff.comparison.undercutting import Edits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.comparison.results import ChangedLine
    from claimdiff.records import Cause, Evidence, Hit, Judgement


class DocsFacts(Edits, Protocol):
    """What comparing needs to know of the two states of the docs."""

    @property
    def has_base(self) -> bool:
        """Whether there is a tree before the change."""

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a head quote that this change adds or edits; None if it touches none of them."""

    def removed_at(self, evidence: Evidence) -> ChangedLine | None:
        """The line of a base quote that this change removes or edits, else its first line; None without a base tree."""

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the head docs still say what a base quote says; None if nowhere."""

    def quoted(self, evidence: Evidence) -> bool:
        """Whether the head docs hold a quote, wherever and under whatever heading."""

    def retitled(self, evidence: Evidence) -> ChangedLine | None:
        """The changed line above a base quote that still stands, where it now stands under another heading."""

    def reworded(self, evidence: Evidence, claim: str) -> bool:
        """Whether the change put a sentence in place of a base quote that says the same of the claim in other words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """A cause, and the changed line where the docs are the cause."""

    cause: Cause
    change: ChangedLine | None = None


def explain(
    now: Judgement, before: Judgement | None, hits: Sequence[Hit], docs: DocsFacts | None, *, prompt_changed: bool
) -> Explanation:
    """Cause of a newly unsupported claim, in the order docs, retrieval, prompt, generation.

    Args:
        now: the judgement at head.
        before: the judgement of the same or partner claim at base, if there was one.
        hits: what was retrieved at head.
        docs: facts about both states of the docs; None where there is no base.
        prompt_changed: whether the prompt or its settings differ between the sides.
    """
    supporting = before.evidence if before is not None and before.supported else ()
    if docs is not None:
        by_docs = _by_docs(now, supporting, docs)
        if by_docs is not None:
            return by_docs
        if docs.has_base and supporting and not _retrieved(supporting, hits, docs):
            return Explanation(cause="retrieval")
    return Explanation(cause="prompt" if prompt_changed else "generation")


def _by_docs(now: Judgement, supporting: Sequence[Evidence], docs: DocsFacts) -> Explanation | None:
    """What the change did to the docs: it contradicts the claim, took its evidence away, or changed the heading above."""
    for quote in now.evidence if now.verdict == "contradicted" else ():
        added = docs.added_at(quote)
        if added is not None:
            return Explanation(cause="docs", change=added)
    for quote in supporting:
        if docs.still_there(quote) is None:
            return Explanation(cause="docs", change=docs.removed_at(quote))
    for quote in supporting:
        retitled = docs.retitled(quote)
        if retitled is not None:
            return Explanation(cause="docs", change=retitled)
    return None


def _retrieved(supporting: Sequence[Evidence], hits: Sequence[Hit], docs: DocsFacts) -> bool:
    places = [docs.still_there(quote) for quote in supporting]
    return all(
        place is not None
        and any(
            (segment.path or hit.passage.path) == place.path
            and segment.line_start <= place.line_start <= segment.line_end
            for hit in hits
            for segment in hit.passage.segments
        )
        for place in places
    )
