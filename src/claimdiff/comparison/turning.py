"""Whether an edit turned a sentence of the docs against a claim: another value, name, unit, or small word.

Old and new sentence are known to stand in the same place, so what differs between them is what the change did. That
tells more than the new sentence alone, which a judge of words can take for support.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.claims.standing import stands, written
from claimdiff.comparison.conditions import gained
from claimdiff.comparison.smallwords import flipped, swaps
from claimdiff.comparison.turns import Turn
from claimdiff.records import Substitution
from claimdiff.text.anchors import anchors, hard_keys
from claimdiff.text.words import stems, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.comparison.turns import Sentence
    from claimdiff.text.anchors import Anchor

_CAPITAL = re.compile(r"\b[A-Z]\w+")
_PROPER = re.compile(r"(?<=[\w,)] )[A-Z]\w+")
_CODE = re.compile(r"(?<!`)(`+)([^`\n]+)\1(?!`)|<code>([^<\n]+)</code>")


def turned(
    old: Sentence, new: Sentence, claim: str, *, also: Sequence[str] = (), beside: Sequence[str] = ()
) -> Turn | None:
    """How the edit of `old` into `new` took the claim's support; None where what the claim rests on is intact.

    `also` are further new sentences that a judge named as support, `beside` those before and after the new one: a
    value that moved there is not gone.
    """
    return (
        _kept(_value(old, new, claim, also), _value(old, new, claim, (*also, *beside)))
        or _kept(_name(old, new, claim, also), _name(old, new, claim, (*also, *beside)))
        or _proper(old.text, new.text, claim, also)
        or _cell(old.text, new.text, claim)
        or (None if also else flipped(old.text, new.text, claim))
        or _condition(old.text, new.text, claim)
    )


def _kept(turn: Turn | None, wider: Turn | None) -> Turn | None:
    """A turn, unless it only misses something that stands in the wider text."""
    return turn if turn is None or turn.contradicts else wider


def _cell(old: str, new: str, claim: str) -> Turn | None:
    """A cell of a table row that the claim states: what stands under the same heading now is something else."""
    before, after = _cells(old), _cells(new)
    words = frozenset(stems(claim))
    for heading, value in before.items():
        now = after.get(heading, value)
        if value in {"", now} or not words & frozenset(stems(heading)) or not written(value, (claim,)):
            continue
        values = anchors(value).hard
        if written(value, (now,)) or (values and all(stands(item, (now,)) for item in values)):
            continue
        change = (Substitution(old=value, new=now),) if value in claim and now else ()
        reason = f"it now states {now or 'nothing'} instead of {value}"
        return Turn(kind="cell", reason=reason, contradicts=bool(now), substitutions=change)
    return None


def _cells(row: str) -> dict[str, str]:
    """The cells of a row by their headings, without quotes around them; none where it is not read that way."""
    parts = [part.partition(": ") for part in row.split("; ")]
    if len(parts) == 1 or not all(middle for _, middle, _ in parts):
        return {}
    return {heading: value.strip(" '\"`") for heading, _, value in parts}


def _condition(old: str, new: str, claim: str) -> Turn | None:
    """What was said without a condition is said under one."""
    found = gained(old, new, claim)
    return Turn(kind="condition", reason=f"it now holds only “{found}”", contradicts=False) if found else None


def _value(old: Sentence, new: Sentence, claim: str, also: Sequence[str]) -> Turn | None:
    """A number, date, version, or name with a form of its own that the claim states, and the new sentence does not."""
    stated = {item.key: item for item in anchors(claim).hard}
    texts = (new.text, *also)
    known = hard_keys(old.text)
    gained = [item for item in anchors(new.text).hard if item.key not in known]
    before = _code(old.source)
    names = [item.value for item in gained]
    names += [name.casefold() for name in _code(new.source) if name not in before]
    lost = [
        item
        for item in anchors(old.text).hard
        if item.key in stated and not stands(item, texts) and not _longer_or_shorter(item.value, names)
    ]
    if not lost:
        return None
    pairs = list(_paired(lost, gained))
    values = tuple(Substitution(old=stated[item.key].surface, new=other.surface) for item, other in pairs)
    if not values:
        gone = ", ".join(stated[item.key].surface for item in lost)
        return Turn(kind="value", reason=f"it no longer states {gone}", contradicts=False)
    now = ", ".join(f"{value.new} instead of {value.old}" for value in values)
    return Turn(kind="value", reason=f"it now states {now}", substitutions=values)


def _paired(lost: Sequence[Anchor], gained: Sequence[Anchor]) -> Iterator[tuple[Anchor, Anchor]]:
    rest = list(gained)
    for item in lost:
        other = next((one for one in rest if one.kind == item.kind), None)
        if other is not None:
            rest.remove(other)
            yield item, other


def _name(old: Sentence, new: Sentence, claim: str, also: Sequence[str]) -> Turn | None:
    """A word in code type that the claim names and the new sentence does not."""
    before, after = _code(old.source), _code(new.source)
    gained = [name for name in after if name not in before]
    lost = [
        name
        for name in before
        if written(name, (claim,))
        and not _stays(name, after, (new.text, *also))
        and not _longer_or_shorter(name, gained)
    ]
    if not lost:
        return None
    if len(lost) == len(gained) == 1:
        value = Substitution(old=lost[0], new=gained[0])
        return Turn(kind="name", reason=f"it now names {value.new} instead of {value.old}", substitutions=(value,))
    return Turn(kind="name", reason=f"it no longer names {', '.join(lost)}", contradicts=False)


def _stays(name: str, codes: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a name still stands there; as an ordinary word ("test") the name `Test` does not."""
    if not written(name, texts):
        return False
    return any(name in text for text in texts) or name.casefold() in [code.casefold() for code in codes]


def _proper(old: str, new: str, claim: str, also: Sequence[str]) -> Turn | None:
    """A proper name of the claim in whose place another one stands: Team and Company, not Postgres and PostgreSQL."""
    stated = frozenset(_PROPER.findall(claim, 1))
    known = frozenset(tokens(" ".join((new, *also))))
    for before, after in swaps(old, new):
        lost = [name for name in stated if name.lower() in before and name.lower() not in known]
        gained = [name for name in _CAPITAL.findall(new) if name.lower() in after and name not in old]
        if len(lost) == len(gained) == len(before) == len(after) == 1 and not _related(lost[0], gained[0]):
            value = Substitution(old=lost[0], new=gained[0])
            return Turn(kind="name", reason=f"it now names {value.new} instead of {value.old}", substitutions=(value,))
    return None


def _related(one: str, other: str) -> bool:
    """Whether two names may be long and short forms of one: they begin alike, or one is in capitals only."""
    return one[:2].lower() == other[:2].lower() or one.isupper() or other.isupper()


def _longer_or_shorter(name: str, others: Sequence[str]) -> bool:
    """Whether one of the others is the same name with or without what it is a part of: `post.send` and `send`."""
    return any(other != name and (other.endswith(f".{name}") or name.endswith(f".{other}")) for other in others)


def _code(source: str) -> list[str]:
    found = (match[2] or match[3] for match in _CODE.finditer(source))
    return list(dict.fromkeys(name.strip() for name in found if name.strip()))
