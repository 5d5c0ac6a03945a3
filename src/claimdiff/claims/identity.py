"""Which claims of two answers belong together: the same fact, the same fact with another value, or a part of it.

The same claim needs equal hard anchors; then equal text, the same evidence, or many shared words. Similar text with a
different anchor is a partner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from claimdiff.claims.likeness import opposed, overlap, shape, similarity, without
from claimdiff.claims.sameness import agree, alike, claim_id, folded, partner, same
from claimdiff.text.anchors import anchors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from claimdiff.records import JudgedClaim

__all__ = ["NEAR", "Match", "claim_id", "match", "partner", "same", "similarity"]

NEAR = 0.6
"""From this similarity on, a sentence of an answer is the one that a claim written by a person is about."""
_SAME_EVIDENCE = 0.3
_COVERED = 0.85


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """The base claims that a head claim stands for.

    `same`: one base claim, the same fact and anchors. `partner`: one, the same fact with another anchor. `part`: the
    whole that the head claim was split from, or the parts that it joins.
    """

    kind: Literal["same", "partner", "part"]
    base: tuple[JudgedClaim, ...]


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
            equal = folded(item.claim.text) == folded(other.claim.text) or agree(item.claim.text, other.claim.text)
            found[item.claim.id] = Match(kind="same" if equal else "partner", base=(other,))


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
    if folded(first) == folded(second):
        return 2.0
    if same(first, second):
        return 1.0 + overlap(shape(first).words, shape(second).words) / 2
    one, two = shape(first), shape(second)
    quote = _shared_quote(item, other)
    if quote and agree(first, second) and alike(one, two, _SAME_EVIDENCE, quote=quote):
        return overlap(one.words, two.words)
    return 0.0


def _shared_quote(item: JudgedClaim, other: JudgedClaim) -> str | None:
    """A quote that supports both claims."""
    if not (item.judgement.supported and other.judgement.supported):
        return None
    quotes = {evidence.quote for evidence in other.judgement.evidence}
    return next((evidence.quote for evidence in item.judgement.evidence if evidence.quote in quotes), None)


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
