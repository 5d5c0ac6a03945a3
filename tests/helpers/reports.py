"""Reports for tests: a small one to vary, and a rich one that shows every section."""

from __future__ import annotations

from typing import Any

from claimdiff.report.detail import ClaimView, Detail
from claimdiff.report.document import (
    BaselineChange,
    BaseTree,
    Change,
    Finding,
    HeadTree,
    NewlyUnsupported,
    Place,
    PullRequest,
    Quote,
    Report,
    ReportClaim,
    ReportExtractor,
    ReportGenerator,
    ReportJudge,
    ReportQuestion,
    ReportRetriever,
    Retrieval,
    RetrievalMiss,
    RetrievedPassage,
    Tool,
    Totals,
    Was,
)

BASE_SHA = "3f0c2b1a9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a"
HEAD_SHA = "a94be120f3c5d7e9b1a2c3d4e5f60718293a4b5c"


def report(**fields: Any) -> Report:
    """A report in which nothing happened, with the fields that are given put over it."""
    plain: dict[str, Any] = {
        "name": "docent",
        "tool": Tool(version="1.0.0"),
        "conclusion": "pass",
        "base": BaseTree(ref="main", sha=BASE_SHA),
        "head": HeadTree(ref="prices", sha=HEAD_SHA),
        "judge": ReportJudge(use="lexical", model="lexical-1"),
        "generator": ReportGenerator(use="recorded"),
        "retriever": ReportRetriever(use="bm25", sees="checkout"),
        "extractor": ReportExtractor(use="rules"),
        "totals": Totals(questions=3, unchanged=3),
    }
    return Report(**(plain | fields))


def quote(text: str, line: int | None = 14, path: str = "docs/plans.md") -> Quote:
    """A quote on one line of a page."""
    return Quote(path=path, line_start=line, line_end=line, quote=text)


def unsupported(text: str = "Point-in-time recovery is part of Scale.", **fields: Any) -> NewlyUnsupported:
    """A newly unsupported claim whose sentence this change removes."""
    plain: dict[str, Any] = {
        "question_id": "backups",
        "claim_id": "recovery",
        "claim": text,
        "verdict": "unverifiable",
        "status": "regressed",
        "cause": "docs",
        "gated": True,
        "was": Was(verdict="supported", claim=text),
        "evidence_before": (quote("On Scale you can restore to any second of the window.", 9, "docs/backups.md"),),
        "change": Change(path="docs/backups.md", line=9, side="base"),
        "accept": f"claimdiff accept {fields.get('question_id', 'backups')}/{fields.get('claim_id', 'recovery')}",
    }
    return NewlyUnsupported(**(plain | fields))


def outdated(**fields: Any) -> NewlyUnsupported:
    """A claim for which the docs now state another value."""
    plain: dict[str, Any] = {
        "question_id": "pro-price",
        "claim_id": "monthly",
        "verdict": "contradicted",
        "outdated": True,
        "evidence_before": (quote("| Pro | 25 dollars | 50 GB |"),),
        "evidence_now": (quote("| Pro | 30 dollars | 50 GB |"),),
        "change": Change(path="docs/plans.md", line=14, side="head"),
    }
    return unsupported("The Pro plan costs 25 dollars a month.", **(plain | fields))


def failed(*claims: NewlyUnsupported, **fields: Any) -> Report:
    """A report whose gate failed on the claims."""
    totals = Totals(
        questions=14,
        replayed=3,
        unchanged=11,
        scored=12,
        claims=max(31, len(claims)),
        supported=max(0, 31 - len(claims)),
        newly_unsupported=len(claims),
        outdated=sum(claim.outdated for claim in claims),
        faithfulness=0.9167,
        baseline_faithfulness=1.0,
    )
    reasons = (f"{len(claims)} newly unsupported, 0 allowed",)
    return report(
        **({"conclusion": "fail", "reasons": reasons, "totals": totals, "newly_unsupported": claims} | fields)
    )


def crowded(count: int, **fields: Any) -> Report:
    """A failed report with many newly unsupported claims, in a script that is long in some encodings."""
    return failed(
        *(
            unsupported(
                f"バックアップ {number} は毎日 03:00 UTC に作成されます 🗄️。",
                question_id=f"q-{number}",
                claim_id="daily",
                **fields,
            )
            for number in range(count)
        )
    )


