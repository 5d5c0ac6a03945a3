"""The report of a finished run: who judged, which trees, and what accept would write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.report import document as doc
from claimdiff.report.assemble import Heading, assemble

if TYPE_CHECKING:
    from claimdiff.baseline import BaselineEntry
    from claimdiff.changes import Change
    from claimdiff.comparison.results import QuestionResult
    from claimdiff.pipeline import Outcome
    from claimdiff.report.document import Report
    from claimdiff.settings import Retriever, Settings


def report(change: Change, config: Settings, outcome: Outcome, *, wall_s: float) -> Report:
    """Assemble the report. `wall_s` is the time the run took, in seconds."""
    engines, identity = outcome.engines, outcome.engines.identity
    heading = Heading(
        name=config.name,
        base=doc.BaseTree(ref=change.base_ref, sha=change.base_sha) if change.base is not None else None,
        head=doc.HeadTree(
            ref=change.head_ref, sha=None if change.dirty else change.head_sha, pr_head_sha=None, dirty=change.dirty
        ),
        judge=doc.ReportJudge(
            use=identity.use,
            model=identity.model,
            prompt_hash=identity.prompt_hash,
            entailment=identity.entailment,
            confirm=engines.judge.confirm,
        ),
        generator=doc.ReportGenerator(use=engines.generator.use),
        retriever=doc.ReportRetriever(use=engines.retriever.use, sees=_sees(engines.retriever)),
        extractor=doc.ReportExtractor(use=engines.extractor.use),
        prompt_hash=outcome.session.head.prompt_hash if outcome.session else None,
        wall_s=wall_s,
    )
    return assemble(heading, outcome.result, outcome.decision, lambda item: _proposed(outcome, item))


def _sees(retriever: Retriever) -> str:
    """A store that is indexed after merge is brought to each side by an overlay, and the report says so."""
    return "overlay" if retriever.sees == "merged" and retriever.use != "bm25" else retriever.sees


def _proposed(outcome: Outcome, item: QuestionResult) -> BaselineEntry | None:
    if item.status != "replayed" or outcome.session is None:
        return None
    from claimdiff.approval.proposing import Rules  # noqa: PLC0415 -- only replayed questions have proposals
    from claimdiff.pipeline import approving  # noqa: PLC0415 -- same

    rules = Rules(by="", first=approving.is_first(outcome))
    entry = approving.proposed(outcome, item, rules).entry
    return approving.stored(entry, outcome.session.head) if entry is not None else None
