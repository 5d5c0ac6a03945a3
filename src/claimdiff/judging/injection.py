"""Text that tries to steer whoever judges: an order about verdicts, not a word about prompts in general.

Found in segments it is never evidence; where a change adds it, it is a finding. It is looked for in what a machine
reads: comments, invisible characters, entities and marks between letters hide nothing.
"""

from __future__ import annotations

import html
import re
from functools import cache, lru_cache

from claimdiff.text.folding import fold

SHOWN = 200
"""Characters of the snippet."""
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_HIDDEN = dict.fromkeys((*range(0x09), *range(0x202A, 0x202F), *range(0x2061, 0x206A), 0xE0001, 0xE007F))
_MARKUP = re.compile(
    r"</?[a-z][^<>]{0,200}>|<!--|-->|[`*]|(?<!\w)_|_(?!\w)|^\s*(?:>|//|#)+", re.IGNORECASE | re.MULTILINE
)

# Lists of labels and rules ("as supported, contradicted or ...", "as supported if ...") describe judging, they order nothing.
_RULE = r"(?![\"']?\s*(?:,\s*(?:contra|part|unver|unsup|not|or)|or\b|/|\||only\b|if\b|when\b|unless\b|by\b))"
_GOOD = rf"[\"']?(?:(?:fully |well |entirely )?supported|faithful|grounded|entailed|unverifiable|contradicted)\b{_RULE}"
_GOOD_AS = rf"(?:{_GOOD}|[\"']?(?:verified|correct|true)\b{_RULE})"
_JUDGED = r"(?:claims?|statements?|verdicts?|facts?|assertions?)\b"
_TOLD = r"(?:instructions?|prompts?|directions|directives|guidelines|system messages?)\b"
_EARLIER = r"(?:previous|prior|above|earlier|preceding|former|system|original|other|your)\s+"
_OUGHT = r"(?:must|should|shall|has to|have to|needs? to|is to|are to)"
_WORDS = r"(?:\s+(?![\"']?(?:supported|contradicted|unverifiable))[^\s.;!?]{1,60}){0,6}?\s+"
_READER = (
    r"(?:ai|a\.i\.|llms?|(?:large )?language models?|ai (?:model|assistant|agent|judge|reviewer|system)s?|judges?|"
    r"judging model|evaluators?|graders?|fact[- ]?checkers?|verifiers?|claude|chatgpt|gpt(?:-\d\w*)?|gemini|claimdiff)\b"
)
_MATTER = r"(?:claims?|verdicts?|supported|passages?|instructions?|judg\w+|evaluat\w+|ignore|disregard)\b"

_FORGET = (
    r"(?<!can )(?<!may )(?<!could )\b(?:ignore|disregard|forget|override|bypass)\s+"
    r"(?:(?:all|any|the|your|of|these|those|every)\s+){0,4}"
    rf"{_EARLIER}(?:\w+\s+)?{_TOLD}(?!\s+(?:if|unless|when|about|for)\b)"
)
_DISOBEY = rf"\bdo not (?:follow|obey)\s+(?:(?:the|any)\s+){{0,2}}{_EARLIER}{_TOLD}"
_MARK = (
    r"(?<!the )(?<!\ba )(?<!an )(?<!our )\b"
    r"(?:mark|label|rate|grade|score|judge|classify|treat|report|consider|return|output|count|flag|declare|deem)"
    rf"{_WORDS}{_JUDGED}{_WORDS}(?:(?:as|is|are|to be)\s+)?{_GOOD}"
)
_MARK_ALL = (
    r"\b(?:mark|label|rate|grade|judge|classify|report|declare|deem|consider|treat)\s+"
    r"(?:everything|all|them all|all of (?:them|it|these|this)|(?:all|every|each|any|these|this|the)\s+(?:\w+\s+)?"
    rf"(?:claims?|statements?)){_WORDS}?(?:as\s+)?{_GOOD_AS}"
)
_MUST_BE = rf"\b(?:every|each|all|any)\s+(?:of\s+)?(?:the\s+)?{_JUDGED}{_WORDS}?{_OUGHT}\s+be\s+(?:\w+\s+){{0,3}}?(?:as\s+)?{_GOOD}"
_VERDICT_IS = rf"\b(?:verdict|label)\b{_WORDS}?(?:{_OUGHT}\s+(?:always\s+)?(?:be|read|say)|is always)\s+{_GOOD}"
_SAY = r"(?:answer|respond|reply|say|output|return|write)\s+(?:with\s+)?"
_REPLY_WITH = (
    rf"\b{_SAY}{_GOOD}[\"']?\s+(?:for|to)\s+(?:\w+\s+){{0,2}}?{_JUDGED}|\b(?:always|only|simply|just)\s+{_SAY}{_GOOD}"
)
_FORGED = rf"[\"']verdict[\"']\s*:\s*{_GOOD}"
_NOTE_TO = (
    r"\b(?:notes?|message|instructions?|attention|notice|reminder|important|hint|hey|dear)\s*[:,]?\s+"
    rf"(?:(?:to|for)\s+)?(?:the\s+|any\s+|all\s+|an?\s+)?{_READER}(?:\s+[^\s:,.!]{{1,60}}){{0,6}}?\s*[:,.!-]{_WORDS}{_MATTER}"
)
_AS_ONE = rf"\b(?:if|when|since|because|as) you are (?:an?\s+|the\s+)?(?:\w+\s+)?{_READER},?{_WORDS}{_MATTER}"
_NOW_ONE = rf"\byou are (?:now|no longer)\s+(?:an?\s+|the\s+)?(?:\w+\s+){{0,2}}?{_READER}"
_MADE_UP_END = (
    r"\bend of (?:the )?(?:passages?|context|documents?|sources?|claims?|data)\b[\s.\-=:#]*"
    r"(?:(?:new|next|your|the)\s+){0,2}(?:system|instructions?|task|now|ignore|mark|judge)\b"
)
_ORDERS = (
    _FORGET, _DISOBEY, _MARK, _MARK_ALL, _MUST_BE, _VERDICT_IS, _REPLY_WITH, _FORGED, _NOTE_TO, _AS_ONE, _NOW_ONE,
    _MADE_UP_END,
)  # fmt: skip
_HINT = re.compile(
    r"ignore|disregard|forget|override|bypass|obey|follow|support|faithful|ground|entail|verif|contradict|claim|verdict"
    r"|judge|you are|end of|passage",
    re.IGNORECASE,
)


@cache
def _order() -> re.Pattern[str]:
    """All of them as one pattern, made when the first text has a hint."""
    return re.compile("|".join(_ORDERS), re.IGNORECASE)


@lru_cache(maxsize=16384)
def instructions(text: str) -> str | None:
    """The piece of a text that tries to instruct whoever judges it, on one line; None for other text."""
    for plain in _readings(text):
        if _HINT.search(plain) and (match := _order().search(plain)):
            piece = match[0].strip()
            return piece if len(piece) <= SHOWN else piece[: SHOWN - 1] + "…"
    return None


def _readings(text: str) -> tuple[str, ...]:
    """The text as written, and without the marks that may stand between its letters."""
    shown = fold(html.unescape(text).translate(_TAGS).translate(_HIDDEN))
    bare = fold(_MARKUP.sub("", html.unescape(text).translate(_TAGS).translate(_HIDDEN)))
    return (shown, bare) if bare != shown else (shown,)