PLANS_BEFORE = "Plan: Pro; Price: 25 dollars; Storage: 50 GB"
PLANS_NOW = "Plan: Pro; Price: 30 dollars; Storage: 50 GB"
BACKUPS_NOW = (
    "Backups run every day at 03:00 UTC. They are kept for 7 days on Free, 30 days on Pro and 90 days on Scale."
)
BACKUPS_BEFORE = f"{BACKUPS_NOW} On Scale you can restore to any second of the window."


def rich_report() -> Report:
    """A report that shows every section: regressed, outdated, conflict, lost, a miss, findings, a baseline change."""
    return failed(
        unsupported(),
        unsupported(
            "A restore never overwrites the database.",
            claim_id="no-overwrite",
            verdict="contradicted",
            conflict=True,
            evidence_before=(
                quote("A restore makes a new database and never overwrites the old one.", 12, "docs/backups.md"),
            ),
            evidence_now=(
                quote("A restore overwrites the database after a confirmation.", 31, "docs/dashboard.md"),
                quote("A restore makes a new database and never overwrites the old one.", 12, "docs/backups.md"),
            ),
            change=Change(path="docs/dashboard.md", line=31, side="head"),
        ),
        unsupported(
            "Keys can be created from the command line.",
            question_id="api-key",
            claim_id="x-1f2e3d4c",
            status="new_unsupported",
            cause="prompt",
            was=None,
            evidence_before=(),
            evidence_now=(quote("Create a key in the dashboard under Settings > API Keys.", 3, "docs/auth.md"),),
            change=None,
        ),
        outdated(),
        outdated(
            question_id="compare-plans",
            claim_id="x-77aa00ff",
            gated=True,
            evidence_before=(quote("Pro costs 25 dollars a month and comes with 50 GB.", 3),),
            evidence_now=(quote("Pro costs 30 dollars a month and comes with 50 GB.", 3),),
            change=Change(path="docs/plans.md", line=3, side="head"),
        ),
        pull_request=PullRequest(number=42, head_sha=HEAD_SHA, base_ref="main"),
        reasons=("5 newly unsupported, 0 allowed",),
        retrieval_misses=(
            RetrievalMiss(
                question_id="sdks",
                claim_id="retries",
                claim="The SDKs retry idempotent requests up to 3 times.",
                found_at=Place(path="docs/errors.md", line_start=22, line_end=23),
            ),
        ),
        findings=(
            Finding(kind="no_key", message="no API key: answers are recorded ones, judged without a model"),
            Finding(
                kind="abstained_now",
                question_id="regions",
                gated=True,
                message="the answer abstains, though the docs still support “moving needs an export”",
            ),
        ),
        baseline_changes=(
            BaselineChange(
                question_id="deletion",
                claim_id="grace",
                before="Deletion has a grace period of 24 hours.",
                after="Deletion has a grace period of 48 hours.",
            ),
            BaselineChange(
                question_id="deletion",
                claim_id="admin",
                before=None,
                after="Deleting needs an admin.",
                by="Wren Writer",
                reason="the page comes next week",
            ),
        ),
        questions=_questions(),
        totals=Totals(
            questions=8,
            replayed=4,
            unchanged=2,
            not_evaluated=1,
            errors=1,
            scored=5,
            abstained=1,
            claims=19,
            supported=12,
            unscored=1,
            newly_unsupported=5,
            outdated=2,
            lost=1,
            retrieval_misses=1,
            uncertain=1,
            faithfulness=0.7417,
            baseline_faithfulness=0.9583,
        ),
    )


def _passage(
    path: str, lines: tuple[int, int], heading: tuple[str, ...], score: float, content: str
) -> RetrievedPassage:
    return RetrievedPassage(
        path=path, line_start=lines[0], line_end=lines[1], heading=heading, score=score, hash=content
    )


