"""What lies between two reports: which claims became newly unsupported, which no longer are, which statuses changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.report import summary, words
from claimdiff.report.printing import Printer

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rich.console import Console

    from claimdiff.records import Status, Verdict
    from claimdiff.report.document import NewlyUnsupported, Report


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """A claim whose status or verdict differs; a side is None where it does not have the claim."""

    question_id: str
    claim_id: str
    claim: str
    status_before: Status | None
    status_now: Status | None
    verdict_before: Verdict | None
    verdict_now: Verdict | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Between:
    """Two reports compared. `appeared` and `stays` together are what is newly unsupported in the second."""

    appeared: tuple[NewlyUnsupported, ...]
    went: tuple[NewlyUnsupported, ...]
    stays: tuple[NewlyUnsupported, ...]
    moved: tuple[Moved, ...]
    not_comparable: tuple[str, ...]
    faithfulness_before: float | None
    faithfulness_now: float | None

    @property
    def failed(self) -> bool:
        """Whether the second report has newly unsupported claims."""
        return bool(self.appeared or self.stays)


def between(first: Report, second: Report) -> Between:
    """Compare two reports by question and claim id."""
    before = {(claim.question_id, claim.claim_id): claim for claim in first.newly_unsupported}
    now = {(claim.question_id, claim.claim_id): claim for claim in second.newly_unsupported}
    return Between(
        appeared=tuple(claim for key, claim in now.items() if key not in before),
        went=tuple(claim for key, claim in before.items() if key not in now),
        stays=tuple(claim for key, claim in now.items() if key in before),
        moved=_moved(first, second, now.keys() | before.keys()),
        not_comparable=_differences(first, second),
        faithfulness_before=first.totals.faithfulness,
        faithfulness_now=second.totals.faithfulness,
    )


def show_between(found: Between, names: tuple[str, str], console: Console) -> None:
    """Print what lies between; `names` are those of the two files."""
    out = Printer(console=console)
    out.line((_headline(found, names), "bold"), hang=2)
    for line in found.not_comparable:
        out.line((f"Scores are not comparable: {line}", "yellow"), indent=2, hang=2)
    if not found.not_comparable:
        _score(out, found)
    _claims(out, "Appeared", found.appeared)
    _claims(out, "Still newly unsupported", found.stays)
    _claims(out, "No longer newly unsupported", found.went)
    if found.moved:
        out.heading("Other changes")
    for moved in found.moved:
        out.line(f"• “{moved.claim}” ({moved.question_id}/{moved.claim_id}): {_told(moved)}", indent=2, hang=2)


def between_json(found: Between) -> str:
    """Return the same as JSON."""
    value = {
        "schema_version": 1,
        "appeared": [claim.model_dump(mode="json") for claim in found.appeared],
        "still": [claim.model_dump(mode="json") for claim in found.stays],
        "went": [claim.model_dump(mode="json") for claim in found.went],
        "changed": [{name: getattr(moved, name) for name in Moved.__slots__} for moved in found.moved],
        "not_comparable": list(found.not_comparable),
        "faithfulness": {"before": found.faithfulness_before, "now": found.faithfulness_now},
    }
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _moved(first: Report, second: Report, told: Collection[tuple[str, str]]) -> tuple[Moved, ...]:
    """List the claims whose status or verdict differs and that are not told apart already, in the order of the second report."""
    before = {(question.id, claim.id): claim for question in first.questions for claim in question.claims}
    now = {(question.id, claim.id): claim for question in second.questions for claim in question.claims}
    moved = []
    for key in dict.fromkeys([*now, *before]):
        old, new = before.get(key), now.get(key)
        same = old is not None and new is not None and (old.status, old.verdict) == (new.status, new.verdict)
        if same or key in told:
            continue
        text = new.text if new is not None else old.text if old is not None else ""
        moved.append(
            Moved(
                question_id=key[0],
                claim_id=key[1],
                claim=text,
                status_before=old.status if old else None,
                status_now=new.status if new else None,
                verdict_before=old.verdict if old else None,
                verdict_now=new.verdict if new else None,
            )
        )
    return tuple(moved)


def _differences(first: Report, second: Report) -> tuple[str, ...]:
    """Say in which engines that decide a score the reports differ."""
    told = []
    if first.name != second.name:
        told.append(f"the reports are about {first.name} and {second.name}")
    if first.judge.model_dump(exclude={"confirm"}) != second.judge.model_dump(exclude={"confirm"}):
        told.append(f"judged by {summary.judge(first)}, and by {summary.judge(second)}")
    if first.extractor != second.extractor:
        told.append(f"claims by {first.extractor.use}, and by {second.extractor.use}")
    return tuple(told)


def _headline(found: Between, names: tuple[str, str]) -> str:
    count = len(found.appeared)
    if not count and found.stays:
        return f"{names[1]} has {words.counted(len(found.stays), 'newly unsupported claim')}, as {names[0]} has."
    if not count:
        return f"{names[1]} has no newly unsupported claims."
    verb, was = ("is", "was") if count == 1 else ("are", "were")
    return f"{words.counted(count, 'claim')} {verb} newly unsupported in {names[1]} that {was} not in {names[0]}."


def _score(out: Printer, found: Between) -> None:
    before, now = words.share(found.faithfulness_before), words.share(found.faithfulness_now)
    change = words.difference(found.faithfulness_before, found.faithfulness_now)
    out.line(f"faithfulness {before} → {now}" + (f" ({change})" if change else ""), indent=2, hang=2)


def _claims(out: Printer, heading: str, claims: Sequence[NewlyUnsupported]) -> None:
    if not claims:
        return
    out.heading(f"{heading}: {words.counted(len(claims), 'claim')}")
    for claim in claims:
        place = "" if claim.change is None else f" {words.place(claim.change.path, claim.change.line, None)}"
        told = f"{words.SYMBOLS[claim.verdict]} {words.VERDICTS[claim.verdict]}; cause: {claim.cause}{place}"
        out.line(f"• “{claim.claim}” ({claim.question_id}/{claim.claim_id}): {told}", indent=2, hang=2)


def _told(moved: Moved) -> str:
    before = _side(moved.status_before, moved.verdict_before)
    now = _side(moved.status_now, moved.verdict_now)
    return f"{before} → {now}"


def _side(status: Status | None, verdict: Verdict | None) -> str:
    return "not there" if status is None else f"{words.STATUSES[status]} ({words.VERDICTS[verdict]})"
