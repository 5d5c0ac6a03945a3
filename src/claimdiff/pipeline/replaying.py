"""One side of one question: answer, claims, judgements. Both sides go through here, with the same engines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.claims import identity, rules
from claimdiff.comparison.results import SideRun
from claimdiff.generation.recorded import located
from claimdiff.judging.evidence import find_quote
from claimdiff.pipeline.marking import wanted
from claimdiff.records import Answer, Claim, Evidence, JudgedClaim, Judgement
from claimdiff.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.baseline import Accepted, BaselineEntry
    from claimdiff.claims.marking import Marks
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.session import Session
    from claimdiff.records import CitationState, Hit, Passage

    Judge = Callable[[str, Sequence[Passage], str | None], Judgement]


def side_run(
    answer: Answer,
    claims: Sequence[Claim],
    hits: Sequence[Hit],
    session: Session,
    *,
    question: str,
    entry: BaselineEntry | None,
) -> SideRun:
    """Judge the claims of an answer against what was retrieved.

    Raises what `Session.judged` raises.
    """
    passages = tuple(hit.passage for hit in hits)
    made = tuple(claims) if answer.state == "answered" else ()
    judgements = session.judged([claim.text for claim in made], passages, question)
    judged = tuple(
        JudgedClaim(
            claim=claim,
            judgement=judgement,
            citation=citation_state(claim, answer, hits, session.engines.judged, question=question),
        )
        for claim, judgement in zip(made, judgements, strict=True)
    )
    return SideRun(answer=answer, claims=judged, hits=tuple(hits), accepted=acceptances(entry))


def stands_in(entry: BaselineEntry, hits: Sequence[Hit], session: Session) -> bool:
    """Whether a baseline's verdicts are those that a run over these passages would give: same judge, same passages."""
    known = sorted(passage.hash for passage in entry.passages)
    return session.comparable(entry) and known == sorted(hit.passage.hash for hit in hits)


def standing_run(entry: BaselineEntry, claims: Sequence[Claim], answer: Answer, hits: Sequence[Hit]) -> SideRun:
    """The baseline's own verdicts as a side, with the places of its quotes: it costs nothing."""
    passages = tuple(hit.passage for hit in hits)
    approved = {claim.id: claim for claim in entry.claims}
    judged = []
    for claim in claims:
        known = approved[claim.id]
        quotes = (find_quote(item.quote, passages) for item in known.evidence)
        judgement = Judgement(
            verdict=known.verdict,
            evidence=tuple(quote for quote in quotes if quote is not None),
            reason="as approved, over the same passages",
            rule="baseline",
        )
        judged.append(JudgedClaim(claim=claim, judgement=judgement))
    return SideRun(answer=answer, claims=tuple(judged), hits=tuple(hits), accepted=acceptances(entry))


def acceptances(entry: BaselineEntry | None) -> dict[str, Accepted]:
    """Who kept which claims of a baseline although they are not supported, by claim id."""
    return {claim.id: claim.accepted for claim in entry.claims if claim.accepted} if entry is not None else {}


def approved_run(entry: BaselineEntry, hits: Sequence[Hit]) -> SideRun:
    """A baseline as a side of its own, with the verdicts that it holds: for a run without base."""
    written = tuple(Claim(id=claim.id, text=claim.text) for claim in entry.claims)
    spans = {claim.id: claim for claim in located(entry.answer, written, None)}
    judged = tuple(
        JudgedClaim(
            claim=spans[claim.id],
            judgement=Judgement(
                verdict=claim.verdict,
                evidence=tuple(Evidence(path=e.path, line_start=1, line_end=1, quote=e.quote) for e in claim.evidence),
                reason="as approved",
                rule="baseline",
            ),
        )
        for claim in entry.claims
    )
    return SideRun(
        answer=Answer(text=entry.answer, state=entry.state),
        claims=judged,
        hits=tuple(hits),
        accepted=acceptances(entry),
    )


def named(claims: Sequence[Claim], golden: GoldenQuestion | None, entry: BaselineEntry | None) -> tuple[Claim, ...]:
    """Extracted claims with the ids of the same or partner claims of the baseline or the golden set."""
    known = [(claim.id, claim.text) for claim in entry.claims] if entry is not None else []
    known += [(claim.id, claim.text) for claim in golden.claims if claim.id] if golden is not None else []
    taken: set[str] = set()
    found = []
    for claim in claims:
        close = [(id_, text) for id_, text in known if id_ not in taken]
        match = next((id_ for id_, text in close if identity.same(claim.text, text)), None) or next(
            (id_ for id_, text in close if identity.partner(claim.text, text)), None
        )
        taken.add(match or claim.id)
        found.append(replace(claim, id=match) if match else claim)
    return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Made:
    """An answer with its claims; `marks` None: no call that took it apart marked it."""

    answer: Answer
    claims: tuple[Claim, ...] = ()
    marks: Marks | None = None


def extracted(answer: Answer, golden: GoldenQuestion, entry: BaselineEntry | None, session: Session) -> Made:
    """A generated answer with its claims.

    Raises:
        CallFailedError: Claude was asked and gave nothing that can be used.
        KeyRefusedError, BudgetReachedError, InterruptedRunError: no further call can be made.
    """
    if answer.state != "answered":
        return Made(answer=answer)
    if session.model is not None and session.model.extractor is not None:
        reference = wanted(session.model, golden, answer.text)
        approved, earlier = session.approved(golden.id)
        offer = session.model.offered(answer.text, golden.question, approved, earlier, reference)
        found = session.model.taken_apart(answer.text, golden.question, offer, reference)
        return Made(answer=answer, claims=named(found.claims, golden, entry), marks=found.marks)
    claims = named(rules.extract(answer.text, question=golden.question), golden, entry)
    return Made(answer=answer, claims=claims)


def citation_state(
    claim: Claim, answer: Answer, hits: Sequence[Hit], judge: Judge, *, question: str | None
) -> CitationState | None:
    """Whether the passages cited for a claim support it; None where the answer cites nothing or the span is unknown."""
    if not answer.citations or claim.start is None or claim.end is None:
        return None
    cited = _cited(claim.start, answer)
    if not cited:
        return "uncited"
    passages = tuple(hits[index].passage for index in cited if index < len(hits))
    supported = bool(passages) and judge(claim.text, passages, question).supported
    return "ok" if supported else "miscited"


MARKER_AFTER_STOP = 6
"""A citation may stand behind the full stop of its sentence: characters between the stop and its marker."""


def _cited(start: int, answer: Answer) -> tuple[int, ...]:
    """Indices of the passages that are cited in the sentence that holds position `start`."""
    first, last = next(
        (span for span in sentence_spans(answer.text) if span[0] <= start < span[1]), (start, len(answer.text))
    )
    near = (one for one in answer.citations if one.end > first and one.start <= last + MARKER_AFTER_STOP)
    return tuple(dict.fromkeys(one.passage for one in near))