def _questions() -> tuple[ReportQuestion, ...]:
    backups = ReportQuestion(
        id="backups",
        question="How often does Meridian back up my database, and can I restore to a point in time?",
        status="replayed",
        state="answered",
        base_state="answered",
        answer="Meridian backs up every database daily at 03:00 UTC. Point-in-time recovery is part of Scale. A restore never overwrites the database. Copies are probably kept for a week on Free.",
        faithfulness=0.25,
        baseline_faithfulness=1.0,
        diagnosis="generation",
        correctness=1.0,
        retrieval=Retrieval(
            passages=(
                _passage("docs/backups.md", (3, 12), ("Backups", "Schedule"), 7.412, "b-now"),
                _passage("docs/dashboard.md", (28, 33), ("Dashboard", "Restore"), 3.207, "dash"),
            ),
            sources_expected=("docs/backups.md",),
            sources_found=("docs/backups.md",),
            dropped=("docs/regions.md",),
            added=("docs/dashboard.md",),
        ),
        claims=(
            ReportClaim(
                id="daily",
                text="Meridian backs up every database daily at 03:00 UTC.",
                status="unchanged",
                verdict="supported",
                reason="same numbers and words in one sentence",
                evidence=(quote("Backups run every day at 03:00 UTC.", 5, "docs/backups.md"),),
            ),
            ReportClaim(
                id="recovery",
                text="Point-in-time recovery is part of Scale.",
                status="regressed",
                verdict="unverifiable",
                cause="docs",
                reason="no sentence speaks of point-in-time recovery",
            ),
            ReportClaim(
                id="no-overwrite",
                text="A restore never overwrites the database.",
                status="regressed",
                verdict="contradicted",
                conflict=True,
                cause="docs",
                reason="one passage says never, another says it does",
                evidence=(quote("A restore overwrites the database after a confirmation.", 31, "docs/dashboard.md"),),
            ),
            ReportClaim(
                id="week",
                text="Copies are kept for a week on Free.",
                status="uncertain",
                verdict="partially_supported",
                reason="the period agrees, the hedge does not",
                evidence=(quote("They are kept for 7 days on Free.", 6, "docs/backups.md"),),
                votes=("supported", "partially_supported"),
            ),
            ReportClaim(
                id="encrypted",
                text="Backups are encrypted.",
                status="lost",
                verdict="unverifiable",
                reason="approved, no longer in the answer, and gone from docs/backups.md",
            ),
        ),
    )
    price = ReportQuestion(
        id="pro-price",
        question="How much is the Pro plan?",
        status="replayed",
        state="answered",
        base_state="answered",
        answer="The Pro plan costs 25 dollars a month and includes 50 GB of storage.",
        faithfulness=0.5,
        baseline_faithfulness=1.0,
        retrieval=Retrieval(
            passages=(_passage("docs/plans.md", (10, 16), ("Plans",), 5.02, "p-now"),),
            sources_expected=("docs/plans.md",),
            sources_found=("docs/plans.md",),
        ),
        claims=(
            ReportClaim(
                id="monthly",
                text="The Pro plan costs 25 dollars a month.",
                status="regressed",
                verdict="contradicted",
                cause="docs",
                reason="25 dollars ≠ 30 dollars",
                evidence=(quote("| Pro | 30 dollars | 50 GB |"),),
            ),
            ReportClaim(
                id="storage",
                text="The Pro plan includes 50 GB of storage.",
                status="unchanged",
                verdict="supported",
                evidence=(quote("| Pro | 30 dollars | 50 GB |"),),
            ),
        ),
    )
    key = ReportQuestion(
        id="api-key",
        question="Where do I get an API key?",
        status="replayed",
        state="answered",
        base_state="answered",
        answer="Create one in the dashboard under Settings > API Keys. Keys can be created from the command line.",
        retrieval=Retrieval(passages=(_passage("docs/auth.md", (1, 9), ("Authentication",), 6.1, "auth"),)),
        claims=(
            ReportClaim(
                id="where",
                text="Keys are created in the dashboard under Settings > API Keys.",
                status="unscored",
                verdict=None,
                reason="the judge gave no verdict",
            ),
            ReportClaim(
                id="x-1f2e3d4c",
                text="Keys can be created from the command line.",
                status="new_unsupported",
                verdict="unverifiable",
                cause="prompt",
                reason="only the dashboard is named",
            ),
        ),
    )
    regions = ReportQuestion(
        id="regions",
        question="Can I move my database to another region?",
        status="replayed",
        state="abstained",
        base_state="answered",
        answer="I could not find that in the docs.",
    )
    others = (
        ReportQuestion(
            id="limits",
            question="How many requests can I send?",
            status="unchanged",
            why="same passages, prompt and settings",
            state="answered",
            base_state="answered",
            faithfulness=1.0,
            baseline_faithfulness=1.0,
        ),
        ReportQuestion(
            id="sdks",
            question="Which SDKs are there?",
            status="unchanged",
            why="same passages, prompt and settings",
            state="answered",
            base_state="answered",
            faithfulness=1.0,
            baseline_faithfulness=1.0,
        ),
        ReportQuestion(
            id="sla", question="Is there a guarantee of uptime?", status="not_evaluated", why="no_recorded_answer"
        ),
        ReportQuestion(
            id="status-page",
            question="Where is the status page?",
            status="error",
            why="the generator command ended with 1",
        ),
    )
    return (backups, price, key, regions, *others)


