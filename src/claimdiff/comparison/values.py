"""Looks at values: what the claim states and the new sentence, or the cell under the same heading, does not."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from claimdiff.claims.standing import stands, written
from claimdiff.comparison.names import coded, longer_or_shorter, unless_beside
from claimdiff.comparison.turns import Turn
from claimdiff.judging.lexical.cells import NO, YES
from claimdiff.records import Substitution
from claimdiff.text.anchors import anchors, hard_keys
from claimdiff.text.words import stems, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.comparison.turns import Seen
    from claimdiff.text.anchors import Anchor

_SIGNS = "✓✔✅☑❌✗✘✖×○"
_YES = YES | {"true", "si", "sim", "はい", "支持", "有"}
_NO = NO | {"false", "não", "いいえ", "不支持", "无"}
_NAMED = ("name", "answer")
_DEFAULT = re.compile(
    r"\bdefaults?(?: values?)?(?: is| are| to|:|=)? (?:set to )?[\"'“]?(?P<value>[^\s\"'”,;()]+)", re.IGNORECASE
)
_SWITCHES = ({"true", "false"}, {"on", "off"}, {"yes", "no"}, {"enabled", "disabled"})
_TIMES = frozenset(["single", "double", "triple", "quadruple", "half", "twofold", "threefold", "fourfold", "tenfold"])
_NAME_AND_ONE = 2
_LABEL = 6
"""Words of the longest cell that is a value or a label; more are a sentence, which may be said in other words."""
_MARKS = " \t\"'“”„«».,;:`"


def value(seen: Seen) -> Turn | None:
    """A number, date, version, or name with a form of its own that the claim states, and the new sentence does not.

    To be trusted since values are compared in base units: "1 minute" for "60 seconds" is no other value.
    """
    return unless_beside(seen, _value)


def _value(seen: Seen) -> Turn | None:
    stated = {item.key: item for item in anchors(seen.claim).hard}
    texts = (seen.new.text, *seen.also)
    known = hard_keys(seen.old.text)
    gained = [item for item in anchors(seen.new.text).hard if item.key not in known]
    before = coded(seen.old.source)
    names = [item.value for item in gained]
    names += [name.casefold() for name in coded(seen.new.source) if name not in before]
    lost = [
        item
        for item in anchors(seen.old.text).hard
        if item.key in stated and not stands(item, texts) and not longer_or_shorter(item.value, names)
    ]
    if not lost:
        return _one_of_two(seen, gained)
    pairs = list(_paired(lost, gained))
    values = tuple(Substitution(old=stated[item.key].surface, new=other.surface) for item, other in pairs)
    if not values:
        gone = ", ".join(stated[item.key].surface for item in lost)
        return Turn(kind="value", reason=f"it no longer states {gone}", contradicts=False)
    now = ", ".join(f"{value.new} instead of {value.old}" for value in values)
    return Turn(kind="value", reason=f"it now states {now}", substitutions=values)


def _one_of_two(seen: Seen, gained: Sequence[Anchor]) -> Turn | None:
    """A number that the claim and the old sentence state twice ("10800 seconds (3 hours)") and the new one once.

    Another number of the same kind stands in the place of the second. Rows are compared cell by cell.
    """
    if "; " in seen.old.text:
        return None
    claimed, before = (Counter(item.key for item in anchors(text).hard) for text in (seen.claim, seen.old.text))
    after = Counter(item.key for text in (seen.new.text, *seen.also, *seen.beside) for item in anchors(text).hard)
    for item in anchors(seen.old.text).hard:
        fewer = min(before[item.key], claimed[item.key]) > 1 and after[item.key] < before[item.key]
        other = next((one for one in gained if (one.kind, one.unit) == (item.kind, item.unit)), None)
        if fewer and other is not None and item.kind == "quantity":
            return Turn(kind="value", reason=f"it now states {other.surface} where it stated {item.surface} again")
    return None


def _paired(lost: Sequence[Anchor], gained: Sequence[Anchor]) -> Iterator[tuple[Anchor, Anchor]]:
    rest = list(gained)
    for item in lost:
        other = next((one for one in rest if one.kind == item.kind), None)
        if other is not None:
            rest.remove(other)
            yield item, other


def default(old: str, new: str, claim: str) -> Turn | None:
    """The default that a claim tells is another now, where a sentence beside the claim's own tells it.

    To be trusted since both sentences tell the default of one thing: a value that the claim states, or a switch.
    """
    before, after = _DEFAULT.search(old), _DEFAULT.search(new)
    if before is None or after is None or "default" not in claim.lower():
        return None
    was, now = before["value"].rstrip("."), after["value"].rstrip(".")
    if was.casefold() == now.casefold() or written(now, (claim,)):
        return None
    reason = f"the default is now {now} instead of {was}"
    if written(was, (claim,)):
        change = (Substitution(old=was, new=now),) if was in claim else ()
        return Turn(kind="default", reason=reason, substitutions=change)
    return Turn(kind="default", reason=reason) if {was.lower(), now.lower()} in _SWITCHES else None


def cell(seen: Seen) -> Turn | None:
    """A cell of a table row that the claim states: what stands under the same heading now is something else.

    Rows are known by their other cells, and cells by their headings, so nothing has to be aligned.
    """
    before, after = _cells(seen.old.text), _cells(seen.new.text)
    words = frozenset(stems(seen.claim))
    for heading, held in before.items():
        now = after.get(heading, held)
        if held in {"", now} or not words & frozenset(stems(heading)) or not written(held, (seen.claim,)):
            continue
        if now and (len(tokens(held)) > _LABEL or held.strip(_MARKS) == now.strip(_MARKS) != ""):
            continue
        values = anchors(held).hard
        kept = bool(values) and all(stands(item, (now,)) for item in values) and _times(held) == _times(now)
        if written(held, (now,)) or kept:
            continue
        change = (Substitution(old=held, new=now),) if held in seen.claim and now else ()
        reason = f"it now states {now or 'nothing'} instead of {held}"
        return Turn(kind="cell", reason=reason, contradicts=bool(now), substitutions=change)
    return None


def _times(text: str) -> frozenset[str]:
    """The words that say how many times: double, threefold."""
    return _TIMES & frozenset(tokens(text))


def switch(seen: Seen) -> Turn | None:
    """A yes that is a no now, or the reverse, in a cell of a row that carried the claim.

    The claim must be about that cell: it has the words of its heading, or the row has no other cell than its name.
    """
    before, after = _cells(seen.old.text), _cells(seen.new.text)
    words = frozenset(stems(seen.claim))
    for heading, held in before.items():
        one, other = _answer(held), _answer(after.get(heading, held))
        about = frozenset(stems(heading))
        if one and other and one != other and ((about and about <= words) or len(before) == len(_NAMED)):
            reason = f"{heading} now is {after[heading]} instead of {held}"
            return Turn(kind="cell", reason=reason)
    return None


def _answer(held: str) -> str:
    """Whether a cell says "yes" or "no" in a word or a sign; "" where it says something else."""
    signs = "".join(mark for mark in held.casefold() if mark.isalnum() or mark in _SIGNS).strip("\ufe0f")
    for answer, said in (("yes", _YES), ("no", _NO)):
        if signs in said or (signs.rstrip(_SIGNS) in said and signs):
            return answer
    return ""


def _cells(row: str) -> dict[str, str]:
    """The cells of a row by their headings, without quotes around them; none where it is not read that way.

    The first cell, which names what the row is about, often has no heading.
    """
    parts = [part.partition(": ") for part in row.split("; ")]
    if len(parts) > _NAME_AND_ONE and not parts[0][1]:
        parts = parts[1:]
    if len(parts) == 1 or not all(middle for _, middle, _ in parts[1:]):
        return {}
    return {heading: held.strip(" '\"`") for heading, _, held in parts}
