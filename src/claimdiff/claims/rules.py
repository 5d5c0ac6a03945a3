"""The extractor without a model: an answer in, atomic claims with their spans out.

Deterministic, and no claim holds a word that is in neither the answer nor the question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.claims import pronouns, yesno
from claimdiff.claims.abstention import halves, is_abstention, is_handover, is_pointer
from claimdiff.claims.citations import citations
from claimdiff.claims.completing import completed, is_fragment, named
from claimdiff.claims.compound import split
from claimdiff.claims.duplicates import distinct
from claimdiff.claims.leads import is_condition
from claimdiff.claims.lexicon import DETERMINERS, PREPOSITIONS, PRONOUNS, SUBORDINATORS, verb_form
from claimdiff.claims.sameness import claim_id
from claimdiff.claims.statements import Statement, statements
from claimdiff.claims.talk import is_talk, lead_length, sums_up
from claimdiff.records import Claim
from claimdiff.text.words import search_terms, stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.reading import Reading
    from claimdiff.records import AnswerState

__all__ = ["answer_state", "citations", "extract"]


_TOLD = 0.5
"""From this share of the words of a question on, the sentences behind a bare "No." say themselves what it says."""
_STRAY = re.compile(r"^(?:[-–—•*,;:.]+\s+)+")
"""Marks that stay at the head of a part; a flag keeps its hyphens."""
_STEP_NUMBER = re.compile(r"\d{1,2}[.)]")
_SMALL = DETERMINERS | PRONOUNS | PREPOSITIONS | SUBORDINATORS


@dataclass(frozen=True, kw_only=True, slots=True)
class _Cut:
    """What the sentences of an answer came to.

    `bare` are the yes or no that stand alone, with their place and with the claims that they are without a question.
    `repeats` are the starts of claims that say of themselves that they sum up, `pieces` those of claims that open the
    answer and are no sentence without the question.
    """

    claims: tuple[Claim, ...]
    bare: tuple[tuple[yesno.Bare, tuple[int, int], tuple[Claim, ...]], ...]
    repeats: frozenset[int]
    pieces: frozenset[int]
    abstained: bool


@lru_cache(maxsize=1024)
def extract(answer: str, *, question: str | None = None) -> tuple[Claim, ...]:
    """The atomic claims of an answer, in its order, each with the span of the answer it came from.

    Sentences of abstention, greetings, offers and questions are no claims. A bare "Yes." is read with the question,
    where nothing else in the answer says it, and so is "5440." where it opens the answer. An empty answer has no
    claims. Pure; raises nothing.
    """
    cut = _cut(answer)
    claims = list(cut.claims)
    for bare, span, alone in cut.bare:
        told = None if question is None else _told(cut.claims, bare, question)
        said = (Claim(id=claim_id(told), text=told, start=span[0], end=span[1]),) if told else alone
        at = next((index for index, claim in enumerate(claims) if (claim.start or 0) > span[0]), len(claims))
        claims[at:at] = said
    found = distinct(claims, cut.repeats)
    return found if question is None else tuple(_whole(claim, cut.pieces, question) for claim in found)


def _whole(claim: Claim, pieces: frozenset[int], question: str) -> Claim:
    """The claim, with the words of the question where it is no sentence without them."""
    text = completed(question, claim.text) if claim.start in pieces else named(question, claim.text)
    return claim if text in (None, claim.text) else _renewed(claim, _sentence_case(text))


def _renewed(claim: Claim, text: str) -> Claim:
    return Claim(id=claim_id(text), text=text, start=claim.start, end=claim.end)


def answer_state(answer: str) -> AnswerState:
    """`empty` for nothing visible, `abstained` where the answer says that it has none and nothing else, else `answered`."""
    if not any(char.isalnum() for char in answer):
        return "empty"
    cut = _cut(answer)
    return "abstained" if cut.abstained and not cut.claims else "answered"


@lru_cache(maxsize=1024)
def _cut(answer: str) -> _Cut:
    found = statements(answer)
    refused = any(is_abstention(statement.reading.text) for statement in found)
    claims: list[Claim] = []
    bare: list[tuple[yesno.Bare, tuple[int, int], tuple[Claim, ...]]] = []
    repeats: set[int] = set()
    told: list[tuple[Statement, list[Claim]]] = []
    it = they = ""
    for statement in found:
        text = statement.reading.text
        said = None if statement.before else yesno.read_bare(text)
        if said is not None:
            alone = tuple(_claims(statement, it, they, refused=refused)) if said.fragment else ()
            bare.append((said, statement.reading.span, alone))
            continue
        new = _claims(statement, it, they, refused=refused)
        if new and statement.kind != "code":
            it, they = pronouns.carried(statement.reading, it, they)
        if sums_up(text):
            repeats.update(claim.start for claim in new if claim.start is not None)
        claims.extend(new)
        told += [(statement, new)] if new else []
    if len(claims) > 1:
        claims = [claim for claim in claims if not _STEP_NUMBER.fullmatch(claim.text)]
    abstained = any(_gives_up(statement.reading.text) for statement in found if statement.kind != "code")
    return _Cut(
        claims=tuple(claims), bare=tuple(bare), repeats=frozenset(repeats), pieces=_pieces(told), abstained=abstained
    )


def _pieces(told: Sequence[tuple[Statement, list[Claim]]]) -> frozenset[int]:
    """The starts of the claims that may answer the question in less than a sentence: the first, or a list of them."""
    own = [item for item in told if item[0].kind in ("sentence", "item") and not item[0].before]
    listed = len(own) == len(told) and all(statement.kind == "item" for statement, _ in told)
    opening = told if listed else own[:1] if own[:1] == told[:1] else []
    found = [claim for _, claims in opening for claim in claims]
    if not all(is_fragment(claim.text) for claim in found):
        return frozenset()
    if not listed and not all(any(char.isdigit() for char in claim.text) for claim in found):
        found = found[:1]  # "None; otherwise the text": the second piece answers another case
    return frozenset(claim.start for claim in found if claim.start is not None)


def _gives_up(text: str) -> bool:
    return any(
        is_abstention(text[start:end]) or is_handover(text[start:end]) for start, end in (*halves(text), (0, len(text)))
    )


def _claims(statement: Statement, it: str, they: str, *, refused: bool) -> list[Claim]:
    """The claims of one statement."""
    reading = statement.reading
    if statement.kind in ("code", "row"):
        return [_claim(statement, reading.text, *reading.span)]
    skip = yesno.leading(reading.text)
    skip += lead_length(reading.text[skip:])
    whole = reading.cut(skip, len(reading.text))
    new: list[Claim] = []
    for body in _answering(whole, refused=refused):
        for part in split(body):
            text = part.text[lead_length(part.text) :] if part.kind in ("clause", "first") else part.text
            if _is_no_claim(text, refused=refused) or not any(char.isalnum() for char in text):
                continue
            if part.kind == "clause" and part.start:
                it, they = pronouns.carried(body.cut(0, part.start), it, they)
            text = pronouns.resolve(_STRAY.sub("", text), it, they) + (
                "." if whole.text.endswith(".") and text[-1].isalnum() else ""
            )
            new.append(_claim(statement, text, body.offsets[part.start], body.offsets[part.end - 1] + 1))
    return new


def _answering(body: Reading, *, refused: bool) -> list[Reading]:
    """The sentence, or the half of it that answers where the other half abstains or chats."""
    if not _is_no_claim(body.text, refused=refused) and not _gives_up(body.text):
        return [body]
    spans = halves(body.text)
    pieces = [body.cut(start, end) for start, end in spans] if len(spans) > 1 else []
    return [piece for piece in pieces if not _is_no_claim(piece.text, refused=refused)]


def _is_no_claim(text: str, *, refused: bool) -> bool:
    return is_talk(text) or is_abstention(text) or is_handover(text) or (refused and is_pointer(text))


def _claim(statement: Statement, text: str, start: int, end: int) -> Claim:
    """The claim with what the statement inherits."""
    before = statement.before
    if statement.joint == ", " and before:
        first = text.split(" ", 1)[0]
        orders = verb_form(first) in ("base", "irregular")
        text = text[0].lower() + text[1:] if orders or first.lower() in _SMALL else text
        before = before if orders or is_condition(before) else ""
    whole = f"{before}{statement.joint}{text}" if before else text
    if statement.kind == "lead":
        whole = whole.rstrip(":： ")
    if statement.kind == "item":
        whole = whole.rstrip(";, ")
    if statement.kind not in ("code", "row"):
        whole = _sentence_case(whole)
    return Claim(id=claim_id(whole), text=whole, start=start, end=end)


def _told(claims: tuple[Claim, ...], bare: yesno.Bare, question: str) -> str | None:
    """The bare yes or no as a statement, unless the other claims speak of what was asked."""
    asked = set(stems(yesno.asked(question)))
    told = {term for claim in claims for term in search_terms(claim.text)}
    leans = any(claim.text.split(" ")[0].lower() in ("it", "they", "this") for claim in claims)
    if not bare.fragment and claims and (leans or len(asked & told) >= _TOLD * len(asked)):
        return None
    text = yesno.statement(question, yes=bare.yes, extra=bare.extra)
    return None if text is None else _sentence_case(text)


def _sentence_case(text: str) -> str:
    """With a capital where a small word opens the claim; identifiers and names keep their case."""
    first = text.split(" ", 1)[0]
    if first.islower() and (first.partition("'")[0].partition("’")[0] in _SMALL or verb_form(first) == "base"):
        return text[0].upper() + text[1:]
    return text
