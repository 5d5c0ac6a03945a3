"""Compound sentences come apart, each part with the subject and the condition that it had in the sentence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from claimdiff.claims import values
from claimdiff.claims.grammar import Core, Word, find_core, has_condition, is_finite, is_noun_start, main_start, words
from claimdiff.claims.lexicon import (
    ADJECTIVES,
    ADVERBS,
    CONDITIONS,
    DETERMINERS,
    PREPOSITIONS,
    RELATIVES,
    is_participle,
    may_be_noun,
    verb_form,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.reading import Reading

PartKind = Literal["first", "clause", "verb", "participle", "value", "gap", "extra", "aside"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One claim-sized part of a sentence: its own words and the text with what was carried over.

    `subject` is the noun phrase that it speaks of, empty where none was found.
    """

    text: str
    start: int
    end: int
    kind: PartKind
    subject: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Cut:
    """A place between two parts: words `at` to `resume` are the joint and belong to neither."""

    at: int
    resume: int
    kind: PartKind


@dataclass(frozen=True, kw_only=True, slots=True)
class _State:
    """Where a reader of the sentence is: the clause, its current part, and the part that a row of values leans on."""

    core: Core
    part: int
    base: int
    base_end: int | None


_JOINTS = frozenset(["and", "but", "yet", "while", "whereas", "then", "plus", "although", "though", "so"])
_NEVER = frozenset(["or", "nor"])


def clauses(reading: Reading) -> tuple[Part, ...]:
    """The clauses of a sentence without its full stop, in order; one fact comes back as one part."""
    found = words(reading)
    end = len(found)
    while end and found[end - 1].mark:
        end -= 1
    if not end:
        return ()
    core = find_core(found, main_start(found, end), end)
    if core is None:
        return _by_semicolons(reading, found, end)
    if [word.low for word in found[:2]] == ["not", "only"]:
        return (_whole(reading, found[0].start, found[end - 1].end),)
    inner = _inner_aside(found, core)
    if inner is not None:
        return _around(reading, found, inner)
    aside = _aside(found, core, end)
    cuts = _cuts(found, core, end if aside is None else aside.at)
    return _parts(reading, found, core, cuts, aside, end)


def _inner_aside(found: Sequence[Word], core: Core) -> tuple[int, int] | None:
    """The commas around a remark inside the subject: "Backups, which run daily, are kept for 30 days"."""
    commas = [
        index for index in range(core.start + 1, core.verb) if found[index].text == "," and not found[index].solid
    ]
    if len(commas) != len(("before", "after")) or commas[1] != core.verb - 1 or commas[1] - commas[0] <= 1:
        return None
    low = found[commas[0] + 1].low
    which = low in ("which", "who") and verb_form(found[commas[0] + 2].low) is not None
    return (commas[0], commas[1]) if which or is_participle(low) else None


def _around(reading: Reading, found: Sequence[Word], commas: tuple[int, int]) -> tuple[Part, ...]:
    """The sentence without the remark, then the remark with the subject."""
    first, last = commas
    begin = main_start(found, len(found))
    cut, resume = found[first].start, found[last].end
    kept = [*range(cut), *range(resume, len(reading.text))]
    outer = clauses(reading.cut(0, len(reading.text)).without(cut, resume))
    parts = [replace(part, start=kept[part.start], end=kept[part.end - 1] + 1) for part in outer]
    subject = _text(reading, found, begin, first)
    relative = found[first + 1].low in ("which", "who")
    own = _text(reading, found, first + 1 + relative, last)
    remark = _join(subject, own) if relative else f"{subject}, {own}"
    place = found[first + 1].start, found[last - 1].end
    return (*parts, Part(text=remark, start=place[0], end=place[1], kind="aside", subject=subject))


def _by_semicolons(reading: Reading, found: Sequence[Word], end: int) -> tuple[Part, ...]:
    """A fragment, or fragments and sentences in a row: only semicolons part them."""
    parts: list[Part] = []
    start = 0
    marks = [at for at in range(end) if found[at].text == ";" and not found[at].solid]
    for index in [*marks, end]:
        if index > start and marks:
            first, stop = found[start].start, found[index - 1].end
            piece = reading.cut(first, stop)
            parts.extend(replace(part, start=part.start + first, end=part.end + first) for part in clauses(piece))
        start = index + 1
    return tuple(parts) if marks else (_whole(reading, found[0].start, found[end - 1].end),)


