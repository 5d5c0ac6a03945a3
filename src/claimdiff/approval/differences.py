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

    A question that came or went with its file stands as one change without claim id, followed by none of its claims.
    """
    found: list[BaselineChange] = []
    for question_id in sorted(base.keys() | head.keys()):
        old, new = base.get(question_id), head.get(question_id)
        if old is None or new is None:
            found.append(
                BaselineChange(
                    question_id=question_id,
                    claim_id=None,
                    before=old.answer if old else None,
                    after=new.answer if new else None,
                )
            )
        elif old != new:
            found += _claims(old, new)
    return tuple(found)


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