def rich_detail() -> Detail:
    """What lies behind the rich report."""
    answer = _questions()[0].answer or ""
    spans = {
        ("backups", "daily"): "Meridian backs up every database daily at 03:00 UTC.",
        ("backups", "recovery"): "Point-in-time recovery is part of Scale.",
        ("backups", "no-overwrite"): "A restore never overwrites the database.",
        ("backups", "week"): "Copies are probably kept for a week on Free.",
    }
    places = {key: (answer.index(text), answer.index(text) + len(text)) for key, text in spans.items()}
    places["pro-price", "monthly"] = (0, 37)
    places["pro-price", "storage"] = (42, 68)
    before = "Meridian backs up every database daily at 03:00 UTC. Point-in-time recovery is part of Scale. Backups are encrypted. A restore never overwrites the database."
    return Detail(
        passages={
            "b-now": BACKUPS_NOW,
            "b-before": BACKUPS_BEFORE,
            "dash": "Open a backup and press Restore. A restore overwrites the database after a confirmation.",
            "p-now": PLANS_NOW,
            "p-before": PLANS_BEFORE,
            "auth": "Create a key in the dashboard under Settings > API Keys. It is shown once.",
        },
        base_answers={
            "backups": before,
            "pro-price": "The Pro plan costs 25 dollars a month and includes 50 GB of storage.",
        },
        base_claims={
            "backups": (
                ClaimView(
                    id="daily",
                    text="Meridian backs up every database daily at 03:00 UTC.",
                    verdict="supported",
                    start=0,
                    end=52,
                ),
                ClaimView(
                    id="recovery",
                    text="Point-in-time recovery is part of Scale.",
                    verdict="supported",
                    start=53,
                    end=93,
                    reason="same terms",
                    rule="terms",
                    evidence=(quote("On Scale you can restore to any second of the window.", 9, "docs/backups.md"),),
                ),
                ClaimView(id="encrypted", text="Backups are encrypted.", verdict="supported", start=94, end=116),
                ClaimView(
                    id="no-overwrite",
                    text="A restore never overwrites the database.",
                    verdict="supported",
                    start=117,
                    end=157,
                ),
            ),
            "pro-price": (
                ClaimView(
                    id="monthly",
                    text="The Pro plan costs 25 dollars a month.",
                    verdict="supported",
                    start=0,
                    end=37,
                    evidence=(quote("| Pro | 25 dollars | 50 GB |"),),
                ),
                ClaimView(
                    id="storage", text="The Pro plan includes 50 GB of storage.", verdict="supported", start=42, end=68
                ),
            ),
        },
        base_passages={
            "backups": (
                _passage("docs/backups.md", (3, 13), ("Backups", "Schedule"), 8.1, "b-before"),
                _passage("docs/regions.md", (1, 6), ("Regions",), 2.2, "r-before"),
            ),
            "pro-price": (_passage("docs/plans.md", (10, 16), ("Plans",), 5.0, "p-before"),),
        },
        spans=places,
        rules={
            ("backups", "recovery"): "no-candidate",
            ("backups", "daily"): "same-anchors",
            ("pro-price", "monthly"): "other-number",
        },
    )
