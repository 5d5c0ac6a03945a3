"""The extractor by Claude: an answer cut into units, the units taken apart into claims that are held to their words."""

from __future__ import annotations

from claimdiff.claims.claude.prompt import PROMPT, PROMPT_HASH
from claimdiff.claims.claude.requests import foreseen, request, requests
from claimdiff.claims.claude.taking import TakenApart, offered, taken_apart

__all__ = ["PROMPT", "PROMPT_HASH", "TakenApart", "foreseen", "offered", "request", "requests", "taken_apart"]