def _whole(reading: Reading, start: int, end: int) -> Part:
    piece = reading.text[start:end]
    if end < len(reading.text) and not any(char.isalnum() for char in reading.text[end:]):
        piece, end = reading.text[start:], len(reading.text)
    return Part(text=piece, start=start, end=end, kind="first")


def _cuts(found: Sequence[Word], core: Core, end: int) -> list[_Cut]:
    """The places where a new statement begins, left to right."""
    cuts: list[_Cut] = []
    state = _State(core=core, part=core.start, base=core.start, base_end=None)
    index = core.verb + 1
    while index < end:
        extra = state.base == state.core.start and values.is_extra(found, state.core, index, end)
        joint = index if extra else _joint(found, index, end)
        if joint is None:
            index += 1
            continue
        kind = "extra" if joint == index else _kind(found, state, index, joint, end)
        if kind is None:
            index = joint
            continue
        cuts.append(_Cut(at=index - (joint == index and found[index - 1].mark), resume=joint, kind=kind))
        state = _next_state(found, state, cuts[-1], end)
        index = joint + 1
    return cuts


def _next_state(found: Sequence[Word], state: _State, cut: _Cut, end: int) -> _State:
    if cut.kind in ("value", "gap"):
        return replace(state, part=cut.resume, base_end=cut.at if state.base_end is None else state.base_end)
    core = state.core
    if cut.kind == "clause":
        start = cut.resume + main_start(found[cut.resume : end], end - cut.resume)
        core = find_core(found, start, end) or core
    return _State(core=core, part=cut.resume, base=core.start if cut.kind == "clause" else cut.resume, base_end=None)


def _joint(found: Sequence[Word], index: int, end: int) -> int | None:
    """The index after a joint that begins at `index`: a comma, "and", ", but", ";", "then"."""
    word = found[index]
    if word.solid:
        return None
    after = index
    if word.mark:
        after += 1
    while after < end and not found[after].solid and found[after].low in _JOINTS and after - index < 3:
        after += 1
    if after == index or after >= end or found[after].low in _NEVER:
        return None
    return after


def _kind(found: Sequence[Word], state: _State, at: int, joint: int, end: int) -> PartKind | None:
    """What begins at `joint` after the joint at `at`; None: no new statement."""
    core, part = state.core, state.part
    mark = found[at].text if found[at].mark else ""
    linking = {word.low for word in found[at:joint]}
    stop = _next_joint(found, joint, end)
    first = joint
    while first < stop and found[first].low in ADVERBS:
        first += 1
    if first >= stop:
        return None
    if mark in (";", "–", "—", "--") or linking & {"while", "whereas", "although", "though", "so"}:
        if _is_clause(found, joint, end, orders=True):
            return "clause"
        if mark == ";" and find_core(found, joint, end):
            return "clause"
        if mark != ";":
            return None
    before = found[part:at]
    if (
        _is_verb_phrase(found, core, first, stop)
        and not _is_open(before, core, part)
        and _is_full(found, core, part, at)
    ):
        return "verb"
    orders = core.imperative or len(linking) > 1
    if (
        linking - {","}
        and _is_clause(found, joint, stop, orders=orders)
        and not (linking <= {"and"} and _is_open(before, core, part))
    ):
        return "clause"
    if (
        mark == ","
        and (found[joint].low in ("it", "they") or _series_ends_with_clause(found, joint, end))
        and _is_clause(found, joint, stop)
    ):
        return "clause"
    if _is_participle_part(found, core, part, at, first, stop):
        return "participle"
    base = values.Base(start=state.base, end=at if state.base_end is None else state.base_end)
    return values.kind_of(found, core, base, joint, stop)


def _next_joint(found: Sequence[Word], start: int, end: int) -> int:
    index = start + 1
    while index < end and _joint(found, index, end) is None:
        index += 1
    return index


