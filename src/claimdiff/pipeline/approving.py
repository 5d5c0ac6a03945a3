"""What an accept command writes: one decision per question, made from a finished run. Nothing is written here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.approval.moving import Moves
from claimdiff.approval.proposing import Proposal, Rules, propose
from claimdiff.approval.relocating import relocated
from claimdiff.errors import UsageError
from claimdiff.gate import BUDGET

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from claimdiff.baseline import BaselineEntry
    from claimdiff.comparison.results import QuestionResult
    from claimdiff.pipeline import Outcome
    from claimdiff.pipeline.loading import SideState


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What accept was asked for: ids with the claims they are limited to (none: the whole question), or a group.

    `moved`: what the group leaves out gets at least its moved paths.
    """

    chosen: Mapping[str, frozenset[str]]
    everything: bool = False
    safe: bool = False
    moved: bool = False
    rules: Rules


@dataclass(frozen=True, kw_only=True, slots=True)
class Approval:
    """What is to be written and deleted, what was refused and why, and what else the person should know."""

    entries: tuple[BaselineEntry, ...] = ()
    deleted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


def removed_ids(head: SideState) -> frozenset[str]:
    """Baseline files whose question is no longer in the golden set."""
    return frozenset(head.entries.keys() - head.questions.keys())


def deletions(head: SideState, request: Request) -> tuple[str, ...]:
    """The baseline files that go: those of removed questions, where all were asked for or they were named."""
    gone = removed_ids(head)
    return tuple(sorted(gone if request.everything else gone & request.chosen.keys()))


def approve(outcome: Outcome, request: Request) -> Approval:
    """Decide for every question that was asked for.

    Raises:
        UsageError: an id or a claim that does not exist.
    """
    head = _head(outcome)
    _check_ids(outcome, request, removed_ids(head))
    _end_round(outcome)
    decided = [_decided(outcome, request, item) for item in outcome.result.questions if _asked(request, item.id)]
    entries = [entry for one in decided for entry in one.entries]
    if request.moved:
        done = {entry.question_id for entry in entries}
        entries += [entry for entry in moved(head, _renames(outcome)) if entry.question_id not in done]
    return Approval(
        entries=tuple(entries),
        deleted=deletions(head, request),
        refused=tuple(text for one in decided for text in one.refused),
        left=tuple(text for one in decided for text in one.left),
        references=tuple(text for one in decided for text in one.references),
    )


def _end_round(outcome: Outcome) -> None:
    """New answers were used, unless some are still to come: then the next run goes on with those that are there."""
    model = outcome.session.model if outcome.session is not None else None
    if model is not None and all(item.status != "error" and item.why != BUDGET for item in outcome.result.questions):
        model.used_up()


def _asked(request: Request, question_id: str) -> bool:
    return request.everything or request.safe or question_id in request.chosen


def _decided(outcome: Outcome, request: Request, item: QuestionResult) -> Approval:
    """The decision for one question."""
    head = _head(outcome)
    if request.safe and _gated(item):
        return Approval(left=(f"{item.id} has a gated finding",))
    proposal = proposed(outcome, item, replace(request.rules, only=request.chosen.get(item.id, frozenset())))
    if proposal.entry is None:
        return Approval(left=proposal.refused) if request.safe else Approval(refused=proposal.refused)
    if proposal.entry == head.entries.get(item.id):
        return Approval()
    return Approval(entries=(proposal.entry,), references=tuple(outdated_references(head, item, proposal)))


def _renames(outcome: Outcome) -> Mapping[str, str]:
    return outcome.session.renames if outcome.session is not None else {}


def proposed(outcome: Outcome, item: QuestionResult, rules: Rules) -> Proposal:
    """What accept would write for one question."""
    given = outcome.session.options.answers if outcome.session is not None else {}
    return propose(
        item,
        _head(outcome).entries.get(item.id),
        replace(rules, rewrite=outcome.engines.recorded and item.id not in given),
        outcome.session.identity if outcome.session else outcome.engines.identity,
        lambda text: outcome.rejudge(item.id, text),
    )


def is_first(outcome: Outcome) -> bool:
    """Whether the repository has no baseline yet."""
    base = outcome.session.base if outcome.session else None
    return not _head(outcome).entries and not (base and base.entries)


def _head(outcome: Outcome) -> SideState:
    if outcome.session is None:
        raise AssertionError("an acceptance replays, so there is a session")
    return outcome.session.head


def moved(head: SideState, renames: Mapping[str, str]) -> tuple[BaselineEntry, ...]:
    """The entries that name a page under an old path, with its new path and nothing else changed."""
    moves = Moves(pages=head.pages(), renames=renames)
    found = ((entry, moves.updated(entry)) for entry in head.entries.values())
    return tuple(new for old, new in found if new != old)


def stored(entry: BaselineEntry, head: SideState) -> BaselineEntry:
    """The entry as its file holds it: paths relative to the settings' root."""
    prefix = f"{head.prefix}/" if head.prefix else ""
    return relocated(entry, lambda path: path.removeprefix(prefix))


def _gated(item: QuestionResult) -> bool:
    return any(claim.gated for claim in item.claims) or any(found.gated for found in item.findings)


def _check_ids(outcome: Outcome, request: Request, gone: frozenset[str]) -> None:
    for id_, claims in request.chosen.items():
        if id_ in gone:
            continue
        item = next((found for found in outcome.result.questions if found.id == id_), None)
        if item is None:
            known = ", ".join(list(_head(outcome).questions)[:10])
            raise UsageError(f"there is no question {id_!r} in the golden set", hint=f"it has: {known}")
        names = [claim.claim.id for claim in item.claims]
        unknown = sorted(claims - set(names))
        if unknown:
            raise UsageError(f"{id_} has no claim {unknown[0]!r}", hint=f"it has: {', '.join(names) or 'none'}")


def outdated_references(head: SideState, item: QuestionResult, proposal: Proposal) -> Iterator[str]:
    """Places of the golden set that still state a value that was just replaced."""
    question = head.questions[item.id]
    path = head.in_repository(head.settings.golden_set)
    for old in dict.fromkeys(proposal.outdated):
        if question.answer is not None and old in question.answer:
            yield f"{path}:{question.answer_line or question.line}: the reference answer of {item.id} still says {old!r}"
        for claim in question.claims:
            if old in claim.text:
                yield f"{path}:{claim.line or question.line}: the reference claim {claim.id or ''} still says {old!r}"
