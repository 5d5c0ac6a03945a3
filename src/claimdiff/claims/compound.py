"""A sentence before its clauses are looked at: bracketed remarks, colons, pairs in a row, contrasts with "while"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.claims.clauses import clauses
from claimdiff.claims.grammar import core_of, main_start
from claimdiff.claims.leads import empty_lead, inherited, says_something
from claimdiff.claims.lexicon import DETERMINERS, PRONOUNS
from claimdiff.claims.parts import Part
from claimdiff.claims.reading import read
from claimdiff.claims.sentence import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.claims.reading import Reading

_LONGEST = 800
"""A longer sentence is left whole: nobody wrote it by hand, and its parts would not be read."""
_FULL_STOP = re.compile(r"(?:[.。．]|(?<=\w)!+|！)$")
_BRACKETED = re.compile(r"[ ]?\((?P<inside>[^()]+)\)")
_NAMED = re.compile(r"(?P<name>[A-Z][\w.+-]*(?: [A-Z0-9][\w.+-]*){0,2}) \((?P<inside>[^()]*\d[^()]*)\)")
_OTHER_VALUE = re.compile(r"(?<=\w) \((?P<inside>[~≈<>≤≥$€£]*\d[^()]*? (?:on|for|in|with) [^()]+)\)(?=[.!]?$)")
_POINTER = re.compile(
    r"(?:please )?(?:see|visit|check|check out|refer to|consult|go to|read) (?P<place>\S+) for (?P<what>(?!more |further |details|help|information).+)",
    re.IGNORECASE,
)
_COLON = re.compile(r":(?= \S)")
_CONTRAST = re.compile(r"(?:while|whereas|although|though|even though)\s+", re.IGNORECASE)
_LABEL = re.compile(r"(?:^|(?<=[,;] )|(?<= and ))[A-Z][\w .+-]{0,24}?:(?= )")
_NAME_NUMBER = re.compile(r"(?:[Tt]he )?[A-Z][\w.+-]*(?: (?:plan|tier|[A-Z][\w.+-]*))?:? [~≈<>≤≥$€£]*\d")
_NUMBER_PLACE = re.compile(r"[~≈<>≤≥$€£]*\d[^ ]* (?:[^ ]+ ){0,3}(?:on|for|in|with|at|per) (?:the )?[A-Z]")
_FRONTED = re.compile(r"(?P<place>(?P<word>on|in|for|with|at) [^,;]{1,40}), ", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:,|;)(?: and)? (?!or )| and ")


def split(reading: Reading) -> tuple[Part, ...]:
    """The parts of one sentence, in order; a sentence that is one fact comes back as one part.

    Offsets are those of `reading.text`. A full stop at the end of the sentence ends every part.
    """
    if len(reading.text) > _LONGEST:
        return (Part(text=reading.text, start=0, end=len(reading.text), kind="first"),)
    stop = _FULL_STOP.search(reading.text)
    said = reading.cut(0, stop.start()) if stop else reading
    parts = _sentence(said)
    if not parts or stop is None:
        return parts
    last = replace(parts[-1], end=len(reading.text)) if parts[-1].end == len(said.text) else parts[-1]
    return tuple(replace(part, text=part.text.removesuffix(".") + stop.group()) for part in (*parts[:-1], last))


def _sentence(reading: Reading) -> tuple[Part, ...]:
    for rule in (
        _pointer,
        _named_brackets,
        _bracketed_clause,
        _bracketed_value,
        _colon,
        _contrast,
        _labels,
        _pairs,
        _places,
    ):
        parts = rule(reading)
        if parts is not None:
            return parts
    return clauses(reading)


def _moved(parts: Sequence[Part], by: int) -> tuple[Part, ...]:
    return tuple(replace(part, start=part.start + by, end=part.end + by) for part in parts)


def _piece(reading: Reading, start: int, end: int) -> tuple[Part, ...]:
    """The parts of a stretch of the sentence, with offsets of the sentence."""
    while start < end and reading.text[start].isspace():
        start += 1
    return _moved(_sentence(reading.cut(start, end)), start)


def _rest(reading: Reading, spans: Sequence[tuple[int, int]]) -> tuple[Part, ...]:
    """The parts of the sentence without some stretches."""
    kept = [index for index in range(len(reading.text)) if not any(start <= index < end for start, end in spans)]
    left = reading
    for start, end in reversed(spans):
        left = left.without(start, end)
    return tuple(replace(part, start=kept[part.start], end=kept[part.end - 1] + 1) for part in _sentence(left))


def _pointer(reading: Reading) -> tuple[Part, ...] | None:
    """In "See https://x.example for the changelog": where the changelog is."""
    found = _POINTER.fullmatch(reading.text)
    if found is None or "1" not in reading.solid[found.start("place") : found.end("place")]:
        return None
    return (Part(text=f"{found['what']}: {found['place']}", start=0, end=len(reading.text), kind="first"),)


def _named_brackets(reading: Reading) -> tuple[Part, ...] | None:
    """In "Free (0 dollars), Pro (25 dollars)": each name with what its brackets say, beside the sentence without them."""
    named = list(_NAMED.finditer(reading.text))
    if len(named) <= 1:
        return None
    outer = _rest(reading, [(match.end("name"), match.end()) for match in named])
    inner = tuple(Part(text=match.group(), start=match.start(), end=match.end(), kind="aside") for match in named)
    return (*outer, *inner)


def _bracketed_clause(reading: Reading) -> tuple[Part, ...] | None:
    """A sentence in brackets is a statement of its own."""
    for match in _BRACKETED.finditer(reading.text):
        inside = reading.cut(*match.span("inside"))
        inside = replace(inside, solid="0" * len(inside.text))
        made = sentence(inside)
        core = core_of(made)
        counted = bool(made.end) and made.words[0].number and core is not None and core.form in ("be", "have", "modal")
        opens = counted or (bool(made.end) and made.words[0].low in PRONOUNS | DETERMINERS)
        if core is None or core.imperative or not opens or match.start() == 0:
            continue
        start = match.start("inside")
        return (
            *_rest(reading, [match.span()]),
            *(replace(part, kind="clause") for part in _moved(_sentence(inside), start)),
        )
    return None


def _bracketed_value(reading: Reading) -> tuple[Part, ...] | None:
    """In "limited to 20 MB (50 MB on Team)" the bracket gives the value for another case."""
    mark = _OTHER_VALUE.search(reading.text)
    if mark is None or core_of(sentence(reading)) is None:
        return None
    start, end = mark.span("inside")
    # The bracket becomes a row of values: "limited to 20 MB, 50 MB on Team".
    text = f"{reading.text[: mark.start()]},{reading.text[mark.start() + 1 :]}"
    text = f"{text[: start - 1]} {text[start:]}"
    solid = f"{reading.solid[: mark.start()]}{'0' * (mark.end() - mark.start())}{reading.solid[mark.end() :]}"
    row = replace(reading, text=text, solid=solid).without(end, end + 1)
    parts = clauses(row)
    moved = tuple(replace(part, end=part.end + (part.end >= end)) for part in parts)
    return moved if len(parts) > 1 and parts[1].kind == "value" else None


def _colon(reading: Reading) -> tuple[Part, ...] | None:
    """What stands behind a colon: a row of statements, or one that stands for itself."""
    mark = next((match for match in _COLON.finditer(reading.text) if reading.solid[match.start()] == "0"), None)
    if mark is None or (_LABEL.match(reading.text) and len(_LABEL.findall(reading.text)) > 1):
        return None
    lead, after = reading.text[: mark.start()], mark.end() + 1
    rest = _piece(reading, after, len(reading.text))
    if empty_lead(lead):
        return rest
    whole = _is_sentence(reading.cut(after, len(reading.text)))
    if len(rest) <= 1 and not (whole and _is_sentence(reading.cut(0, mark.start()))):
        return None
    said = clauses(reading.cut(0, mark.start())) if says_something(lead) or whole else ()
    before = inherited(lead)
    shown = tuple(
        part if _has_subject(part.text) or not before else replace(part, text=f"{before}: {part.text}") for part in rest
    )
    return (*said, *shown)


def _has_subject(text: str) -> bool:
    return _is_sentence(read(text, 0, len(text)))


def _is_sentence(reading: Reading) -> bool:
    core = core_of(sentence(reading))
    return core is not None and core.stated


def _contrast(reading: Reading) -> tuple[Part, ...] | None:
    """In "While Free keeps 7 days, Pro keeps 30": both halves are said."""
    opening = _CONTRAST.match(reading.text)
    if opening is None:
        return None
    found = sentence(reading).words
    begin = main_start(found, len(found))
    if begin == 0:
        return None
    comma = found[begin - 1].start
    if not _is_sentence(reading.cut(opening.end(), comma)):
        return None
    return (
        *_piece(reading, opening.end(), comma),
        *(replace(part, kind="clause") for part in _piece(reading, comma + 1, len(reading.text))),
    )


def _labels(reading: Reading) -> tuple[Part, ...] | None:
    """In "Free: 7 days, Pro: 30 days": one statement for each label."""
    marks = [match for match in _LABEL.finditer(reading.text) if reading.solid[match.start()] == "0"]
    if len(marks) <= 1 or marks[0].start() != 0:
        return None
    stops = [*(match.start() for match in marks[1:]), len(reading.text)]
    return tuple(_trimmed(reading, match.start(), stop) for match, stop in zip(marks, stops, strict=True))


def _trimmed(reading: Reading, start: int, stop: int) -> Part:
    text = re.sub(r"(?:[,;]|\s+and|\s+or|\s)+$", "", reading.text[start:stop])
    return Part(text=text, start=start, end=start + len(text), kind="value")


def _pairs(reading: Reading) -> tuple[Part, ...] | None:
    """In "Free 60/min, Pro 600/min": values in a row without a verb, each with a name or a place of its own."""
    if core_of(sentence(reading)) is not None:
        return None
    places = [0]
    for match in _BETWEEN.finditer(reading.text):
        if reading.solid[match.start()] == "0":
            places.extend((match.start(), match.end()))
    places.append(len(reading.text))
    spans = list(zip(places[::2], places[1::2], strict=True))
    if len(spans) <= 1 or not all(_is_pair(reading, start, end) for start, end in spans):
        return None
    return tuple(Part(text=reading.text[start:end], start=start, end=end, kind="value") for start, end in spans)


def _is_pair(reading: Reading, start: int, end: int) -> bool:
    """Whether a stretch is a name with its number, or a number with its place: "Pro 600/min", "7 days on Free"."""
    text = reading.text[start:end]
    return bool(_NAME_NUMBER.match(text) or _NUMBER_PLACE.match(text))


def _places(reading: Reading) -> tuple[Part, ...] | None:
    """In "On Free, backups are kept for 7 days; on Pro, for 30 days": the later values in the words of the first."""
    opening = _FRONTED.match(reading.text)
    if opening is None:
        return None
    again = re.compile(
        rf"[;,] (?:and |but )?(?P<place>{opening['word']} [^,;]{{1,40}}), (?P<value>(?:(?:for|up to|about|at|to|until) )?[~≈<>$€£]*\d[^;]*?)(?=;|$)",
        re.IGNORECASE,
    )
    later = [match for match in again.finditer(reading.text) if not _is_sentence(reading.cut(*match.span("value")))]
    if not later:
        return None
    first = reading.cut(0, later[0].start())
    lead = first.text[: _value_at(first.text, later[0]["value"])]
    parts = [*_sentence(first)]
    for match in later:
        said = f"{match['place']}{lead[opening.end('place') :]}{match['value']}"
        parts.append(Part(text=said, start=match.start("place"), end=match.end(), kind="value"))
    return tuple(parts)


def _value_at(text: str, value: str) -> int:
    """Where the value of the first statement begins: at its number, or at the preposition that the later one repeats."""
    opens = value.split(" ", 1)[0].lower()
    repeated = text.lower().rfind(f" {opens} ") if opens.isalpha() else -1
    number = re.search(r"(?<=\s)[~≈<>≤≥$€£]*\d[^,;]*$", text)
    return repeated + 1 if repeated > 0 else number.start() if number else len(text)
