"""An answer that is only a piece of a sentence, as the statement that it makes of its question.

"Which port does Corvid use?" and "7000." say together "Corvid uses port 7000.": nothing is added but what stands in one
of the two. A question that is not understood completes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdiff.claims.grammar import core_of
from claimdiff.claims.lexicon import (
    ADJECTIVES,
    ADVERBS,
    DETERMINERS,
    NUMBER_WORDS,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    is_participle,
    may_be_noun,
    third,
    verb_form,
    word_set,
)
from claimdiff.claims.sentence import joined, sentence, sentence_of
from claimdiff.claims.verbs import is_plural
from claimdiff.claims.yesno import after_subject, asked_reading
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from claimdiff.claims.sentence import Sentence

_LONGEST = 25
"""A longer fragment, in words, is a list or a text of its own."""
_MEASURES = word_set("long often soon big large fast old far high small quickly frequently")
_BOUNDS = word_set("up to at least most about around approximately only exactly over under more than less fewer no or "
                   "later newer above higher and")  # fmt: skip
_NUMBER = re.compile(r"[~≈<>≤≥]*v?\d[\d.,x]*%?")
_MONTH = re.compile(r"\b(\d{1,2}\.? )May\b|\bMay(?= \d)")
"""The month that looks like a verb."""
_SHORT = re.compile(r"^(\w+)['’]s\b")
_THIRD = {"have": "has", "be": "is", "do": "does", "go": "goes"}
_SMALL = DETERMINERS | PREPOSITIONS | PRONOUNS | ADVERBS | NUMBER_WORDS | {"next"}
_AUXILIARIES = ("be", "do", "modal")
_NO_ANSWER = SUBORDINATORS - {"as", "after", "before", "until", "since"}
_NAME = re.compile(r"[A-Z][a-z]+\w*|[a-z]+[A-Z]\w*")
_SHORTEST_SENTENCE = 4
"""From more words on, what begins with a noun may be a sentence whose verb is not known."""
_LONGEST_NOUN = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class _Question:
    """What is asked for, and where the rest of the question begins.

    `verb` is the index of the auxiliary, or of the verb where the thing asked for is its subject. `noun` is what it is
    called ("port"), `count` whether its number is asked for, `adverbial` whether a time, a place or a measure.
    """

    verb: int
    noun: str = ""
    count: bool = False
    adverbial: bool = False


def is_fragment(text: str) -> bool:
    """Whether a text has no verb of its own and may be the answer to a question: "7000.", "In the project folder."."""
    made = sentence_of(_MONTH.sub("\\1", text))
    if not made.end or made.end > _LONGEST or ":" in text.replace("://", "").rstrip(":"):
        return False
    numbered = made.end == len(("port", "7000")) and may_be_noun(made.words[0].low) and made.words[1].number
    return (numbered or core_of(made) is None) and made.words[0].low not in _NO_ANSWER


def completed(question: str, fragment: str) -> str | None:
    """The statement that a question and a fragment make together; None where the question is not understood.

    Both are English; the forms of the question's verb are the only words that stand in neither.
    """
    made = sentence(asked_reading(_SHORT.sub(r"\1 is", question)))
    read = _read(made)
    if read is None or any(word.low == "not" or word.low.endswith("n't") for word in made.words):
        return None
    if not _fits(fragment, question, read):
        return None
    value = _value(fragment, read)
    form = verb_form(made.words[read.verb].low)
    said = {"be": _with_be, "do": _with_do, "modal": _with_modal}.get(form or "", _with_verb)(made, read, value)
    return f"{said}." if said else None


def _fits(fragment: str, question: str, read: _Question) -> bool:
    """Whether a fragment can stand for what is asked: it has no other word of the question and may be no sentence."""
    plain_words = " ".join(word for word in re.split(r"[\s,;]+", fragment.strip(".! ")) if word.isalpha())
    if set(stems(plain_words)) & (set(stems(question)) - set(stems(read.noun))):
        return False  # "Webhooks time out after 10 s" repeats what is asked about, so it says something of it
    made = sentence_of(fragment)
    first, after = made.words[0], made.words[1] if made.end > 1 else None
    plain = not first.solid and first.text.isalpha() and first.low not in _SMALL | _BOUNDS
    listed = after is None or after.number or after.mark or after.low in ("and", "or")
    return not plain or listed or made.end <= _SHORTEST_SENTENCE


def named(question: str, order: str) -> str:
    """An order with the name that the question gives to its thing: "change the port" is "change the Corvid port"."""
    core = core_of(sentence_of(order))
    if core is None or not core.imperative:
        return order
    asked_words = sentence(asked_reading(question)).words
    for name, noun in pairwise(asked_words[1:]):
        if not _NAME.fullmatch(name.text) or not noun.text.islower() or not noun.text.isalpha():
            continue
        own = re.search(rf"\b(?:the|your|its) (?={re.escape(noun.text)}\b)", order)
        if own and not re.search(rf"\b{re.escape(name.text)}\b", order):
            return f"{order[: own.end()]}{name.text} {order[own.end() :]}"
    return order


def _read(made: Sentence) -> _Question | None:
    """The question word and what it asks for."""
    found, end = made.words, made.end
    if end < len(("what", "is", "it")):
        return None
    first, second = found[0].low, found[1].low
    if first in ("what", "which", "who") and _begins_predicate(made, 1):
        return _Question(verb=1)
    measured = first == "how" and second in _MEASURES
    if (measured or first in ("where", "when")) and verb_form(found[1 + measured].low) in _AUXILIARIES:
        return _Question(verb=1 + measured, adverbial=True)
    return _counted_or_named(made)


def _counted_or_named(made: Sentence) -> _Question | None:
    """How many of what, or which of them, is asked for."""
    first, second = made.words[0].low, made.words[1].low
    count = first == "how" and second in ("many", "much")
    start = 2 if count else 1
    if not count and first not in ("what", "which"):
        return None
    verb = next((at for at in range(start, min(made.end, start + _LONGEST_NOUN)) if _begins_predicate(made, at)), None)
    if verb is None or (verb == start and not count):
        return None
    return _Question(verb=verb, noun=made.shown(start, verb), count=count)


def _begins_predicate(made: Sentence, at: int) -> bool:
    """Whether the verb behind what is asked for stands at `at`."""
    word = made.words[at]
    form = verb_form(word.low)
    if word.solid or form is None or at + 1 >= made.end:
        return False
    if form in _AUXILIARIES:
        return True
    if made.words[at - 1].low in ("what", "who"):
        return form == "third"
    plural = is_plural(made.words[at - 1])
    return (
        (form == "third" and not may_be_noun(word.low))
        or (form == "third" and not plural)
        or (form == "base" and plural)
    )


def _value(fragment: str, read: _Question) -> str:
    """The fragment inside a sentence, with the name of what was asked for where it is only a number."""
    text = fragment.strip().rstrip(".!。 ")
    words = text.split()
    first = words[0].lower()
    if first in _SMALL or (read.noun and first in read.noun.split()):
        text = text[0].lower() + text[1:]
    bare = all(_NUMBER.fullmatch(word) or word.lower() in _BOUNDS | NUMBER_WORDS for word in words)
    if not read.noun or not bare:
        return text
    return f"{text} {read.noun}" if read.count else f"{read.noun} {text}"


def _with_verb(made: Sentence, read: _Question, value: str) -> str | None:
    """In "Which file holds the settings?" the fragment is the subject."""
    return joined(value, made.shown(read.verb, made.end))


def _with_be(made: Sentence, read: _Question, value: str) -> str | None:
    found, verb = made.words, read.verb
    after = found[verb + 1].low
    if after == "there" and read.count:
        return joined("there", found[verb].text, value, made.shown(verb + 2, made.end))
    if read.adverbial:
        at = after_subject(found[verb : made.end])
        last = found[made.end - 1].low
        if at is None or (at == made.end - 1 - verb and not (is_participle(last) or last in ADJECTIVES)):
            return joined(made.shown(verb + 1, made.end), found[verb].text, value)
        subject = made.shown(verb + 1, verb + at)
        return _with_end(made, joined(subject, found[verb].text), verb + at, value)
    if is_participle(after) or after in ADJECTIVES | PREPOSITIONS or after.endswith("able"):
        return joined(value, made.shown(verb, made.end))
    return None if read.noun else joined(made.shown(verb + 1, made.end), found[verb].text, value)


def _with_do(made: Sentence, read: _Question, value: str) -> str | None:
    """In "Which port does Corvid use?" the fragment is the object, or the end, of what "Corvid uses"."""
    found, at = made.words, _own_verb(made, read.verb + 1)
    if at is None:
        return None
    auxiliary, own = found[read.verb].low, found[at].low
    verb = (_THIRD.get(own) or third(own)) if auxiliary == "does" else joined("did" * (auxiliary == "did"), own)
    return _placed(made, joined(made.shown(read.verb + 1, at), verb), at + 1, value, read)


def _with_modal(made: Sentence, read: _Question, value: str) -> str | None:
    found = made.words
    if verb_form(found[read.verb + 1].low) in ("base", "be", "have"):
        return joined(value, made.shown(read.verb, made.end))
    at = _own_verb(made, read.verb + 1)
    if at is None:
        return None
    lead = joined(made.shown(read.verb + 1, at), found[read.verb].text, found[at].text)
    return _placed(made, lead, at + 1, value, read)


def _own_verb(made: Sentence, start: int) -> int | None:
    """The verb behind the subject that begins at `start`; of two verbs side by side the first is a noun."""
    for at in range(start + 1, made.end):
        word = made.words[at]
        if word.mark:
            return None
        if word.solid or verb_form(word.low) not in ("base", "irregular", "have", "be"):
            continue
        noun = may_be_noun(word.low) and at + 1 < made.end and verb_form(made.words[at + 1].low) == "base"
        if not noun and made.words[at - 1].low not in DETERMINERS:
            return at
    return None


def _placed(made: Sentence, lead: str, rest: int, value: str, read: _Question) -> str:
    """The value as an object right behind the verb and its particle, or as an adverbial at the end."""
    if read.adverbial:
        return _with_end(made, lead, rest, value)
    found = made.words
    closes = rest < made.end and found[rest].low in PREPOSITIONS
    if closes and (rest + 1 == made.end or found[rest + 1].low in PREPOSITIONS | SUBORDINATORS):
        lead, rest = joined(lead, found[rest].text), rest + 1
    return joined(lead, value, made.shown(rest, made.end))


def _with_end(made: Sentence, lead: str, rest: int, value: str) -> str:
    """The value at the end, but before a condition."""
    conditions = (at for at in range(rest, made.end) if made.words[at].low in SUBORDINATORS)
    stop = next(conditions, made.end)
    return joined(lead, made.shown(rest, stop), value, made.shown(stop, made.end))
