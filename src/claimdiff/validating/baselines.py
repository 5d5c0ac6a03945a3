"""The baseline: can its files be read, is each still asked, and does its evidence still stand in the docs, and where?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from claimdiff import baseline
from claimdiff.comparison.quotes import Quotes
from claimdiff.errors import Problem
from claimdiff.passages.pages import decode
from claimdiff.text.folding import fold
from claimdiff.validating.scope import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from claimdiff.baseline import BaselineEntry, BaselineEvidence
    from claimdiff.changes import Repository
    from claimdiff.golden import GoldenSet
    from claimdiff.passages import PageReading
    from claimdiff.validating.scope import Scope

_SHOWN = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class _Docs:
    """The pages as they are written, folded, and as a reader reads them."""

    texts: Sequence[str]
    quotes: Quotes

    def hold(self, evidence: BaselineEvidence) -> bool:
        """Whether a quote stands in a page: in its text, or in what it says (a notebook writes its lines as JSON)."""
        quote = fold(evidence.quote)
        held = any(quote in text for text in self.texts)
        return held or self.quotes.holding(evidence.quote, evidence.path) is not None


def read(scope: Scope) -> dict[str, BaselineEntry]:
    """The entries by question id; files that cannot be read are left out, and noted."""
    folder = scope.located(scope.settings.baseline) + "/"
    entries: dict[str, BaselineEntry] = {}
    for path in sorted(scope.tree.files()):
        if path.startswith(folder) and "/" not in path.removeprefix(folder):
            entries |= scope.findings.tolerate(partial(baseline.load, scope.tree.read, (path,)), path) or {}
    return entries


def check(
    scope: Scope,
    entries: Mapping[str, BaselineEntry],
    golden_set: GoldenSet | None,
    pages: Mapping[str, PageReading],
) -> None:
    """Files of questions that are gone, evidence that is in no page any more, and paths of pages that moved."""
    asked = golden_set.by_id() if golden_set is not None else None
    docs = _Docs(
        texts=[fold(decode(path, scope.tree.read(path)).text or "") for path in pages],
        quotes=Quotes(pages={path: reading.passages for path, reading in pages.items()}),
    )
    for entry in entries.values():
        path = scope.located(f"{scope.settings.baseline}/{entry.question_id}.yml")
        if asked is not None and entry.question_id not in asked:
            message = f"the golden set has no question {entry.question_id}"
            hint = f"`claimdiff accept {entry.question_id}` deletes this file; or put the question back"
            scope.findings.errors.append(Problem(path=path, line=1, key="id", message=message, hint=hint))
        elif pages:
            lines = scope.tree.read(path).decode("utf-8", "replace").split("\n")
            scope.findings.warnings.extend(_stale(scope, entry, path, lines, docs))
    scope.findings.warnings.extend(_moved(scope, entries.values()))


def _stale(scope: Scope, entry: BaselineEntry, path: str, lines: Sequence[str], docs: _Docs) -> Iterator[Problem]:
    for claim in entry.claims:
        mark = re.compile(rf"- id: .?{re.escape(claim.id)}")
        line = next((number for number, text in enumerate(lines, start=1) if mark.match(text)), None)
        for evidence in claim.evidence:
            quote = fold(evidence.quote)
            if not docs.hold(evidence):
                shown = quote if len(quote) <= _SHOWN else quote[: _SHOWN - 1] + "…"
                message = f'the evidence of claim {claim.id} is in no page: "{shown}" (was in {evidence.path}{_now(scope, evidence.path)})'
                yield Problem(path=path, line=line, message=message, hint=f"claimdiff explain {entry.question_id}")


def _now(scope: Scope, path: str) -> str:
    target = scope.moved(path) if scope.located(path) not in scope.tree.files() else None
    return f", which was renamed to {target}" if target else ""


def _moved(scope: Scope, entries: Iterable[BaselineEntry]) -> Iterator[Problem]:
    """One warning for each renamed page, however many files name it."""
    files = scope.tree.files()
    naming: dict[str, list[str]] = {}
    for entry in entries:
        named = [item.path for claim in entry.claims for item in claim.evidence]
        named += [item.path for item in entry.passages]
        for old in dict.fromkeys(named):
            if scope.located(old) not in files:
                naming.setdefault(old, []).append(scope.located(f"{scope.settings.baseline}/{entry.question_id}.yml"))
    for old, paths in sorted(naming.items()):
        target = scope.moved(old)
        if target is None:
            continue
        lines = scope.tree.read(paths[0]).decode("utf-8", "replace").split("\n")
        line = next((number for number, text in enumerate(lines, start=1) if f"path: {old}" in text), None)
        message = f"{count(len(paths), 'baseline file')} {'names' if len(paths) == 1 else 'name'} {old}, which was renamed to {target}"
        hint = "`claimdiff accept --moved` writes the new path, and changes no answer and no verdict"
        yield Problem(path=paths[0], line=line, message=message, hint=hint)


def oldest(repository: Repository, folder: str) -> str:
    """Which answer was approved longest ago, from the history of the baseline folder; empty where history is cut off."""
    if repository.shallow or repository.commit("HEAD") is None:
        return ""
    log = repository.git.run("log", "--no-renames", "--format=@%cs", "--name-only", "HEAD", "--", folder)
    newest: dict[str, str] = {}
    date = ""
    for line in log.decode("utf-8", "replace").splitlines():
        if line.startswith("@"):
            date = line[1:]
        elif line.endswith(".yml") and (repository.root / line).is_file():
            newest.setdefault(PurePosixPath(line).stem, date)
    if not newest:
        return ""
    name = min(newest, key=lambda stem: (newest[stem], stem))
    return f"oldest answer approved on {newest[name]} ({name})"
