"""The baseline: the approved state, one small YAML file per question.

The file is canonical: fixed keys in a fixed order, block style, one block per claim, and nothing that a reviewer would
not care about (no times, costs, run ids). So two branches that accept different claims merge, and a diff shows meaning.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from claimdiff import yamlfile
from claimdiff.errors import FileProblems, Problem, UsageError
from claimdiff.golden import Id  # noqa: TC001 -- pydantic reads the annotations
from claimdiff.records import AnswerState, Entailment, JudgeIdentity, Verdict
from claimdiff.yamlfile import LooseText, Model, Text, Whole, items
from claimdiff.yamlfile.writer import Block, document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SCHEMA_VERSION = 1


class JudgedByFile(Model):
    """Who judged."""

    use: Text
    model: LooseText = None
    prompt_hash: LooseText = None
    entailment: Entailment = "implied"
    extractor: Text = "rules"


class PassageFile(Model):
    """A passage that was retrieved when the answer was approved."""

    path: Text
    heading: Annotated[tuple[str, ...], items] = Field(default_factory=tuple)
    hash: Text


class EvidenceFile(Model):
    """A verbatim quote."""

    path: Text
    quote: Text


class AcceptedFile(Model):
    """Who kept a claim although it was not supported, and why."""

    by: Text
    reason: Text


class BaselineClaimFile(Model):
    """An approved claim."""

    id: Id
    text: Text
    verdict: Verdict
    evidence: Annotated[tuple[EvidenceFile, ...], items] = Field(default_factory=tuple)
    accepted: AcceptedFile | None = None


class BaselineFile(Model):
    """The keys of a baseline file."""

    schema_version: Annotated[Whole, Field(ge=1)]
    id: Id
    question: Text
    state: Literal["answered", "abstained", "empty"]
    answer: str = ""
    judged_by: JudgedByFile
    passages: Annotated[tuple[PassageFile, ...], items] = Field(default_factory=tuple)
    claims: Annotated[tuple[BaselineClaimFile, ...], items] = Field(default_factory=tuple)


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselinePassage:
    """A passage that was retrieved when the answer was approved; `hash` is its content hash."""

    path: str
    heading: tuple[str, ...]
    hash: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineEvidence:
    """A verbatim quote of a page."""

    path: str
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Accepted:
    """Who kept a claim although it was not supported, and why."""

    by: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineClaim:
    """An approved claim with the verdict it had."""

    id: str
    text: str
    verdict: Verdict
    evidence: tuple[BaselineEvidence, ...] = ()
    accepted: Accepted | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineEntry:
    """The approved state of one question."""

    question_id: str
    question: str
    answer: str
    state: AnswerState
    judged_by: JudgeIdentity
    passages: tuple[BaselinePassage, ...] = ()
    claims: tuple[BaselineClaim, ...] = ()


def parse(text: str, *, path: str) -> BaselineEntry:
    """Read a baseline file; `path` is how the file is called in messages.

    Raises:
        FileProblems: every problem of the file at once, among them a file name that is not `<id>.yml`.
    """
    stem = PurePosixPath(path).stem
    hint = f"take either side, then `claimdiff accept {stem}`"
    file = yamlfile.load(text, path=path, conflict_hint=hint)
    read = yamlfile.read_model(BaselineFile, file)
    problems = tuple(_beyond_the_model(file, read, stem))
    if problems:
        raise FileProblems(problems)
    judged_by = JudgeIdentity(
        use=read.judged_by.use,
        model=read.judged_by.model,
        prompt_hash=read.judged_by.prompt_hash,
        entailment=read.judged_by.entailment,
        extractor=read.judged_by.extractor,
    )
    return BaselineEntry(
        question_id=read.id,
        question=read.question,
        answer=read.answer,
        state=read.state,
        judged_by=judged_by,
        passages=tuple(BaselinePassage(path=p.path, heading=p.heading, hash=p.hash) for p in read.passages),
        claims=tuple(_claim(claim) for claim in read.claims),
    )


def _claim(read: BaselineClaimFile) -> BaselineClaim:
    return BaselineClaim(
        id=read.id,
        text=read.text,
        verdict=read.verdict,
        evidence=tuple(BaselineEvidence(path=e.path, quote=e.quote) for e in read.evidence),
        accepted=Accepted(by=read.accepted.by, reason=read.accepted.reason) if read.accepted else None,
    )


def _beyond_the_model(file: yamlfile.YamlFile, read: BaselineFile, stem: str) -> Iterable[Problem]:
    if read.schema_version > SCHEMA_VERSION:
        message = f"schema version {read.schema_version} is newer than this claimdiff, which reads {SCHEMA_VERSION}"
        yield Problem(
            path=file.path,
            line=file.line(("schema_version",)),
            key="schema_version",
            message=message,
            hint="upgrade claimdiff",
        )
    if read.id != stem:
        message = f'the file is named "{stem}.yml" and holds the id "{read.id}"'
        hint = f"rename it to {read.id}.yml, or delete it and run `claimdiff accept {stem}`"
        yield Problem(path=file.path, line=file.line(("id",)), key="id", message=message, hint=hint)
    lines: dict[str, int | None] = {}
    for at, claim in enumerate(read.claims):
        line = file.line(("claims", at, "id"))
        if claim.id in lines:
            message = f'two claims have the id "{claim.id}": on line {lines[claim.id]} and on line {line}'
            hint = f"keep one of them, then `claimdiff accept {stem}`"
            yield Problem(path=file.path, line=line, key=f"claims[{at}].id", message=message, hint=hint)
        lines.setdefault(claim.id, line)


def render(entry: BaselineEntry) -> str:
    """The entry's canonical text: `parse(render(entry))` is the entry, and equal entries give equal bytes.

    Raises:
        UsageError: a text holds half of a surrogate pair, which no file can hold.
    """
    judged_by = {name: value for name, value in asdict(entry.judged_by).items() if value is not None}
    passages: list[Block] = [{"path": p.path, "heading": list(p.heading), "hash": p.hash} for p in entry.passages]
    try:
        return document(
            {
                "schema_version": SCHEMA_VERSION,
                "id": entry.question_id,
                "question": entry.question,
                "state": entry.state,
                "answer": entry.answer,
                "judged_by": judged_by,
                "passages": passages,
                "claims": [_claim_block(claim) for claim in entry.claims],
            }
        )
    except UnicodeEncodeError as error:
        message = f"the baseline of {entry.question_id} cannot be written: half of a surrogate pair in {error.object!r}"
        raise UsageError(message) from None


def _claim_block(claim: BaselineClaim) -> Block:
    evidence: list[Block] = [{"path": e.path, "quote": e.quote} for e in claim.evidence]
    block: Block = {"id": claim.id, "text": claim.text, "verdict": claim.verdict, "evidence": evidence}
    if claim.accepted:
        block["accepted"] = {"by": claim.accepted.by, "reason": claim.accepted.reason}
    return block


def load(read: Callable[[str], bytes], paths: Iterable[str]) -> dict[str, BaselineEntry]:
    """All baseline files of a tree by question id. Paths that do not end in `.yml` are passed over.

    Raises:
        FileProblems: every problem of every file at once.
    """
    entries: dict[str, BaselineEntry] = {}
    problems: list[Problem] = []
    for path in sorted(paths):
        name = PurePosixPath(path)
        if name.suffix == ".yaml":
            problems.append(
                Problem(path=path, message="a baseline file ends in .yml", hint=f"rename it to {name.stem}.yml")
            )
        if name.suffix != ".yml" or name.name.startswith("."):
            continue
        try:
            entry = parse(yamlfile.decode(read(path), path=path), path=path)
        except FileProblems as found:
            problems += found.problems
        else:
            entries[entry.question_id] = entry
    if problems:
        raise FileProblems(tuple(problems))
    return entries


def write(folder: Path, entries: Sequence[BaselineEntry]) -> None:
    """Write the entries' files into the folder, which is made where it is missing.

    All files are written beside the old ones and forced to disk before the first old one is replaced, so a full disk or
    a read-only folder leaves the old baseline whole.

    Raises:
        UsageError: a file could not be written, with its name and the reason.
    """
    pending: list[tuple[Path, Path]] = []
    target = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for entry in entries:
            target = folder / f"{entry.question_id}.yml"
            temporary = folder / f".{entry.question_id}.{os.getpid()}.tmp"
            pending.append((temporary, target))
            _write_through(temporary, render(entry).encode())
        for temporary, target in pending:
            temporary.replace(target)
        _sync_folder(folder)
    except OSError as error:
        raise _not_written(target, error) from None
    finally:
        for temporary, _ in pending:
            with suppress(OSError):
                temporary.unlink()


def delete(folder: Path, question_id: str) -> bool:
    """Delete a question's baseline file; whether there was one.

    Raises:
        UsageError: the file could not be deleted, with its name and the reason.
    """
    target = folder / f"{question_id}.yml"
    try:
        target.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        message = f"{target} could not be deleted: {error.strerror or error}"
        raise UsageError(message, hint="check the permissions of the folder") from None
    return True


def _write_through(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Force the new names to disk; not every system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _not_written(target: Path, error: OSError) -> UsageError:
    message = f"{target} could not be written: {error.strerror or error}; the old baseline is unchanged"
    return UsageError(
        message, hint="free some space or check the permissions of the folder, then run the same command again"
    )