def _is_clause(found: Sequence[Word], start: int, end: int, *, orders: bool = False) -> bool:
    """Whether a statement with its own subject begins at `start`."""
    begin = start + main_start(found[start:end], end - start)
    if begin == start and (found[start].low in PREPOSITIONS or found[start].low in RELATIVES - {"that"}):
        return False
    core = find_core(found, begin, end)
    if core is None:
        return False
    if core.imperative:
        return orders and end > core.verb + 1 and found[core.verb].text.islower() and found[core.verb].low != "be"
    subject = found[core.start : core.verb]
    return (
        bool(subject)
        and is_noun_start(subject[0])
        and not any(
            word.mark or word.low in RELATIVES | {"if", "when", "unless", "because", "where", "to"} for word in subject
        )
    )


def _series_ends_with_clause(found: Sequence[Word], start: int, end: int) -> bool:
    """Whether "A does x, B does y, and C does z" goes on with a clause after "and"."""
    return any(
        found[index].low in ("and", "but") and not found[index].solid and _is_clause(found, index + 1, end)
        for index in range(start + 1, end - 1)
    )


def _is_verb_phrase(found: Sequence[Word], core: Core, first: int, stop: int) -> bool:
    """Whether a verb of the same form as that of the clause stands at `first`: "…, includes a trial"."""
    word = found[first]
    form = None if word.solid else verb_form(word.low)
    follows = first + 1 < stop
    if core.imperative or (
        core.form in ("base", "modal") and core.head > core.verb and verb_form(found[core.head].low) == "base"
    ):
        return form == "base" and follows and not _noun_here(found, first, stop)
    if form in ("be", "have", "do", "modal"):
        return follows
    if form == "base":
        plural = core.form == "base" or found[core.verb].low in ("are", "were", "have", "do", "aren't", "don't")
        return plural and word.text.islower() and follows and not _noun_here(found, first, stop)
    if form == "third":
        return not _noun_here(found, first, stop) and (follows or not may_be_noun(word.text))
    return form == "past" and core.form == "past" and follows


def _noun_here(found: Sequence[Word], first: int, stop: int) -> bool:
    """Whether a word that may be a noun is one here: "and requests per minute", "and limits."."""
    if first + 1 >= stop:
        return may_be_noun(found[first].text)
    after = found[first + 1]
    if not may_be_noun(found[first].text):
        return after.low in ("is", "are", "can", "must", "of")
    return (
        after.low in ("of", "per", "and", "or", "is", "are", "that", "which", "for", "in") and after.low not in ("in",)
    ) or after.mark


def _is_open(before: Sequence[Word], core: Core, part: int) -> bool:
    """Whether a relative clause, condition or infinitive is still open, so that a verb may belong to it."""
    tail = before[max(0, core.head - part) :] if part <= core.start else before
    for index, word in enumerate(tail):
        if word.solid:
            continue
        if word.low == "once" and (
            index + 1 >= len(tail) or tail[index + 1].low in PREPOSITIONS or tail[index + 1].mark
        ):
            continue
        if word.low in RELATIVES or word.low in (
            "if",
            "unless",
            "because",
            "when",
            "where",
            "whether",
            "until",
            "how",
            "once",
            "while",
        ):
            return not any(later.mark for later in tail[index + 1 :])
        infinitive = word.low == "to" and index + 1 < len(tail) and verb_form(tail[index + 1].low) == "base"
        if infinitive and index + 1 < len(tail) and core.form not in ("third", "be", "have"):
            return True
    return False


def _is_full(found: Sequence[Word], core: Core, part: int, at: int) -> bool:
    """Whether the part so far is more than a bare verb: in "validates and stores keys" the object is shared."""
    if part > core.start:
        return at - part >= 1
    return at > core.head + 1 or (core.form == "be" and at > core.verb + 1)


