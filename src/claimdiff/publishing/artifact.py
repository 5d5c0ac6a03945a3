"""Reports that another run left as an artifact: untrusted data until everything here has been checked."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.errors import FileProblems, RefusedError
from claimdiff.golden import is_id
from claimdiff.report import from_json
from claimdiff.report.marker import digest
from claimdiff.settings.values import is_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from claimdiff.report import Report

FILE = "report.json"
MAX_BYTES = 32 * 1024 * 1024
MAX_REPORTS = 64
_MAX_ENTRIES = 2_000
_DEPTH = 2
"""Folders between the artifact's folder and a report: one a run, one an assistant."""
_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class RejectedArtifactError(RefusedError):
    """An artifact that is not taken, with the reason. Nothing was posted for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Artifact:
    """A report with its digest (sha256 of the file's bytes, hexadecimal) and its place in the folder."""

    report: Report
    digest: str
    place: str


def read(workspace: Path, folder: Path) -> tuple[Artifact, ...]:
    """Every `report.json` of a folder of the workspace, in the folder itself or up to two folders below it.

    Raises:
        RejectedArtifactError: there is none, or one of them is a link, too large, no report, or a report that contradicts
            itself; one bad file rejects all.
    """
    place = workspace / folder
    try:
        inside = place.resolve().relative_to(workspace.resolve())
    except (ValueError, OSError, RuntimeError):
        raise RejectedArtifactError(f"report-artifact-path: {folder} is not inside the workspace") from None
    if not place.is_dir():
        raise RejectedArtifactError(
            f"report-artifact-path: there is no folder {folder}",
            hint="let actions/download-artifact write the artifact there",
        )
    found = tuple(_read(path, path.relative_to(place).as_posix()) for path in _files(workspace / inside, _DEPTH))
    if not found:
        raise RejectedArtifactError(f"the artifact in {folder} holds no {FILE}; did the run write its report?")
    if len(found) > MAX_REPORTS:
        raise RejectedArtifactError(
            f"the artifact in {folder} holds {len(found)} reports; at most {MAX_REPORTS} are read"
        )
    return found


def _files(folder: Path, depth: int) -> Iterator[Path]:
    entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    if len(entries) > _MAX_ENTRIES:
        raise RejectedArtifactError(
            f"{len(entries)} files in one folder of the artifact; at most {_MAX_ENTRIES} are read"
        )
    for entry in entries:
        path = folder / entry.name
        if entry.is_symlink():
            raise RejectedArtifactError(f"{entry.name!a} in the artifact is a link; an artifact of ours holds none")
        if entry.name == FILE:
            yield path
        elif entry.is_dir(follow_symlinks=False) and depth:
            yield from _files(path, depth - 1)


def _read(path: Path, shown: str) -> Artifact:
    data = _bytes(path, shown)
    try:
        report = from_json(data, path=ascii(shown)[1:-1], max_bytes=MAX_BYTES)
    except FileProblems as problem:
        raise RejectedArtifactError(str(problem)) from None
    fault = next(_faults(report), None)
    if fault is not None:
        raise RejectedArtifactError(f"{ascii(shown)[1:-1]}: {fault}")
    return Artifact(report=report, digest=digest(data), place=shown)


def _bytes(path: Path, shown: str) -> bytes:
    """The content of a plain file, opened without following a link that took its place meanwhile."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as problem:
        raise RejectedArtifactError(f"{shown!a} cannot be read: {problem.strerror}") from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise RejectedArtifactError(f"{shown!a} is no plain file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RejectedArtifactError(f"{shown!a} is larger than {MAX_BYTES:,} bytes")
    return data


def _faults(report: Report) -> Iterator[str]:
    """What no report of ours looks like."""
    if not is_name(report.name):
        yield f"name: {report.name[:80]!a} is no name of an assistant"
    ids = [question.id for question in report.questions]
    yield from (f"questions: {id_[:80]!a} is no question id" for id_ in ids if not is_id(id_))
    if len(set(ids)) < len(ids):
        yield "questions: an id stands there twice"
    totals = report.totals
    if totals.newly_unsupported != len(report.newly_unsupported):
        yield f"totals.newly_unsupported is {totals.newly_unsupported}, and {len(report.newly_unsupported)} are listed"
    if totals.retrieval_misses != len(report.retrieval_misses):
        yield f"totals.retrieval_misses is {totals.retrieval_misses}, and {len(report.retrieval_misses)} are listed"
    known = set(ids)
    yield from (
        f"newly_unsupported: {item.question_id[:80]!a} is not among the questions"
        for item in report.newly_unsupported
        if item.question_id not in known
    )
    for key, sha in (
        ("pull_request.head_sha", report.pull_request.head_sha if report.pull_request else None),
        ("head.pr_head_sha", report.head.pr_head_sha),
        ("head.sha", report.head.sha),
        ("base.sha", report.base.sha if report.base else None),
    ):
        if sha is not None and not _SHA.fullmatch(sha):
            yield f"{key}: {sha[:80]!a} is no commit id"


def head_sha(report: Report) -> str | None:
    """The commit that was checked: of a pull request its head."""
    return report.head.pr_head_sha or (report.pull_request.head_sha if report.pull_request else None) or report.head.sha
