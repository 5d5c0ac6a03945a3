"""How faithful the approved answers were at each commit that touched the baseline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdiff import scoring
from claimdiff.errors import UsageError
from claimdiff.pipeline.identities import same_judge
from claimdiff.records import JudgeIdentity
from claimdiff.report.detail import Approved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from claimdiff.changes import Change, Repository
    from claimdiff.changes.history import PastFolder
    from claimdiff.settings import Settings

COMMITS = 50
"""Commits that are looked at, the latest ones."""

SEVERAL = "several judges"

_ANSWERED = re.compile(rb"^state: answered\r?$", re.MULTILINE)
_VERDICT = re.compile(rb"^  verdict: (supported|partially_supported|contradicted|unverifiable)\r?$", re.MULTILINE)
_JUDGED = re.compile(rb"^judged_by:\r?\n((?:  .*\n)+)", re.MULTILINE)
"""Parts of a baseline file as `accept` writes it; to read thousands of old files as YAML would take longer than a check."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Read:
    """An approved answer that has a score, and who judged it."""

    score: float
    judge: JudgeIdentity


def approved_before(change: Change, config: Settings) -> tuple[Approved, ...]:
    """Faithfulness of the baseline at its last commits, oldest first; nothing where no history can be read."""
    repository = change.repository
    if repository is None:
        return ()
    try:
        return _read(repository, config.in_repository(config.baseline, repository.root))
    except UsageError:  # a plot is never worth a failed run
        return ()


def _read(repository: Repository, folder: str) -> tuple[Approved, ...]:
    from claimdiff.changes import history  # noqa: PLC0415 -- only the page needs it

    past = history.past_folders(repository, folder, limit=COMMITS)
    ids = sorted({id_ for at in past for name, id_ in at.files.items() if name.endswith(".yml")})
    read = {id_: found for id_, data in history.contents(repository, ids).items() if (found := _answer(data))}
    return tuple(_points(past, read))


def _answer(file: bytes) -> _Read | None:
    """The score of a file, None where its answer has none."""
    if _ANSWERED.search(file) is None:
        return None
    score = scoring.faithfulness_ratio(verdict.decode() for verdict in _VERDICT.findall(file))
    return None if score is None else _Read(score=score, judge=_judge(file))


def _judge(file: bytes) -> JudgeIdentity:
    """Who judged, by the lines of the file; of a value that YAML quotes the quotes are no part."""
    block = _JUDGED.search(file)
    lines = block[1].decode("utf-8", "replace").splitlines() if block else []
    told = {key.strip(): value.strip().strip("\"'") for key, _, value in (line.partition(":") for line in lines)}
    return JudgeIdentity(
        use=told.get("use", ""),
        model=told.get("model"),
        prompt_hash=told.get("prompt_hash"),
        entailment="explicit" if told.get("entailment") == "explicit" else "implied",
        extractor=told.get("extractor", ""),
    )


def _points(past: Sequence[PastFolder], read: Mapping[str, _Read]) -> Iterator[Approved]:
    before: JudgeIdentity | None = None
    first = True
    for at in past:
        found = [read[id_] for id_ in at.files.values() if id_ in read]
        if not found:
            continue
        judge = _only(one.judge for one in found)
        yield Approved(
            sha=at.sha,
            date=at.date,
            faithfulness=sum(one.score for one in found) / len(found),
            questions=len(at.files),
            judge=SEVERAL if judge is None else _told(judge, before),
            same=not first and _same(judge, before),
            mixed=judge is None,
        )
        before, first = judge, False


def _only(judges: Iterable[JudgeIdentity]) -> JudgeIdentity | None:
    """The judge of all; None where they are not the same."""
    distinct = list(dict.fromkeys(judges))
    return distinct[-1] if all(same_judge(one, other) for one, other in pairwise(distinct)) else None


def _same(judge: JudgeIdentity | None, before: JudgeIdentity | None) -> bool:
    return judge is before if judge is None or before is None else same_judge(judge, before)


def _told(judge: JudgeIdentity, before: JudgeIdentity | None) -> str:
    """A judge by its name, with what else changed where the name did not."""
    name = judge.model or judge.use or "unknown judge"
    if before is None or name != (before.model or before.use):
        return name
    changed = [
        "another prompt" if judge.prompt_hash != before.prompt_hash else "",
        f"entailment {judge.entailment}" if judge.entailment != before.entailment else "",
        f"claims by {judge.extractor}" if judge.extractor != before.extractor else "",
    ]
    return ", ".join((name, *filter(None, changed)))
