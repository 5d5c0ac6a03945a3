"""Accepting what a report of a build proposes, without judging again: only for the same tree, and believing nothing.

A report is a file that somebody else may have written. So every passage and every quote that it names is looked up in
the pages that are here, and what cannot be looked up (a verdict, an answer) is shown by the diff of the baseline file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.approval.proposing import INITIAL
from claimdiff.approval.relocating import relocated
from claimdiff.baseline import Accepted
from claimdiff.errors import RefusedError, UsageError
from claimdiff.pipeline.approving import Approval, deletions
from claimdiff.pipeline.identities import same_judge
from claimdiff.records import JudgeIdentity
from claimdiff.report.proposals import proposed_entry
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from claimdiff.baseline import BaselineEntry
    from claimdiff.pipeline.approving import Request
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.loading import SideState
    from claimdiff.report.document import Report, ReportQuestion

SHORT = 10
"""Hex digits of a commit that are shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Here:
    """What the report must be of: the commit that is checked out, its files, and the engines of its settings."""

    head: SideState
    sha: str | None
    engines: Engines


def approve_reported(report: Report, here: Here, request: Request) -> Approval:
    """Decide for every question that was asked for, from what the report proposes; removed ones lose their baseline.

    Raises:
        RefusedError: the report is another assistant's, of another tree, or by another judge.
        UsageError: an id that the golden set does not have.
    """
    judged_by = _identity(report, here)
    refuse_other(report, here, judged_by)
    _check_ids(request, here.head)
    entries: list[BaselineEntry] = []
    refused: list[str] = []
    left: list[str] = []
    for question in report.questions:
        if not (request.everything or request.safe or question.id in request.chosen):
            continue
        if request.safe and _gated(report, question.id):
            left.append(f"{question.id} has a gated finding")
            continue
        found = _decided(question, here, request, judged_by)
        if isinstance(found, str):
            quiet = question.id not in request.chosen and question.status in ("unchanged", "skipped")
            (left if request.safe else refused).extend([] if quiet else [found])
        elif found != here.head.entries.get(question.id):
            entries.append(found)
    deleted = deletions(here.head, request)
    missing = request.chosen.keys() - {question.id for question in report.questions} - set(deleted)
    refused += [f"{id_} is not in the report" for id_ in sorted(missing)]
    return Approval(entries=tuple(entries), deleted=deleted, refused=tuple(refused), left=tuple(left))


def refuse_other(report: Report, here: Here, judged_by: JudgeIdentity) -> None:
    """Refuse a report that is not of this tree.

    Raises:
        RefusedError: with what the report is of, what is here, and what to do.
    """
    config, shas = here.head.settings, (report.head.sha, report.head.pr_head_sha)
    if report.name != config.name:
        raise RefusedError(f"the report is of {report.name!r}, and {config.config_path.name} is of {config.name!r}")
    if report.head.dirty or not any(shas):
        raise RefusedError(
            "the report is of files that were not committed, so nobody can tell whether they are these",
            hint="claimdiff accept looks at what is here",
        )
    if here.sha is None or here.sha not in shas:
        of, found = str(shas[1] or shas[0])[:SHORT], (here.sha or "no commit")[:SHORT]
        raise RefusedError(f"the report is of commit {of}, and {found} is checked out", hint=f"git checkout {of}")
    if report.prompt_hash != here.head.prompt_hash and report.prompt_hash is not None:
        raise RefusedError("the report was made with other prompts than the ones here", hint="claimdiff check")
    own = expected_identity(here.engines)
    if not same_judge(judged_by, own):
        raise RefusedError(
            f"the report was judged by {_name(judged_by)}, and the settings here judge by {_name(own)}",
            hint="with --offline a report of the offline judge is taken" if judged_by.use == "lexical" else None,
        )


def expected_identity(engines: Engines) -> JudgeIdentity:
    """Who would judge here, told without asking anybody: a model by the name that the settings give it."""
    from claimdiff.claims.claude import PROMPT_HASH as EXTRACTING  # noqa: PLC0415 -- only a report of a build needs it
    from claimdiff.judging.claude import PROMPT_HASH as JUDGING  # noqa: PLC0415 -- same

    extractor = getattr(engines.extractor, "model", None)
    told = f"claude {extractor} {EXTRACTING}" if engines.extractor.use == "claude" else engines.extractor.use
    if engines.judge.use != "claude":
        offline = engines.identity
        return JudgeIdentity(use=offline.use, model=offline.model, entailment=offline.entailment, extractor=told)
    model = getattr(engines.judge, "model", None)
    return JudgeIdentity(
        use="claude", model=model, prompt_hash=JUDGING, entailment=engines.judge.entailment, extractor=told
    )


