"""How faithful the approved answers were at each commit that touched the baseline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff import scoring
from claimdiff.errors import UsageError
from claimdiff.report.detail import Approved

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.changes import Change, Repository
    from claimdiff.settings import Settings

COMMITS = 50
"""Commits that are looked at, the latest ones."""

_ANSWERED = re.compile(rb"^state: answered\r?$", re.MULTILINE)
_VERDICT = re.compile(rb"^  verdict: (supported|partially_supported|contradicted|unverifiable)\r?$", re.MULTILINE)
"""Lines of a baseline file as `accept` writes it; to read thousands of old files as YAML would take longer than a check."""


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
    scores = {id_: _score(data) for id_, data in history.contents(repository, ids).items()}
    points = [(at, _mean(at.files, scores)) for at in past]
    return tuple(
        Approved(sha=at.sha, date=at.date, faithfulness=score, questions=len(at.files))
        for at, score in points
        if score is not None
    )


def _score(file: bytes) -> float | None:
    if _ANSWERED.search(file) is None:
        return None
    return scoring.faithfulness_ratio(verdict.decode() for verdict in _VERDICT.findall(file))


def _mean(files: Mapping[str, str], scores: Mapping[str, float | None]) -> float | None:
    return scoring.mean(scores.get(id_) for id_ in files.values())