def _is_participle_part(found: Sequence[Word], core: Core, part: int, at: int, first: int, stop: int) -> bool:
    """Whether "and shown once" shares "are" with "are created in the dashboard"."""
    if core.negated or core.head == core.verb or found[first].solid:
        return False
    low = found[first].low
    if low in ADJECTIVES and core.form == "be" and at > core.head + 1:
        return (
            first + 1 >= stop
            or found[first + 1].low in PREPOSITIONS | ADVERBS
            or found[first + 1].low in ("to", "when", "if")
        )
    return (
        is_participle(low)
        and is_participle(found[core.head].text)
        and first + 1 < stop
        and at > core.head + 1
        and not is_noun_start_after(found, first, stop)
    )


def is_noun_start_after(found: Sequence[Word], first: int, stop: int) -> bool:
    """Whether the participle only describes the noun after it: "and deleted objects"."""
    after = found[first + 1] if first + 1 < stop else None
    return after is not None and not (
        after.low in PREPOSITIONS
        or after.low in ADVERBS
        or after.low in DETERMINERS
        or after.number
        or after.low in ("to", "once", "when", "if", "only", "twice", "daily")
    )


def _aside(found: Sequence[Word], core: Core, end: int) -> _Cut | None:
    """A last remark that asserts something of its own: ", which …", ", a price that …", ", locked in since …"."""
    commas = [index for index in range(core.verb + 1, end - 2) if found[index].text == "," and not found[index].solid]
    if not commas:
        return None
    last = commas[-1]
    rest = found[last + 1 : end]
    low = rest[0].low
    if low == "which" and any(is_finite(found, last + 1, place, end) for place in range(last + 2, end)):
        return _Cut(at=last, resume=last + 1, kind="aside")
    if low in ("a", "an") and any(word.low in ("that", "which", "who") for word in rest[1:6]):
        return _Cut(at=last, resume=last + 1, kind="aside")
    listed = any(word.low in ("and", "or") for word in rest) and len(commas) > 1
    if (
        is_participle(low)
        and low not in ("based", "provided", "followed", "compared", "given", "needed")
        and len(rest) > 1
        and not listed
    ):
        before = max(core.verb, core.head)
        shared = is_participle(found[before].text) and core.form in ("be", "have")
        return None if shared else _Cut(at=last, resume=last + 1, kind="aside")
    return None


def _parts(
    reading: Reading, found: Sequence[Word], core: Core, cuts: Sequence[_Cut], aside: _Cut | None, end: int
) -> tuple[Part, ...]:
    """The texts of the parts, with subject, auxiliaries and condition carried over."""
    every = [*cuts, *([aside] if aside else [])]
    prefix = _text(reading, found, 0, core.start)
    stops = [cut.at for cut in every[1:]] + [end] * bool(every)
    tail = _condition(found, every[-1].resume, end) if every and every[-1].kind in ("verb", "participle") else None
    lead = _slice(reading, found, 0, every[0].at if every else end)
    subject = _text(reading, found, core.start, core.verb)
    parts = [
        Part(
            text=lead,
            start=found[0].start,
            end=_end(reading, found, every[0].at if every else end),
            kind="first",
            subject=subject,
        )
    ]
    current, base = core, values.Base(start=core.start, end=every[0].at if every else end)
    for cut, stop in zip(every, stops, strict=True):
        if cut.kind == "clause":
            begin = cut.resume + main_start(found[cut.resume : stop], stop - cut.resume)
            own = find_core(found, begin, stop)
            prefix = prefix if begin == cut.resume and has_condition(found) else ""
            current = own or current
            subject = _text(reading, found, current.start, current.verb) if own else ""
            text = _join(prefix, _slice(reading, found, cut.resume, stop))
        else:
            text = _carried(reading, found, current, cut, stop, prefix, base)
        if cut.kind not in ("value", "gap"):
            base = values.Base(start=current.start if cut.kind == "clause" else cut.resume, end=stop)
        parts.append(
            Part(
                text=text, start=found[cut.resume].start, end=_end(reading, found, stop), kind=cut.kind, subject=subject
            )
        )
    if tail is not None:
        parts = _with_condition(parts, _slice(reading, found, tail, end))
    return tuple(parts)


