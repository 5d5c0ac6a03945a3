"""Whether two judges are the same one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.records import JudgeIdentity


def same_judge(one: JudgeIdentity, other: JudgeIdentity) -> bool:
    """Whether scores of both can be compared.

    A model's name without a date is the same as with it: then nobody could tell what the name stood for.
    """
    return _undated(one, other) == _undated(other, one)


def _undated(identity: JudgeIdentity, other: JudgeIdentity) -> JudgeIdentity:
    mine, theirs = identity.extractor.split(" "), other.extractor.split(" ")
    if len(mine) == len(theirs):
        mine = [_name(own, their) for own, their in zip(mine, theirs, strict=True)]
    model = _name(identity.model, other.model) if identity.model and other.model else identity.model
    return replace(identity, model=model, extractor=" ".join(mine))


def _name(mine: str, theirs: str) -> str:
    return theirs if re.fullmatch(rf"{re.escape(theirs)}-\d{{8}}", mine) else mine
