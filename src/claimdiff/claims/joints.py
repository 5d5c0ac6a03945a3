"""Where a new statement begins inside a sentence: behind which comma, "and", "but" or semicolon."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.claims import values
from claimdiff.claims.grammar import Core, find_core, is_noun_start, main_start
from claimdiff.claims.lexicon import (
    ADJECTIVES,
    ADVERBS,
    PREPOSITIONS,
    RELATIVES,
    is_adverb,
    is_participle,
    may_be_noun,
    verb_form,
    word_set,
)
from claimdiff.claims.parts import Base, Cut, PartKind
from claimdiff.claims.verbs import is_plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.sentence import Word

_JOINTS = word_set("and but yet while whereas then plus although though so")
_CONTRASTS = word_set("while whereas although though so")
_OPENERS = RELATIVES | word_set("if unless because when where whether until how once while")
_NO_SUBJECT = RELATIVES | word_set("if when unless because where to")
_NOUN_FOLLOWED = word_set("of per and or is are that which for")
_SINGULAR_VERBS = word_set("is was has does isn't wasn't hasn't doesn't")
_PLURAL_VERBS = word_set("are were have do aren't don't")
_LONELY = word_set("yet plus although though")
"""These open a new statement only behind a comma."""
_PARTICLES = word_set("and back up down out in off on over")
_LONGEST = 3
"""A joint has at most so many words: ", and then"."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _State:
    """Where a reader of the sentence is: the clause, its current part, and the part that a row of values leans on."""

    core: Core
    part: int
    base: int
    base_end: int | None


def cuts(found: Sequence[Word], core: Core, end: int) -> list[Cut]:
    """The places where a new statement begins, left to right, up to the word index `end`."""
    made: list[Cut] = []
    state = _State(core=core, part=core.start, base=core.start, base_end=None)
    index = core.verb + 1
    while index < end:
        if state.base == state.core.start and values.is_extra(found, state.core, index, end):
            cut = Cut(at=index - found[index - 1].mark, resume=index, kind="extra")
        else:
            resume = _joint(found, index, end)
            kind = None if resume is None else _kind(found, state, index, resume, end)
            if resume is None or kind is None:
                if resume is not None and _CONTRASTS & {word.low for word in found[index:resume]}:
                    break  # the other half of a contrast was not understood
                index = resume or index + 1
                continue
            cut = Cut(at=index, resume=resume, kind=kind)
        made.append(cut)
        state = _next_state(found, state, cut, end)
        index = max(cut.resume, state.core.verb if cut.kind == "clause" else 0) + 1
    return made


def _next_state(found: Sequence[Word], state: _State, cut: Cut, end: int) -> _State:
    if cut.kind in ("value", "gap"):
        return replace(state, part=cut.resume, base_end=cut.at if state.base_end is None else state.base_end)
    if cut.kind != "clause":
        return _State(core=state.core, part=cut.resume, base=cut.resume, base_end=None)
    start = cut.resume + main_start(found[cut.resume : end], end - cut.resume)
    core = find_core(found, start, end) or state.core
    return _State(core=core, part=cut.resume, base=core.start, base_end=None)


def _joint(found: Sequence[Word], index: int, end: int) -> int | None:
    """The index after a joint that begins at `index`: a comma, "and", ", but", ";", "then"."""
    if found[index].solid:
        return None
    if found[index].low == "so" and not is_clause(found, index + 1, end):
        return None
    if found[index].low in _LONELY or (found[index].low == "then" and not _orders_then(found, index, end)):
        return None
    after = index + found[index].mark
    while after < end and not found[after].solid and found[after].low in _JOINTS and after - index < _LONGEST:
        after += 1
    if after == index or after >= end or found[after].low in ("or", "nor"):
        return None
    return after


def _orders_then(found: Sequence[Word], index: int, end: int) -> bool:
    """Whether "then" stands between two orders: "open it then close it"."""
    before, after = found[index - 1], found[min(index + 1, end - 1)]
    return verb_form(before.low) not in ("modal", "be", "have", "do") and verb_form(after.low) == "base"


