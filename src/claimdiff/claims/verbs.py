"""Which word of a clause is its verb. Documentation is full of words that are noun and verb: requests, limits, use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import (
    ADVERBS,
    DETERMINERS,
    PREPOSITIONS,
    RELATIVES,
    SUBORDINATORS,
    is_adverb,
    may_be_noun,
    verb_form,
    word_set,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.sentence import Word

_OBJECT_STARTS = word_set("a an the this each every any no its your it them you nothing everything")
_AFTER_NOUN = word_set("of per and or is are was were can must will that which")
_AFTER_VERB = DETERMINERS | PREPOSITIONS | ADVERBS | word_set("to it them you when if how what whether")
_PLURALS = frozenset(("people", "data", "metrics", "media", "children"))
_PLURAL_SUBJECTS = frozenset(("you", "we", "they", "i", "these", "those", "all"))
_ARTICLES = DETERMINERS - {"this", "that", "these", "those", "each", "all", "both"} | PREPOSITIONS | {"to"}
_SAME_IN_PAST = frozenset(("put", "set", "read", "run", "let", "cut", "hit", "split", "shut", "keep"))
_OLD_PAST = frozenset(("became", "took", "said"))
_FINITE = ("be", "have", "do", "modal")
_LOOK_BACK = 3
"""So many words before a word in -ed may hold its auxiliary: "has since been renamed"."""
_LOOK_AHEAD = 4
"""Within so many words the verb shows whether "read" opens an order or "Read endpoints allow"."""


def is_plural(word: Word) -> bool:
    """Whether a noun looks like more than one."""
    low = word.low.rstrip(".!?")
    return low in _PLURALS or (low.endswith("s") and not low.endswith(("ss", "us", "is")))


def is_finite(found: Sequence[Word], start: int, index: int, end: int) -> bool:
    """Whether the word at `index` is the finite verb of the clause that began at `start`."""
    word = found[index]
    form = None if word.solid else verb_form(word.low)
    if form == "past":
        return _past_is_finite(found, start, index, end)
    if form is None or word.low in ("being", "been", "be"):
        return False
    return form in _FINITE or _agrees(found, start, index, end)


def _agrees(found: Sequence[Word], start: int, index: int, end: int) -> bool:
    """Whether a verb in the present follows a noun that it fits."""
    at = index - 1
    while at > start and is_adverb(found[at].low):
        at -= 1
    if index <= start or found[at].mark or found[at].low in _ARTICLES:
        return False
    after = found[index + 1] if index + 1 < end else None
    if after and not after.solid and verb_form(after.low) in ("be", "modal", "do"):
        return False
    word, form = found[index], verb_form(found[index].low)
    sure = not may_be_noun(word.text) or verb_follows(after)
    if form == "third":
        return sure
    if form == "irregular":
        return word.low in _SAME_IN_PAST | _OLD_PAST and is_plural(found[at]) and verb_follows(after)
    return sure and (is_plural(found[at]) or found[at].low in _PLURAL_SUBJECTS)


def _past_is_finite(found: Sequence[Word], start: int, index: int, end: int) -> bool:
    """A word in -ed is the verb where no other verb of the clause is left: "Fernbase dropped SQL"."""
    if index <= start or found[index - 1].low in DETERMINERS | PREPOSITIONS or found[index - 1].mark:
        return False
    if any(verb_form(word.low) in ("be", "have") for word in found[max(start, index - _LOOK_BACK) : index]):
        return False
    other = (at for at in range(index + 1, end) if found[at].mark or found[at].low in RELATIVES | {"and", "but"})
    later = {verb_form(word.low) for word in found[index + 1 : next(other, end)]}
    follows = found[index + 1].low if index + 1 < end else "by"
    describes = follows in ("by", "in", "on", "at", "with", "for", "from", "to", "as")
    return not later & {*_FINITE, *(("third", "base") if describes else ())}


def verb_follows(after: Word | None) -> bool:
    """Whether the next word follows a verb rather than a noun: an article, a number, a name, a preposition but "of"."""
    if after is None or after.low in _AFTER_NOUN or after.mark:
        return False
    form = verb_form(after.low)
    if after.solid or after.number or after.low in _AFTER_VERB or not after.text.islower():
        return True
    return form not in ("third", "base", *_FINITE) or (form == "base" and may_be_noun(after.low))


def looks_like_verb(found: Sequence[Word], index: int) -> bool:
    """Whether an unknown word in -s stands between a noun and an object: "The proxy foos every request"."""
    word, before, after = found[index], found[index - 1], found[index + 1]
    closed = word.low in PREPOSITIONS | DETERMINERS | SUBORDINATORS
    if word.solid or closed or not word.text.islower() or not word.text.isalpha() or not is_plural(word):
        return False
    if before.mark or before.number or before.low in DETERMINERS | PREPOSITIONS or is_plural(before):
        return False
    return after.low in _OBJECT_STARTS or after.solid


def is_imperative(found: Sequence[Word], index: int, end: int) -> bool:
    """Whether a clause that begins at `index` is an order: "Open Storage", "Run `x`", not "Read endpoints allow 600"."""
    if index >= end or found[index].solid:
        return False
    low, after = found[index].low, found[index + 1] if index + 1 < end else None
    if low in ("do", "have"):
        return after is not None and after.low in DETERMINERS | {"not", "no"}
    if verb_form(low) != "base" and low not in _SAME_IN_PAST | {"be", "don't"}:
        return False
    if after is None or after.solid or after.number or after.low in DETERMINERS | PREPOSITIONS | {"it", "them"}:
        return True
    if verb_form(after.low) in _FINITE:
        return False
    near = range(index + 1, min(index + _LOOK_AHEAD, end))
    # "Use managed installations": a word in -ed describes the object.
    verbs = (at for at in near if verb_form(found[at].low) != "past" and is_finite(found, index, at, end))
    return not any(not _other_clause(found[index + 1 : at]) for at in verbs)


def _other_clause(between: Sequence[Word]) -> bool:
    """Whether one of the words opens another clause."""
    return any(word.mark or word.low in RELATIVES | SUBORDINATORS | {"and", "to"} for word in between)
