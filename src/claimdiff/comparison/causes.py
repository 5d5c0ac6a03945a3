"""Why a claim lost its support, and the line of the change that did it. Pure decisions on facts about the docs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.comparison.facts import DocsFacts
    from claimdiff.comparison.results import ChangedLine
    from claimdiff.records import Cause, Evidence, Hit, Judgement


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """A cause, and the changed line where the docs are the cause."""

    cause: Cause
    change: ChangedLine | None = None


def explain(
    now: Judgement,
    before: Judgement | None,
    hits: Sequence[Hit],
    docs: DocsFacts | None,
    *,
    prompt_changed: bool,
    same_words: bool = False,
    moody: bool = False,
) -> Explanation:
    """Cause of a newly unsupported claim, in the order docs, retrieval, prompt, generation.

    Where neither its words nor its evidence changed, no prompt did it: the judge reads the same otherwise than before.

    Args:
        now: the judgement at head.
        before: the judgement of the same or partner claim at base, if there was one.
        hits: what was retrieved at head.
        docs: facts about both states of the docs; None where there is no base.
        prompt_changed: whether the prompt or its settings differ between the sides.
        same_words: whether the claim that was judged at base has the same words.
        moody: whether the judge may say two things of the same words; of one that does not, only the docs can differ.
    """
    supporting = before.evidence if before is not None and before.supported else ()
    if docs is not None:
        by_docs = _by_docs(now, supporting, docs)
        if by_docs is not None:
            return by_docs
        if docs.has_base and supporting and not _retrieved(supporting, hits, docs):
            return Explanation(cause="retrieval")
        for quote in supporting if same_words and not moody else ():
            if (near := docs.beside(quote)) is not None:
                return Explanation(cause="docs", change=near)
        if supporting and same_words:
            return Explanation(cause="generation")
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