def _kind(found: Sequence[Word], state: _State, at: int, resume: int, end: int) -> PartKind | None:
    """What begins at `resume` after the joint at `at`; None: no new statement."""
    stop = resume + 1
    while stop < end and _joint(found, stop, end) is None:
        stop += 1
    first = resume
    while first < stop and is_adverb(found[first].low) and not found[first].solid:
        first += 1
    linking = {word.low for word in found[at:resume]}
    hard = found[at].text == ";"
    contrast = hard or found[at].text in ("–", "—", "--") or bool(linking & _CONTRASTS)
    if contrast and (is_clause(found, resume, end, orders=True) or (hard and find_core(found, resume, end))):
        return "clause"
    explained = found[at - 1].low in ("i.e.", "e.g.", "i.e", "e.g")
    if first >= stop or explained or (contrast and not hard) or _is_paired(found, state, at):
        return None
    if _is_verb_phrase(found, state.core, first, stop) and _goes_on(found, state, at):
        return "verb"
    if _is_new_clause(found, state, at, resume, stop, end):
        return "clause"
    open_part = _is_open(found[state.part : at], state.core, state.part)
    listed = bool(linking - {","}) or any(word.low == "and" for word in found[resume:end])
    if listed and not open_part and _is_participle_part(found, state.core, at, first, stop):
        return "participle"
    base = Base(start=state.base, end=at if state.base_end is None else state.base_end)
    return values.kind_of(found, state.core, base, resume, stop)


def _is_paired(found: Sequence[Word], state: _State, at: int) -> bool:
    """Whether the joint at `at` belongs to "both", "between" or "not only"."""
    before = [word.low for word in found[state.part : at] if not word.solid]
    if "but" in (found[at].low, found[at + 1].low) and "not only" in " ".join(before):
        return True
    paired = next((place for place, low in enumerate(reversed(before)) if low in ("both", "between")), None)
    return found[at].low == "and" and paired is not None and "and" not in before[len(before) - paired :]


def _goes_on(found: Sequence[Word], state: _State, at: int) -> bool:
    """Whether the part so far is complete, so that the next verb shares its subject and nothing else."""
    core = state.core
    if _is_open(found[state.part : at], core, state.part):
        return False
    # In "validates and stores keys" and "can deploy, roll back and inspect services" the verbs share the object as well.
    if all(_is_bare_verb(word) for word in found[core.head : at]):
        return False
    return state.part > core.start or at > core.head + 1 or (core.form == "be" and at > core.verb + 1)


def _is_bare_verb(word: Word) -> bool:
    verb = word.text.islower() and not word.solid and verb_form(word.low) in ("base", "third")
    return word.mark or word.low in _PARTICLES or verb


def _is_new_clause(found: Sequence[Word], state: _State, at: int, resume: int, stop: int, end: int) -> bool:
    linking = {word.low for word in found[at:resume]}
    if linking - {","}:
        orders = state.core.imperative
        still_open = linking <= {"and"} and _is_open(found[state.part : at], state.core, state.part)
        return not still_open and is_clause(found, resume, stop, orders=orders)
    series = found[resume].low in ("it", "they") or _series_ends_with_clause(found, resume, end)
    return found[at].mark and series and is_clause(found, resume, stop)


def is_clause(found: Sequence[Word], start: int, end: int, *, orders: bool = False) -> bool:
    """Whether a statement with its own subject begins at `start`; with `orders` also one that tells to do something."""
    begin = start + main_start(found[start:end], end - start)
    if begin == start and found[start].low in PREPOSITIONS | RELATIVES - {"that"}:
        return False
    core = find_core(found, begin, end)
    if core is None:
        return False
    if core.imperative:
        return orders and end > core.verb + 1 and found[core.verb].text.islower() and found[core.verb].low != "be"
    if core.form == "past" and core.verb + 1 < end and found[core.verb + 1].low in PREPOSITIONS:
        return False  # "jobs created by hand"
    subject = found[core.start : core.verb]
    after = found[core.verb + 1] if core.verb + 1 < end else None
    bare = len(subject) == 1 and subject[0].text.islower() and not subject[0].solid and not is_plural(subject[0])
    if bare and core.form == "third" and may_be_noun(found[core.verb].low) and after and after.low in PREPOSITIONS:
        return False  # "label names in text"
    examples = any(word.low in ("such", "including") for word in subject)
    whole = not any((word.mark and not examples) or word.low in _NO_SUBJECT for word in subject)
    named = any(not is_adverb(word.low) for word in subject)
    opening = subject[len(subject) > 1 and subject[0].low in ("only", "even")]
    return named and is_noun_start(opening) and whole


