"""What is told of a newly unsupported claim, wherever it is shown: what its verdict means, and what its cause is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.report import words
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from claimdiff.report.document import NewlyUnsupported


def sentence(claim: NewlyUnsupported, reason: str) -> str:
    """What the verdict means, as one sentence without its full stop. `reason` is that of the judgement."""
    repeated = _repeated(claim)
    return words.verdict_sentence(
        claim.verdict,
        conflict=claim.conflict,
        made_before=claim.was is not None and not (repeated and claim.change is None),
        reason=reason,
        stands=repeated,
    )


def cause(claim: NewlyUnsupported) -> str:
    """The cause as a clause; where a line of the change is known, its place stands right behind these words."""
    return words.cause_words(claim.cause, claim.change, repeated=_repeated(claim))


def place(claim: NewlyUnsupported) -> str:
    """The page and the line of the change that is the cause; empty where none is known."""
    return "" if claim.change is None else words.place(claim.change.path, claim.change.line, None)


def _repeated(claim: NewlyUnsupported) -> bool:
    """Whether all of its evidence stands and was retrieved, and the answer says what it said in the same words."""
    before = {fold_key(quote.quote) for quote in claim.evidence_before}
    now = {fold_key(quote.quote) for quote in claim.evidence_now}
    same = claim.was is not None and fold_key(claim.was.claim) == fold_key(claim.claim)
    # Evidence that is gone has the cause docs, also where a page reads the same and is written otherwise.
    stands = before <= now or claim.cause in {"prompt", "generation"}
    return same and bool(before) and stands and claim.cause != "retrieval"
