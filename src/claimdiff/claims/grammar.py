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
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SUBORDINATORS,
    VerbForm,
    is_adverb,
    is_participle,
    may_be_noun,
    verb_form,
    word_set,
)
from claimdiff.claims.verbs import is_finite, is_imperative, is_plural, looks_like_verb, verb_follows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.sentence import Sentence, Word

_NEGATION = re.compile(r"(?:not|never|cannot|no)$|n't$")
_NO_CLAUSE = word_set("and or but i.e. e.g. i.e e.g")
_WITH_TO = word_set("need needs want wants able try has have")


@dataclass(frozen=True, kw_only=True, slots=True)
class Core:
    """The skeleton of a clause, as indices of words.

    `start` is that of the subject, `verb` the first finite verb, `head` the first word after auxiliaries, negation and
    adverbs. In an imperative `start` and `verb` are equal.
    """

    start: int
    verb: int
    head: int
    form: VerbForm
    imperative: bool
    negated: bool

    @property
    def stated(self) -> bool:
        """Whether the clause has a subject and a verb, so that it states something."""
        return not self.imperative and self.verb > self.start


def core_of(made: Sentence) -> Core | None:
    """Subject and verb of the main clause of a sentence; None where none is recognised."""
    return find_core(made.words, main_start(made.words, made.end), made.end)


def find_core(found: Sequence[Word], start: int, end: int) -> Core | None:
    """Subject and verb between two word indices; None where no clause is recognised."""
    first = start
    while first < end and (found[first].low == "please" or is_adverb(found[first].low)):
        first += 1
    if start >= end:
        return None
    if is_imperative(found, first, end):
        return _core(found, start, first, end, imperative=True)
    stop = next((index for index in range(start, end) if found[index].text == ";" and not found[index].solid), end)
    verb = _main_verb(found, start, stop, end)
    if verb is None and stop == end:
        verb = next((index for index in range(start + 1, end - 1) if looks_like_verb(found, index)), None)
    return None if verb is None else _core(found, start, verb, end, imperative=False)


def _main_verb(found: Sequence[Word], start: int, stop: int, end: int) -> int | None:
    """The first finite verb that belongs to no relative clause: in "a plan that has seats costs 25" it is "costs"."""
    relatives, plural = 0, False
    for index in range(start + 1, stop):
        word, before = found[index], found[index - 1]
        if word.low in RELATIVES and before.low not in PREPOSITIONS:
            relatives += 1
            noun = found[index - 2] if before.mark and index > start + 1 else before
            plural = plural or is_plural(noun)
            continue
        if relatives and before.low in RELATIVES and verb_form(word.low):
            relatives -= 1
            continue
        plural = plural or (word.low in PREPOSITIONS and is_plural(before))
        far = plural and not relatives and _is_base(found, index, end)
        if word.mark or not (far or is_finite(found, start, index, end)):
            continue
        if not relatives:
            return index
        relatives -= 1
    return None


def _is_base(found: Sequence[Word], index: int, end: int) -> bool:
    """Whether a verb of a plural subject further back stands here: "Requests over the limit receive"."""
    word = found[index]
    if word.solid or verb_form(word.low) != "base":
        return False
    if not may_be_noun(word.text):
        return True
    after = found[index + 1] if index + 1 < end else None
    return found[index - 1].low not in DETERMINERS | PREPOSITIONS and verb_follows(after)


def _core(found: Sequence[Word], start: int, verb: int, end: int, *, imperative: bool) -> Core:
    head, negated = verb, False
    form = verb_form(found[verb].low) or "base"
    if imperative and form not in ("be", "do", "have"):
        return Core(start=start, verb=verb, head=verb, form="base", imperative=True, negated=False)
    while head < end and (
        _is_auxiliary(found, head, verb) or is_adverb(found[head].low) or _NEGATION.search(found[head].low)
    ):
        negated = negated or bool(_NEGATION.search(found[head].low))
        head += 1
    return Core(start=start, verb=verb, head=min(head, end - 1), form=form, imperative=imperative, negated=negated)


def _is_auxiliary(found: Sequence[Word], index: int, verb: int) -> bool:
    low, form = found[index].low, verb_form(found[index].low)
    if form in ("be", "do", "modal"):
        return True
    after = found[index + 1].low if index + 1 < len(found) else ""
    if form == "have" and after not in ("", "to"):
        return is_participle(after) or after in ("been", "not")
    if low in _WITH_TO:
        return after == "to"
    return low == "to" and index > verb and found[index - 1].low in _WITH_TO


def main_start(found: Sequence[Word], end: int) -> int:
    """The index where the main clause begins, past a fronted adverbial or condition ("If X, ", "On Pro, "); 0 without one.

    A condition without a comma cannot be told from the clause; 0 is returned for it too.
    """
    if end == 0 or found[0].low not in SUBORDINATORS | PREPOSITIONS | {"to", "only", "even"} or not_only(found):
        return 0
    for comma in range(1, end - 1):
        if found[comma].text != "," or found[comma].solid or found[comma + 1].low in _NO_CLAUSE:
            continue
        core = find_core(found, comma + 1, end)
        if core and not any(found[place].mark for place in range(core.start, core.verb)):
            return comma + 1
    return 0


def not_only(found: Sequence[Word]) -> bool:
    """Whether a sentence opens with "Not only", which goes on with "but also"."""
    return [word.low for word in found[:2]] == ["not", "only"]


def has_condition(found: Sequence[Word]) -> bool:
    """Whether the words begin with a condition."""
    return bool(found) and found[0].low in SUBORDINATORS | {"only", "even"}


def is_noun_start(word: Word) -> bool:
    """Whether a noun phrase may begin with the word."""
    if word.low in DETERMINERS | PRONOUNS or word.solid or not word.text.islower():
        return True
    return word.low not in PREPOSITIONS | ADVERBS and verb_form(word.low) not in ("be", "have", "do", "modal")
