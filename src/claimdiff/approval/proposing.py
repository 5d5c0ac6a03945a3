"""What accept would write for a question: pure proposals, each a whole baseline entry or a refusal with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.approval.rewriting import apply_edits, edits_for, rewrite_claim, states
from claimdiff.baseline import Accepted, BaselineClaim, BaselineEntry, BaselineEvidence, BaselinePassage
from claimdiff.records import Substitution

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.approval.rewriting import Edit
    from claimdiff.comparison.results import ComparedClaim, QuestionResult
    from claimdiff.records import Claim, Hit, JudgeIdentity, Judgement

INITIAL = "initial"
"""The reason that the first accept in a repository gives for claims that were never supported."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """How accept was called. `by` comes from git or the API. `first`: the repository has no baseline yet.

    `keep` allows claims that are not supported, and leaves those that `only` names as they are; `everything` is `--all`,
    which never keeps a claim that this change contradicts or drops. `only` limits the acceptance to some claims of the question. `rewrite` puts the values of the
    docs into a recorded answer; what a person typed or a model made is stored as it is. `kept` are claims that a person
    keeps as they are, each with its own reason.
    """

    by: str
    reason: str | None = None
    keep: bool = False
    everything: bool = False
    first: bool = False
    only: frozenset[str] = frozenset()
    rewrite: bool = True
    kept: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """An entry to write, or why not: `refused` with the commands that would do, `reasons` without where there are some.

    `outdated` are old values that were replaced.
    """

    entry: BaselineEntry | None = None
    refused: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Kept:
    claim: BaselineClaim | None = None
    edits: tuple[Edit, ...] = ()
    refused: str | None = None
    way: str = ""
    outdated: tuple[str, ...] = ()


def propose(
    result: QuestionResult,
    old: BaselineEntry | None,
    rules: Rules,
    judged_by: JudgeIdentity,
    rejudge: Callable[[str], Judgement],
) -> Proposal:
    """The baseline entry for a replayed question.

    Args:
        result: the question after comparing.
        old: head's baseline entry, if there is one.
        rules: how accept was called.
        judged_by: who judged.
        rejudge: judges a rewritten claim against the head passages.
    """
    if result.head is None or result.status != "replayed":
        return Proposal(refused=(f"{result.id} was not replayed ({result.why or result.status})",))
    if result.head.answer.state == "error":
        return Proposal(refused=(f"{result.id}: generation failed: {result.head.answer.reason}",))
    made = [claim for claim in result.claims if claim.status not in ("removed", "lost")]
    kept = [_keep(result, claim, old, rules, rejudge) for claim in made]
    refused = [(item.refused, item.way) for item in kept if item.refused]
    if refused:
        return Proposal(
            refused=tuple(f"{why}; {way}" if way else why for why, way in refused),
            reasons=tuple(why for why, _ in refused),
        )
    clash = _clash(result, result.head.answer.text, made, kept)
    if clash is not None:
        return Proposal(refused=(clash,))
    single = old if rules.only else None
    entry = BaselineEntry(
        question_id=result.id,
        question=result.question,
        answer=apply_edits(result.head.answer.text, [edit for item in kept for edit in item.edits]),
        state=result.head.answer.state,
        judged_by=single.judged_by if single else judged_by,
        passages=single.passages if single else _passages(result.head.hits),
        claims=tuple(item.claim for item in kept if item.claim is not None),
    )
    return Proposal(entry=entry, outdated=tuple(old for item in kept for old in item.outdated))


def _clash(result: QuestionResult, answer: str, made: Sequence[ComparedClaim], kept: Sequence[_Kept]) -> str | None:
    """Why the edits must not be made: a piece of the answer would change for a claim that keeps its value."""
    edits = {edit for item in kept for edit in item.edits}
    for edit in sorted(edits, key=lambda item: item.start):
        if any(other.start < edit.end and edit.start < other.end for other in edits - {edit}):
            return f"{result.id}: two claims want another value at the same place; {_new_answer(result.id)}"
        value = Substitution(old=answer[edit.start : edit.end], new=edit.new)
        for claim, item in zip(made, kept, strict=True):
            if edit not in item.edits and edit in (edits_for(answer, claim.claim, (value,)) or ()):
                if not states(claim.claim.text, value.old):
                    continue
                way = f"claimdiff accept {result.id}, or: {_new_answer(result.id)}"
                return (
                    f"{result.id}: {value.old!r} stands in the answer also for {claim.claim.id}, which keeps it; {way}"
                )
    return None


def _new_answer(question_id: str) -> str:
    return f'claimdiff accept {question_id} --answer "…"'


def _keep(
    result: QuestionResult,
    claim: ComparedClaim,
    old: BaselineEntry | None,
    rules: Rules,
    rejudge: Callable[[str], Judgement],
) -> _Kept:
    before = _old_claim(old, claim.claim.id)
    if rules.only and claim.claim.id not in rules.only and before is not None:
        return _Kept(claim=before)
    if claim.judgement.supported:
        return _Kept(claim=_stored(claim.claim, claim.judgement))
    where = f"{result.id}/{claim.claim.id}"
    if claim.status in ("unscored", "uncertain"):
        why = claim.judgement.reason or "it could not be settled"
        way = "run it again" if claim.status == "unscored" else _new_answer(result.id)
        return _Kept(refused=f"{where} is {claim.status}: {why} → {way}")
    reason = rules.kept.get(claim.claim.id) or (rules.reason if rules.keep and claim.claim.id in rules.only else None)
    if reason:
        kept = Accepted(by=rules.by, reason=reason)
        return _Kept(claim=replace(_stored(claim.claim, claim.judgement), accepted=kept))
    if claim.outdated and rules.rewrite and not (rules.first and claim.status == "new_unsupported"):
        rewritten = _rewrite(result, claim, rejudge)
        if rewritten is not None:
            return rewritten
    return _keep_unsupported(where, claim, before, rules)


def _rewrite(result: QuestionResult, claim: ComparedClaim, rejudge: Callable[[str], Judgement]) -> _Kept | None:
    if result.head is None:
        return None
    text = rewrite_claim(claim.claim.text, claim.judgement.substitutions)
    edits = edits_for(result.head.answer.text, claim.claim, claim.judgement.substitutions)
    if text is None or edits is None:
        return None
    judgement = rejudge(text)
    if not judgement.supported:
        return None
    outdated = tuple(item.old for item in claim.judgement.substitutions)
    return _Kept(claim=_stored(replace(claim.claim, text=text), judgement), edits=edits, outdated=outdated)


def _keep_unsupported(where: str, claim: ComparedClaim, before: BaselineClaim | None, rules: Rules) -> _Kept:
    stored = _stored(claim.claim, claim.judgement)
    standing = before.accepted if before is not None and claim.status == "known_unsupported" else None
    if standing is not None:
        return _Kept(claim=replace(stored, accepted=standing))
    barred = rules.everything and _by_this_change(claim)
    if rules.keep and rules.reason and not barred:
        return _Kept(claim=replace(stored, accepted=Accepted(by=rules.by, reason=rules.reason)))
    if rules.first and not barred:
        return _Kept(claim=replace(stored, accepted=Accepted(by=rules.by, reason=INITIAL)))
    return _Kept(refused=f"{where} is {_words(claim)}", way=_way_out(where, claim, rules))


def _by_this_change(claim: ComparedClaim) -> bool:
    """Whether this change contradicts or drops the claim; a claim that is new with it may be unsupported by itself."""
    return claim.newly_unsupported and (claim.status != "new_unsupported" or claim.cause == "docs")


def _words(claim: ComparedClaim) -> str:
    verdict = (claim.judgement.verdict or "unscored").replace("_", " ")
    return f"{verdict} ({claim.claim.text})"


def _way_out(where: str, claim: ComparedClaim, rules: Rules) -> str:
    question = where.partition("/")[0]
    keep = f'claimdiff accept {where} --keep-unsupported --reason "…"'
    if rules.everything and _by_this_change(claim):
        return f"--all keeps no claim that this change contradicts or drops. Mend the docs, or: {keep}"
    return f'mend the docs, or: claimdiff accept {question} --answer "…", or: {keep}'


def _stored(claim: Claim, judgement: Judgement) -> BaselineClaim:
    quotes = judgement.evidence if judgement.supported else ()
    evidence = tuple(BaselineEvidence(path=quote.path, quote=quote.quote) for quote in quotes)
    return BaselineClaim(
        id=claim.id, text=claim.text, verdict=judgement.verdict or "unverifiable", evidence=evidence, accepted=None
    )


def _old_claim(old: BaselineEntry | None, claim_id: str) -> BaselineClaim | None:
    return next((claim for claim in old.claims if claim.id == claim_id), None) if old is not None else None


def _passages(hits: Sequence[Hit]) -> tuple[BaselinePassage, ...]:
    return tuple(
        BaselinePassage(path=hit.passage.path, heading=hit.passage.heading, hash=hit.passage.hash) for hit in hits
    )
