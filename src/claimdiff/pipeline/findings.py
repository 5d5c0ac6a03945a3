"""Findings beside claims: abstentions, deleted questions, stale evidence, outdated references, missing baselines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.comparison.results import Finding
from claimdiff.comparison.statuses import is_outdated
from claimdiff.generation import recorded
from claimdiff.judging.injection import instructions
from claimdiff.records import Evidence
from claimdiff.text.counting import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.comparison.facts import DocsFacts
    from claimdiff.comparison.results import QuestionResult
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.loading import SideState
    from claimdiff.pipeline.session import Session


def of_question(result: QuestionResult, question: GoldenQuestion, session: Session) -> tuple[Finding, ...]:
    """What is to be said of one replayed question."""
    head, engines = session.head, session.engines
    return (
        *_abstention(result, head.entries.get(result.id)),
        *_stale(result, head, session.docs),
        *_reference(result, question, head, engines),
    )


def _abstention(result: QuestionResult, entry: BaselineEntry | None) -> Iterator[Finding]:
    """An answer that came or went against base; gated unless head's baseline approves it, for that is what the gate uses."""
    before, now = result.base_state, result.state
    free = result.draft or (entry is not None and entry.state == now)
    if before == "answered" and now in ("abstained", "empty"):
        still = any(claim.status == "removed" and claim.judgement.supported for claim in result.claims)
        what = "was answered before and is not answered now"
        why = ", although the docs still support what was approved" if still else ""
        yield _finding("abstained_now", result, f"{result.id} {what}{why}.", gated=still and not free)
    if before == "abstained" and now == "answered":
        unsupported = any(claim.judgement.unsupported for claim in result.claims)
        kind = "answered_unanswerable" if unsupported else "now_answerable"
        what = "an answer without full support" if unsupported else "a supported answer"
        message = f"{result.id}: the approved answer abstains, now there is {what}."
        yield _finding(kind, result, message, gated=unsupported and not free)


def _finding(kind: str, result: QuestionResult, message: str, *, gated: bool) -> Finding:
    return Finding(kind=kind, message=message, question_id=result.id, gated=gated)  # type: ignore[arg-type]


def _stale(result: QuestionResult, head: SideState, docs: DocsFacts) -> Iterator[Finding]:
    """Approved quotes that stand nowhere in the head docs although their claim is still supported, and by what.

    Where a fact was deleted from one page and another still says it, this names the page that may have been forgotten.
    A claim beside it that needs an acceptance anyway says enough: accepting the question writes its quotes anew.
    """
    if result.newly_unsupported:
        return
    entry = head.entries.get(result.id)
    supported = {claim.claim.id: claim.judgement.evidence for claim in result.claims if claim.judgement.supported}
    for claim in entry.claims if entry is not None else ():
        for quote in claim.evidence if claim.id in supported else ():
            place = Evidence(path=quote.path, line_start=1, line_end=1, quote=quote.quote)
            if not docs.quoted(place):
                by = next((f" by {now.path}:{now.line_start}" for now in supported[claim.id]), "")
                gone = f"its approved quote is gone from {quote.path}"
                message = f"{result.id}/{claim.id} is supported{by}, but {gone}; claimdiff accept {result.id}"
                yield Finding(kind="stale_evidence", message=message, question_id=result.id, path=quote.path)
                return


def _reference(
    result: QuestionResult, question: GoldenQuestion, head: SideState, engines: Engines
) -> Iterator[Finding]:
    """The reference answer states a value that the docs no longer state, since this change."""
    reference = recorded.replay(question, None)
    if reference is None or result.id not in head.entries or result.head is None or result.base is None:
        return
    after = tuple(hit.passage for hit in result.head.hits)
    before = tuple(hit.passage for hit in result.base.hits)
    for claim in reference.claims:
        now = engines.judged(claim.text, after, question.question)
        if is_outdated(now) and engines.judged(claim.text, before, question.question).supported:
            where = f"{head.settings.golden_set}:{question.answer_line or question.line}"
            message = f"the reference answer of {result.id} is outdated: {claim.text} ({where})"
            path = head.in_repository(head.settings.golden_set)
            yield Finding(kind="reference_outdated", message=message, question_id=result.id, path=path)
            return


def of_run(questions: Sequence[QuestionResult], session: Session) -> tuple[Finding, ...]:
    """What is to be said of the run as a whole."""
    head, base = session.head, session.base
    return (
        *_no_baseline(questions, head),
        *_not_comparable(questions, head),
        *_removed(head, base),
        *(_unmapped(path) for path in session.at_head.unmapped),
        *_models(session),
        *_steering(session),
    )


def _models(session: Session) -> Iterator[Finding]:
    for message in session.model.deprecations() if session.model is not None else ():
        yield Finding(kind="model_deprecated", message=message)


def _steering(session: Session) -> Iterator[Finding]:
    """Text that this change adds and that tells a judge what to say; it changes no verdict."""
    for path, text in session.docs.added_texts():
        snippet = instructions(text)
        if snippet is not None:
            message = f"{path} now holds text that tries to instruct whoever judges: {snippet}"
            yield Finding(kind="injection_text", message=message, path=path)


def _unmapped(path: str) -> Finding:
    message = f"the retriever returned {path}, which is no page of `docs`; no line of it can be named"
    return Finding(kind="unmapped_passage", message=message, path=path)


def _no_baseline(questions: Sequence[QuestionResult], head: SideState) -> Iterator[Finding]:
    missing = [q.id for q in questions if q.status == "replayed" and q.id not in head.entries]
    if not missing:
        return
    names = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")  # noqa: PLR2004 -- a line
    what = f"claimdiff accept {missing[0]}" if len(missing) == 1 else "claimdiff accept --all"
    message = f"nothing is approved yet for {names}; to approve: {what}"
    yield Finding(kind="no_baseline", message=message, question_id=missing[0] if len(missing) == 1 else None)


def _not_comparable(questions: Sequence[QuestionResult], head: SideState) -> Iterator[Finding]:
    ids = [question.id for question in questions if question.why == "not_comparable"]
    if ids:
        used = sorted({head.entries[id_].judged_by.use for id_ in ids})
        were = counted(len(ids), "baseline file was", "baseline files were")
        message = f"{were} judged by {', '.join(used)}; to score again: claimdiff accept --safe"
        yield Finding(kind="not_comparable", message=message)


def _removed(head: SideState, base: SideState | None) -> Iterator[Finding]:
    """Baseline files without a question, whoever deleted the question; and questions that went without ever having one."""
    for id_ in sorted(head.entries.keys() - head.questions.keys()):
        path = head.in_repository(f"{head.settings.baseline}/{id_}.yml")
        message = f"the question {id_} was deleted, its baseline file was not; claimdiff accept {id_} deletes it"
        yield Finding(kind="question_removed", message=message, question_id=id_, path=path, gated=True)
    for id_ in base.questions if base is not None else ():
        if base is not None and id_ not in head.questions and id_ not in head.entries and id_ not in base.entries:
            message = f"the question {id_} was deleted; it had no baseline"
            yield Finding(kind="question_removed", message=message, question_id=id_)