def _series_ends_with_clause(found: Sequence[Word], start: int, end: int) -> bool:
    """Whether "A does x, B does y and C does z" goes on with a clause after "and"."""
    return any(
        found[index].low in ("and", "but") and not found[index].solid and is_clause(found, index + 1, end)
        for index in range(start + 1, end - 1)
    )


def _is_verb_phrase(found: Sequence[Word], core: Core, first: int, stop: int) -> bool:
    """Whether a verb of the same form as that of the clause stands at `first`: "…, includes a trial"."""
    word = found[first]
    form = None if word.solid else verb_form(word.low)
    follows = first + 1 < stop
    after_modal = core.head > core.verb and verb_form(found[core.head].low) in ("base", "have")
    if core.imperative or (core.form in ("base", "modal") and after_modal):
        return form == "base" and follows and not _noun_here(found, first, stop)
    if form in ("be", "have", "do", "modal"):
        return (
            follows
            and word.low not in ("be", "been", "being")
            and not (word.low in _SINGULAR_VERBS and core.form == "base")
        )
    if form == "base":
        plural = core.form == "base" or found[core.verb].low in _PLURAL_VERBS
        whole = follows or not may_be_noun(word.text)
        return plural and word.text.islower() and whole and not _noun_here(found, first, stop)
    if form == "third":
        listed = core.form != "third" and may_be_noun(word.text) and follows and found[first + 1].low in PREPOSITIONS
        asyndetic = (
            may_be_noun(word.text)
            and found[first - 1].text == ","
            and "and" not in {later.low for later in found[stop:]}
        )
        return (
            not (listed or asyndetic) and not _noun_here(found, first, stop) and (follows or not may_be_noun(word.text))
        )
    return form == "past" and core.form == "past" and follows


def _noun_here(found: Sequence[Word], first: int, stop: int) -> bool:
    """Whether a word that may be a noun is one here: "and requests per minute", "and limits."."""
    noun = may_be_noun(found[first].text)
    if first + 1 >= stop:
        return noun
    after = found[first + 1]
    if not noun:
        return after.low in ("is", "are", "can", "must", "of")
    return after.low in _NOUN_FOLLOWED or after.mark


def _is_open(before: Sequence[Word], core: Core, part: int) -> bool:
    """Whether a relative clause, condition or infinitive is still open, so that a verb may belong to it."""
    tail = before[max(0, core.head - part) :] if part <= core.start else before
    for index, word in enumerate(tail):
        apart = index > 0 and tail[index - 1].mark and word.low in RELATIVES
        after = tail[index + 1] if index + 1 < len(tail) else None
        if word.solid or (word.low == "once" and (after is None or after.mark or after.low in PREPOSITIONS)):
            continue
        if word.low == "that" or apart:
            return True
        if word.low in _OPENERS:
            return not any(later.mark for later in tail[index + 1 :])
        infinitive = word.low == "to" and after is not None and verb_form(after.low) == "base"
        if infinitive and core.form not in ("third", "be", "have"):
            return True
    return False


def _is_participle_part(found: Sequence[Word], core: Core, at: int, first: int, stop: int) -> bool:
    """Whether "and shown once" shares "are" with "are created in the dashboard"."""
    low = found[first].low
    if core.negated or core.head == core.verb or found[first].solid or at <= core.head + 1:
        return False
    after = found[first + 1] if first + 1 < stop else None
    if low in ADJECTIVES and core.form == "be":
        return after is None or after.low in PREPOSITIONS | ADVERBS | {"to", "when", "if"}
    if after is None or not is_participle(low) or not is_participle(found[core.head].text):
        return False
    # "and deleted objects" describes the objects.
    return after.number or after.low in PREPOSITIONS | ADVERBS | {
        "to",
        "once",
        "when",
        "if",
        "twice",
        "daily",
    }
