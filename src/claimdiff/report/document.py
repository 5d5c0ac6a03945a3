"""The models of report.json, schema version 1: every field name is a contract with whoever reads the file.

`Report.model_json_schema()` is the published JSON Schema. Models are frozen, refuse unknown keys and cannot hold NaN or
Infinity. Text that came from a page may hold lone surrogates (a file name that is not UTF-8); they are replaced, so that
a report can always be written.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from claimdiff.records import (  # noqa: TC001 -- pydantic reads them at run time
    AnswerState,
    Cause,
    CitationState,
    Conclusion,
    Diagnosis,
    Entailment,
    FindingKind,
    QuestionStatus,
    Side,
    Status,
    Verdict,
)

_SURROGATES = re.compile("[\ud800-\udfff]")


def _whole(value: object) -> object:
    return _SURROGATES.sub("\ufffd", value) if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_whole)]
Count = Annotated[int, Field(ge=0)]
Line = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]


class Part(BaseModel):
    """What all parts of a report share: frozen, no unknown keys, no NaN or Infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class Quote(Part):
    """A verbatim quote with its place. The lines are null where the quote stands in no tree of this run."""

    path: Text
    line_start: Line | None
    line_end: Line | None
    quote: Text


class Place(Part):
    """Lines of a docs page of head."""

    path: Text
    line_start: Line | None
    line_end: Line | None


class Change(Part):
    """The line of the change that is the cause: a line number of the page at `side`."""

    path: Text
    line: Line
    side: Side


class Was(Part):
    """What the same or the partner claim was at base."""

    verdict: Verdict | None
    claim: Text


class NewlyUnsupported(Part):
    """A claim that is not supported at head, and at base was supported or not made. `accept` is the one command that settles it."""

    question_id: Text
    claim_id: Text
    claim: Text
    verdict: Verdict
    conflict: bool = False
    outdated: bool = False
    status: Status
    cause: Cause
    gated: bool
    was: Was | None = None
    evidence_before: tuple[Quote, ...] = ()
    evidence_now: tuple[Quote, ...] = ()
    change: Change | None = None
    accept: Text


class RetrievalMiss(Part):
    """A claim that the head docs support at `found_at`, where retrieval did not look."""

    question_id: Text
    claim_id: Text
    claim: Text
    found_at: Place


class Finding(Part):
    """Something that a person should see."""

    kind: FindingKind
    question_id: Text | None = None
    path: Text | None = None
    gated: bool = False
    message: Text


class BaselineChange(Part):
    """What this change does to one approved claim: its text before and after, null where there was or is none.

    `by` and `reason` are those of the acceptance, where the claim was kept although it is unsupported. `claim_id` is null
    where the whole question came or went.
    """

    question_id: Text
    claim_id: Text | None
    before: Text | None
    after: Text | None
    by: Text | None = None
    reason: Text | None = None


class BaselineQuote(Part):
    """Evidence as the baseline stores it."""

    path: Text
    quote: Text


class ProposedPassage(Part):
    """A passage as the baseline stores it."""

    path: Text
    heading: tuple[Text, ...]
    hash: Text


class ProposedClaim(Part):
    """A claim as accept would store it."""

    id: Text
    text: Text
    verdict: Verdict
    evidence: tuple[BaselineQuote, ...] = ()


class Proposed(Part):
    """What accept would write for a question."""

    answer: Text
    state: AnswerState
    passages: tuple[ProposedPassage, ...] = ()
    claims: tuple[ProposedClaim, ...] = ()


class RetrievedPassage(Part):
    """A passage that was retrieved at head, best first. `hash` is its content hash."""

    path: Text
    line_start: Line | None
    line_end: Line | None
    heading: tuple[Text, ...] = ()
    score: float | None = None
    hash: Text


class Retrieval(Part):
    """What was retrieved at head. `dropped` and `added` are paths against base."""

    passages: tuple[RetrievedPassage, ...] = ()
    sources_expected: tuple[Text, ...] = ()
    sources_found: tuple[Text, ...] = ()
    dropped: tuple[Text, ...] = ()
    added: tuple[Text, ...] = ()


