"""What a report lets somebody accept: the baseline files it proposes, and a reason for everything that it does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff import baseline, yamlfile
from claimdiff.baseline import Accepted
from claimdiff.errors import FileProblems, RefusedError, UsageError
from claimdiff.records import JudgeIdentity
from claimdiff.report.proposals import proposed_entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from claimdiff.baseline import BaselineEntry
    from claimdiff.changes import Tree
    from claimdiff.publishing.asked import Request, Wanted
    from claimdiff.report.document import ProposedClaim, Report, ReportQuestion
    from claimdiff.settings.elsewhere import Place

INITIAL = "initial"
_KNOWN = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class Approver:
    """Who accepts, as it stands in a baseline file, and why. `first`: the repository has no baseline yet."""

    by: str
    reason: str | None = None
    first: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """What goes into the commit (path in the repository → content, None: deleted), for which questions, and what not."""

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """A report with the place of its assistant and the tree that it was made of."""

    report: Report
    place: Place
    tree: Tree

    def path(self, question_id: str) -> str:
        """The baseline file of a question."""
        return f"{self.place.baseline}/{question_id}.yml"

    def approved(self, question_id: str) -> BaselineEntry | None:
        """The approved state of a question in the tree.

        Raises:
            RefusedError: its file cannot be read.
        """
        path = self.path(question_id)
        if path not in self.tree.files():
            return None
        try:
            return baseline.parse(yamlfile.decode(self.tree.read(path), path=path), path=path)
        except (FileProblems, UsageError) as problem:
            raise RefusedError(str(problem)) from None

    @property
    def gone(self) -> frozenset[str]:
        """Questions that the change takes out of the golden set and whose baseline file is still there."""
        removed = {item.question_id for item in self.report.findings if item.kind == "question_removed"}
        return frozenset(id_ for id_ in removed if id_ is not None and self.path(id_) in self.tree.files())

    @property
    def ids(self) -> tuple[str, ...]:
        """Every question that may be named, those first for which the report proposes something."""
        questions = sorted(self.report.questions, key=lambda question: question.proposed is None)
        return (*sorted(self.gone), *(question.id for question in questions))


def take(source: Source, request: Request, wanted: tuple[Wanted, ...], approver: Approver) -> Taken:
    """Decide for every question that was asked for.

    Raises:
        RefusedError: an id that the report does not know, or a baseline file that cannot be read.
    """
    _check_ids(source, wanted)
    asked = {item.question: item for item in wanted}
    files: dict[str, bytes | None] = {}
    done, refused = [], []
    for question in source.report.questions:
        if question.id not in asked and not (request.everything and question.status == "replayed"):
            continue
        found = _decided(source, question, asked.get(question.id), request, approver)
        if isinstance(found, str):
            refused.append(found)
            continue
        done.append(question.id)
        if found != source.approved(question.id):
            files[source.path(question.id)] = baseline.render(found).encode()
    for id_ in sorted(source.gone if request.everything else source.gone & asked.keys()):
        files[source.path(id_)] = None
        done.append(id_)
    return Taken(files=files, questions=tuple(done), refused=tuple(refused))


def _check_ids(source: Source, wanted: tuple[Wanted, ...]) -> None:
    known = source.ids
    for item in wanted:
        if item.question not in known:
            some = ", ".join(known[:_KNOWN]) + (f" and {len(known) - _KNOWN} more" if len(known) > _KNOWN else "")
            raise RefusedError(f"there is no question {item.question} in the report", hint=f"it has: {some}")
        question = next((one for one in source.report.questions if one.id == item.question), None)
        claims = [claim.id for claim in question.claims] if question is not None else []
        if item.claim is not None and item.claim not in claims:
            raise RefusedError(
                f"{item.question} has no claim {item.claim}", hint=f"it has: {', '.join(claims) or 'none'}"
            )


def _decided(
    source: Source, question: ReportQuestion, wanted: Wanted | None, request: Request, approver: Approver
) -> BaselineEntry | str:
    """The entry to write, or why there is none and what to do in a checkout."""
    id_ = question.id
    if question.status != "replayed":
        return f"{id_} was not replayed ({question.why or question.status}), so there is nothing to accept"
    if question.proposed is None or question.proposed.state == "error":
        return f"{id_}: the report proposes nothing that could be stored; {_way_out(source.report, id_)}"
    old = source.approved(id_)
    accepted: dict[str, Accepted] = {}
    for claim in question.proposed.claims:
        if claim.verdict == "supported":
            continue
        kept = _kept(source.report, question, claim, old, request, approver)
        if kept is None:
            return f"{id_}/{claim.id} is {claim.verdict.replace('_', ' ')}; {_way_out(source.report, id_)}"
        accepted[claim.id] = kept
    entry = proposed_entry(question, judged_by(source.report, source.place), accepted)
    if entry is None:
        return f"{id_}: the report proposes nothing"
    other = next(_beside(entry, old, wanted.claim), None) if wanted is not None and wanted.claim else None
    if other is not None:
        return (
            f"{id_}/{other} would change with it. Accept the whole answer ({id_}), "
            f"or this claim alone in a checkout: claimdiff accept {wanted.text if wanted else id_}"
        )
    return entry


def _kept(
    report: Report,
    question: ReportQuestion,
    claim: ProposedClaim,
    old: BaselineEntry | None,
    request: Request,
    approver: Approver,
) -> Accepted | None:
    """Who keeps a claim without support: whoever kept it before, or this person where there is no baseline yet."""
    before = next((item for item in old.claims if item.id == claim.id), None) if old is not None else None
    if before is not None and before.accepted is not None and before.text == claim.text:
        return before.accepted
    if not approver.first or (request.everything and _by_this_change(report, question.id, claim.id)):
        return None
    return Accepted(by=approver.by, reason=approver.reason or INITIAL)


def _by_this_change(report: Report, question_id: str, claim_id: str) -> bool:
    """Whether the change contradicts or drops a claim; `--all` never keeps one of those."""
    return any(
        item.question_id == question_id
        and item.claim_id == claim_id
        and (item.status != "new_unsupported" or item.cause == "docs")
        for item in report.newly_unsupported
    )


def _beside(entry: BaselineEntry, old: BaselineEntry | None, claim_id: str) -> Iterator[str]:
    """Other claims that the entry changes; evidence that only moved is none."""
    if old is None:
        return
    before = {claim.id: (claim.text, claim.verdict) for claim in old.claims}
    after = {claim.id: (claim.text, claim.verdict) for claim in entry.claims}
    yield from (
        id_ for id_ in dict.fromkeys((*before, *after)) if id_ != claim_id and before.get(id_) != after.get(id_)
    )


def _way_out(report: Report, question_id: str) -> str:
    commands = [item.accept for item in report.newly_unsupported if item.question_id == question_id]
    if commands:
        return f"mend the docs, or in a checkout: {commands[0]}"
    return f"in a checkout `claimdiff accept {question_id}` says why"


def judged_by(report: Report, place: Place) -> JudgeIdentity:
    """Who judged, as a baseline file names it. A report does not name the extractor's model: it is the settings'."""
    judge, extractor = report.judge, report.extractor.use
    if extractor == "claude" and place.extractor.use == "claude":
        from claimdiff.claims.claude import PROMPT_HASH  # noqa: PLC0415 -- most reports are of the offline extractor

        model = place.extractor.model
        # The judge's model is told with the id that its name stood for.
        resolved = judge.model if judge.model and judge.model.startswith(f"{model}-") else model
        extractor = f"claude {resolved} {PROMPT_HASH}"
    return JudgeIdentity(
        use=judge.use,
        model=judge.model,
        prompt_hash=judge.prompt_hash,
        entailment=judge.entailment,
        extractor=extractor,
    )
