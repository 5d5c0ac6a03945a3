"""From findings to the judgement: which place decides, in plain words, with its quotes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.judging.evidence import from_segment
from claimdiff.judging.lexical.places import places
from claimdiff.judging.lexical.values import MEASURED, stands
from claimdiff.records import Judgement, Substitution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.lexical.places import Place
    from claimdiff.judging.lexical.verdict import Finding
    from claimdiff.records import Evidence, Verdict

# a line of code that is put out of use: "# size = 15", "// start(4)"
_OUT_OF_USE = re.compile(r"(?:#|//|--|;)+\s*[\w.]+\s*(?:[=:]\s?\S+|\(.*\))[;,]?$")
_LABEL = re.compile(r"[^\s:]{1,40}(?: [^\s:]{1,20}| \([^()]{1,40}\))?(?=: | [-–—] )")
_MARKED = re.compile(r"\W{0,3}(?:\*\*|`)`?(?P<name>[^`*]{1,40})`?(?:\*\*|`)")
_NEAREST = 0.3
_FOCUSED = 0.25
_DENYING, _OUTRIGHT, _MAINLY = 0.45, 0.9, 0.6
_AS_MUCH = 0.15
_MANNERS = frozenset({"polarity", "quantifier", "modality", "outlived"})
_ALWAYS = frozenset({"withdrawn", "no-longer", "only-another", "only-more"})

_REASONS = {
    "aligned": "The passage says it: every number and name stands there with the words of the claim.",
    "joined": "The passages say it together, each a part of it.",
    "other-value": "The passage states another value: {pairs}.",
    "other-default": "The passage names another default: {pairs}.",
    "other-bound": "The passage sets the opposite bound: {pairs}.",
    "other-owner": "The passage gives this value to something else; here it states {pairs}.",
    "other-rate": "The passage counts by another period.",
    "polarity": "The passage says the opposite.",
    "order": "The passage has the two the other way round.",
    "quantifier": "The passage limits what the claim says of all.",
    "only-more": "The passage names more than what the claim calls the only one.",
    "modality": "The passage makes it an option, the claim a duty.",
    "withdrawn": "A note says that it is deprecated, removed or without effect.",
    "no-longer": "The passage says that this is no longer so.",
    "only-another": "The passage says that only something else does it.",
    "outlived": "The passage says it of the past only.",
}
_PARTLY = {
    "duty": "The passage makes it a duty, the claim an option.",
    "modality": "The passage makes it an option, the claim a duty.",
}


def decide(found: Sequence[Finding], *, joined: Sequence[Finding] = ()) -> Judgement:
    """The judgement over all places, best first; `joined` are places that say a long claim together."""
    support = min((item for item in found if item.supports), key=_borrowed, default=None)
    against = next(
        (item for item in sorted(found, key=_fit) if item.against and _stands_up(item, support, found)), None
    )
    partly = next((item for item in found if item.partly), None)
    if against is not None and against.against is not None:
        return _contradicted(against, support)
    if support is not None:
        return replace(_judgement("supported", support, rule="aligned"), evidence=(_quote(support), *_lenders(support)))
    if joined:
        return _judgement("supported", *joined, rule="joined")
    if partly is not None:
        reason = _PARTLY.get(partly.partly, "The passage says it of fewer cases than the claim.")
        return _judgement("partially_supported", partly, rule=partly.partly, reason=reason)
    return _unverifiable(found)


def _borrowed(item: Finding) -> int:
    """How many values of the claim stand only beside this place: the quote should be the one that holds them."""
    return sum(not stands(value, (item.place.reading,)) for value in item.beside.claim.values)


def _fit(item: Finding) -> float:
    return -item.beside.subject


def _stands_up(item: Finding, support: Finding | None, found: Sequence[Finding]) -> bool:
    """Whether what speaks against the claim is about the same thing as what speaks for it."""
    if item.against is None or item.against.rule == "withdrawn":
        return True
    if support is None:
        return item.against.rule in _ALWAYS or not _stated_elsewhere(item, found)
    if (
        _sibling_row(item, support)
        or _other_code(item, support)
        or (item.against.rule in _MANNERS and not _as_outright(item, support))
    ):
        return False
    return item.against.rule in _ALWAYS or _covered(item, support, by_name=item.against.rule != "other-default")


def _as_outright(item: Finding, support: Finding) -> bool:
    """Whether a denial or a limit is as much about the claim as the place that says it: not lent, and not of one case."""
    if item.beside.inside < support.beside.inside - _AS_MUCH:
        return False  # what is denied or limited is something else; the rest of the claim is only lent to it
    said = support.beside.inside >= _OUTRIGHT or support.beside.focused >= _MAINLY
    if item.against is None or item.against.rule != "polarity" or not said:
        return True
    one_case = bool(item.place.reading.conditions) and not item.beside.claim.conditions
    return item.beside.focused >= _DENYING and not one_case and not _names_another(item, support)


def _names_another(item: Finding, support: Finding) -> bool:
    """Whether a place names something that neither the claim nor its support does, nor a heading: it tells of that."""
    known = item.beside.claim.concepts | support.place.own | support.place.heading | item.place.heading
    return any(term.name and term.concept not in known for term in item.place.reading.terms)


def _covered(item: Finding, support: Finding, *, by_name: bool) -> bool:
    """Whether the place speaks of all that the support says of the claim, and no other name makes it another matter."""
    named = item.against and any(pair.claimed.kind not in MEASURED for pair in item.against.rivals)
    if by_name and named:
        return False
    return item.beside.focused >= _FOCUSED and item.beside.covers(support.beside)


def _other_code(item: Finding, support: Finding) -> bool:
    """Code elsewhere, which may call the same thing with another value, or a line that is put out of use."""
    if item.place.segment.kind != "code":
        return False
    return item.place.passage is not support.place.passage or _OUT_OF_USE.match(item.place.segment.text) is not None


def _sibling_row(item: Finding, support: Finding) -> bool:
    """Two rows of a table that begin with different cells are about different things, whatever else they share.

    So are two items of a list that begin with different names: "`on`: ...", "`off`: ...".
    """
    mine, other = item.place.segment, support.place.segment
    if mine.kind == other.kind == "item" and mine.context == other.context:
        before, marked = _LABEL.match(mine.text), _MARKED.match(mine.source)
        one, two = _LABEL.match(other.text), _MARKED.match(other.source)
        return bool(before and one and before[0] != one[0]) or bool(marked and two and marked[0] != two[0])
    here, there = item.place.passage, support.place.passage
    same_table = mine.kind == other.kind == "row" and (here.path, here.heading) == (there.path, there.heading)
    return same_table and mine.text.split(";")[0] != other.text.split(";")[0]


def _stated_elsewhere(item: Finding, found: Sequence[Finding]) -> bool:
    """Whether the claim's value does stand at another place that is as much about the claim: then nothing is sure."""
    claimed = [pair.claimed for pair in item.against.rivals] if item.against else []
    return bool(claimed) and any(
        other.against is None
        and other.beside.subject >= item.beside.subject - _AS_MUCH
        and all(stands(value, (other.place.reading,)) for value in claimed)
        for other in found
    )