def _carried(
    reading: Reading, found: Sequence[Word], core: Core, cut: _Cut, stop: int, prefix: str, base: values.Base
) -> str:
    """The text of a part that has no subject of its own."""
    own = _slice(reading, found, cut.resume, stop)
    subject = _text(reading, found, core.start, core.verb)
    if cut.kind in ("value", "gap"):
        return _join(prefix, values.carried(reading, found, core, base, cut.resume, stop, cut.kind))
    if cut.kind == "aside":
        return _remark(reading, found, core, cut, stop, prefix)
    first = cut.resume
    while first < stop - 1 and found[first].low in ADVERBS:
        first += 1
    low = found[first].low
    bare = cut.kind == "participle" or (
        verb_form(low) == "base" and core.head > core.verb and core.form not in ("be", "have")
    )
    if core.imperative:
        return _join(prefix, own)
    if cut.kind == "extra":
        return _join(prefix, subject, own)
    return _join(prefix, _text(reading, found, core.start, core.head) if bare else subject, own)


def _remark(reading: Reading, found: Sequence[Word], core: Core, cut: _Cut, stop: int, prefix: str) -> str:
    own = _slice(reading, found, cut.resume, stop)
    subject = _text(reading, found, core.start, core.verb)
    low = found[cut.resume].low
    if low != "which":
        return _join(prefix, subject + ("," if subject else ""), own)
    after = _slice(reading, found, cut.resume + 1, stop)
    if found[cut.resume + 1].low == "means":
        skip = cut.resume + 2 + (found[cut.resume + 2].low == "that" if cut.resume + 2 < stop else 0)
        if find_core(found, skip, stop):
            return _join(prefix, _slice(reading, found, skip, stop))
    noun = _noun_before(found, core, cut.at)
    if noun is None:
        return _join(prefix, subject, _text(reading, found, core.verb, cut.at) + ",", own)
    return _join(prefix if has_condition(found) else "", _text(reading, found, noun, cut.at), after)


def _noun_before(found: Sequence[Word], core: Core, at: int) -> int | None:
    """Where the noun phrase before the comma at `at` begins: at its article, or after a verb or preposition."""
    index = at - 1
    while index > core.head:
        low = found[index].low
        if low in DETERMINERS:
            unit = found[index - 1].low if index - 1 > core.head else ""
            if low not in ("a", "an", "per", "each") or not (
                found[index - 1].number or unit in ("dollars", "euros", "requests", "times", "gb")
            ):
                return index
        elif low in PREPOSITIONS | {"to"} or low in ("and", "or") or found[index].mark:
            return index + 1 if index + 1 < at else None
        index -= 1
    return (
        core.head + (core.head == core.verb or verb_form(found[core.head].low) is not None)
        if at > core.head + 1
        else None
    )


def _condition(found: Sequence[Word], start: int, end: int) -> int | None:
    """The index of a condition at the end of the last part: "… if you pay yearly"."""
    for index in range(start + 2, end - 1):
        two = f"{found[index].low} {found[index + 1].low}"
        if not found[index].solid and (found[index].low in CONDITIONS or two in CONDITIONS or two == "as long"):
            return index
    return None


def _with_condition(parts: list[Part], condition: str) -> list[Part]:
    """The condition behind the last part goes with every part that shares its subject."""
    done = [parts[-1]]
    for index in range(len(parts) - 2, -1, -1):
        if parts[index + 1].kind not in ("verb", "participle"):
            return [*parts[: index + 1], *done]
        done.insert(0, replace(parts[index], text=_join(parts[index].text, condition)))
    return done


def _text(reading: Reading, found: Sequence[Word], start: int, stop: int) -> str:
    return reading.text[found[start].start : found[stop - 1].end] if stop > start else ""


def _end(reading: Reading, found: Sequence[Word], stop: int) -> int:
    """The end of a part; closing marks after the last word belong to the last part."""
    end = found[stop - 1].end
    rest = reading.text[end:]
    return end if any(char.isalnum() for char in rest) else len(reading.text)


def _slice(reading: Reading, found: Sequence[Word], start: int, stop: int) -> str:
    return reading.text[found[start].start : _end(reading, found, stop)] if stop > start else ""


def _join(*pieces: str) -> str:
    return " ".join(piece for piece in pieces if piece)
