"""The form of a baseline file: canonical YAML.

Fixed keys in a fixed order, one block per claim, the answer one sentence a line with something between two lines, and
nothing that a reviewer would not care about (no times, costs, run ids). So two branches that accept different claims
merge, and a diff shows meaning.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from claimdiff import yamlfile
from claimdiff.baseline.entries import Accepted, BaselineClaim, BaselineEntry, BaselineEvidence, BaselinePassage
from claimdiff.errors import FileProblems, Problem, UsageError
from claimdiff.golden import Id  # noqa: TC001 -- pydantic reads the annotations
from claimdiff.records import Entailment, JudgeIdentity, Verdict
from claimdiff.yamlfile import AnyText, LooseText, Model, Text, items, whole
from claimdiff.yamlfile.writer import Block, Prose, document

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    heading: Annotated[tuple[AnyText, ...], items] = Field(default_factory=tuple)
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
    """The keys of a baseline file. `claimdiff accept` writes it in its own style; any other style of YAML reads the same."""

    schema_version: Annotated[int, Field(ge=1), whole]
    id: Id
    question: Text
    state: Literal["answered", "abstained", "empty"]
    answer: AnyText = ""
    judged_by: JudgedByFile
    passages: Annotated[tuple[PassageFile, ...], items] = Field(default_factory=tuple)
    claims: Annotated[tuple[BaselineClaimFile, ...], items] = Field(default_factory=tuple)


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
                "answer": Prose(text=entry.answer),
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
