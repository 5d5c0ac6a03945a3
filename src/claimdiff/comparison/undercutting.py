"""Support that a change undercut: the sentence behind a claim was edited or is gone, and what is left was taken for it.

A judge of words sees only the docs as they are. The two states tell more: which sentence carried the claim, what was put
in its place, and whether what is left says as much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from rapidfuzz import fuzz

from claimdiff.comparison.conditions import merely_conditional
from claimdiff.comparison.smallwords import swaps
from claimdiff.comparison.turning import turned
from claimdiff.records import Judgement
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from claimdiff.comparison.results import ChangedLine
    from claimdiff.comparison.turns import Sentence, Turn
    from claimdiff.records import Evidence

WHOLE = 0.9
"""Share of a claim's words in its old support from which on that support said all of it."""
THINNER, MANY_WORDS = 0.2, 2
"""Share, or number, of the claim's words that what is left must lack to say less; a number counts with a smaller share."""
_SLIGHTLY = 0.1
TWINS = 85
"""Likeness, of 100, from which on two sentences say the same of two things, if a word differs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """A sentence that the change edited: as it was, as it is, and where it stands now.

    `beside` are new sentences right before and after it that are made of its words: the rest of one that was split.
    """

    old: Sentence
    new: Sentence
    place: Evidence
    beside: tuple[str, ...] = ()


class Edits(Protocol):
    """What undercutting needs to know of the two states of the docs."""

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a head quote that this change adds or edits."""

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where the head docs still say what a base quote says."""

    def edited(self, evidence: Evidence) -> Edit | None:
        """What the change made of the sentence of a base quote; None where it stands, or nothing took its place."""

    def around(self, evidence: Evidence, *, base: bool) -> str:
        """A quote as read, with its lead-in and the headings above it."""

    def limited(self, evidence: Evidence) -> str | None:
        """The heading that a base quote now stands under and that limits what it says; None where there is none."""


def undercut(
    claim: str, now: Judgement, before: Judgement | None, docs: Edits, *, seen: frozenset[str] = frozenset()
) -> Judgement:
    """The judgement at head after a look at what became of the support at base; `now` itself where that is intact.

    Only what was `supported` before is looked at. A contradiction by text that the base judge saw too (`seen`, verbatim
    pieces) is none of the change's doing where the docs still support the claim, as they did.
    """
    if before is None or not before.supported:
        return now
    if now.conflict and _undisputed(now, before, docs, seen):
        reason = "The docs say it as before; what disputes it is older than this change."
        support = now.evidence[-1:]
        now = replace(
            now,
            verdict="supported",
            conflict=False,
            evidence=support,
            reason=reason,
            rule="old-conflict",
            substitutions=(),
        )
    if not now.supported:
        return now
    gone = [quote for quote in before.evidence if docs.still_there(quote) is None]
    for quote in gone:
        edit = docs.edited(quote)
        if edit is not None:
            turn = turned(edit.old, edit.new, claim, also=_other_news(now, edit, docs), beside=edit.beside)
            if turn is not None:
                return _turned(claim, now, before, edit, turn, docs)
    if gone and not any(docs.edited(quote) for quote in gone) and _all_old(now, docs):
        return _thinner(claim, now, before, docs) or _conditional(claim, now, before, docs) or now
    return _limited(now, before, docs) or _conditional(claim, now, before, docs) or now


def _undisputed(now: Judgement, before: Judgement, docs: Edits, seen: frozenset[str]) -> bool:
    """Whether the old support still stands, perhaps in other words, and whatever disputes it was seen before."""
    *disputing, support = now.evidence
    if not disputing or not all(quote.quote in seen for quote in disputing):
        return False
    edits = [edit for quote in before.evidence if (edit := docs.edited(quote)) is not None]
    places = [*(edit.place for edit in edits), *filter(None, map(docs.still_there, before.evidence))]
    return any(_same_place(support, place) for place in places)


def _other_news(now: Judgement, edit: Edit, docs: Edits) -> tuple[str, ...]:
    news = (quote for quote in now.evidence if not _same_place(quote, edit.place) and docs.added_at(quote) is not None)
    return tuple(quote.quote for quote in news)


def _same_place(one: Evidence, other: Evidence) -> bool:
    return (one.path, one.line_start, one.quote) == (other.path, other.line_start, other.quote)


def _all_old(now: Judgement, docs: Edits) -> bool:
    return bool(now.evidence) and all(docs.added_at(quote) is None for quote in now.evidence)


def _turned(claim: str, now: Judgement, before: Judgement, edit: Edit, turn: Turn, docs: Edits) -> Judgement:
    others = tuple(
        quote for quote in now.evidence if not _same_place(quote, edit.place) and docs.added_at(quote) is None
    )
    disputed = turn.contradicts and bool(others) and not _missing(claim, now, before, docs)
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


def _thinner(claim: str, now: Judgement, before: Judgement, docs: Edits) -> Judgement | None:
    """What is left says less of the claim than the sentence that is gone."""
    missing = _missing(claim, now, before, docs) or _twins(claim, now, before)
    if not missing:
        return None
    said = ", ".join(missing[:5])
    return Judgement(
        verdict="unverifiable",
        evidence=now.evidence,
        reason=f"The sentence that said it is gone; what is left does not say: {said}.",
        rule="thinner",
        confidence=0.7,
    )


def _missing(claim: str, now: Judgement, before: Judgement, docs: Edits) -> tuple[str, ...]:
    """Words of the claim that its old support had and what is left has not, where these are too many."""
    words = tuple(dict.fromkeys(stems(claim)))
    old = _words(docs.around(quote, base=True) for quote in before.evidence)
    new = _words(docs.around(quote, base=False) for quote in now.evidence)
    if not words or sum(word in old for word in words) < WHOLE * len(words):
        return ()
    missing = tuple(word for word in words if word in old and word not in new)
    share = len(missing) / len(words)
    return missing if share >= THINNER or (len(missing) >= MANY_WORDS and share >= _SLIGHTLY) else ()


def _twins(claim: str, now: Judgement, before: Judgement) -> tuple[str, ...]:
    """Words of the claim for which what is left, in an otherwise equal sentence, has others: it says that of something else."""
    words = frozenset(stems(claim))
    found: dict[str, None] = {}
    for old in before.evidence:
        for new in now.evidence:
            if fuzz.ratio(old.quote, new.quote) >= TWINS:
                for one, other in swaps(old.quote, new.quote):
                    first, second = stems(" ".join(one)), stems(" ".join(other))
                    found |= dict.fromkeys(word for word in first if word in words and second and word not in second)
    return tuple(found)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in stems(text))


def _limited(now: Judgement, before: Judgement, docs: Edits) -> Judgement | None:
    """The sentence stands, under a heading that limits what it says: "without …", "legacy …"."""
    headings: Sequence[str | None] = [docs.limited(quote) for quote in before.evidence]
    if not any(headings) or not _all_old_or_moved(now, before, docs):
        return None
    heading = next(found for found in headings if found)
    reason = f"The sentence that supported it now stands under “{heading}”, which limits it."
    return replace(now, verdict="unverifiable", reason=reason, rule="other-heading", confidence=0.7)


def _conditional(claim: str, now: Judgement, before: Judgement, docs: Edits) -> Judgement | None:
    """What said it is gone, or stands under a limiting heading; what is left says it under a condition only."""
    if not all(_taken(quote, docs) for quote in before.evidence):
        return None
    limited = [place for quote in before.evidence if docs.limited(quote) and (place := docs.still_there(quote))]
    old = " ".join(quote.quote for quote in before.evidence)
    left = [quote for quote in now.evidence if not any(_same_place(quote, place) for place in limited)]
    found = [merely_conditional(quote.quote, claim, old) for quote in left]
    if not found or not all(found):
        return None
    reason = f"The sentence that said it is gone; what is left says it only under a condition: “{found[0]}”."
    return replace(now, verdict="unverifiable", reason=reason, rule="conditional", confidence=0.7)


def _taken(quote: Evidence, docs: Edits) -> bool:
    """Whether a base quote is gone without a successor, or limited by the heading above it."""
    if docs.still_there(quote) is None:
        return docs.edited(quote) is None
    return docs.limited(quote) is not None


def _all_old_or_moved(now: Judgement, before: Judgement, docs: Edits) -> bool:
    """Whether nothing but the limited sentences supports the claim."""
    places = [docs.still_there(quote) for quote in before.evidence if docs.limited(quote)]
    return all(any(place and _same_place(quote, place) for place in places) for quote in now.evidence)
