"""Support that a change undercut: the sentence behind a claim was edited or is gone, and what is left was taken for it.

A judge of words sees only the docs as they are. The two states tell more: which sentence carried the claim, what was put
in its place, and whether what is left says as much. What an edit did to a sentence is told by `turning`; here stands
what became of a support as a whole. Every look knows one fate and is silent on all others; the first that speaks decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.comparison.conditions import merely_conditional
from claimdiff.comparison.emptied import emptied
from claimdiff.comparison.remainder import missing, twins
from claimdiff.comparison.turning import turned
from claimdiff.comparison.turns import Seen
from claimdiff.comparison.values import default
from claimdiff.records import Judgement

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.comparison.facts import DocsFacts
    from claimdiff.comparison.turns import Edit, Turn
    from claimdiff.records import Evidence


@dataclass(frozen=True, kw_only=True, slots=True)
class _Support:
    """A claim that was supported before and is now, and the docs that tell what became of the sentences behind it."""

    claim: str
    now: Judgement
    before: Judgement
    docs: DocsFacts

    def gone(self) -> tuple[Evidence, ...]:
        """The quotes of base that stand nowhere any more."""
        return tuple(quote for quote in self.before.evidence if self.docs.still_there(quote) is None)

    def edits(self) -> tuple[Edit, ...]:
        """What took the place of those that are gone."""
        return tuple(edit for quote in self.gone() if (edit := self.docs.edited(quote)) is not None)

    def limited(self) -> tuple[Evidence, ...]:
        """Where the quotes of base stand now, as they were or edited, that a heading above them limits now."""
        places = []
        for quote in self.before.evidence:
            edit = self.docs.edited(quote)
            place = self.docs.still_there(quote) or (edit.place if edit else None)
            if place is not None and self.docs.limited(quote):
                places.append(place)
        return tuple(places)

    def left_alone(self) -> bool:
        """Whether a sentence is gone, nothing took its place, and all that supports the claim now is as old as it."""
        now = self.now.evidence
        old = bool(now) and all(self.docs.added_at(quote) is None for quote in now)
        return bool(self.gone()) and not self.edits() and old

    def missing(self) -> tuple[str, ...]:
        """Words of the claim that its old support had and what is left has not, where these are too many."""
        old = [self.docs.around(quote, base=True) for quote in self.before.evidence]
        new = [self.docs.around(quote, base=False) for quote in self.now.evidence]
        return missing(self.claim, old, new)


def undercut(
    claim: str, now: Judgement, before: Judgement | None, docs: DocsFacts, *, seen: frozenset[str] = frozenset()
) -> Judgement:
    """The judgement at head after a look at what became of the support at base; `now` itself where that is intact.

    Only what was `supported` before is looked at. A contradiction by text that the base judge saw too (`seen`, verbatim
    pieces) is none of the change's doing where the docs still support the claim, as they did.
    """
    if before is None or not before.supported:
        return now
    if now.conflict and _undisputed(now, before, docs, seen):
        now = _settled(now)
    if not now.supported:
        return now
    support = _Support(claim=claim, now=now, before=before, docs=docs)
    return next((found for look in _LOOKS if (found := look(support)) is not None), now)


def _settled(now: Judgement) -> Judgement:
    return replace(
        now,
        verdict="supported",
        conflict=False,
        evidence=now.evidence[-1:],
        reason="The docs say it as before; what disputes it is older than this change.",
        rule="old-conflict",
        substitutions=(),
    )


def _undisputed(now: Judgement, before: Judgement, docs: DocsFacts, seen: frozenset[str]) -> bool:
    """Whether the old support still stands, perhaps in other words, and whatever disputes it was seen before."""
    *disputing, support = now.evidence
    if not disputing or not all(quote.quote in seen for quote in disputing):
        return False
    edits = [edit for quote in before.evidence if (edit := docs.edited(quote)) is not None]
    places = [*(edit.place for edit in edits), *filter(None, map(docs.still_there, before.evidence))]
    return any(_same_place(support, place) for place in places)


def _same_place(one: Evidence, other: Evidence) -> bool:
    return (one.path, one.line_start, one.quote) == (other.path, other.line_start, other.quote)


def _edited(support: _Support) -> Judgement | None:
    """A sentence that carried the claim was edited so that it no longer does."""
    for edit in support.edits():
        also = _other_news(support, edit)
        seen = Seen(old=edit.old, new=edit.new, claim=support.claim, also=also, beside=edit.beside)
        turn = turned(seen) or _emptied(support, edit)
        if turn is not None:
            return _turned(support, edit, turn)
    return None


def _emptied(support: _Support, edit: Edit) -> Turn | None:
    """The edit took what the claim says of its subject, and no other quote says it."""
    others = tuple(quote.quote for quote in support.now.evidence if not _same_place(quote, edit.place))
    return emptied(edit.old.text, edit.new.text, support.claim, beside=(*edit.beside, *others))


def _default(support: _Support) -> Judgement | None:
    """The default that the claim tells was edited: in the sentence itself, or in one beside it."""
    if "default" not in support.claim.lower():
        return None
    beside = (support.docs.default_edited(quote) for quote in support.before.evidence)
    for edit in (*support.edits(), *filter(None, beside)):
        turn = default(edit.old.text, edit.new.text, support.claim)
        if turn is not None:
            return _turned(support, edit, turn)
    return None


def _other_news(support: _Support, edit: Edit) -> tuple[str, ...]:
    return tuple(
        quote.quote
        for quote in support.now.evidence
        if not _same_place(quote, edit.place) and support.docs.added_at(quote) is not None
    )


def _turned(support: _Support, edit: Edit, turn: Turn) -> Judgement:
    others = tuple(
        quote
        for quote in support.now.evidence
        if not _same_place(quote, edit.place) and support.docs.added_at(quote) is None
    )
    disputed = turn.contradicts and bool(others) and not support.missing()
    tail = " Another passage still supports the claim." if disputed else ""
    return Judgement(
        verdict="contradicted" if turn.contradicts else "unverifiable",
        evidence=(edit.place, *others) if disputed else (edit.place,),
        reason=f"The sentence that supported it was edited: {turn.reason}.{tail}",
        rule=f"edited-{turn.kind}",
        confidence=0.9,
        conflict=disputed,
        substitutions=turn.substitutions,
    )


def _thinner(support: _Support) -> Judgement | None:
    """The sentence is gone, and what is left says less of the claim."""
    if not support.left_alone():
        return None
    lacking = support.missing() or twins(support.claim, support.before.evidence, support.now.evidence)
    if not lacking:
        return None
    said = ", ".join(lacking[:5])
    reason = f"The sentence that said it is gone; what is left does not say: {said}."
    return _less(support, reason, "thinner")


def _limited(support: _Support) -> Judgement | None:
    """The sentence stands, under a heading that limits what it says: "without …", "legacy …"."""
    if support.left_alone():
        return None
    headings = [support.docs.limited(quote) for quote in support.before.evidence]
    heading = next((found for found in headings if found), None)
    limited = support.limited()
    if heading is None or not all(
        any(_same_place(quote, place) for place in limited) for quote in support.now.evidence
    ):
        return None
    reason = f"The sentence that supported it now stands under “{heading}”, which limits it."
    return _less(support, reason, "other-heading")


def _conditional(support: _Support) -> Judgement | None:
    """What said it is gone, or stands under a limiting heading; what is left says it under a condition only."""
    if not all(_taken(quote, support.docs) for quote in support.before.evidence):
        return None
    limited = support.limited()
    old = " ".join(quote.quote for quote in support.before.evidence)
    left = [quote for quote in support.now.evidence if not any(_same_place(quote, place) for place in limited)]
    found = [merely_conditional(quote.quote, support.claim, old) for quote in left]
    if not found or not all(found):
        return None
    reason = f"The sentence that said it is gone; what is left says it only under a condition: “{found[0]}”."
    return _less(support, reason, "conditional")


def _taken(quote: Evidence, docs: DocsFacts) -> bool:
    """Whether a base quote is gone without a successor, or limited by the heading above it."""
    gone = docs.still_there(quote) is None and docs.edited(quote) is None
    return gone or docs.limited(quote) is not None


def _less(support: _Support, reason: str, rule: str) -> Judgement:
    return Judgement(verdict="unverifiable", evidence=support.now.evidence, reason=reason, rule=rule, confidence=0.7)


_LOOKS: tuple[Callable[[_Support], Judgement | None], ...] = (_edited, _default, _thinner, _limited, _conditional)
