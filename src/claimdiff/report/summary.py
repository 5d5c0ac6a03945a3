"""The figures of a report in words: totals, tiles, who judged, what it cost."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from claimdiff.report import words
from claimdiff.report.parts import Tile

if TYPE_CHECKING:
    from claimdiff.report.document import Report, Totals, Usage


def totals(report: Report) -> tuple[str, ...]:
    """Return short sentences without full stops: questions, claims, and what needs no attention."""
    totals = report.totals
    parts = [
        (totals.replayed, "replayed"),
        (totals.unchanged, "unchanged"),
        (totals.skipped, "skipped"),
        (totals.not_evaluated, "not evaluated"),
        (totals.errors, "failed"),
    ]
    told = words.joined([f"{count:,} {word}" for count, word in parts if count])
    lines = [
        f"{words.counted(totals.questions, 'question')}: {told}"
        if told
        else words.counted(totals.questions, "question")
    ]
    if totals.claims:
        supported = f"{totals.supported:,} of {words.counted(totals.claims, 'claim')} supported"
        lines.append(supported + (f", {totals.unscored:,} not judged" if totals.unscored else ""))
    statuses = Counter(claim.status for question in report.questions for claim in question.claims)
    quiet = [
        (totals.pre_existing, "unsupported before as well and not approved"),
        (statuses["known_unsupported"], "known to be unsupported"),
        (totals.uncertain, "uncertain"),
        (statuses["changed"] - _unsupported_changed(report), "changed and supported"),
        (statuses["fixed"], "fixed"),
        (statuses["removed"], "no longer made"),
    ]
    told = words.joined([f"{count:,} {word}" for count, word in quiet if count > 0])
    if told:
        lines.append(f"Not flagged: {told}")
    if totals.abstained:
        lines.append(
            f"{words.counted(totals.abstained, 'answer')} {'abstains' if totals.abstained == 1 else 'abstain'}"
        )
    return tuple(lines)


def tiles(totals: Totals) -> tuple[Tile, ...]:
    """Return the figures at the top of the page."""
    change = words.difference(totals.baseline_faithfulness, totals.faithfulness)
    moved = change not in {"", "no change"}
    score = f"{words.share(totals.baseline_faithfulness)} before, {change}" if moved else change
    return (
        Tile(
            figure=f"{totals.newly_unsupported:,}",
            label="newly unsupported",
            note="with the outdated ones" if totals.outdated else "",
            alarm=totals.newly_unsupported > 0,
        ),
        Tile(
            figure=f"{totals.outdated:,}",
            label="outdated",
            note="the docs state another value",
            alarm=totals.outdated > 0,
        ),
        Tile(figure=f"{totals.lost:,}", label="lost", note="no longer made or supported", alarm=totals.lost > 0),
        Tile(figure=f"{totals.retrieval_misses:,}", label=words.plural(totals.retrieval_misses, "retrieval miss")),
        Tile(
            figure=words.share(totals.faithfulness) if totals.faithfulness is not None else "–",
            label="faithfulness",
            note=score,
        ),
        Tile(
            figure=f"{totals.questions:,}",
            label=words.plural(totals.questions, "question"),
            note=f"{totals.replayed:,} replayed",
        ),
    )


def judge(report: Report) -> str:
    """Say which judge spoke, and how."""
    judge = report.judge
    if judge.use == "lexical":
        told = f"lexical judge ({judge.model})" if judge.model else "lexical judge"
        return f"{told}, without a model; entailment {judge.entailment}"
    votes = f", {words.counted(judge.confirm, 'more vote')} before a claim is reported" if judge.confirm else ""
    return f"{judge.use} ({judge.model or 'model unknown'}); entailment {judge.entailment}{votes}"


def engines(report: Report) -> str:
    """Say where answers, passages and claims came from."""
    generator = report.generator.use + (f" ({report.generator.model})" if report.generator.model else "")
    sees = f" (sees {report.retriever.sees})" if report.retriever.sees == "merged" else ""
    embed = f" with {report.retriever.embed}" if report.retriever.embed else ""
    return f"answers: {generator}; retrieval: {report.retriever.use}{embed}{sees}; claims: {report.extractor.use}"


def cost(usage: Usage) -> str:
    """Say what the run cost; times are left out, since they differ from run to run."""
    if not usage.calls and not usage.cached_calls:
        return "no model calls, no cost"
    stored = f" and {usage.cached_calls:,} from the store" if usage.cached_calls else ""
    tokens = f"{usage.input_tokens + usage.cache_read_tokens:,} tokens in, {usage.output_tokens:,} out"
    return f"{words.counted(usage.calls, 'model call')}{stored}; {tokens}; {words.dollars(usage.usd)}"


def _unsupported_changed(report: Report) -> int:
    return sum(claim.status == "changed" for claim in report.newly_unsupported)
