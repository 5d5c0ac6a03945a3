"""How a judgement tells that what the model said does not stand, so that a report can tell it too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.records import Verdict

_TOLD = re.compile(r"Claude said (?:supported|partially_supported|contradicted|unverifiable), but \S")


def told(verdict: Verdict, why: str) -> str:
    """The reason of a judgement whose quotes do not carry the model's verdict."""
    return f"Claude said {verdict}, but {why}."


def is_told(reason: str) -> bool:
    """Whether a judgement's reason is one of these."""
    return _TOLD.match(reason) is not None
