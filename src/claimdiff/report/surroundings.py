"""What stands around evidence on its page: the sentences of the retrieved passages, and the neighbours of each quote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.report.detail import Near, Sentence
from claimdiff.report.document import Quote
from claimdiff.report.quoting import near

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from claimdiff.comparison.results import ComparedClaim, QuestionResult, RunResult
    from claimdiff.records import Evidence, Passage, Side
    from claimdiff.report.detail import PassageKey


def quotes(evidence: Sequence[Evidence]) -> tuple[Quote, ...]:
    """Evidence as the report writes it."""
    return tuple(
        Quote(path=item.path, line_start=item.line_start, line_end=item.line_end, quote=item.quote) for item in evidence
    )


def sentences(result: RunResult) -> dict[PassageKey, tuple[Sentence, ...]]:
    """What every retrieved passage of both sides consists of."""
    return {(one.hash, one.path, one.line_start): _sentences(one) for one in _retrieved(result)}


def nears(
    result: RunResult, pages: Callable[[Side], Mapping[str, Sequence[Passage]]]
) -> dict[tuple[Side, Quote], Near]:
    """What stands around the evidence of what is newly unsupported, looked up in the pages of the side it is of."""
    found: dict[tuple[Side, Quote], Near] = {}
    for item in result.questions:
        for claim in item.newly_unsupported:
            for side, quote in _quoted(claim):
                place = _near(quote, (*_hits(item, side), *pages(side).get(quote.path, ())))
                if place is not None:
                    found[side, quote] = place
    return found


def _quoted(claim: ComparedClaim) -> Iterator[tuple[Side, Quote]]:
    for quote in quotes((*claim.judgement.evidence, *claim.standing)):
        yield "head", quote
    if claim.was is not None:
        for quote in quotes(claim.was.judgement.evidence):
            yield "base", quote


def _near(quote: Quote, passages: Sequence[Passage]) -> Near | None:
    for passage in passages:
        found = near(_sentences(passage), quote, passage.path)
        if found is not None:
            return Near(before=found[0], after=found[1])
    return None


def _hits(item: QuestionResult, side: Side) -> tuple[Passage, ...]:
    run = item.head if side == "head" else item.base
    return tuple(hit.passage for hit in run.hits) if run is not None else ()


def _retrieved(result: RunResult) -> Iterator[Passage]:
    for item in result.questions:
        yield from (*_hits(item, "base"), *_hits(item, "head"))


def _sentences(passage: Passage) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(source=one.source, text=one.text, line_start=one.line_start, line_end=one.line_end, path=one.path)
        for one in passage.segments
    )
