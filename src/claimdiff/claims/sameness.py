"""Whether two claims state the same fact, or the same fact with another value.

Two claims are the same only if their hard anchors agree; then by equal text or many shared words. Similar text with a
different anchor is a partner.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from claimdiff.claims.likeness import Shape, names_clash, opposed, overlap, shape, turned_round, without
from claimdiff.text.anchors import anchors, hard_keys, same_hard
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from claimdiff.text.anchors import AnchorKind

_SAME_REWORDED = 0.8
_SAME_SHORTENED = 0.66
_PARTNER = 0.7
_SURE_PARTNER = 0.9
_LIKE_CONDITION = 0.6
_ONE_OF_TWO = 0.5


def claim_id(text: str) -> str:
    """`x-` and 8 hex digits of the folded text; a full stop at the end does not count."""
    key = folded(text)
    return "x-" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def folded(text: str) -> str:
    """The folded text without the full stop: equal for claims that say the same in the same words."""
    key = fold_key(text)
    return key.rstrip(" .!;,:。！") or key


def same(first: str, second: str) -> bool:
    """Whether two claims state the same fact with the same anchors. Symmetric."""
    if folded(first) == folded(second):
        return True
    return agree(first, second) and alike(shape(first), shape(second), _SAME_REWORDED)


def agree(first: str, second: str) -> bool:
    """Whether two claims have the same hard anchors, polarity, quantifiers, modality, and conditions in like words."""
    if same_hard(first, second):
        return True
    one, two = anchors(first).conditions, anchors(second).conditions
    if not one or len(one) != len(two) or not same_hard(_unconditional(first), _unconditional(second)):
        return False
    pairs = zip(one, two, strict=True)
    if hard_keys(first) != hard_keys(second):
        return False
    return all(a.unit == b.unit and overlap(a.value.split(), b.value.split()) >= _LIKE_CONDITION for a, b in pairs)


def _unconditional(text: str) -> str:
    """The claim without its conditions, which reach to the next comma or the end."""
    for item in reversed(anchors(text).conditions):
        text = f"{text[: item.start]} {text[item.end :]}"
    return text


def alike(one: Shape, two: Shape, limit: float, *, quote: str | None = None) -> bool:
    """Whether two shapes share enough words (`limit`, 0 to 1) and nothing of them disagrees; anchors are not compared.

    A claim that only adds words to the other needs a smaller share. `quote` is a passage that both rest on.
    """
    if opposed(one, two) or names_clash(one, two, quote=quote) or turned_round(one, two):
        return False
    shared = overlap(one.words, two.words)
    added_only = not without(one.words, two.words) or not without(two.words, one.words)
    if added_only and one.joints != two.joints and sorted(one.words) != sorted(two.words):
        return False  # a list with one thing more or less
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
    least = _PARTNER if _measured_alike(first, second) else _SURE_PARTNER
    shared = max(overlap(one.words, two.words), _beside_conditions(first, second))
    return shared >= least and not _other_subject(one, two)


def _beside_conditions(first: str, second: str) -> float:
    """The overlap of two claims without their conditions, where only one of them has one; else 0."""
    if bool(anchors(first).conditions) == bool(anchors(second).conditions):
        return 0.0
    return overlap(shape(_unconditional(first)).words, shape(_unconditional(second)).words)


def _measured_alike(first: str, second: str) -> bool:
    """Whether the values that differ are of one unit: "5 seconds" and "in 4.2" are hardly two values of a fact."""
    one, two = anchors(first).hard, anchors(second).hard
    left = {item.unit for item in one if item.key not in {other.key for other in two}}
    right = {item.unit for item in two if item.key not in {other.key for other in one}}
    return not left or not right or bool(left & right)


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
    one, two = anchors(first).hard, anchors(second).hard
    left = {_family(item.kind) for item in one if item.key not in {other.key for other in two}}
    right = {_family(item.kind) for item in two if item.key not in {other.key for other in one}}
    return not left or not right or bool(left & right)


def _family(kind: AnchorKind) -> str:
    """Kinds of which one may stand for another when a fact changes: a version for a date, a flag for a path."""
    return "value" if kind in ("quantity", "version", "date", "time") else "name"
