"""Compound sentences come apart, each part with the subject and the condition that it had in the sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.claims import values
from claimdiff.claims.grammar import Core, core_of, find_core, has_condition, main_start, not_only
from claimdiff.claims.joints import cuts
from claimdiff.claims.lexicon import CONDITIONS, is_adverb, verb_form
from claimdiff.claims.parts import Base, Cut, Part
from claimdiff.claims.remarks import remark_at_end, remark_inside, remark_text
from claimdiff.claims.sentence import Sentence, joined, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.reading import Reading


def clauses(reading: Reading) -> tuple[Part, ...]:
    """The clauses of a sentence without its full stop, in order; one fact comes back as one part."""
    made = sentence(reading)
    if not made.end:
        return ()
    core = core_of(made)
    if core is None:
        return _by_semicolons(made)
    if not_only(made.words):
        return (_part(made, 0, made.end, "first"),)
    inside = remark_inside(made, core)
    if inside is not None:
        return _around(made, core, *inside)
    remark = remark_at_end(made, core)
    if remark is None:
        return _parts(made, core, cuts(made.words, core, made.end))
    return _parts(made, core, [*cuts(made.words, core, remark.at), remark])


def _part(made: Sentence, start: int, stop: int, kind: str, text: str | None = None) -> Part:
    first, last = made.place(start, stop)
    return Part(text=made.said(start, stop) if text is None else text, start=first, end=last, kind=kind)  # type: ignore[arg-type]


def _by_semicolons(made: Sentence) -> tuple[Part, ...]:
    """A fragment, or fragments and sentences in a row: only semicolons part them."""
    marks = [at for at in range(made.end) if made.words[at].text == ";" and not made.words[at].solid]
    if not marks:
        return (_part(made, 0, made.end, "first"),)
    parts: list[Part] = []
    for start, stop in zip([0, *(mark + 1 for mark in marks)], [*marks, made.end], strict=True):
        if stop > start:
            first = made.words[start].start
            piece = made.reading.cut(first, made.words[stop - 1].end)
            parts.extend(replace(part, start=part.start + first, end=part.end + first) for part in clauses(piece))
    return tuple(parts)


def _around(made: Sentence, core: Core, first: int, last: int) -> tuple[Part, ...]:
    """The sentence without the remark between two commas, then the remark with the subject."""
    cut, resume = made.words[first].start, made.words[last].end
    kept = [*range(cut), *range(resume, len(made.reading.text))]
    outer = clauses(made.reading.without(cut, resume))
    subject = made.shown(core.start, first)
    relative = made.words[first + 1].low in ("which", "who")
    own = made.shown(first + 1 + relative, last)
    text = joined(subject, own) if relative else f"{subject}, {own}"
    aside = Part(text=text, start=made.words[first + 1].start, end=made.words[last - 1].end, kind="aside")
    return (*(replace(part, start=kept[part.start], end=kept[part.end - 1] + 1) for part in outer), aside)


def _parts(made: Sentence, core: Core, every: Sequence[Cut]) -> tuple[Part, ...]:
    """The texts of the parts, with subject, auxiliaries and condition carried over."""
    stops = [*(cut.at for cut in every), made.end]
    prefix = made.shown(0, core.start)
    parts = [_part(made, 0, stops[0], "first")]
    base = Base(start=core.start, end=stops[0])
    for cut, stop in zip(every, stops[1:], strict=True):
        if cut.kind == "clause":
            begin = cut.resume + main_start(made.words[cut.resume : stop], stop - cut.resume)
            prefix = prefix if begin == cut.resume and has_condition(made.words) else ""
            core = find_core(made.words, begin, stop) or core
            text = joined(prefix, made.said(cut.resume, stop))
            prefix = prefix or made.shown(cut.resume, begin)
            base = Base(start=core.start, end=stop)
        else:
            text = _carried(made, core, cut, stop, prefix, base)
            base = base if cut.kind in ("value", "gap") else Base(start=cut.resume, end=stop)
        parts.append(_part(made, cut.resume, stop, cut.kind, text))
    if every and every[-1].kind in ("verb", "participle"):
        condition = _condition(made, every[-1].resume)
        parts = _with_condition(parts, made.said(condition, made.end)) if condition else parts
    return tuple(parts)


def _carried(made: Sentence, core: Core, cut: Cut, stop: int, prefix: str, base: Base) -> str:
    """The text of a part that has no subject of its own."""
    if cut.kind in ("value", "gap"):
        return joined(prefix, values.carried(made, core, base, cut, stop))
    if cut.kind == "aside":
        return remark_text(made, core, cut, stop, prefix)
    own = made.said(cut.resume, stop)
    if core.imperative:
        return joined(prefix, own)
    first = cut.resume
    while first < stop - 1 and is_adverb(made.words[first].low):
        first += 1
    after_modal = verb_form(made.words[first].low) == "base" and core.form not in ("be", "have")
    shares_auxiliary = cut.kind == "participle" or (cut.kind == "verb" and after_modal and core.head > core.verb)
    stop_subject = core.head if shares_auxiliary else core.verb
    while not shares_auxiliary and stop_subject > core.start + 1 and is_adverb(made.words[stop_subject - 1].low):
        stop_subject -= 1  # what "never" denies is not what follows "and"
    return joined(prefix, made.shown(core.start, stop_subject), own)


def _condition(made: Sentence, start: int) -> int | None:
    """The index of a condition at the end of the last part: "… if you pay yearly"."""
    for index in range(start + 2, made.end - 1):
        if made.words[index - 1].mark or made.commas(index, made.end):
            continue
        low, after = made.words[index].low, made.words[index + 1].low
        if not made.words[index].solid and (low in CONDITIONS or f"{low} {after}" in CONDITIONS):
            return index
    return None


def _with_condition(parts: list[Part], condition: str) -> list[Part]:
    """The condition behind the last part goes with every part that shares its subject."""
    done = [parts[-1]]
    for index in range(len(parts) - 2, -1, -1):
        if parts[index + 1].kind not in ("verb", "participle"):
            return [*parts[: index + 1], *done]
        done.insert(0, replace(parts[index], text=joined(parts[index].text, condition)))
    return done
