"""Remarks that assert something of their own: ", which …", ", a price that …", ", locked in since …"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claims.grammar import find_core, has_condition
from claimdiff.claims.lexicon import ADVERBS, DETERMINERS, PREPOSITIONS, is_participle, verb_form, word_set
from claimdiff.claims.parts import Cut
from claimdiff.claims.sentence import joined
from claimdiff.claims.verbs import is_finite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.grammar import Core
    from claimdiff.claims.sentence import Sentence, Word

_NOT_SAID = word_set("based provided followed compared given needed")
_UNITS = word_set("dollars euros requests times gb")
_NEAR = 6
"""Within so many words an appositive shows its "that": "a price that", "a new kind of key that"."""


def remark_at_end(made: Sentence, core: Core) -> Cut | None:
    """Where a remark at the end of the sentence begins; None where the end goes on with the sentence."""
    found, end = made.words, made.end
    since = next((at for at in range(core.head + 2, end - 1) if found[at].low == "since"), None)
    if since and core.form == "have" and any(any(char.isdigit() for char in word.text) for word in found[since:end]):
        return Cut(at=since, resume=since, kind="aside")
    commas = made.commas(core.verb + 1, end - 2)
    if not commas:
        return None
    last = commas[-1]
    low = found[last + 1].low
    if low == "which":
        remark = _is_relative(made, core, last)
    elif low in ("a", "an"):
        of_subject = core.form != "be" or not is_participle(found[core.head].text)
        remark = of_subject and any(word.low in ("that", "which") for word in found[last + 2 : last + _NEAR])
    else:
        remark = _is_participle_remark(made, core, commas)
    return Cut(at=last, resume=last + 1, kind="aside") if remark else None


def _is_relative(made: Sentence, core: Core, comma: int) -> bool:
    """Whether ", which …" has a verb and one noun that it can be about."""
    found, end = made.words, made.end
    finite = any(is_finite(found, comma + 1, place, end) for place in range(comma + 2, end))
    known = found[comma + 2].low == "means" or _noun_before(made, core, comma) is not None
    return finite and known and sum(word.low == "which" for word in found) == 1


def _is_participle_remark(made: Sentence, core: Core, commas: list[int]) -> bool:
    """Whether ", locked in since 2019" says something of the subject.

    In "is a key, made in 2019" it is the key that was made, in "are created, shown and copied" it is the verb.
    """
    found, last = made.words, commas[-1]
    low, follows = found[last + 1].low, found[last + 2]
    if low in _NOT_SAID or not is_participle(low) or not (follows.number or follows.low in PREPOSITIONS | ADVERBS):
        return False
    # Behind "by a list of sources" it is the sources.
    if any(word.low in PREPOSITIONS - {"per"} for word in found[core.head : last]):
        return False
    listed = len(commas) > 1 and any(word.low in ("and", "or") for word in found[last + 1 : made.end])
    shared = core.form == "be" or is_participle(found[core.head].text)
    return not (listed or shared or any(word.low == "which" for word in found))


def remark_inside(made: Sentence, core: Core) -> tuple[int, int] | None:
    """The commas around a remark behind the subject: "Backups, which run daily, are kept for 30 days"."""
    found = made.words
    match made.commas(core.start + 1, core.verb):
        case [first, last] if last == core.verb - 1 and last - first > 1:
            low = found[first + 1].low
            relative = low in ("which", "who") and verb_form(found[first + 2].low) is not None
            return (first, last) if relative or is_participle(low) else None
    return None


def remark_text(made: Sentence, core: Core, cut: Cut, stop: int, prefix: str) -> str:
    """The remark behind `cut` as a statement, with the noun that it is about."""
    found = made.words
    own = made.said(cut.resume, stop)
    subject = made.shown(core.start, core.verb)
    if found[cut.resume].low == "since":
        return joined(prefix, made.shown(core.start, _object_end(found, core.head + 1, cut.at)), own)
    if found[cut.resume].low != "which":
        return joined(prefix, f"{subject}," if subject else "", own)
    if found[cut.resume + 1].low == "means":
        skip = cut.resume + 2 + (cut.resume + 2 < stop and found[cut.resume + 2].low == "that")
        if find_core(found, skip, stop):
            return joined(prefix, made.said(skip, stop))
    noun = _noun_before(made, core, cut.at)
    if noun is None:
        return joined(prefix, made.said(core.start, stop))
    return joined(prefix if has_condition(found) else "", made.shown(noun, cut.at), made.said(cut.resume + 1, stop))


def _object_end(found: Sequence[Word], start: int, stop: int) -> int:
    """Past the words up to the first preposition: in "has supported keys on all plans" past "keys"."""
    return next((at for at in range(start + 1, stop) if found[at].low in PREPOSITIONS - {"per", "of"}), stop)


def _noun_before(made: Sentence, core: Core, at: int) -> int | None:
    """Where the noun phrase before the comma at `at` begins; None where more than one noun could be meant."""
    found = made.words
    if found[at - 1].text.endswith(")"):
        return None
    for index in range(at - 1, core.head, -1):
        low, before = found[index].low, found[index - 1]
        if low in DETERMINERS:
            rate = low in ("a", "an", "each") and (before.number or before.low in _UNITS)
            if not rate:
                return None if before.low in ("and", "or") or before.mark else index
        elif low in ("and", "or") or found[index].mark or (index == at - 1 and low in PREPOSITIONS):
            return None
        elif low in PREPOSITIONS | {"to"}:
            named = found[index + 1].solid or not found[index + 1].text.islower()
            return index + 1 if named else None
    if at <= core.head + 1:
        return None
    return core.head + (core.head == core.verb or verb_form(found[core.head].low) is not None)
