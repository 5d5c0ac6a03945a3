"""A bare "Yes." or "No." read together with the question it answers."""

from __future__ import annotations

import re

from claimdiff.claims.grammar import Word, words
from claimdiff.claims.lexicon import ADJECTIVES, DETERMINERS, PREPOSITIONS, PRONOUNS, is_participle, verb_form
from claimdiff.claims.reading import read
from claimdiff.text.sentences import sentence_spans

_BARE = re.compile(
    r"(?:(?:oh|well|sure|hi|hello),?\s+)?(?P<word>yes|yeah|yep|yup|correct|no|nope|not (?:by default|currently|yet|at the moment|at all))"
    r"(?:,? (?:it|they|you|there|that|this|we|i) (?:is|are|does|do|can|will|was|has|have|should|must|isn't|aren't|doesn't|don't|can't|cannot|won't)(?: not)?)?(?:,? by default)?"
    r"(?:,? (?:that's|that is) (?:right|correct|possible|true))?[\s.!,]*",
    re.IGNORECASE,
)
_LEADING = re.compile(r"(?:yes|yeah|yep|no|nope)\s*[,;:–—-]+\s*", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:is|are|was|were|does|do|did|can|could|will|would|must|should|may|has|have|had)\b", re.IGNORECASE
)


def polarity(sentence: str) -> bool | None:
    """True for a bare yes, False for a bare no, None for any other sentence."""
    match = _BARE.fullmatch(sentence.strip())
    return None if match is None else match["word"].lower() in ("yes", "yeah", "yep", "yup", "correct")


def leading(sentence: str) -> int:
    """How many characters "Yes, " or "No, " takes before a sentence that goes on."""
    match = _LEADING.match(sentence)
    return match.end() if match and match.end() < len(sentence) else 0


def statement(question: str, *, yes: bool) -> str | None:
    """The question as a statement: "Can I export a board?" and no give "I can not export a board.".

    "Not" is the one word that is in neither question nor answer. None where the question cannot be answered by yes or
    no, or its subject is not found.
    """
    asked = read(question, 0, len(question))
    spans = sentence_spans(asked.text)
    sentences = [asked.cut(*span) for span in spans if asked.text[span[0] : span[1]].endswith(("?", "？"))] or [asked]
    text = sentences[0].text.rstrip("?？ ")
    if not _ASKS.match(text) or re.search(r"\bor\b", text, re.IGNORECASE):
        return None
    found = words(read(text, 0, len(text)))
    at = _after_subject(found)
    if at is None:
        return None
    subject = text[found[1].start : found[at - 1].end]
    rest = text[found[at].start :]
    verb = "" if found[0].low in ("do", "does", "did") and yes else found[0].low
    return " ".join(piece for piece in (subject, verb, "" if yes else "not", rest) if piece) + "."


def _after_subject(found: tuple[Word, ...]) -> int | None:
    """The index of the first word after the subject of a question whose first word is the verb."""
    if len(found) < 3:
        return None
    if found[1].low in PRONOUNS or (
        found[1].low in DETERMINERS
        and verb_form(found[2].low) == "base"
        and len(found) > 3
        and found[0].low not in ("is", "are")
    ):
        return 2
    asks_be = found[0].low in ("is", "are", "was", "were")
    for index in range(2, len(found)):
        word = found[index]
        if word.mark:
            return None
        if asks_be and (
            word.low in PREPOSITIONS - {"of"}
            or word.low in ADJECTIVES | DETERMINERS
            or is_participle(word.text)
            or word.low.endswith("able")
        ):
            return index
        if not asks_be and verb_form(word.low) in ("base", "irregular", "be") and not word.solid:
            return index
    return len(found) - 1 if asks_be else None
