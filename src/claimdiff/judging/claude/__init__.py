"""The judge `claude`: verdicts by a model, each held to quotes that stand in the passages to the letter.

The model never has the last word on "supported": its quotes are looked up, they must carry the numbers and names of the
claim, and the offline judge reads along. What a reply does not say in the agreed form is not guessed.
"""

from __future__ import annotations

from claimdiff.judging.claude.asking import ClaudeJudge, judged
from claimdiff.judging.claude.checking import Checked, Checker
from claimdiff.judging.claude.prompt import PROMPT_HASH
from claimdiff.judging.claude.request import Case
from claimdiff.judging.votes import Settled

__all__ = ["PROMPT_HASH", "Case", "Checked", "Checker", "ClaudeJudge", "Settled", "judged"]
