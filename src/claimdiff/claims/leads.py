"""Lead-ins: what stands before a colon, and what of it goes with each of the things behind it."""

from __future__ import annotations

import re

from claimdiff.claims.grammar import core_of, main_start
from claimdiff.claims.lexicon import NUMBER_WORDS, PREPOSITIONS, SUBORDINATORS, verb_form
from claimdiff.claims.sentence import sentence_of
from claimdiff.claims.talk import is_talk, lead_length

_EMPTY_TAIL = re.compile(
    r"(?:,?\s*\b(?:here (?:is|are)|here's|as follows"
    r"|(?:by |do )?(?:consider|check|follow(?:ing)?|perform|complete|take|use|do|run|try|see|using|with|via|through)?\s*"
    r"(?:the|these|this|those) (?:following|below)?\s*"
    r"(?:steps?|commands?|options?|instructions?|example|procedure|list|ways?|methods?|lines?|snippets?|below)?"
    r"|the following(?: \w+){0,2}|like (?:this|so)|for example|e\.g\.|such as|namely|in (?:these|the following|\w+) (?:ways?|steps?)))\s*:?\s*$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:(?:it|this|that) depends\b.*|(?:the )?\w+(?: \w+)? (?:is|are) as follows|(?:yes|no|sure|so|then|next|answer|result|summary|"
    r"(?:in )?short|tl;?dr|steps?|note|details?|example|important|warning|tip)|(?:the )?(?:short|long|quick) (?:answer|version)"
    r"|(?:run|use|type|enter|execute|try|add)(?: (?:it|this|that|the|these|command|commands|following|config|configuration|file|"
    r"snippet|code|example|settings?|lines?|block|query))*)",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"(?:follow|use|take|do|perform|run|complete) (?:these|the following|the) ?(?:\w+ )?(?:steps?|instructions?|commands?)? ?"
    r"(?P<to>(?:to|if|when) .+)$",
    re.IGNORECASE,
)
_ANYTHING = "the thing"
"""Stands for what completes a lead-in, when its last word is asked whether it is a verb."""
_NO_SUBJECT = re.compile(r"(?:here|below|the following|as follows|yes|no|sure)\b", re.IGNORECASE)


def empty_lead(lead: str) -> bool:
    """Whether a lead-in says nothing that what follows needs: "It depends", "Prices are as follows"."""
    text = lead[lead_length(lead) :].rstrip(":： ")
    return not text or bool(_EMPTY.fullmatch(text)) or is_talk(lead) or is_talk(lead + ":")


def says_something(lead: str) -> bool:
    """Whether a lead-in states a fact of its own: "Harrow has three plans:" does, "Harrow offers:" does not."""
    text = lead.rstrip(":： ")
    if empty_lead(lead) or _EMPTY_TAIL.search(text):
        return False
    last = text.rsplit(maxsplit=1)[-1].lower()
    if verb_form(last) or last in PREPOSITIONS | {"to", "and", "following", "these", "steps"}:
        return False
    made = sentence_of(text)
    core = core_of(made)
    return core is not None and not core.imperative and any(word.number for word in made.words[core.verb :])


def inherited(lead: str) -> str:
    """The words of a lead-in that go with each thing behind it: without "the following steps" and without a count."""
    text = lead[lead_length(lead) :].rstrip(":： ").rstrip()
    purpose = _STEPS.match(text)
    text = purpose["to"] if purpose else text
    bare = _EMPTY_TAIL.sub("", text).rstrip(", ")
    if not bare or _NO_SUBJECT.match(bare) or empty_lead(bare):
        return ""
    return bare if opens(bare) else _without_count(bare)


def is_condition(lead: str) -> bool:
    """Whether a lead-in only says when or where the things behind it hold: "When you delete a space", "On the Free plan"."""
    made = sentence_of(lead.rstrip(","))
    if not made.end or main_start(made.words, made.end):
        return False
    if made.words[0].low in SUBORDINATORS:
        return True
    return made.words[0].low in PREPOSITIONS and core_of(made) is None


def opens(lead: str) -> bool:
    """Whether the lead-in is no sentence until something completes it: "Harrow offers", "You can sign in with"."""
    last = lead.rsplit(maxsplit=1)[-1].lower() if lead.split() else ""
    if last in PREPOSITIONS | {"to", "a", "an", "the", "not", "only", "that"}:
        return True
    if not verb_form(last):
        return False
    made = sentence_of(f"{lead} {_ANYTHING}")
    core = core_of(made)
    return core is not None and core.stated and max(core.verb, core.head) >= made.end - len(_ANYTHING.split()) - 1


def _without_count(lead: str) -> str:
    """Without the count: that Harrow has three plans is a claim of the lead-in, not of each plan."""
    pieces = lead.split(" ")
    if not pieces[-1].endswith("s"):
        return lead
    near = range(max(0, len(pieces) - 4), len(pieces) - 1)
    counts = {at for at in near if pieces[at].lower() in NUMBER_WORDS or re.fullmatch(r"\d{1,2}", pieces[at])}
    return " ".join(piece for at, piece in enumerate(pieces) if at not in counts)
