"""Prompts: which files are watched, and how the first one is rendered."""

from claimdiff.prompts.rendering import Rendered, Template, prepare
from claimdiff.prompts.watching import missing_includes, prompt_hash, unmatched, watched

__all__ = ["Rendered", "Template", "missing_includes", "prepare", "prompt_hash", "unmatched", "watched"]
