"""Where subject and verb of an English sentence are: enough to carry a subject over, never more than a guess.

Where nothing is found the sentence is left whole, so text in another language is never torn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import (
    ADVERBS,
    DETERMINERS,
    NUMBER_WORDS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SUBORDINATORS,
    VerbForm,
    is_participle,
    may_be_noun,
    verb_form,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.reading import Reading


@dataclass(frozen=True, kw_only=True, slots=True)
class Word:
    """A word or a comma, semicolon, dash of a sentence; `start` and `end` are offsets into its reading."""

    text: str
    start: int
    end: int
    solid: bool

    @property
    def low(self) -> str:
        """Lower case, straight apostrophe."""
        return self.text.lower().replace("’", "'")

    @property
    def mark(self) -> bool:
        """Whether this is punctuation that may part a sentence."""
        return self.text in _MARKS and not self.solid

    @property
    def number(self) -> bool:
        """Whether the word is or starts with a number."""
        return bool(_NUMBER.match(self.text)) or self.low in NUMBER_WORDS


@dataclass(frozen=True, kw_only=True, slots=True)
class Core:
    """The skeleton of a clause, as indices of words: `start` of the subject, `verb` (the first finite one), `head` (the
    first word after auxiliaries, negation and adverbs). In an imperative `start` and `verb` are equal.
    """

    start: int
    verb: int
    head: int
    form: VerbForm
    imperative: bool
    negated: bool


_MARKS = frozenset((",", ";", "–", "—", "--"))
_WORD = re.compile(r"\S+")
_OBJECT_STARTS = frozenset(
    (
        "a",
        "an",
        "the",
        "this",
        "each",
        "every",
        "any",
        "no",
        "it",
        "them",
        "you",
        "nothing",
        "everything",
        "its",
        "your",
    )
)
_CONTRACTED = re.compile(
    r"(?P<noun>it|they|you|we|he|she|that|there|i|who)(?P<verb>['’](?:s|re|ll|ve|d))", re.IGNORECASE
)
_NUMBER = re.compile(r"[~≈<>≤≥±+$€£-]*\d")
_NEGATION = re.compile(r"(?:not|never|cannot|no)$|n't$")


def words(reading: Reading) -> tuple[Word, ...]:
    """The words of a reading; commas, semicolons and lone dashes stand for themselves, solid stretches stay in one piece."""
    found: list[Word] = []
    for match in _WORD.finditer(reading.text):
        start, end = match.span()
        solid = "1" in reading.solid[start:end]
        tail = end
        while tail > start + 1 and reading.text[tail - 1] in ",;:" and reading.solid[tail - 1] == "0":
            tail -= 1
        short = _CONTRACTED.fullmatch(reading.text[start:tail])
        if short:
            found.append(Word(text=short["noun"], start=start, end=start + len(short["noun"]), solid=solid))
            start += len(short["noun"])
        found.append(Word(text=reading.text[start:tail], start=start, end=tail, solid=solid))
        for place in range(tail, end):
            found.append(Word(text=reading.text[place], start=place, end=place + 1, solid=False))
    return tuple(found)


def find_core(found: Sequence[Word], start: int, end: int) -> Core | None:
    """Subject and verb between two word indices; None where no clause is recognised."""
    if start >= end:
        return None
    first = _after_adverbs(found, start, end)
    if _is_imperative(found, first, end):
        return _core(found, start, first, end, imperative=True)
    skip, plural = 0, False
    for index in range(start, end):
        word = found[index]
        if word.low in RELATIVES and index > start and found[index - 1].low not in PREPOSITIONS:
            skip += 1
            plural = plural or _plural(found[index - 1])
            continue
        if skip and found[index - 1].low in RELATIVES and verb_form(word.low):
            skip -= 1
            continue
        if not plural and word.low in PREPOSITIONS and index > start:
            plural = _plural(found[index - 1])
        if word.text == ";" and not word.solid:
            return None
        base = plural and not skip and verb_form(word.low) == "base" and not word.solid
        if base and may_be_noun(word.text):
            base = (
                found[index - 1].low not in DETERMINERS | PREPOSITIONS
                and index + 1 < end
                and _verb_follows(found[index + 1])
            )
        if index == start or word.mark or not (base or is_finite(found, start, index, end)):
            continue
        if skip:
            skip -= 1
            continue
        return _core(found, start, index, end, imperative=False)
    guess = next((index for index in range(start + 1, end - 1) if _looks_like_verb(found, index)), None)
    return None if guess is None else _core(found, start, guess, end, imperative=False)


def _looks_like_verb(found: Sequence[Word], index: int) -> bool:
    """Whether an unknown word in -s stands between a noun and an object: "The proxy foos every request"."""
    word, before, after = found[index], found[index - 1], found[index + 1]
    return (
        word.text.islower()
        and word.text.isalpha()
        and _plural(word)
        and not (
            word.solid or before.mark or before.number or before.low in DETERMINERS | PREPOSITIONS or _plural(before)
        )
        and (after.low in _OBJECT_STARTS or after.solid)
    )


def _core(found: Sequence[Word], start: int, verb: int, end: int, *, imperative: bool) -> Core:
    head, negated = verb, False
    form = verb_form(found[verb].low) or "base"
    if imperative and form not in ("be", "do", "have"):
        return Core(start=start, verb=verb, head=verb, form="base", imperative=True, negated=False)
    while head < end and (
        _is_auxiliary(found, head, verb) or found[head].low in ADVERBS or _NEGATION.search(found[head].low)
    ):
        negated = negated or bool(_NEGATION.search(found[head].low))
        head += 1
    return Core(start=start, verb=verb, head=min(head, end - 1), form=form, imperative=imperative, negated=negated)


def _is_auxiliary(found: Sequence[Word], index: int, verb: int) -> bool:
    form = verb_form(found[index].low)
    if form in ("be", "do", "modal"):
        return True
    if form == "have" and index + 1 < len(found) and found[index + 1].low != "to":
        return is_participle(found[index + 1].text) or found[index + 1].low in ("been", "not")
    before = found[index - 1].low if index > verb else ""
    after = found[index + 1].low if index + 1 < len(found) else ""
    if found[index].low in ("need", "needs", "want", "wants", "able", "try", "has", "have"):
        return after == "to"
    return found[index].low == "to" and before in ("need", "needs", "want", "wants", "able", "try", "has", "have")


def is_finite(found: Sequence[Word], start: int, index: int, end: int) -> bool:
    """Whether the word is the finite verb of the clause that began at `start`."""
    word = found[index]
    form = None if word.solid else verb_form(word.low)
    if form is None or form == "past" or word.low in ("being", "been", "be"):
        return form == "past" and _past_is_finite(found, start, index, end)
    if form in ("be", "have", "do", "modal"):
        return True
    at = index - 1
    while at > start and found[at].low in ADVERBS:
        at -= 1
    before = found[at] if index > start else None
    if before is None or before.mark:
        return False
    after = found[index + 1] if index + 1 < end else None
    if before.low in DETERMINERS - {
        "this",
        "that",
        "these",
        "those",
        "each",
        "all",
        "both",
    } or before.low in PREPOSITIONS | {"to"}:
        return False
    if after and not after.solid and verb_form(after.low) in ("be", "modal", "do"):
        return False
    if form == "third":
        return not may_be_noun(word.text) or _verb_follows(after)
    if form == "irregular":
        return (
            word.low in ("became", "became", "took", "said", "run", "put", "set", "read", "let", "cut", "hit")
            and _plural(before)
            and _verb_follows(after)
        )
    return (_plural(before) or before.low in ("you", "we", "they", "i", "these", "those", "all")) and (
        not may_be_noun(word.text) or _verb_follows(after)
    )


def _past_is_finite(found: Sequence[Word], start: int, index: int, end: int) -> bool:
    """A word in -ed is the verb where no other verb of the clause is left: "Fernbase dropped SQL"."""
    if index <= start or found[index - 1].low in DETERMINERS | PREPOSITIONS or found[index - 1].mark:
        return False
    if any(verb_form(word.low) in ("be", "have") for word in found[max(start, index - 3) : index]):
        return False
    later = (verb_form(word.low) for word in found[index + 1 : end])
    follows = found[index + 1] if index + 1 < end else None
    if follows is None or follows.low in ("by", "in", "on", "at", "with", "for", "from", "to", "as"):
        return not any(form in ("be", "have", "do", "modal", "third", "base") for form in later)
    return not any(form in ("be", "have", "do", "modal") for form in later)


def _plural(word: Word) -> bool:
    low = word.low
    return (low.endswith("s") and not low.endswith(("ss", "us", "is"))) or low in (
        "people",
        "data",
        "metrics",
        "media",
        "children",
    )


def _verb_follows(after: Word | None) -> bool:
    """What follows a verb rather than a noun: an object with its article, a number, a name, a preposition but "of"."""
    if after is None:
        return False
    low = after.low
    if (
        low in ("of", "per", "and", "or", "is", "are", "was", "were", "can", "must", "will", "that", "which")
        or after.mark
    ):
        return False
    return (
        after.solid
        or after.number
        or low in DETERMINERS
        or low in PREPOSITIONS
        or low in ADVERBS
        or low
        in (
            "to",
            "it",
            "them",
            "you",
            "no",
            "when",
            "if",
            "how",
            "what",
            "where",
            "whether",
            "only",
            "up",
            "out",
            "off",
        )
        or not after.text.islower()
        or verb_form(low) not in ("third", "be", "have", "modal", "do", "base")
        or (verb_form(low) == "base" and may_be_noun(low))
    )


def _is_imperative(found: Sequence[Word], index: int, end: int) -> bool:
    """Whether a clause that begins at `index` is an order: "Open Storage", "Run `x`", not "Read endpoints allow 600"."""
    if index >= end or found[index].solid:
        return False
    word = found[index]
    if word.low in ("do", "don't", "be", "have", "make") and index + 1 < end:
        return word.low not in ("have", "do") or found[index + 1].low in DETERMINERS | {"not", "no"}
    if verb_form(word.low) != "base" and word.low not in (
        "put",
        "set",
        "read",
        "run",
        "let",
        "cut",
        "keep",
        "split",
        "hit",
        "shut",
    ):
        return False
    if index + 1 >= end:
        return True
    after = found[index + 1]
    if verb_form(after.low) in ("be", "have", "do", "modal") and not after.solid:
        return False
    if (
        after.solid
        or after.low in DETERMINERS
        or after.low in PREPOSITIONS
        or after.number
        or after.low in ("to", "it", "them", "up")
    ):
        return True
    return not any(
        is_finite(found, index, place, end)
        for place in range(index + 1, min(index + 4, end))
        if not _stops(found, index, place)
    )


def _stops(found: Sequence[Word], start: int, place: int) -> bool:
    """Whether a word between start and place opens another clause."""
    return any(
        word.mark or word.low in RELATIVES or word.low in SUBORDINATORS or word.low in ("and", "to")
        for word in found[start + 1 : place]
    )


def _after_adverbs(found: Sequence[Word], start: int, end: int) -> int:
    while start < end and found[start].low in (ADVERBS | {"please"}):
        start += 1
    return start


def main_start(found: Sequence[Word], end: int) -> int:
    """The index where the main clause begins, past a fronted adverbial or condition ("If X, ", "On Pro, "); 0 without one.

    A condition without a comma cannot be told from the clause; 0 is returned for it too.
    """
    if not found or not (
        found[0].low in SUBORDINATORS or found[0].low in PREPOSITIONS or found[0].low in ("to", "only", "even")
    ):
        return 0
    commas = [index for index in range(1, end) if found[index].text == "," and not found[index].solid]
    for comma in commas:
        core = find_core(found, comma + 1, end)
        if (
            core
            and not any(found[place].mark for place in range(core.start, core.verb))
            and not _listed(found, comma, end)
        ):
            return comma + 1
    return 0


def _listed(found: Sequence[Word], comma: int, end: int) -> bool:
    """Whether the comma goes on with a list: "In us-east, and in eu-west, X is available"."""
    return comma + 1 < end and found[comma + 1].low in ("and", "or", "but")


def has_condition(found: Sequence[Word]) -> bool:
    """Whether the words begin with a condition."""
    return bool(found) and (found[0].low in SUBORDINATORS or found[0].low in ("only", "even"))


def is_noun_start(word: Word) -> bool:
    """Whether a noun phrase may begin with the word."""
    if word.low in DETERMINERS or word.low in PRONOUNS or word.solid or not word.text.islower():
        return True
    return (
        word.low not in PREPOSITIONS
        and word.low not in ADVERBS
        and verb_form(word.low) not in ("be", "have", "do", "modal")
    )
