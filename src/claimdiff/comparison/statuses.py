"""Base against head, claim by claim: what became of each claim, and which ones are newly unsupported.

The order of the rules is the contract (DESIGN section 4): the first that fits decides. Nothing here touches the world;
what has to be judged once more is asked for by `suspects` and `dropped`, and comes back as second looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from claimdiff.claims import identity
from claimdiff.comparison.causes import explain
from claimdiff.comparison.results import ComparedClaim
from claimdiff.comparison.undercutting import undercut
from claimdiff.records import Hit
from claimdiff.text.folding import fold_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.claims.identity import Match
    from claimdiff.comparison.facts import DocsFacts
    from claimdiff.comparison.results import SecondLook, SideRun
    from claimdiff.records import Evidence, JudgedClaim, Judgement, Passage, Status


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """One question on both sides. `base` is None for a question that base does not have."""

    base: SideRun | None
    head: SideRun
    docs: DocsFacts | None
    prompt_changed: bool = False
    offline: bool = True
    """Whether the offline judge spoke, which takes a rewording for less than it is."""
    looks: Mapping[str, SecondLook] = field(default_factory=dict)
    """Second looks by claim id."""


def suspects(pair: Pair) -> tuple[JudgedClaim, ...]:
    """The head claims that need a second look before they may be reported."""
    matches = _matches(pair)
    return tuple(
        claim
        for claim in pair.head.claims
        if claim.judgement.unsupported and _early_status(claim, matches.get(claim.claim.id), pair) is None
    )


def dropped(pair: Pair) -> tuple[JudgedClaim, ...]:
    """The approved claims that the head answer no longer makes."""
    if pair.base is None:
        return ()
    used = {base.claim.id for match in _matches(pair).values() for base in match.base}
    return tuple(claim for claim in pair.base.claims if claim.claim.id not in used)


def weighed(pair: Pair, claim: JudgedClaim) -> Judgement:
    """The judgement of a head claim after a look at what became of the sentences that supported it at base.

    Only the offline judge takes what an edit left over for support.
    """
    match = _matches(pair).get(claim.claim.id)
    if not pair.offline or pair.docs is None or not pair.docs.has_base or match is None or match.kind != "same":
        return claim.judgement
    before = match.base[0].judgement
    return undercut(claim.claim.text, claim.judgement, before, pair.docs, seen=_seen_before(pair))


def compare(pair: Pair) -> tuple[ComparedClaim, ...]:
    """Statuses of all claims of the head answer in its order, then of the approved claims that it no longer makes."""
    matches = _matches(pair)
    made = tuple(_compared(claim, matches.get(claim.claim.id), pair) for claim in pair.head.claims)
    return made + tuple(_dropped(claim, pair) for claim in dropped(pair))


def _matches(pair: Pair) -> Mapping[str, Match]:
    return identity.match(pair.head.claims, pair.base.claims) if pair.base is not None else {}


def _early_status(claim: JudgedClaim, match: Match | None, pair: Pair) -> Status | None:
    """Rules 1 to 3, which need no second look."""
    verdict = claim.judgement.verdict
    before = match.base if match else ()
    same = before if match and match.kind in ("same", "part") else ()
    if verdict is None:
        return "unscored"
    if verdict == "supported":
        return _supported_status(claim, match)
    if any(base.judgement.verdict is None for base in before):
        return "unscored"
    if any(base.judgement.unsupported for base in same):
        return "known_unsupported"
    return "known_unsupported" if _accepted_here(claim.claim.id, pair) else None


def _supported_status(claim: JudgedClaim, match: Match | None) -> Status:
    if match is None:
        return "new_supported"
    if match.kind == "partner":
        return "changed"
    if not all(base.judgement.supported for base in match.base):
        return "fixed"
    equal = any(fold_key(base.claim.text) == fold_key(claim.claim.text) for base in match.base)
    return "unchanged" if equal else "reworded"


def _accepted_here(claim_id: str, pair: Pair) -> bool:
    """An acceptance counts only in the change that makes it; afterwards the base verdict speaks."""
    now = pair.head.accepted.get(claim_id)
    before = pair.base.accepted.get(claim_id) if pair.base is not None else None
    return now is not None and now != before


def _compared(claim: JudgedClaim, match: Match | None, pair: Pair) -> ComparedClaim:
    was = match.base[0] if match else None
    look = pair.looks.get(claim.claim.id)
    judgement = claim.judgement
    status = _early_status(claim, match, pair)
    if status is None:
        judgement = _final(claim.judgement, look)
        status = _late_status(claim.judgement, look, match, pair)
    compared = ComparedClaim(
        claim=claim.claim,
        judgement=judgement,
        status=status,
        was=was,
        found_at=_found_at(look) if look and status == "retrieval_miss" else None,
        citation=claim.citation,
        standing=_standing(judgement, was, pair),
    )
    return _explained(compared, pair) if compared.newly_unsupported else compared


def _standing(now: Judgement, was: JudgedClaim | None, pair: Pair) -> tuple[Evidence, ...]:
    """Where the head docs still say what the claim was judged by at base, if they do not support it now."""
    if now.supported or was is None or pair.docs is None:
        return ()
    places = [pair.docs.still_there(quote) for quote in was.judgement.evidence]
    return tuple(dict.fromkeys(place for place in places if place is not None))


def _found_at(look: SecondLook) -> Evidence | None:
    """The supporting quote; beside an old contradiction it stands last."""
    evidence = look.judgement.evidence
    return (evidence[-1] if look.judgement.conflict else evidence[0]) if evidence else None


def _final(first: Judgement, look: SecondLook | None) -> Judgement:
    """The judgement that is shown: the union knows more, unless it found the support that retrieval missed."""
    return first if look is None or look.judgement.supported or look.judgement.verdict is None else look.judgement


def _late_status(first: Judgement, look: SecondLook | None, match: Match | None, pair: Pair) -> Status:
    """Rules 4 to 7 for a claim that was judged `first` by what was retrieved, and again in the second look."""
    was = match.base[0] if match else None
    if look is not None and (look.judgement.supported or _old_conflict(first, look.judgement, pair)):
        return "retrieval_miss"
    if look is not None and (look.uncertain or look.judgement.verdict is None):
        return "uncertain" if look.judgement.verdict is not None else "unscored"
    if look is not None and look.pre_existing:
        return "pre_existing"
    final = _final(first, look)
    if pair.offline and (_reworded_evidence(final, was, pair) or _nothing_new(final, match, pair)):
        return "uncertain"
    if match is not None and match.kind == "partner":
        return "changed"
    return "regressed" if was is not None and was.judgement.supported else "new_unsupported"


def _old_conflict(first: Judgement, second: Judgement, pair: Pair) -> bool:
    """Only the second look found support, and beside it a contradiction that this change did not write.

    Such a contradiction stands in the docs on some other page since before; nobody retrieved it for this question.
    """
    if pair.docs is None or not second.conflict or first.verdict == "contradicted":
        return False
    return all(pair.docs.added_at(quote) is None for quote in second.evidence)


def _reworded_evidence(judgement: Judgement, was: JudgedClaim | None, pair: Pair) -> bool:
    if judgement.verdict not in ("unverifiable", "partially_supported") or was is None or pair.docs is None:
        return False
    docs = pair.docs
    gone = [quote for quote in was.judgement.evidence if docs.still_there(quote) is None]
    kept = all(docs.reworded(quote, was.claim.text) and not docs.limited(quote) for quote in gone)
    return was.judgement.supported and bool(gone) and kept


def _nothing_new(judgement: Judgement, match: Match | None, pair: Pair) -> bool:
    """Whether the support stands as it stood, and what contradicts the claim was retrieved at base and did not there.

    Such text only lost a neighbour that told what it speaks of.
    """
    docs = pair.docs
    was = match.base[0] if match is not None and match.kind == "same" else None
    if docs is None or was is None or not was.judgement.supported or judgement.verdict != "contradicted":
        return False
    seen = _seen_before(pair)
    if not judgement.evidence or not all(quote.quote in seen for quote in judgement.evidence):
        return False
    return bool(was.judgement.evidence) and all(_stands(quote, docs) for quote in was.judgement.evidence)


def _seen_before(pair: Pair) -> frozenset[str]:
    """The pieces of the passages that the question found at base."""
    hits = pair.base.hits if pair.base is not None else ()
    return frozenset(segment.source for hit in hits for segment in hit.passage.segments)


def _stands(quote: Evidence, docs: DocsFacts) -> bool:
    """Whether a base quote stands under the same headings and the same lead-in."""
    place = docs.still_there(quote)
    return place is not None and fold_key(docs.around(quote, base=True)) == fold_key(docs.around(place, base=False))


def _explained(compared: ComparedClaim, pair: Pair) -> ComparedClaim:
    before = compared.was.judgement if compared.was else None
    same = compared.was is not None and fold_key(compared.was.claim.text) == fold_key(compared.claim.text)
    found = explain(
        compared.judgement,
        before,
        pair.head.hits,
        pair.docs,
        prompt_changed=pair.prompt_changed,
        same_words=same,
        moody=not pair.offline,
    )
    return replace(compared, cause=found.cause, change=found.change, outdated=is_outdated(compared.judgement))


def is_outdated(judgement: Judgement) -> bool:
    """Whether the docs now state another value of the same fact, and no longer the old one."""
    return judgement.verdict == "contradicted" and bool(judgement.substitutions) and not judgement.conflict


def _dropped(claim: JudgedClaim, pair: Pair) -> ComparedClaim:
    look = pair.looks.get(claim.claim.id)
    judgement = look.judgement if look else claim.judgement
    lost = claim.judgement.supported and look is not None and look.judgement.unsupported
    return ComparedClaim(
        claim=claim.claim,
        judgement=judgement,
        status="lost" if lost else "removed",
        was=claim,
        standing=_standing(judgement, claim, pair),
    )


def holders(pair: Pair, claim_id: str, pages: Mapping[str, Sequence[Passage]]) -> tuple[Hit, ...]:
    """The head passages that still hold what supported a claim at base, wherever retrieval looked."""
    match = _matches(pair).get(claim_id)
    if match is None or pair.docs is None:
        return ()
    quotes = [quote for base in match.base if base.judgement.supported for quote in base.judgement.evidence]
    places = [place for quote in quotes if (place := pair.docs.still_there(quote)) is not None]
    return tuple(
        Hit(passage=passage, score=None)
        for place in places
        for passage in pages.get(place.path, ())
        if passage.line_start <= place.line_start <= passage.line_end
    )


def found_before(pair: Pair, claim_id: str) -> bool:
    """Whether the question itself found support for the same fact at base: losing that is a matter of retrieval."""
    match = _matches(pair).get(claim_id)
    return match is not None and any(base.judgement.supported and not base.elsewhere for base in match.base)


def was_made(pair: Pair, claim_id: str) -> bool:
    """Whether the base answer makes the claim, or says another value of it."""
    return claim_id in _matches(pair)


def supported_before(pair: Pair, claim_id: str) -> JudgedClaim | None:
    """The same claim of the base answer, if it is supported there."""
    match = _matches(pair).get(claim_id)
    if match is None or match.kind != "same":
        return None
    return next((claim for claim in match.base if claim.judgement.supported), None)