def _identity(report: Report, here: Here) -> JudgeIdentity:
    """Who judged, as a baseline file names it; the extractor's model is the settings', since a report does not name it."""
    judge, own = report.judge, expected_identity(here.engines)
    extractor = own.extractor if report.extractor.use == own.extractor.partition(" ")[0] else report.extractor.use
    named = extractor.split(" ")
    if judge.model and len(named) > 1 and judge.model.startswith(f"{named[1]}-"):
        named[1] = judge.model
    return JudgeIdentity(
        use=judge.use,
        model=judge.model,
        prompt_hash=judge.prompt_hash,
        entailment=judge.entailment,
        extractor=" ".join(named),
    )


def _name(judge: JudgeIdentity) -> str:
    words = [f"{judge.use} ({judge.model})" if judge.model else judge.use, f"entailment {judge.entailment}"]
    words += [f"prompt {judge.prompt_hash}"] if judge.prompt_hash else []
    return ", ".join([*words, f"claims by {judge.extractor}"])


def _check_ids(request: Request, head: SideState) -> None:
    for id_, claims in request.chosen.items():
        if id_ in head.entries and id_ not in head.questions:
            continue
        if id_ not in head.questions:
            known = ", ".join(list(head.questions)[:10])
            raise UsageError(f"there is no question {id_!r} in the golden set", hint=f"it has: {known}")
        if claims:
            raise UsageError(
                f"--from takes whole questions, and {id_}/{min(claims)} is a claim",
                hint=f"name {id_}, or leave --from out",
            )


def _decided(question: ReportQuestion, here: Here, request: Request, judged_by: JudgeIdentity) -> BaselineEntry | str:
    """The entry to write, its paths relative to the repository, or why it is refused."""
    id_, golden = question.id, here.head.questions.get(question.id)
    if golden is None or golden.question != question.question:
        return f"{id_}: the report has another question than the golden set here"
    if question.proposed is None:
        return f"{id_}: the report proposes nothing; {_why(question)}"
    old = here.head.entries.get(id_)
    kept = _acceptances(question, old, request, first=not here.head.entries)
    unkept = [c for c in question.proposed.claims if c.verdict != "supported" and c.id not in kept]
    if unkept:
        keep = f'claimdiff accept {id_} --keep-unsupported --reason "…"'
        return f"{id_}/{unkept[0].id} is {unkept[0].verdict.replace('_', ' ')} ({unkept[0].text}); {keep}"
    entry = proposed_entry(question, judged_by, kept)
    if entry is None or entry.state == "error":
        return f"{id_}: the report proposes no answer"
    entry = relocated(entry, here.head.in_repository)
    faults = [*_faults(entry, here.head)]
    return f"{id_}: {faults[0]}" if faults else entry


def _why(question: ReportQuestion) -> str:
    if question.status != "replayed":
        return f"it was not replayed there ({question.why or question.status})"
    return f"claimdiff accept {question.id} says why"


def _acceptances(
    question: ReportQuestion, old: BaselineEntry | None, request: Request, *, first: bool
) -> Mapping[str, Accepted]:
    """Who keeps the unsupported claims: as before, or this person, with the reason given; the first time as initial."""
    standing = {claim.id: claim for claim in old.claims} if old is not None else {}
    rules = request.rules
    found: dict[str, Accepted] = {}
    for claim in question.proposed.claims if question.proposed is not None else ():
        before = standing.get(claim.id)
        if before is not None and before.accepted is not None and before.text == claim.text:
            found[claim.id] = before.accepted
        elif rules.keep and rules.reason:
            found[claim.id] = Accepted(by=rules.by, reason=rules.reason)
        elif first:
            found[claim.id] = Accepted(by=rules.by, reason=INITIAL)
    return found


def _faults(entry: BaselineEntry, head: SideState) -> Iterator[str]:
    """What the report says of the docs that is not so here."""
    pages = head.pages()
    for passage in entry.passages:
        if passage.hash not in {one.hash for one in pages.get(passage.path, ())}:
            yield f"the report retrieved a passage of {passage.path} that is not in the docs here"
    for claim in entry.claims:
        if claim.verdict == "supported" and not claim.evidence:
            yield f"the report calls {claim.id} supported and quotes nothing for it"
        for item in claim.evidence:
            key = fold_key(item.quote)
            held = (fold_key(" ".join(s.source for s in one.segments)) for one in pages.get(item.path, ()))
            if not key or not any(key in text for text in held):
                yield f"the quote for {claim.id} does not stand in {item.path}"


def _gated(report: Report, id_: str) -> bool:
    claims = any(claim.gated for claim in report.newly_unsupported if claim.question_id == id_)
    return claims or any(found.gated for found in report.findings if found.question_id == id_)
