"""What Claude marks in a whole answer: how far it answers its question, and what it says of the claims of the reference.

The marks are asked for together with the claims of an answer, or apart where nobody takes the answer apart; both ask by
the same words. A mark that did not come in the agreed form is none, and stands for no number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimdiff.claude.content import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Verdict

STEPS = {"none": 0.0, "little": 0.25, "half": 0.5, "mostly": 0.75, "fully": 1.0}
"""The words that Claude chooses from, and what they count: a model is steadier with words than with numbers."""
SAYS: dict[str, Verdict] = {
    "stated": "supported",
    "partly": "partially_supported",
    "contradicted": "contradicted",
    "not_stated": "unverifiable",
}
"""What an answer says of a claim, as Claude calls it, and as a verdict on that claim by the answer."""

RELEVANCE, REFERENCE = "relevance", "reference"
RULES: dict[str, str] = {
    REFERENCE: """\
"reference": a second object of the message lists claims under that name: what a good answer was agreed to say. For each \
of its ids, in its order:
- quote: the piece of the answer that decides, copied letter by letter; "" if there is none.
- says: one of
  stated: the answer says all of the claim, in whatever words: every number, name, condition and negation in it.
  partly: the answer says a part of it and is silent on the rest.
  contradicted: the answer says something about the same subject that cannot be true together with the claim, for \
instance another value.
  not_stated: the answer does not say it.""",
    RELEVANCE: """\
"relevance": how far the answer addresses the question. Whether it is true does not matter, and neither does its style: \
only whether the person who asked is told what they asked for. First the reason, in one short sentence, then the rating:
  none: it is about something else, or gives nothing.
  little: it touches the subject and leaves the question open.
  half: it answers one part of the question, or with much that was not asked for.
  mostly: it answers the question with a small gap, or some that was not asked for.
  fully: it answers the question, and nothing of importance was not asked for.""",
}
"""How each mark is to be made."""
SCHEMAS: dict[str, dict[str, Any]] = {
    REFERENCE: {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "id": {"type": "string"},
                "quote": {"type": "string"},
                "says": {"type": "string", "enum": list(SAYS)},
            },
            "required": ["id", "quote", "says"],
            "additionalProperties": False,
        },
    },
    RELEVANCE: {
        "type": "object",
        "properties": {"reason": {"type": "string"}, "rating": {"type": "string", "enum": list(STEPS)}},
        "required": ["reason", "rating"],
        "additionalProperties": False,
    },
}
RATING_TOKENS, CLAIM_TOKENS = 300, 120
"""Room in a reply for the rating, and for a claim of the reference besides its quote."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """What the model holds that the answer says of a claim, with the piece of the answer that it goes by: not verified."""

    verdict: Verdict
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """What was marked in an answer; None where a mark is missing. `reference` is in the order of the claims asked for."""

    relevance: float | None = None
    reference: tuple[Mark | None, ...] = ()


def rules(reference: Sequence[str]) -> str:
    """What Claude is told of the marks that are wanted."""
    return "\n".join(RULES[name] for name in properties(reference))


def properties(reference: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The parts of a reply's schema that hold the marks."""
    return {name: form for name, form in SCHEMAS.items() if reference or name != REFERENCE}


def shown(reference: Sequence[str]) -> dict[str, list[dict[str, str]]]:
    """The claims of the reference as the model sees them."""
    return {REFERENCE: [{"id": _id(at), "claim": clean(text)} for at, text in enumerate(reference)]}


def room(reference: Sequence[str]) -> int:
    """Tokens that a reply needs for the marks, at the most."""
    return RATING_TOKENS + sum(CLAIM_TOKENS + len(text) for text in reference)


def read(value: Any, reference: Sequence[str]) -> Marks:
    """The marks in the value of a reply. Raises nothing: what has another form is missing, and nothing is guessed."""
    parts = value if isinstance(value, dict) else {}
    rated, listed = parts.get(RELEVANCE), parts.get(REFERENCE)
    entries = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    return Marks(
        relevance=_step(rated.get("rating")) if isinstance(rated, dict) else None,
        reference=tuple(_mark([item for item in entries if item.get("id") == _id(at)]) for at in range(len(reference))),
    )


def _id(at: int) -> str:
    return f"r{at + 1}"


def _step(word: object) -> float | None:
    return STEPS.get(word) if isinstance(word, str) else None


def _mark(entries: Sequence[dict[str, Any]]) -> Mark | None:
    """The one mark of a claim; two that differ are none."""
    if not entries or any(item != entries[0] for item in entries):
        return None
    says, quote = entries[0].get("says"), entries[0].get("quote")
    if not isinstance(says, str) or says not in SAYS or not isinstance(quote, str):
        return None
    return Mark(verdict=SAYS[says], quote=quote)
