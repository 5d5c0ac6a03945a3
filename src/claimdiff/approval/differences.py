"""What a change does to the approved state, claim by claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.comparison.results import BaselineChange

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.baseline import BaselineClaim, BaselineEntry


def baseline_changes(
    base: Mapping[str, BaselineEntry], head: Mapping[str, BaselineEntry]
) -> tuple[BaselineChange, ...]:
    """Every approved claim whose text or acceptance differs, by question id and claim id.

    A question that came or went with its file stands as one change without claim id; of its claims only those follow
    that were kept although they are not supported. The same form is used for an answer that was rewritten around
    claims that stay as they are.
    """
    found: list[BaselineChange] = []
    for question_id in sorted(base.keys() | head.keys()):
        old, new = base.get(question_id), head.get(question_id)
        if old is None or new is None:
            found.append(_whole(question_id, old, new))
            found += [
                _change(question_id, claim.id, None, claim) for claim in (new.claims if new else ()) if claim.accepted
            ]
        elif old != new:
            claims = _claims(old, new)
            rewritten = (old.answer, old.state) != (new.answer, new.state)
            found += claims or ([_whole(question_id, old, new)] if rewritten else [])
    return tuple(found)


def _whole(question_id: str, old: BaselineEntry | None, new: BaselineEntry | None) -> BaselineChange:
    return BaselineChange(
        question_id=question_id, claim_id=None, before=old.answer if old else None, after=new.answer if new else None
    )


def _claims(old: BaselineEntry, new: BaselineEntry) -> list[BaselineChange]:
    before = {claim.id: claim for claim in old.claims}
    after = {claim.id: claim for claim in new.claims}
    pairs = [(id_, before.get(id_), after.get(id_)) for id_ in dict.fromkeys((*before, *after))]
    return [_change(new.question_id, id_, one, two) for id_, one, two in pairs if _differs(one, two)]


def _differs(one: BaselineClaim | None, two: BaselineClaim | None) -> bool:
    return one is None or two is None or one.text != two.text or one.accepted != two.accepted


def _change(question_id: str, claim_id: str, one: BaselineClaim | None, two: BaselineClaim | None) -> BaselineChange:
    accepted = two.accepted if two is not None else None
    return BaselineChange(
        question_id=question_id,
        claim_id=claim_id,
        before=one.text if one else None,
        after=two.text if two else None,
        by=accepted.by if accepted else None,
        reason=accepted.reason if accepted else None,
    )
