"""Forms of English verbs that a stemmer leaves apart: "shown" and "show", "overridden" and "override".

A closed class of the language. Forms that are as often another word ("bound", "ground", "left" of a side) are left out
unless the other word says nothing in documentation.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from claimdiff.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Mapping

# base form, past, participle
_VERBS = """
become became
begin began begun
bend bent
bite bitten
blow blew blown
break broke broken
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
come came
deal dealt
dig dug
do did done
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
lead led
learn learnt
leave left
lend lent
lose lost
make made
mean meant
meet met
read read
ride rode ridden
rise rose risen
run ran
say said
see seen
seek sought
sell sold
send sent
shake shook shaken
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
spin spun
stand stood
steal stole stolen
stick stuck
strike struck
swear swore sworn
sweep swept
swim swam swum
swing swung
take took taken
teach taught
tear torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
win won
write wrote written
"""
_NOUNS = """
child children
man men
woman women
person people
index indices indexes
criterion criteria
"""
_PREFIXES = ("over", "re", "under", "with", "out", "mis", "fore", "inter")
_SHORTEST = 3
"""Letters of a form that may stand behind a prefix: "redo" has too little of its own."""


def _forms() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in (_VERBS.strip() + _NOUNS.rstrip()).splitlines():
        base, *forms = map(stem, line.split())
        found.update(dict.fromkeys(forms, base))
    return found


IRREGULAR: Mapping[str, str] = MappingProxyType(_forms())
"""Stem of a form to the stem of its verb or noun."""


def regular(word_stem: str) -> str:
    """The stem of the verb that a form belongs to, also behind a prefix; any other stem as it is."""
    if word_stem in IRREGULAR:
        return IRREGULAR[word_stem]
    if not word_stem.startswith(_PREFIXES):
        return word_stem
    for prefix in _PREFIXES:
        rest = word_stem.removeprefix(prefix)
        if rest is not word_stem and len(rest) > _SHORTEST and rest in IRREGULAR:
            return stem(prefix + IRREGULAR[rest])
    return word_stem
