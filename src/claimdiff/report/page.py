"""What the page shows of each question: the answer on both sides with its claims marked, evidence, passages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.report import words
from claimdiff.report.claimrows import ClaimRow, claim_row
from claimdiff.report.evidence import EvidenceView, compared
from claimdiff.report.passagerows import Evidence, PassageRow, heading, passage_rows
from claimdiff.report.quoting import Cited
from claimdiff.report.spans import AnswerSpan, base_answer, head_answer
from claimdiff.report.trend import Trend, trend

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.records import AnswerState
    from claimdiff.report.detail import ClaimView, Detail
    from claimdiff.report.document import NewlyUnsupported, Report, ReportQuestion

OPENED = 20
"""So many questions are unfolded at first: their claims stand above as well, and a browser lays out what is open."""

_DIAGNOSES = {
    "generation": "an expected page was retrieved, but the answer says more than it",
    "retrieval": "an expected page was not retrieved",
    "docs": "the answer agrees with the docs, but not with the reference",
}
_STATES: dict[AnswerState, str] = {
    "answered": "answered",
    "abstained": "abstains",
    "empty": "empty answer",
    "error": "no answer",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionView:
    """A question with everything that is known of it. `flagged` is `new`, `outdated`, `other` or empty."""

    number: int
    id: str
    question: str
    status: str
    why: str
    flagged: str
    flag_words: str
    state: str
    faithfulness: str
    baseline_faithfulness: str
    difference: str
    answer: tuple[AnswerSpan, ...]
    base_answer: tuple[AnswerSpan, ...]
    same_answer: bool
    claims: tuple[ClaimRow, ...]
    passages: tuple[PassageRow, ...]
    passages_heading: str
    notes: tuple[str, ...]
    kinds: tuple[str, ...]
    causes: tuple[str, ...]
    pages: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PageView:
    """All questions, the flagged ones first, and how many there are of each kind.

    `pages` are the docs pages of any question, sorted, and `places` says for a question which of them are its own, by
    their positions in `pages`. `evidence` is that of what is newly unsupported, by question and claim, with what stands
    around it. `opened` are the questions that are not folded.
    """

    questions: tuple[QuestionView, ...]
    numbers: Mapping[str, int]
    new: int
    outdated: int
    flagged: int
    replayed: int
    causes: tuple[str, ...]
    pages: tuple[str, ...]
    places: Mapping[str, tuple[int, ...]]
    opened: frozenset[str]
    evidence: Mapping[tuple[str, str], EvidenceView]
    trend: Trend | None


def build(report: Report, detail: Detail) -> PageView:
    """Make the view of the questions."""
    flagged: dict[str, list[NewlyUnsupported]] = {}
    for claim in report.newly_unsupported:
        flagged.setdefault(claim.question_id, []).append(claim)
    views = [
        question_view(question, detail, flagged.get(question.id, ()), number)
        for number, question in enumerate(report.questions, start=1)
    ]
    order = {"new": 0, "outdated": 1, "other": 2, "": 3}
    replayed = {question.id for question in report.questions if question.status == "replayed"}
    views.sort(key=lambda view: (order[view.flagged], view.id not in replayed))
    pages = sorted({path for view in views for path in view.pages})
    at = {path: position for position, path in enumerate(pages)}
    return PageView(
        questions=tuple(views),
        numbers={view.id: view.number for view in views},
        new=sum("new" in view.kinds for view in views),
        outdated=sum("outdated" in view.kinds for view in views),
        causes=tuple(sorted({claim.cause for claim in report.newly_unsupported})),
        pages=tuple(pages),
        places={view.id: tuple(at[path] for path in view.pages) for view in views},
        opened=frozenset([view.id for view in views if view.flagged in {"new", "outdated"}][:OPENED]),
        evidence={
            (claim.question_id, claim.claim_id): compared(
                claim.evidence_before, claim.evidence_now, claim.verdict, conflict=claim.conflict, nears=detail.nears
            )
            for claim in report.newly_unsupported
        },
        trend=trend(detail.history),
        flagged=sum(bool(view.flagged) for view in views),
        replayed=len(replayed),
    )


def question_view(
    question: ReportQuestion, detail: Detail, flagged: Sequence[NewlyUnsupported], number: int = 1
) -> QuestionView:
    """Make the view of one question; `flagged` are its newly unsupported claims."""
    base = detail.base_claims.get(question.id, ())
    by_id = {claim.claim_id: claim for claim in flagged}
    before = detail.base_answers.get(question.id, "")
    rows = tuple(
        claim_row(
            index,
            claim,
            {view.id: view for view in base},
            by_id.get(claim.id),
            detail,
            question.id,
        )
        for index, claim in enumerate(question.claims, start=1)
    )
    kind = _flag(question, flagged)
    passages = passage_rows(
        question.retrieval.passages,
        detail.base_passages.get(question.id, ()),
        detail,
        _cited(question, base, flagged),
    )
    return QuestionView(
        number=number,
        id=question.id,
        question=question.question,
        status=words.QUESTION_STATUSES[question.status],
        why="" if question.why is None else words.why_words(question.why),
        flagged=kind,
        flag_words=_flag_words(question, flagged, kind),
        state="" if question.state is None else _STATES[question.state],
        faithfulness=words.share(question.faithfulness),
        baseline_faithfulness=words.share(question.baseline_faithfulness),
        difference=words.difference(question.baseline_faithfulness, question.faithfulness),
        answer=head_answer(question, detail),
        base_answer=base_answer(before, base, {row.id: row.number for row in rows}),
        same_answer=before.strip() == (question.answer or "").strip(),
        claims=rows,
        passages=passages,
        passages_heading=heading(passages),
        notes=_notes(question, flagged),
        kinds=_kinds(question, flagged, kind),
        causes=tuple(sorted({claim.cause for claim in flagged})),
        pages=_pages(question, detail, flagged),
    )


def _cited(question: ReportQuestion, base: Sequence[ClaimView], flagged: Sequence[NewlyUnsupported]) -> Evidence:
    """What was quoted for the claims, with their numbers; a claim that is gone has none at head."""
    numbers = {claim.id: number for number, claim in enumerate(question.claims, start=1)}
    old = {(claim.id, quote): claim.verdict for claim in base for quote in claim.evidence}
    # The claim before may have had another id; its evidence is listed with the one that took its place.
    old |= {(claim.claim_id, quote): "supported" for claim in flagged for quote in claim.evidence_before}
    return Evidence(
        base=tuple(Cited(quote=quote, number=numbers.get(id_, 0), verdict=told) for (id_, quote), told in old.items()),
        head=tuple(
            Cited(quote=quote, number=numbers[claim.id], verdict=claim.verdict)
            for claim in question.claims
            for quote in claim.evidence
        ),
    )


def _kinds(question: ReportQuestion, flagged: Sequence[NewlyUnsupported], kind: str) -> tuple[str, ...]:
    """List the filters that show the question."""
    kinds = {
        "new": any(not claim.outdated for claim in flagged),
        "outdated": any(claim.outdated for claim in flagged),
        "flagged": bool(kind),
        "replayed": question.status == "replayed",
    }
    return tuple(name for name, holds in kinds.items() if holds)


def _pages(question: ReportQuestion, detail: Detail, flagged: Sequence[NewlyUnsupported]) -> tuple[str, ...]:
    """List the docs pages that the question has to do with: retrieved on a side, quoted, or the cause."""
    before = detail.base_passages.get(question.id, ())
    paths = {passage.path for passage in (*question.retrieval.passages, *before)}
    paths |= {quote.path for claim in question.claims for quote in claim.evidence}
    paths |= {quote.path for claim in flagged for quote in (*claim.evidence_before, *claim.evidence_now)}
    paths |= {claim.change.path for claim in flagged if claim.change is not None}
    return tuple(sorted(paths))


def _flag(question: ReportQuestion, flagged: Sequence[NewlyUnsupported]) -> str:
    if any(not claim.outdated for claim in flagged):
        return "new"
    if flagged:
        return "outdated"
    lost = any(claim.status in {"lost", "unscored", "retrieval_miss"} for claim in question.claims)
    turned = (
        question.status == "replayed" and question.base_state == "answered" and question.state not in {"answered", None}
    )
    return "other" if lost or turned or question.status in {"error", "not_evaluated"} else ""


def _flag_words(question: ReportQuestion, flagged: Sequence[NewlyUnsupported], kind: str) -> str:
    if kind == "new":
        return words.counted(sum(not claim.outdated for claim in flagged), "newly unsupported claim")
    if kind == "outdated":
        return words.counted(len(flagged), "outdated claim")
    if kind == "other" and question.status == "replayed":
        return "see below"
    return words.QUESTION_STATUSES[question.status]


def _notes(question: ReportQuestion, flagged: Sequence[NewlyUnsupported]) -> tuple[str, ...]:
    """Say what is known of the question beside its claims: pages, correctness, relevance, which part is to blame.

    An answer that a change of the docs, of what is retrieved or of the prompt left behind does not point to generation:
    the cause stands with each of its claims.
    """
    notes = [_sources(question)]
    if question.correctness is not None:
        notes.append(f"correctness {words.share(question.correctness)}")
    if question.relevance is not None:
        notes.append(f"relevance {words.share(question.relevance)}")
    left_behind = bool(flagged) and all(claim.cause != "generation" for claim in flagged)
    if question.diagnosis is not None and not (question.diagnosis == "generation" and left_behind):
        notes.append(f"points to {question.diagnosis}: {_DIAGNOSES[question.diagnosis]}")
    return tuple(note for note in notes if note)


def _sources(question: ReportQuestion) -> str:
    """Say which expected pages were retrieved, where any are expected."""
    expected = question.retrieval.sources_expected
    if not expected:
        return ""
    missing = [path for path in expected if path not in question.retrieval.sources_found]
    if not missing:
        return f"{words.counted(len(expected), 'expected page')} retrieved"
    return f"not retrieved though expected: {', '.join(missing)}"
