"""A bare "Yes." or "No." read together with the question it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from claimdiff.claims.grammar import core_of, main_start
from claimdiff.claims.lexicon import (
    ADJECTIVES,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    is_participle,
    verb_form,
)
from claimdiff.claims.reading import Reading, read
from claimdiff.claims.sentence import Word, sentence_of
from claimdiff.text.sentences import sentence_spans

_WORD = r"(?P<word>yes|yeah|yep|yup|correct|no|nope|ja|nein|oui|non|sí|sim|não|はい|いいえ|是的?|不是?)"
_SHORT = (
    r"(?:it|they|you|there|that|this|we|i) (?:is|are|does|do|can|will|was|has|have|should|must|isn't|aren't|doesn't|don't|"
    r"can't|cannot|won't|hasn't|haven't)(?: not)?"
)
_QUALIFIED = r"(?P<extra>by default|currently|yet|at the moment|at all|anymore)"
_BARE = re.compile(
    rf"(?:(?:oh|well|sure|hi|hello),?\s+)?(?:{_WORD}(?:,? (?P<said>{_SHORT}))?|(?P<short>{_SHORT})|(?P<not>not)(?= (?:by|currently|yet|at|anymore)))"
    rf"(?:,? (?:that's|that is) (?:right|correct|possible|true))?(?:,? (?:not )?{_QUALIFIED})?[\s.!,。！]*",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"(?:yes|yeah|yep|no|nope|ja|nein|oui|non|sí|si|sim|não|はい|いいえ|是的?|不是?)\s*[,;:，、–—-]+\s*", re.IGNORECASE
)
_YES = frozenset(("yes", "yeah", "yep", "yup", "correct", "ja", "oui", "sí", "sim", "はい", "是", "是的"))
_FURTHER = re.compile(
    r",?\s+(?:and|but|or)\s+(?=(?:how|what|which|where|when|why|who|whose|under|until|since|for|is|are|does|do|can|if|at|in)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:is|are|was|were|does|do|did|can|could|will|would|must|should|may|has|have|had)\b", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bare:
    """A yes or no without a statement. `extra` is what it adds: "by default", "as long as you are on Pro"."""

    yes: bool
    extra: str = ""
    fragment: bool = False


def read_bare(sentence: str) -> Bare | None:
    """The yes or no that a sentence is; None for one that states something itself."""
    text = sentence.strip().replace("’", "'")
    match = _BARE.fullmatch(text)
    if match is not None:
        short = (match["short"] or "").lower()
        yes = "not" not in short and "n't" not in short if short else (match["word"] or "not").lower() in _YES
        return Bare(yes=yes, extra=match["extra"] or "")
    rest = text[leading(text) :].rstrip(".! ")
    if rest == text.rstrip(".! ") or not rest or not _is_fragment(rest):
        return None
    return Bare(yes=text.split(maxsplit=1)[0].rstrip(",;:–—-").lower() in _YES, extra=rest, fragment=True)


def _is_fragment(text: str) -> bool:
    """Whether a text only goes on with what was asked: "with a key", "if you are on Pro"."""
    made = sentence_of(text)
    opens = made.words[0].low in PREPOSITIONS | {"but", "only", "if", "when", "unless", "as", "provided", "once"}
    return (
        opens
        and main_start(made.words, made.end) == 0
        and (made.words[0].low in SUBORDINATORS or core_of(made) is None)
    )


def leading(sentence: str) -> int:
    """How many characters "Yes, " or "No, " takes before a sentence that goes on."""
    match = _LEADING.match(sentence)
    return match.end() if match and match.end() < len(sentence) else 0


def asked(question: str) -> str:
    """The first thing that is asked, without its question mark: "Is it on, and how do I change it?" gives "Is it on"."""
    return asked_reading(question).text


def asked_reading(question: str) -> Reading:
    """The same as a reading, which knows what stands in code."""
    reading = read(question, 0, len(question))
    pieces = [reading.cut(start, end) for start, end in sentence_spans(reading.text)]
    first = next((piece for piece in pieces if piece.text.endswith(("?", "？"))), reading)
    first = first.cut(0, len(first.text.rstrip("?？ ")))
    further = _FURTHER.search(first.text)
    return first.cut(0, further.start()) if further else first


def statement(question: str, *, yes: bool, extra: str = "") -> str | None:
    """The question as a statement: "Can I export a board?" and no give "I can not export a board.".

    "Not" is the one word that is in neither question nor answer. None where the question cannot be answered by yes or
    no, or its subject is not found.
    """
    text = asked(question)
    if not _ASKS.match(text) or re.search(r"\bor\b", text, re.IGNORECASE):
        return None
    found = sentence_of(text).words
    at = after_subject(found)
    if at is None:
        return None
    subject = text[found[1].start : found[at - 1].end]
    rest = text[found[at].start :]
    extra = "" if extra.lower() in rest.lower() else extra
    return " ".join(piece for piece in (subject, found[0].low, "" if yes else "not", rest, extra) if piece) + "."


def after_subject(found: tuple[Word, ...]) -> int | None:
    """The index of the first word after the subject of a question whose first word is the verb."""
    if len(found) <= len(("verb", "subject")):
        return None
    if found[1].low in PRONOUNS or (
        found[1].low in DETERMINERS and verb_form(found[2].low) == "base" and found[0].low not in ("is", "are")
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
        if not asks_be and verb_form(word.low) in ("base", "irregular", "be", "have", "do") and not word.solid:
            return index
    return len(found) - 1 if asks_be else None