def _contradicted(item: Finding, support: Finding | None) -> Judgement:
    against = item.against
    rule = against.rule if against else ""
    pairs = against.rivals if against else ()
    shown = ", ".join(f"{pair.stated.surface} instead of {pair.claimed.surface}" for pair in pairs)
    reason = _REASONS[rule].format(pairs=shown)
    if support is not None:
        reason += " Another passage still supports the claim."
    quotes = [_quote(item)] + ([_quote(support)] if support else [])
    return Judgement(
        verdict="contradicted",
        evidence=tuple(quotes),
        reason=reason,
        rule=rule,
        confidence=round(max(0.0, min(1.0, item.beside.subject)), 2),
        conflict=support is not None,
        substitutions=tuple(Substitution(old=pair.claimed.surface, new=pair.stated.surface) for pair in pairs),
    )


def _judgement(verdict: Verdict, *items: Finding, rule: str, reason: str = "") -> Judgement:
    return Judgement(
        verdict=verdict,
        evidence=tuple(_quote(item) for item in items),
        reason=reason or _REASONS[rule],
        rule=rule,
        confidence=round(max(0.0, min(1.0, items[0].score)), 2),
    )


def _unverifiable(found: Sequence[Finding]) -> Judgement:
    best = next((item for item in found if item.score >= _NEAREST), None)
    if best is None:
        return Judgement(verdict="unverifiable", reason="No passage speaks of it.", rule="not-said", confidence=0.7)
    gone = ", ".join(best.lacking)
    reason = f"The nearest passage does not say: {gone}." if gone else "No passage says all of it in one place."
    return Judgement(
        verdict="unverifiable",
        evidence=(_quote(best),),
        reason=reason,
        rule="not-said",
        confidence=round(1 - best.score / 2, 2),
    )


def _lenders(item: Finding) -> tuple[Evidence, ...]:
    """The nearest sentences of the passage that hold the values which the place itself leaves out.

    A value that changes there takes the support away as well.
    """
    page = places(item.place.passage)
    chosen: dict[int, Place] = {}
    for value in item.beside.claim.values:
        if value.kind not in MEASURED or stands(value, (item.place.reading,)):
            continue
        holding = [other for other in page if stands(value, (other.reading,))]
        if holding:
            nearest = min(holding, key=lambda other: (abs(other.index - item.place.index), other.index))
            chosen[nearest.index] = nearest
    return tuple(from_segment(place.passage, place.segment) for place in chosen.values())


def _quote(item: Finding) -> Evidence:
    return from_segment(item.place.passage, item.place.segment)