class ReportClaim(Part):
    """A claim of the head answer, or an approved claim that is `removed` or `lost`. `verdict` is null: unscored."""

    id: Text
    text: Text
    status: Status
    verdict: Verdict | None
    conflict: bool = False
    cause: Cause | None = None
    reason: Text = ""
    evidence: tuple[Quote, ...] = ()
    votes: tuple[Verdict, ...] = ()
    citation: CitationState | None = None


class ReportQuestion(Part):
    """A golden question in this run. `why` says why it was not replayed, or null."""

    id: Text
    question: Text
    status: QuestionStatus
    why: Text | None = None
    state: AnswerState | None = None
    base_state: AnswerState | None = None
    answer: Text | None = None
    faithfulness: Share | None = None
    baseline_faithfulness: Share | None = None
    diagnosis: Diagnosis | None = None
    correctness: Share | None = None
    relevance: Share | None = None
    proposed: Proposed | None = None
    retrieval: Retrieval = Retrieval()
    claims: tuple[ReportClaim, ...] = ()


class Tool(Part):
    """The program that wrote the report."""

    name: Text = "claimdiff"
    version: Text


class BaseTree(Part):
    """The tree before the change."""

    ref: Text | None
    sha: Text | None


class HeadTree(Part):
    """The tree with the change. `sha` is null for an index or a folder; `dirty`: the working tree differs from the commit."""

    ref: Text | None
    sha: Text | None = None
    pr_head_sha: Text | None = None
    dirty: bool = False


class PullRequest(Part):
    """The pull request that the run belongs to."""

    number: Line
    head_sha: Text
    base_ref: Text | None


class ReportJudge(Part):
    """Who judged."""

    use: Text
    model: Text | None = None
    prompt_hash: Text | None = None
    entailment: Entailment = "implied"
    confirm: Count = 0


class ReportGenerator(Part):
    """Who answered."""

    use: Text
    model: Text | None = None


class ReportRetriever(Part):
    """Who retrieved. `embed` names the model by whose vectors the passages were ranked too; it is left out without one."""

    use: Text
    sees: Text | None = None
    embed: Text | None = Field(default=None, exclude_if=lambda value: value is None)


class ReportExtractor(Part):
    """Who took the answers apart into claims."""

    use: Text


class Totals(Part):
    """Counts over the run. `questions` = replayed + unchanged + skipped + not_evaluated + errors."""

    questions: Count = 0
    replayed: Count = 0
    unchanged: Count = 0
    skipped: Count = 0
    not_evaluated: Count = 0
    errors: Count = 0
    scored: Count = 0
    abstained: Count = 0
    claims: Count = 0
    supported: Count = 0
    unscored: Count = 0
    newly_unsupported: Count = 0
    outdated: Count = 0
    lost: Count = 0
    retrieval_misses: Count = 0
    pre_existing: Count = 0
    uncertain: Count = 0
    faithfulness: Share | None = None
    baseline_faithfulness: Share | None = None


class Usage(Part):
    """What the run cost. `usd` is null where a model's price is not known."""

    calls: Count = 0
    cached_calls: Count = 0
    input_tokens: Count = 0
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    usd: Annotated[float, Field(ge=0)] | None = None
    wall_s: Annotated[float, Field(ge=0)] = 0.0


class Report(Part):
    """report.json as a value. Lists keep the order that the pipeline gave them."""

    schema_version: Literal[1] = 1
    name: Text
    tool: Tool
    conclusion: Conclusion
    reasons: tuple[Text, ...] = ()
    base: BaseTree | None = None
    head: HeadTree
    pull_request: PullRequest | None = None
    judge: ReportJudge
    generator: ReportGenerator
    retriever: ReportRetriever
    extractor: ReportExtractor
    prompt_hash: Text | None = None
    totals: Totals
    newly_unsupported: tuple[NewlyUnsupported, ...] = ()
    retrieval_misses: tuple[RetrievalMiss, ...] = ()
    findings: tuple[Finding, ...] = ()
    baseline_changes: tuple[BaselineChange, ...] = ()
    questions: tuple[ReportQuestion, ...] = ()
    usage: Usage = Usage()

    @property
    def claim_reasons(self) -> dict[tuple[str, str], str]:
        """What the judge gave as its reason, by question id and claim id."""
        return {(question.id, claim.id): claim.reason for question in self.questions for claim in question.claims}
