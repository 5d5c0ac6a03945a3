"""The only place where thresholds live: from results and settings to a conclusion with its reasons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.scoring import mean
from claimdiff.text.counting import counted, some

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from claimdiff.comparison.results import ComparedClaim, QuestionResult, RunResult
    from claimdiff.records import Cause, Conclusion
    from claimdiff.settings import GateSettings


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """The conclusion of a run and why, one full sentence a reason."""

    conclusion: Conclusion
    reasons: tuple[str, ...]


BUDGET = "budget"
"""Why a question was not evaluated: a cap was reached before it."""


def is_gated(claim: ComparedClaim, settings: GateSettings, *, draft: bool) -> bool:
    """Whether a newly unsupported claim counts for the gate."""
    if draft or not claim.newly_unsupported:
        return False
    return not (claim.outdated and settings.outdated == "warn")


def decide(result: RunResult, settings: GateSettings) -> Decision:
    """Conclusion: fail, then error, then neutral (something was not evaluated), then pass."""
    failed = _failures(result, settings)
    if failed:
        return Decision(conclusion="fail", reasons=tuple(failed))
    broken = [question for question in result.questions if _broken(question) and not question.draft]
    if broken:
        lost = (f"{result.lost[:1].upper()}{result.lost[1:]}.",) if result.lost else ()
        return Decision(conclusion="error", reasons=(_could_not(broken), *lost))
    doubts = tuple(_doubts(result))
    if doubts:
        return Decision(conclusion="neutral", reasons=doubts)
    return Decision(conclusion="pass", reasons=(_passed(result),))


def _could_not(broken: Sequence[QuestionResult]) -> str:
    """How many could not be judged; and why, where it is the same for all (a key that is refused, a service that is down)."""
    told = f"{counted(len(broken), 'question')} could not be judged: {some([question.id for question in broken])}"
    whys = {question.why for question in broken if question.status == "error"}
    why = (next(iter(whys)) or "").rstrip(".") if len(whys) == 1 else ""
    return f"{told}; {why}." if why else f"{told}."


def _broken(question: QuestionResult) -> bool:
    """Whether an answer or one of its claims could not be judged."""
    if question.status == "error" or (question.status == "not_evaluated" and question.why == BUDGET):
        return True
    return question.status == "replayed" and any(claim.status == "unscored" for claim in question.claims)


def _doubts(result: RunResult) -> Iterator[str]:
    """Why a run that found nothing wrong is yet no pass."""
    skipped = [
        question for question in result.questions if question.status == "not_evaluated" and question.why != BUDGET
    ]
    if skipped:
        why = sorted({question.why or "unknown" for question in skipped})
        yield f"{counted(len(skipped), 'question was', 'questions were')} not evaluated ({', '.join(why)})."
    drafts = [question.id for question in result.questions if question.draft and _broken(question)]
    if drafts:
        yield f"{counted(len(drafts), 'draft')} could not be judged: {some(drafts)}."
    if all(question.status == "skipped" for question in result.questions):
        yield "0 questions evaluated: none was selected."
    yield from result.doubts


def _passed(result: RunResult) -> str:
    if result.nothing_changed:
        return "Nothing changed."
    replayed = sum(question.status == "replayed" for question in result.questions)
    if not replayed:
        return "No answer is affected by this change."
    allowed = [claim for question in result.questions for claim in question.newly_unsupported]
    if allowed:
        return f"{counted(len(allowed), 'newly unsupported claim')}, within what the gate allows."
    return f"{counted(replayed, 'question')} replayed, no claim lost its support."


def _failures(result: RunResult, settings: GateSettings) -> list[str]:
    gated = [claim for question in result.questions for claim in question.claims if claim.gated]
    reasons = _too_many(gated, settings.max_newly_unsupported)
    live = [question for question in result.questions if not question.draft]
    reasons += _over("lost claim", live, "lost", settings.max_lost)
    reasons += _over("retrieval miss", live, "retrieval_miss", settings.max_retrieval_misses)
    reasons += [found.message for found in result.all_findings if found.gated]
    reasons += _scores(live, settings)
    return reasons


def _too_many(gated: Sequence[ComparedClaim], limit: int | Mapping[Cause, int]) -> list[str]:
    if isinstance(limit, int):
        if len(gated) <= limit:
            return []
        return [f"{counted(len(gated), 'newly unsupported claim')}; {limit} allowed."]
    reasons = []
    causes: tuple[Cause, ...] = ("docs", "retrieval", "prompt", "generation")
    for cause in causes:
        of_cause = [claim for claim in gated if claim.cause == cause]
        allowed = limit.get(cause, 0)
        if len(of_cause) > allowed:
            reasons.append(f"{counted(len(of_cause), 'newly unsupported claim')} of cause {cause}; {allowed} allowed.")
    return reasons


_COUNT = re.compile(r"\d+ newly unsupported claims?(?: of cause [a-z]+)?; \d+ allowed\.")


def counts_unsupported(reason: str) -> bool:
    """Whether a reason is the number of newly unsupported claims, so that it goes with the last of them."""
    return _COUNT.fullmatch(reason) is not None


def _over(what: str, questions: Sequence[QuestionResult], status: str, limit: int | None) -> list[str]:
    found = [claim for question in questions for claim in question.claims if claim.status == status]
    if limit is None or len(found) <= limit:
        return []
    return [f"{counted(len(found), what, what + ('es' if what.endswith('s') else 's'))}; {limit} allowed."]


ROUNDING = 1e-9
"""Means of decimal shares are off by less than this; a mean that equals its threshold is within it."""


def _scores(questions: Sequence[QuestionResult], settings: GateSettings) -> list[str]:
    reasons = []
    now = mean(question.faithfulness for question in questions)
    if settings.min_faithfulness is not None and now is not None and now < settings.min_faithfulness - ROUNDING:
        reasons.append(f"Mean faithfulness is {now:.3f}; at least {settings.min_faithfulness} is asked for.")
    both = [q for q in questions if q.faithfulness is not None and q.baseline_faithfulness is not None]
    before = mean(question.baseline_faithfulness for question in both)
    after = mean(question.faithfulness for question in both)
    if (
        settings.max_drop is not None
        and before is not None
        and after is not None
        and before - after > settings.max_drop + ROUNDING
    ):
        reasons.append(f"Mean faithfulness fell by {before - after:.3f}; {settings.max_drop} is allowed.")
    return reasons
