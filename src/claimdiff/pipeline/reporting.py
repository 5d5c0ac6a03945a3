"""The report of a finished run: who judged, which trees, and what accept would write."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.pipeline.engines import embeds
from claimdiff.report import document as doc
from claimdiff.report.assemble import Heading, assemble
from claimdiff.settings import ClaudeJudge

if TYPE_CHECKING:
    from claimdiff.baseline import BaselineEntry
    from claimdiff.changes import Change
    from claimdiff.comparison.results import ComparedClaim, QuestionResult
    from claimdiff.pipeline import Outcome
    from claimdiff.pipeline.engines import Engines
    from claimdiff.records import JudgeIdentity
    from claimdiff.report.document import Report
    from claimdiff.settings import Retriever, Settings


def report(change: Change, config: Settings, outcome: Outcome, *, wall_s: float) -> Report:
    """Assemble the report. `wall_s` is the time the run took, in seconds."""
    engines = outcome.engines
    identity = outcome.session.identity if outcome.session else _identity(engines)
    heading = Heading(
        name=config.name,
        base=doc.BaseTree(ref=change.base_ref, sha=change.base_sha) if change.base is not None else None,
        head=_head(change),
        pull_request=_pull_request(change),
        judge=doc.ReportJudge(
            use=identity.use,
            model=identity.model,
            prompt_hash=identity.prompt_hash,
            entailment=identity.entailment,
            confirm=engines.judge.confirm,
        ),
        generator=doc.ReportGenerator(use=engines.generator.use, model=getattr(engines.generator, "model", None)),
        retriever=_retriever(engines.retriever),
        extractor=doc.ReportExtractor(use=engines.extractor.use),
        prompt_hash=outcome.session.head.prompt_hash if outcome.session else None,
        usage=_usage(outcome, wall_s),
    )
    return assemble(
        heading,
        outcome.result,
        outcome.decision,
        lambda item: _proposed(outcome, item),
        lambda item, claim: _settles(outcome, item, claim),
    )


def _identity(engines: Engines) -> JudgeIdentity:
    """The judge of a run that judged nothing, by the name that the settings give to the model."""
    if not isinstance(engines.judge, ClaudeJudge):
        return engines.identity
    from claimdiff.judging.claude import PROMPT_HASH  # noqa: PLC0415 -- the offline judge comes with it

    return replace(engines.identity, use="claude", model=engines.judge.model, prompt_hash=PROMPT_HASH)


def _usage(outcome: Outcome, wall_s: float) -> doc.Usage:
    model = outcome.session.model if outcome.session else None
    if model is None:
        return doc.Usage(wall_s=round(wall_s, 3))
    budget = model.caller.budget
    return doc.Usage(
        calls=budget.calls,
        cached_calls=budget.stored_calls,
        input_tokens=budget.used.input_tokens + budget.used.cache_write_tokens,
        output_tokens=budget.used.output_tokens,
        cache_read_tokens=budget.used.cache_read_tokens,
        usd=None if budget.usd is None else round(budget.usd, 6),
        wall_s=round(wall_s, 3),
    )


def _head(change: Change) -> doc.HeadTree:
    """Head as the report names it; in a pull request the commit that was pushed, beside the merge that is checked out."""
    pull = _pull_request(change)
    return doc.HeadTree(
        ref=change.head_ref,
        sha=None if change.dirty else change.head_sha,
        pr_head_sha=pull.head_sha if pull else None,
        dirty=change.dirty,
    )


def _pull_request(change: Change) -> doc.PullRequest | None:
    event = change.event
    if event is None or event.number is None or event.head_sha is None:
        return None
    return doc.PullRequest(number=event.number, head_sha=event.head_sha, base_ref=event.base_ref)


def _retriever(retriever: Retriever) -> doc.ReportRetriever:
    model = None
    if embeds(retriever):
        from claimdiff.retrieval.minilm import NAME  # noqa: PLC0415 -- only who turns it on pays for it

        model = NAME
    return doc.ReportRetriever(use=retriever.use, sees=_sees(retriever), embed=model)


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


def _settles(outcome: Outcome, item: QuestionResult, claim: ComparedClaim) -> bool:
    """Whether accept can put the value of the docs into the recorded answer."""
    if not claim.outdated:
        return False
    from claimdiff.approval.proposing import Rules  # noqa: PLC0415 -- as above
    from claimdiff.pipeline import approving  # noqa: PLC0415 -- same

    rules = Rules(by="", only=frozenset({claim.claim.id}))
    return approving.proposed(outcome, item, rules).entry is not None
