"""How long a reply will likely be, from what was approved: for the estimate of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claude.estimate import tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

ANSWER_TOKENS = 200
"""Of an answer to a question for which none is approved."""
UNIT_TOKENS = 12
"""Around the claims of a unit: its id and the brackets."""
VERDICT_TOKENS = 45
"""Of a verdict besides its quote: a reason of a sentence, the id, and the names of the fields."""
RATING_TOKENS, MARK_TOKENS = 30, 20
"""Of the rating of an answer with its reason, and of a mark besides its quote."""

ASSUMED = "an answer is taken to be as long as the approved one, and a quote as long as its claim"
"""What a person should know of these numbers; told with every estimate."""


def answering(approved: str | None) -> int:
    """Tokens of an answer; `approved` is the one that people know."""
    return tokens_of(approved) if approved else ANSWER_TOKENS


def extracting(texts: Sequence[str]) -> int:
    """Tokens of a reply that takes units with these texts apart: they come back, a little longer."""
    return sum(tokens_of(text) * 5 // 4 + UNIT_TOKENS for text in texts)


def marking(reference: Sequence[str]) -> int:
    """Tokens of the marks of an answer: a rating with its reason, and a quote for each claim of the reference."""
    return RATING_TOKENS + sum(tokens_of(claim) + MARK_TOKENS for claim in reference)


def judging(claims: Sequence[str]) -> int:
    """Tokens of a reply that judges these claims."""
    return sum(tokens_of(claim) + VERDICT_TOKENS for claim in claims)
