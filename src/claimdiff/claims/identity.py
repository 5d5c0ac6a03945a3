"""Which claims are the same, and which say another value of the same fact.

Two claims are the same only if their hard anchors agree; then by equal text, the same evidence, or many shared words.
Similar text with a different anchor is a partner: the same fact, another value.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from claimdiff.claims.likeness import Shape, names_clash, opposed, overlap, shape, similarity, turned_round, without
from claimdiff.text.anchors import anchors, same_hard
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.records import JudgedClaim

__all__ = ["NEAR", "Match", "claim_id", "match", "partner", "same", "similarity"]

NEAR = 0.6
"""From this similarity on, a sentence of an answer is the one that a claim written by a person is about."""
_SAME_REWORDED = 0.8
_SAME_SHORTENED = 0.66
_SAME_EVIDENCE = 0.5
_PARTNER = 0.7
_COVERED = 0.85
_ONE_OF_TWO = 0.5


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """The base claims that a head claim stands for.

    `same`: one base claim, the same fact and anchors. `partner`: one, the same fact with another anchor. `part`: the
    whole that the head claim was split from, or the parts that it joins.
    """

    kind: Literal["same", "partner", "part"]
    base: tuple[JudgedClaim, ...]


def claim_id(text: str) -> str:
    """`x-` and 8 hex digits of the folded text; a full stop at the end does not count."""
    key = _key(text)
    return "x-" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _key(text: str) -> str:
    key = fold_key(text)
    return key.rstrip(" .!;,:。！") or key


def same(first: str, second: str) -> bool:
    """Whether two claims state the same fact with the same anchors. Symmetric."""
    if _key(first) == _key(second):
        return True
    return same_hard(first, second) and _alike(shape(first), shape(second), _SAME_REWORDED)


def _alike(one: Shape, two: Shape, limit: float) -> bool:
    if opposed(one, two) or names_clash(one, two) or turned_round(one, two):
        return False
    shared = overlap(one.words, two.words)
    added_only = not without(one.words, two.words) or not without(two.words, one.words)
    return shared >= (min(limit, _SAME_SHORTENED) if added_only else limit)


def partner(first: str, second: str) -> bool:
    """Whether two claims state the same fact with another anchor: 25 and 30 dollars, "is" and "is not". Symmetric."""
    if same(first, second):
        return False
    one, two = shape(first), shape(second)
    if names_clash(one, two):
        return same_hard(first, second) and not opposed(one, two) and _only_names_differ(one, two)
    if same_hard(first, second):
        return (opposed(one, two) or turned_round(one, two)) and overlap(one.words, two.words) >= _SAME_SHORTENED
    if not _same_kinds(first, second):
        return False
    return overlap(one.words, two.words) >= _PARTNER and not _other_subject(one, two)


def _only_names_differ(one: Shape, two: Shape) -> bool:
    left, right = without(one.words, two.words), without(two.words, one.words)
    one_each = len(left) == len(right) == 1
    return one_each and one.words[0] == two.words[0] and overlap(one.words, two.words) > _ONE_OF_TWO


def _other_subject(one: Shape, two: Shape) -> bool:
    """Whether value and subject both differ: reads allow 600, writes allow 120."""
    keys = set(one.keys) != set(two.keys)
    return keys and opposed(one, two)


def _same_kinds(first: str, second: str) -> bool:
    """Whether what differs is a value for a value of the same kind, or a turn of the sentence."""
    one, two = anchors(first), anchors(second)
    left = without([f"{item.kind}" for item in one.hard if item.key not in {other.key for other in two.hard}], ())
    right = without([f"{item.kind}" for item in two.hard if item.key not in {other.key for other in one.hard}], ())
    return not left or not right or bool(set(_families(left)) & set(_families(right)))


def _families(kinds: Sequence[str]) -> tuple[str, ...]:
    family = {
        "version": "quantity",
        "date": "quantity",
        "time": "quantity",
        "flag": "identifier",
        "path": "identifier",
        "url": "identifier",
    }
    return tuple(family.get(kind, kind) for kind in kinds)


def match(head: Sequence[JudgedClaim], base: Sequence[JudgedClaim]) -> Mapping[str, Match]:
    """What each head claim stands for at base, by head id; head claims without a counterpart are left out.

    Equal ids come first, then equal text, likeness, shared evidence, parts of a whole, and partners last. A base claim
    is the counterpart of one head claim only, unless it was split.
    """
    found: dict[str, Match] = {}
    _by_id(head, base, found)
    _pair(head, base, found, _same_score, kind="same")
    _parts(head, base, found)
    _pair(head, base, found, _partner_score, kind="partner")
    return found


def _by_id(head: Sequence[JudgedClaim], base: Sequence[JudgedClaim], found: dict[str, Match]) -> None:
    known = {item.claim.id: item for item in base}
    for item in head:
        other = known.get(item.claim.id)
        if other is not None:
            agree = _key(item.claim.text) == _key(other.claim.text) or same_hard(item.claim.text, other.claim.text)
            found[item.claim.id] = Match(kind="same" if agree else "partner", base=(other,))


def _pair(
    head: Sequence[JudgedClaim],
    base: Sequence[JudgedClaim],
    found: dict[str, Match],
    score: Callable[[JudgedClaim, JudgedClaim], float],
    *,
    kind: Literal["same", "partner"],
) -> None:
    """One to one, best first; equal scores in the order of the answers."""
    used = {other.claim.id for made in found.values() for other in made.base}
    scored = [
        (-score(item, other), at, place)
        for at, item in enumerate(head)
        if item.claim.id not in found
        for place, other in enumerate(base)
        if other.claim.id not in used
    ]
    for value, at, place in sorted(scored):
        item, other = head[at], base[place]
        if value < 0 and item.claim.id not in found and other.claim.id not in used:
            found[item.claim.id] = Match(kind=kind, base=(other,))
            used.add(other.claim.id)


def _same_score(item: JudgedClaim, other: JudgedClaim) -> float:
    first, second = item.claim.text, other.claim.text
    if _key(first) == _key(second):
        return 2.0
    if same(first, second):
        return 1.0 + overlap(shape(first).words, shape(second).words) / 2
    shared = {quote.quote for quote in item.judgement.evidence} & {quote.quote for quote in other.judgement.evidence}
    both = item.judgement.supported and other.judgement.supported
    if shared and both and same_hard(first, second) and _alike(shape(first), shape(second), _SAME_EVIDENCE):
        return overlap(shape(first).words, shape(second).words)
    return 0.0


def _partner_score(item: JudgedClaim, other: JudgedClaim) -> float:
    first, second = item.claim.text, other.claim.text
    return similarity(first, second) + 0.01 if partner(first, second) else 0.0


def _parts(head: Sequence[JudgedClaim], base: Sequence[JudgedClaim], found: dict[str, Match]) -> None:
    """A head claim split from a base claim, or one that joins several."""
    used = {other.claim.id for made in found.values() for other in made.base if made.kind != "part"}
    for item in head:
        if item.claim.id in found:
            continue
        wholes = [other for other in base if _is_part(item.claim.text, other.claim.text)]
        if wholes:
            found[item.claim.id] = Match(
                kind="part", base=(max(wholes, key=lambda other: similarity(item.claim.text, other.claim.text)),)
            )
            continue
        pieces = [other for other in base if other.claim.id not in used and _is_part(other.claim.text, item.claim.text)]
        if len(pieces) > 1 and _cover(item.claim.text, [other.claim.text for other in pieces]):
            found[item.claim.id] = Match(kind="part", base=tuple(pieces))


def _is_part(piece: str, whole: str) -> bool:
    """Whether the whole says everything that the piece says, and more."""
    one, two = shape(piece), shape(whole)
    small, large = anchors(piece), anchors(whole)
    if len(two.words) + len(two.keys) <= len(one.words) + len(one.keys) or not one.words:
        return False
    if small.polarity != large.polarity or len(small.conditions) != len(large.conditions):
        return False
    if (
        not set(one.keys) <= set(two.keys)
        or _values(small.modality) != _values(large.modality)
        or not _values(small.quantifiers) <= _values(large.quantifiers)
    ):
        return False
    missing = without(one.words, two.words)
    return 1 - len(missing) / len(one.words) >= _COVERED and not opposed(one, two)


def _values(found: Sequence[object]) -> frozenset[str]:
    return frozenset(str(getattr(item, "value", "")) for item in found)


def _cover(whole: str, pieces: Sequence[str]) -> bool:
    """Whether the pieces together say what the whole says."""
    words, keys = shape(whole).words, shape(whole).keys
    said = {word for piece in pieces for word in shape(piece).words}
    held = {key for piece in pieces for key in shape(piece).keys}
    return set(keys) <= held and sum(word in said for word in words) >= _COVERED * len(words)
