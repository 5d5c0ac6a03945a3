"""Looks at names: one in code type, or a proper name, that the claim has and the new sentence has not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from claimdiff.claims.standing import written
from claimdiff.comparison.swaps import swaps
from claimdiff.comparison.turns import Turn
from claimdiff.records import Substitution
from claimdiff.text.words import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.comparison.turns import Look, Seen

_CAPITAL = re.compile(r"\b[A-Z]\w+")
_PROPER = re.compile(r"(?<=[\w,)] )[A-Z]\w+")
_QUOTED = re.compile(r"[\"“„«「『]\s*(?P<name>[^\W_][^\"“”„«»「」『』\n]{0,39}?)\s*[\"”“»」』]")
_WORDS = 3
"""Words of the longest label; more are speech."""
_SEVERAL = 2
_CODE = re.compile(r"(?<!`)(`+)([^`\n]+)\1(?!`)|<code>([^<\n]+)</code>")


def code_name(seen: Seen) -> Turn | None:
    """A word in code type that the claim names and the new sentence does not.

    To be trusted since code type is the writer's own mark that the exact characters count.
    """
    return unless_beside(seen, _code_name)


def unless_beside(seen: Seen, look: Look) -> Turn | None:
    """What a look finds, unless it only misses something that stands in the sentences beside the new one."""
    turn = look(seen)
    return turn if turn is None or turn.contradicts else look(seen.wider())


def _code_name(seen: Seen) -> Turn | None:
    before, after = coded(seen.old.source), coded(seen.new.source)
    gained = [name for name in after if name not in before]
    lost = [
        name
        for name in before
        if written(name, (seen.claim,))
        and not _stays(name, after, (seen.new.text, *seen.also))
        and not _at_its_place(name, seen)
        and not longer_or_shorter(name, gained)
    ]
    if not lost:
        return None
    if len(lost) == len(gained) == 1:
        return _instead(lost[0], gained[0])
    return Turn(kind="name", reason=f"it no longer names {', '.join(lost)}", contradicts=False)


def _instead(old: str, new: str) -> Turn:
    value = Substitution(old=old, new=new)
    return Turn(kind="name", reason=f"it now names {new} instead of {old}", substitutions=(value,))


def _stays(name: str, codes: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a name still stands there; as an ordinary word ("test") the name `Test` does not."""
    if not written(name, texts):
        return False
    return any(name in text for text in texts) or name.casefold() in [code.casefold() for code in codes]


def _at_its_place(name: str, seen: Seen) -> bool:
    """Whether a name in code type stands between the same words as before, as a plain word: a `Union` of, a union of."""
    one, two = (("", *tokens(text), "") for text in (seen.old.text, seen.new.text))
    places = {three for three in zip(one, one[1:], one[2:], strict=False) if three[1] == name.lower()}
    return bool(places) and places <= set(zip(two, two[1:], two[2:], strict=False))


def proper_name(seen: Seen) -> Turn | None:
    """A proper name of the claim in whose place another one stands: Team and Company, not Postgres and PostgreSQL."""
    stated = frozenset(_PROPER.findall(seen.claim, 1))
    known = frozenset(tokens(" ".join((seen.new.text, *seen.also))))
    for before, after in swaps(seen.old.text, seen.new.text):
        lost = [name for name in stated if name.lower() in before and name.lower() not in known]
        gained = [
            name for name in _CAPITAL.findall(seen.new.text) if name.lower() in after and name not in seen.old.text
        ]
        if len(lost) == len(gained) == len(before) == len(after) == 1 and not _related(lost[0], gained[0]):
            return _instead(lost[0], gained[0])
    return None


def quoted_name(seen: Seen) -> Turn | None:
    """What stands in quotation marks in the place of something quoted that the claim names: „Argon2“ and „scrypt“.

    To be trusted since a quoted word is a label, a value or a term, and a language without capitals has no other mark.
    """
    before, after = quoted(seen.old.text), quoted(seen.new.text)
    gained = [name for name in after if name not in before]
    texts = (seen.new.text, *seen.also)
    lost = [name for name in before if name not in after and written(name, (seen.claim,)) and not written(name, texts)]
    if len(lost) == len(gained) == 1 and len(before) == len(after) and not _alike(lost[0], gained[0]):
        return _instead(lost[0], gained[0])
    return None


def _alike(one: str, other: str) -> bool:
    return one[:2].casefold() == other[:2].casefold()


def other_name(seen: Seen) -> Turn | None:
    """One of several names that both sentences hold, in the place of another: "if both are set, `a` wins", "`b` wins".

    To be trusted since the claim mentions them in the order of the old sentence.
    """
    names = _named(coded(seen.old.source), seen.claim)
    if seen.also or len(names) < _SEVERAL or {*names} != {*_named(coded(seen.new.source), seen.claim)}:
        return None
    said = _mentions(names, seen.old.text)
    if said == _mentions(names, seen.new.text) or said != _mentions(names, seen.claim):
        return None
    for before, after in swaps(seen.old.text, seen.new.text):
        if len(before) == len(after) == 1 and {before[0], after[0]} <= {name.lower() for name in names}:
            return Turn(kind="name", reason=f"it now says of {after[0]} what it said of {before[0]}")
    return None


def _named(names: Sequence[str], claim: str) -> list[str]:
    return [name for name in names if written(name, (claim,))]


def _mentions(names: Sequence[str], text: str) -> list[str]:
    """The names in the order in which a text mentions them."""
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return [match.lower() for match in re.findall(rf"(?<![\w-])(?:{pattern})(?![\w-])", text, re.IGNORECASE)]


def _related(one: str, other: str) -> bool:
    """Whether two names may be long and short forms of one: they begin alike, or one is in capitals only."""
    return one[:2].lower() == other[:2].lower() or one.isupper() or other.isupper()


def longer_or_shorter(name: str, others: Sequence[str]) -> bool:
    """Whether one of the others is the same name with or without what it is a part of: `post.send` and `send`."""
    return any(other != name and (other.endswith(f".{name}") or name.endswith(f".{other}")) for other in others)


def coded(source: str) -> list[str]:
    """What stands in code type, each once, in its order."""
    found = (match[2] or match[3] for match in _CODE.finditer(source))
    return list(dict.fromkeys(name.strip() for name in found if name.strip()))


def quoted(text: str) -> list[str]:
    """What stands in quotation marks and is no more than a label, each once, in its order."""
    found = (match["name"] for match in _QUOTED.finditer(text))
    return list(dict.fromkeys(name for name in found if len(name.split()) <= _WORDS))
