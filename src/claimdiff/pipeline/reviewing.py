"""What a review asks about a finished run, and what the decisions on one question make of its baseline file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.approval.proposing import Proposal, Rules
from claimdiff.approval.reviewing import Item
from claimdiff.pipeline.approving import is_first, proposed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from claimdiff.approval.reviewing import Decision
    from claimdiff.baseline import BaselineEntry
    from claimdiff.comparison.results import ComparedClaim, Finding, QuestionResult
    from claimdiff.pipeline import Outcome
    from claimdiff.pipeline.loading import SideState


@dataclass(frozen=True, kw_only=True, slots=True)
class Pending:
    """One thing to decide. `proposal` is what accepting this alone would write; `findings` say why a question is here.

    `gone`: the question was deleted, and accepting deletes its baseline file.
    """

    item: Item
    proposal: Proposal
    old: BaselineEntry | None
    findings: tuple[Finding, ...] = ()
    gated: bool = False
    gone: bool = False


def pending(outcome: Outcome) -> tuple[Pending, ...]:
    """Everything that waits for a decision, in the order of the golden set.

    That are the claims that lost their support, and questions whose answer changed in another way. What is unscored or
    uncertain cannot be decided, so it is not here.
    """
    if outcome.session is None:
        return ()
    return (*(found for item in outcome.result.questions for found in _of(outcome, item)), *_gone(outcome))


def _of(outcome: Outcome, item: QuestionResult) -> Iterator[Pending]:
    if item.status != "replayed":
        return
    old = _entries(outcome).get(item.id)
    rules = Rules(by="", first=is_first(outcome))
    if item.newly_unsupported:
        for claim in item.newly_unsupported:
            found = proposed(outcome, item, replace(rules, only=frozenset({claim.claim.id})))
            yield _pending(item.id, claim, found, old)
        for claim in _beside(outcome, item, old):
            yield _pending(
                item.id, claim, proposed(outcome, item, replace(rules, only=frozenset({claim.claim.id}))), old
            )
        return
    found = proposed(outcome, item, rules)
    findings = tuple(one for one in item.findings if one.gated)
    said = old is not None and found.entry is not None and _told(old) != _told(found.entry)
    if findings or item.with_status("lost") or (said and not outcome.engines.recorded):
        gated = bool(findings) or any(claim.gated for claim in item.claims)
        yield Pending(item=_item(item.id, None, found), proposal=found, old=old, findings=findings, gated=gated)


def _beside(outcome: Outcome, item: QuestionResult, old: BaselineEntry | None) -> Iterator[ComparedClaim]:
    """Claims of a model's answer that are not flagged, and without which it cannot be approved.

    Nobody approved them so far, and nothing supports them.
    """
    known = {claim.id for claim in old.claims} if old is not None else set()
    for claim in item.claims if not outcome.engines.recorded else ():
        if claim.status in {"pre_existing", "retrieval_miss"} and claim.claim.id not in known:
            yield claim


def _pending(id_: str, claim: ComparedClaim, proposal: Proposal, old: BaselineEntry | None) -> Pending:
    return Pending(item=_item(id_, claim, proposal), proposal=proposal, old=old, gated=claim.gated)


def _item(id_: str, claim: ComparedClaim | None, proposal: Proposal) -> Item:
    shown = repr((claim, proposal)).encode("utf-8", "surrogatepass")
    return Item(
        question_id=id_,
        claim_id=claim.claim.id if claim is not None else None,
        accepts=proposal.entry is not None,
        keeps=claim is not None,
        shows=hashlib.sha256(shown).hexdigest()[:16],
    )


def _gone(outcome: Outcome) -> Iterator[Pending]:
    for found in outcome.result.findings:
        if found.kind == "question_removed" and found.gated and found.question_id is not None:
            item = Item(question_id=found.question_id, claim_id=None, accepts=True, keeps=False, shows=found.message)
            old = _entries(outcome).get(found.question_id)
            yield Pending(item=item, proposal=Proposal(), old=old, findings=(found,), gated=True, gone=True)


def _told(entry: BaselineEntry) -> tuple[str, str, tuple[str, ...]]:
    return entry.answer, entry.state, tuple(claim.text for claim in entry.claims)


def _entries(outcome: Outcome) -> Mapping[str, BaselineEntry]:
    return outcome.session.head.entries if outcome.session is not None else {}


def settled(outcome: Outcome, decisions: Mapping[Item, Decision], by: str) -> Proposal:
    """What is to be written for a question of which everything is decided, but for an answer that a person wrote.

    Where all its claims are accepted or kept the whole question is approved, as `accept ID` does; where it cannot be,
    or where some claims stay as they are, only the claims that were decided.
    """
    id_ = next(iter(decisions)).question_id
    item = next(found for found in outcome.result.questions if found.id == id_)
    kept = {found.claim_id: one.text for found, one in decisions.items() if one.kind == "keep" and found.claim_id}
    accepted = {found.claim_id for found, one in decisions.items() if one.kind == "accept" and found.claim_id}
    rules = Rules(by=by, first=is_first(outcome), kept=kept)
    if all(one.kind in ("accept", "keep") for one in decisions.values()):
        whole = proposed(outcome, item, rules)
        if whole.entry is not None or not accepted | kept.keys():
            return whole
    return proposed(outcome, item, replace(rules, only=frozenset(accepted | kept.keys())))


def tree_digest(head: SideState, base_sha: str | None, judge: str) -> str:
    """A digest of all that the findings come from: pages, golden set, prompts, base and judge; not of the baseline."""
    said = repr((sorted(head.docs.items()), list(head.questions.items()), head.prompt_hash, base_sha, judge))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16]
