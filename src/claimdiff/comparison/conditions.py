"""Conditions that limit a sentence: one that an edit put before it, and sentences that say a thing only under one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import word_set
from claimdiff.comparison.turns import Turn
from claimdiff.text.anchors.logic import conditions
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from claimdiff.comparison.turns import Seen
    from claimdiff.text.anchors import Anchor

_LIMITS = re.compile(r"(?:unless|except|only|if|provided|in case|as long)\b", re.IGNORECASE)
_OPENS = re.compile(r"\W*(?:[A-Za-z]+:\s+)?$")
_FOR = re.compile(r"\W*(?:(?:on|for|under|with|without)\b)(?P<what>[^,.;:()]{2,60}),\s", re.IGNORECASE)
_CASE = re.compile(
    r"`|(?<![\w-])--?[a-z]|\b(?:plans?|editions?|tiers?|licen[cs]es?|mode|subscriptions?|accounts?)\b|(?<=\s)[A-Z]"
)
_ONLY = re.compile(r"only\b", re.IGNORECASE)
_SLIGHT = word_set(
    "you want need like wish prefer necessary possible required require needed set unset given specified specify provided "
    "omit omitted pass passed defined configured present absent missing empty none otherwise applicable supported use used"
)
"""Words of a condition that says no more than "by default" or "if you like"."""
_NEW = 0.5
"""Share of a condition's telling words that the old sentence and the claim must not have."""


def condition(seen: Seen) -> Turn | None:
    """What was said without a condition is said under one that neither the old sentence nor the claim has."""
    found = gained(seen.old.text, seen.new.text, seen.claim)
    return Turn(kind="condition", reason=f"it now holds only “{found}”", contradicts=False) if found else None


def gained(old: str, new: str, claim: str) -> str:
    """The condition that opens `new`, or says "only if", where neither `old` nor the claim has one; "" for none.

    "On the Team plan, …" and "On Windows, …" are conditions as well.
    """
    if conditions(old) or conditions(claim):
        return ""
    known = frozenset(stems(old)) | frozenset(stems(claim))
    for found in conditions(new):
        opens = _LIMITS.match(found.surface) and _OPENS.fullmatch(new[: found.start])
        if (opens or _ONLY.match(found.surface)) and _beyond(found, known):
            return found.surface.strip()
    case = None if _FOR.match(old) or _FOR.match(claim) else _FOR.match(new)
    if case and _CASE.search(case["what"]) and not frozenset(stems(case["what"])) & known:
        return case[0].strip(" ,")
    return ""


def merely_conditional(text: str, claim: str, old: str) -> str:
    """The condition under which alone `text` says the claim, which `old` said without one; "" for none.

    Either the condition is about something that neither claim nor old sentence speak of, or the claim's own words stand
    in the condition, which states nothing.
    """
    if conditions(old) or conditions(claim):
        return ""
    words = frozenset(stems(claim))
    known = words | frozenset(stems(old))
    for found in conditions(text):
        if not _LIMITS.match(found.surface):
            continue
        rest = frozenset(stems(text[: found.start] + text[found.end :]))
        assumed = (words & frozenset(found.value.split())) - rest
        if _beyond(found, known) or len(assumed) > 1:
            return found.surface.strip()
    return ""


def _beyond(found: Anchor, known: frozenset[str]) -> bool:
    telling = frozenset(found.value.split()) - _SLIGHT
    return bool(telling) and len(telling - known) >= _NEW * len(telling)
