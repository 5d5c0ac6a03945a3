"""What "it" and "they" at the start of a sentence stand for, where there is only one candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.grammar import core_of
from claimdiff.claims.lexicon import (
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SUBORDINATORS,
    is_participle,
    word_set,
)
from claimdiff.claims.reading import read
from claimdiff.claims.sentence import sentence
from claimdiff.claims.verbs import is_plural

if TYPE_CHECKING:
    from claimdiff.claims.grammar import Core
    from claimdiff.claims.reading import Reading
    from claimdiff.claims.sentence import Sentence, Word

_SINGULAR = frozenset(("it",))
_PLURAL = frozenset(("they",))
_WRITTEN_OUT = {"s": "is", "re": "are", "ll": "will", "ve": "have"}
_ONE = DETERMINERS & {"a", "an", "the", "this", "that", "its", "each", "every", "another", "your", "their", "our", "my"}
_PARTS = PREPOSITIONS | RELATIVES | {"to", "and", "or", "if", "when"}
_OWN = frozenset(("its", "their"))
MEASURES = word_set("second seconds minute minutes hour hours day days week weeks month months quarter quarters year years time times "
                    "night morning byte bytes kb mb gb tb percent")  # fmt: skip
_FILLED = word_set("possible important worth necessary recommended best depends seems takes clear safe easy common")
"""After these "it" stands for nothing: "it is possible to"."""


def antecedent(reading: Reading) -> tuple[str, str]:
    """What a later "it" and what a later "they" may stand for: the only candidate of each number, else ""."""
    made = sentence(reading)
    found = made.words
    core = core_of(made)
    if core is None or any(word.low in _SINGULAR | _PLURAL | {"them", "this"} for word in found):
        return "", ""
    one, many = set[str](), set[str]()
    if core.imperative:
        noun = _object(made, core.verb + 1)
        return (noun, "") if noun else ("", "")
    begin = core.start + (found[core.start].low in SUBORDINATORS)
    subject = found[begin : core.verb]
    if not subject or any(word.mark for word in subject) or subject[0].low in PRONOUNS | PREPOSITIONS:
        return "", ""
    text = made.shown(begin, core.verb)
    compound = any(word.low in ("and", "or") for word in subject)
    (many if compound or _is_plural(subject) else one).add(text)
    for start in range(_others_begin(made, core), made.end):
        word = found[start]
        if _is_measure(made, start):
            continue
        if word.low in _ONE or _is_name(found, start):
            one.add(word.low + str(start))
        elif is_plural(word) and not word.number:
            many.add(word.low + str(start))
    return (text if one == {text} else "", text if many == {text} else "")


def _others_begin(made: Sentence, core: Core) -> int:
    """Where other things than the subject may be named: what "snapshots are copies" says behind "are" is the subject."""
    found = made.words
    if core.form != "be" or is_participle(found[core.head].text):
        return core.verb + 1
    return next((at for at in range(core.head, made.end) if found[at].mark or found[at].low in _PARTS), made.end)


def _is_measure(made: Sentence, at: int) -> bool:
    """Whether a word only measures: "every 10 minutes", "once a day", "7 days"."""
    found = made.words
    low, after = found[at].low, found[at + 1] if at + 1 < made.end else None
    if low in _ONE:
        return after is not None and (after.number or after.low.rstrip(".") in MEASURES)
    return low.rstrip(".") in MEASURES


def _is_name(found: tuple[Word, ...], index: int) -> bool:
    """Whether the word is a thing with a name, or one in code, that "it" could stand for."""
    word = found[index]
    return (word.solid or (word.text[0].isupper() and word.text != "I")) and not word.number


def _is_plural(subject: tuple[Word, ...]) -> bool:
    head = next(
        (subject[index - 1] for index in range(1, len(subject)) if subject[index].low in PREPOSITIONS | RELATIVES),
        subject[-1],
    )
    if head.solid or subject[0].low in ("a", "an", "each", "every", "this", "that", "another"):
        return False
    named = not head.text.islower() and (head is not subject[0] or not head.text[1:].islower())
    return not named and is_plural(head)


def _object(made: Sentence, start: int) -> str:
    """The one thing that an order is about, in "Run uv cache prune --ci."; empty where there is more than one."""
    rest = made.words[start : made.end]
    if not rest or any(word.mark or word.low in _PARTS for word in rest):
        return ""
    return made.shown(start, made.end).rstrip(".!")


def carried(reading: Reading, it: str, they: str) -> tuple[str, str]:
    """The antecedents for the next sentence: those of this one, its own "it" read as what it stands for."""
    said = resolve(reading.text, it, they)
    return antecedent(reading if said == reading.text else read(said, 0, len(said)))


def resolve(text: str, it: str, they: str) -> str:
    """The text with its first word replaced by what it stands for; unchanged where that is not known.

    "It's" and "they're" are written out, so that the noun stands alone.
    """
    first, _, rest = text.partition(" ")
    low, _, short = first.lower().replace("’", "'").partition("'")
    if low in _OWN:
        owner = it if low == "its" else they
        mark = "'" if owner.endswith("s") else "'s"
        return f"{owner}{mark} {rest}" if owner else text
    noun = it if low in _SINGULAR else they if low in _PLURAL else ""
    if not noun or set(rest.lower().split()[:3]) & _FILLED:
        return text
    if not short:
        return f"{noun} {rest}"
    verb = _WRITTEN_OUT.get(short)
    if short == "s" and rest.lower().startswith(("been ", "had ", "got ")):
        verb = "has"
    return f"{noun} {verb} {rest}" if verb else text
